//! What users can switch off by name: a row for each feature, and what turning it off means for a policy.

use crate::policy::Policy;
use crate::policy::forbidden::Forbidden;
use emit::Std;

/// Something that a program may have, and that can be switched off.
pub struct Feature {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    off: fn(&mut Policy),
}

impl Feature {
    /// Takes the feature out of a policy.
    pub fn turn_off(&self, policy: &mut Policy) {
        (self.off)(policy);
    }

    /// The feature with this name.
    pub fn find(name: &str) -> Option<&'static Feature> {
        FEATURES.iter().find(|f| f.name == name)
    }

    /// What a program that is written in this standard has to do without.
    pub fn missing_in(std: Std) -> impl Iterator<Item = &'static Feature> {
        MISSING.iter().filter(move |row| (row.lacks)(std)).filter_map(|row| Feature::find(row.feature))
    }
}

/// A feature, and which standards lack it.
struct Missing {
    feature: &'static str,
    lacks: fn(Std) -> bool,
}

const MISSING: &[Missing] = &[
    Missing { feature: "longlong", lacks: |std| std == Std::C89 },
    Missing { feature: "bool", lacks: |std| std == Std::C89 },
    // Reading another member than the one last stored is undefined in C++ (C++17 6.8p1).
    Missing { feature: "unions", lacks: Std::is_cxx },
    // As part of a full expression only, and not as GNU C++ has them.
    Missing { feature: "compound-literals", lacks: |std| std == Std::C89 || std.is_cxx() },
    // Classes may not be what `...` takes.
    Missing { feature: "variadic", lacks: Std::is_cxx },
    // Only as an extension.
    Missing { feature: "variable-arrays", lacks: |std| std == Std::C89 || std.is_cxx() },
    Missing { feature: "goto-over", lacks: Std::is_cxx },
    // The implicit copy of a class takes no volatile object on either side (C++17 15.8).
    Missing { feature: "volatile-copies", lacks: Std::is_cxx },
    // C leaves other types than `int`, `unsigned` and `_Bool` to implementations (C17 6.7.2.1p5).
    Missing { feature: "wide-bitfields", lacks: |std| !std.is_cxx() },
];

const fn feature(name: &'static str, about: &'static str, off: fn(&mut Policy)) -> Feature {
    Feature { name, about, off }
}

/// All features, in the order in which they are listed.
pub const FEATURES: &[Feature] = &[
    feature("goto", "jumps", |p| {
        p.statements.goto_forward = 0;
        p.statements.goto_over = 0;
        p.statements.goto_back = 0;
        p.loops.forms.goto = 0;
        p.weights.barriers.jump = 0;
    }),
    feature("goto-over", "jumps past declarations", |p| p.statements.goto_over = 0),
    feature("switch", "switch statements", |p| p.statements.switch = 0),
    feature("loops", "loops of any kind", |p| {
        p.statements.r#for = 0;
        p.statements.r#while = 0;
        p.statements.do_while = 0;
        p.statements.goto_back = 0;
        p.statements.array_loop = 0;
        p.statements.walk_loop = 0;
        p.statements.counted_loop = 0;
        p.idioms.shapes.bit_loop = 0;
        p.idioms.shapes.overlapping_copy = 0;
        p.idioms.shapes.scoped_arrays = 0;
        p.odds.fill_bytes = 100;
    }),
    feature("calls", "functions other than the entry", |p| {
        p.statements.call = 0;
        p.loops.steps.call = 0;
        p.expressions.call = 0;
        p.expressions.inner_call = 0;
        p.statements.recurse = 0;
        p.statements.indirect_call = 0;
        p.types.function_pointer = 0;
    }),
    feature("pointer-arithmetic", "offsets, differences and order of pointers", |p| {
        p.left_out.push(Forbidden::Offset);
        p.types.pointer_offset = 0;
        p.types.pointer_index = 0;
        p.statements.move_pointer = 0;
        p.statements.walk_loop = 0;
        p.expressions.pointer_pair = 0;
    }),
    feature("heap", "malloc, calloc and free", |p| p.statements.heap = 0),
    feature("strings", "string literals", |p| {
        p.extensions.specials.nan = 0;
        p.types.string_init = 0;
        p.types.string_pointer = 0;
        p.expressions.character = 0;
        p.statements.library = 0;
    }),
    feature("library", "calls of the standard library", |p| {
        p.left_out.push(Forbidden::Library);
        p.expressions.special = 0;
        p.weights.bit_functions.absolute = 0;
        p.statements.library = 0;
        p.statements.heap = 0;
    }),
    feature("floats", "floating point", |p| {
        p.types.float = 0;
        p.statements.float_assign = 0;
        p.expressions.float_compare = 0;
        p.expressions.float_to_int = 0;
        p.expressions.special = 0;
    }),
    feature("vectors", "short vectors, __attribute__((vector_size(N)))", |p| {
        p.types.vector = 0;
        p.statements.vector_assign = 0;
    }),
    feature("long-double", "long double", |p| p.types.floats.long_double = 0),
    feature("recursion", "functions that call themselves", |p| {
        p.statements.recurse = 0;
        p.statements.recursive_function = 0;
    }),
    feature("function-pointers", "pointers to functions, and calls through them", |p| {
        p.statements.indirect_call = 0;
        p.types.function_pointer = 0;
        p.levels.without_functions();
    }),
    feature("pointers", "pointers of any kind", |p| {
        p.types.pointer = 0;
        p.types.string_pointer = 0;
        p.types.pointer_offset = 0;
        p.types.pointer_index = 0;
        p.statements.move_pointer = 0;
        p.statements.walk_loop = 0;
        p.statements.heap = 0;
        p.statements.library = 0;
        p.expressions.pointer_pair = 0;
        p.types.function_pointer = 0;
        p.statements.indirect_call = 0;
        p.types.pointers = false;
        p.levels.without_pointers();
        p.statements.pointer_assign = 0;
        p.expressions.pointer_test = 0;
        p.expressions.dereference = 0;
        p.weights.barriers.address = 0;
        p.weights.barriers.prefetch = 0;
        p.weights.bit_functions.object_size = 0;
        p.statements.overflow = 0;
        p.statements.atomic = 0;
    }),
    feature("arrays", "arrays", |p| {
        p.types.array = 0;
        p.types.string_init = 0;
        p.idioms.values.bytes_joined = 0;
        p.idioms.shapes.run_of_stores = 0;
        p.idioms.shapes.bytes_split = 0;
        p.idioms.shapes.overlapping_copy = 0;
        p.idioms.shapes.scoped_arrays = 0;
        p.odds.function_table = 0;
        p.expressions.character = 0;
        p.statements.walk_loop = 0;
        p.statements.library = 0;
        p.expressions.pointer_pair = 0;
        p.statements.array_loop = 0;
    }),
    feature("structs", "structs and unions", |p| {
        p.types.record = 0;
        p.types.records = false;
        p.statements.record_assign = 0;
    }),
    feature("unions", "unions", |p| p.types.union = 0),
    feature("bitfields", "bit-fields", |p| p.types.bit_field = 0),
    feature("wide-bitfields", "bit-fields of other types than int and unsigned, which only C++ has", |p| {
        p.types.wide_bit_field = 0;
    }),
    feature("packed", "packed structs", |p| p.types.packed = 0),
    feature("volatiles", "volatile objects", |p| {
        p.types.volatile = 0;
        p.levels.without_volatile();
    }),
    feature("volatile-copies", "copies of whole structures that are volatile", |p| {
        p.left_out.push(Forbidden::VolatileCopy);
    }),
    feature("consts", "const objects", |p| {
        p.extensions.variable_array = 0;
        p.left_out.push(Forbidden::Const);
        p.weights.library_calls.sort = 0;
        p.weights.library_calls.search = 0;
        p.types.r#const = 0;
        p.types.string_pointer = 0;
        p.odds.string_literal = 100;
        p.levels.without_const();
    }),
    feature("int128", "__int128", without_int128),
    feature("longlong", "long long", |p| {
        p.types.ints.long_long = 0;
        p.types.ints.ulong_long = 0;
    }),
    feature("bool", "_Bool", |p| {
        p.types.ints.bool = 0;
        p.weights.atomics.compare_exchange = 0;
        p.weights.atomics.swap = 0;
    }),
    feature("enums", "enumerated types", |p| {
        p.types.enums = 0;
        p.expressions.enum_constant = 0;
    }),
    feature("exact-names", "int32_t and its like", |p| p.types.exact_names = 0),
    feature("comma", "the comma operator", |p| {
        p.left_out.push(Forbidden::Comma);
        p.loops.pair = 0;
        p.expressions.comma = 0;
    }),
    feature("embedded-assigns", "assignments within expressions", |p| {
        p.left_out.push(Forbidden::Assign);
        p.loops.pair = 0;
        p.expressions.assign = 0;
        p.expressions.increment = 0;
    }),
    feature("compound-assignment", "+= and its like", |p| {
        p.left_out.push(Forbidden::Compound);
        p.statements.compound_assign = 0;
    }),
    feature("division", "/ and %, but in guards of multiplications", |p| {
        p.left_out.extend([Forbidden::Div, Forbidden::Rem]);
        p.operators.div = 0;
        p.operators.rem = 0;
        p.types.inexact = 0;
    }),
    feature("shifts", "<< and >>, and __int128, whose large constants are written with them", |p| {
        without_int128(p);
        p.left_out.extend([Forbidden::Shl, Forbidden::Shr]);
        p.operators.shl = 0;
        p.operators.shr = 0;
    }),
    feature("multiplication", "*", |p| {
        p.left_out.push(Forbidden::Mul);
        p.operators.mul = 0;
        p.types.inexact = 0;
    }),
    feature("promises", "promises to the compiler: unreachable, assume, expect, restrict", |p| {
        p.statements.promise = 0;
        p.statements.expect = 0;
        p.promises.restrict = 0;
        p.promises.at_least = 0;
    }),
    feature("flipping", "other operators in place of those that would be undefined", |p| p.repairs.flip = 0),
    feature("asm", "inline assembly without instructions", |p| {
        let b = &mut p.weights.barriers;
        (b.value, b.object, b.memory, b.address, b.copy, b.jump) = (0, 0, 0, 0, 0, 0);
    }),
    feature("bit-builtins", "GNU's builtins that count bits, tell of overflow or prefetch", |p| {
        p.expressions.bits = 0;
        p.statements.overflow = 0;
        p.weights.barriers.prefetch = 0;
        p.odds.builtin_spelling = 0;
    }),
    feature("alloca", "memory on the stack, by alloca", |p| p.odds.alloca = 0),
    feature("variadic", "functions with variable arguments", |p| p.statements.variadic = 0),
    feature("statement-expressions", "({ ... })", |p| p.expressions.statement = 0),
    feature("compound-literals", "(struct S){ 1, 2 } and its like", |p| {
        p.expressions.literal = 0;
        p.extensions.record_literal = 0;
        p.extensions.literal_pointee = 0;
    }),
    feature("register", "register variables", |p| p.extensions.register = 0),
    feature("aligned", "variables, members and records with an alignment of their own", |p| {
        p.extensions.aligned = 0;
        p.extensions.aligned_record = 0;
        p.extensions.aligned_member = 0;
    }),
    feature("atomics", "__atomic_fetch_add and its like", |p| p.statements.atomic = 0),
    feature("variable-arrays", "arrays of variable length", |p| p.extensions.variable_array = 0),
    feature(
        "float-specials",
        "infinities, NaNs, and questions about the class and the sign of floats",
        |p| {
            p.expressions.special = 0;
        },
    ),
    feature("thread-local", "variables of the thread, static __thread", |p| p.extensions.thread = 0),
    feature("unroll", "#pragma GCC unroll before loops", |p| p.extensions.unroll = 0),
    feature("case-ranges", "case 1 ... 5", |p| p.extensions.case_range = 0),
    feature("attributes", "GNU attributes of functions", |p| {
        p.barriers.noinline = 0;
        p.barriers.noipa = 0;
        p.barriers.check_noinline = false;
        p.barriers.tuned = 0;
        p.promises.noreturn = 0;
        p.promises.nonnull = 0;
        p.promises.returns_nonnull = 0;
        p.promises.malloc = 0;
        p.promises.aligned = 0;
        p.promises.pure = 0;
        p.promises.r#const = 0;
        p.types.packed = 0;
    }),
];

fn without_int128(p: &mut Policy) {
    p.types.ints.int128 = 0;
    p.types.ints.uint128 = 0;
}
