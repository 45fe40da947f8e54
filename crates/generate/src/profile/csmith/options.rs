//! Csmith's options, under the names that its users know: a row for each, with what it does to the settings.

use crate::driver::attempt::Check;
use crate::policy::forbidden::Forbidden;
use crate::policy::{Floats, Policy};
use crate::profile::edge::STYLES;
use crate::profile::options::{Comments, ProfileOption, Settings, Takes};
use emit::Std;

const fn flag(name: &'static str, about: &'static str, apply: fn(&mut Settings, u32)) -> ProfileOption {
    ProfileOption { name, about, takes: Takes::Nothing, hidden: false, apply }
}

const fn number(
    name: &'static str,
    about: &'static str,
    (low, high): (u32, u32),
    apply: fn(&mut Settings, u32),
) -> ProfileOption {
    ProfileOption { name, about, takes: Takes::Number(low, high), hidden: false, apply }
}

/// Something that is so anyway, so that scripts which ask for it go on working.
const fn already(name: &'static str, about: &'static str) -> ProfileOption {
    ProfileOption { name, about, takes: Takes::Nothing, hidden: true, apply: |_, _| {} }
}

const MANY: (u32, u32) = (1, 100_000);
const PERCENT: (u32, u32) = (0, 100);

pub const OPTIONS: &[ProfileOption] = &[
    number("max-funcs", "Functions besides main, at most", MANY, |s, n| s.policy.shape.max_functions = n),
    number("max-block-depth", "Blocks within one another, at most", (1, 50), |s, n| {
        s.policy.shape.max_block_depth = n - 1;
    }),
    number("max-block-size", "Statements in a block, at most", MANY, |s, n| {
        s.policy.shape.max_block_statements = n;
        s.policy.dead.max_statements = n;
    }),
    number("max-expr-complexity", "Operations within one another, at most", (1, 1000), |s, n| {
        s.policy.manner.max_expression_depth = n;
        s.policy.shape.expression_tokens = s.policy.shape.expression_tokens.max(n * 2);
    }),
    number("max-array-dim", "Dimensions of arrays, at most", (1, 10), |s, n| s.policy.types.max_dims = n),
    number("max-array-len-per-dim", "Elements of an array in each dimension, at most", (1, 1000), |s, n| {
        s.policy.types.max_array_len = n;
        s.policy.manner.max_loop_len = n;
    }),
    number("max-pointer-depth", "Pointers to pointers, so many deep at most", (1, 10), |s, n| {
        s.policy.types.max_pointer_depth = n;
    }),
    number("max-struct-fields", "Fields of a struct, at most", (1, 1000), |s, n| {
        s.policy.types.max_fields = n
    }),
    number("max-union-fields", "Fields of a union, at most", (1, 1000), |s, n| {
        s.policy.manner.max_union_fields = n;
    }),
    number("max-struct-nested-level", "Structs within one another, at most", (0, 20), |s, n| {
        s.policy.manner.max_struct_nesting = n;
    }),
    flag("fixed-struct-fields", "Structs have as many fields as they may", |s, _| {
        s.policy.manner.fixed_fields = true;
    }),
    number("inline-function-prob", "Functions that are inline, in per cent", PERCENT, |s, n| {
        s.policy.barriers.inline = n;
    }),
    flag("inline-function", "Half of the functions are inline", |s, _| {
        s.policy.barriers.inline = s.policy.barriers.inline.max(50);
    }),
    flag("no-inline-function", "No function is inline", |s, _| s.policy.barriers.inline = 0),
    flag("no-comma-operators", "Leave out the comma operator", |s, _| s.policy.expressions.comma = 0),
    flag("no-jumps", "Leave out goto", |s, _| {
        s.policy.statements.goto_forward = 0;
        s.policy.statements.goto_back = 0;
    }),
    flag("no-math64", "Leave out integers of 64 bits", |s, _| {
        let ints = &mut s.policy.types.ints;
        (ints.long, ints.ulong, ints.long_long, ints.ulong_long) = (0, 0, 0, 0);
        (ints.int128, ints.uint128) = (0, 0);
    }),
    flag("no-int8", "Leave out int8_t", |s, _| s.policy.types.ints.schar = 0),
    flag("no-uint8", "Leave out uint8_t", |s, _| s.policy.types.ints.uchar = 0),
    flag("no-divs", "Leave out / and %", |s, _| {
        s.policy.left_out.extend([Forbidden::Div, Forbidden::Rem]);
        s.policy.operators.div = 0;
        s.policy.operators.rem = 0;
    }),
    flag("no-muls", "Leave out *", |s, _| {
        s.policy.left_out.push(Forbidden::Mul);
        s.policy.operators.mul = 0;
    }),
    flag("no-pre-incr-operator", "Leave out ++x", |s, _| s.policy.manner.pre_increment = false),
    flag("no-pre-decr-operator", "Leave out --x", |s, _| s.policy.manner.pre_decrement = false),
    flag("no-post-incr-operator", "Leave out x++", |s, _| s.policy.manner.post_increment = false),
    flag("no-post-decr-operator", "Leave out x--", |s, _| s.policy.manner.post_decrement = false),
    flag("no-unary-plus-operator", "Leave out +x", |s, _| s.policy.manner.unary_plus = false),
    flag("no-packed-struct", "Leave out packed structs", |s, _| s.policy.types.packed = 0),
    flag("no-const-pointers", "Leave out pointers to something constant", |s, _| {
        s.policy.manner.pointer_to_const = 0;
    }),
    flag("no-volatile-pointers", "Leave out pointers to something volatile", |s, _| {
        s.policy.manner.pointer_to_volatile = 0;
    }),
    flag("no-vol-struct-union-fields", "No field is volatile", |s, _| s.policy.manner.volatile_field = 0),
    flag("no-const-struct-union-fields", "No field is const", |s, _| s.policy.manner.const_field = 0),
    flag("no-return-structs", "No function returns a struct", |s, _| s.policy.manner.return_structs = false),
    flag("no-arg-structs", "No parameter is a struct", |s, _| s.policy.manner.arg_structs = false),
    flag("no-return-unions", "No function returns a union", |s, _| s.policy.manner.return_unions = false),
    flag("no-arg-unions", "No parameter is a union", |s, _| s.policy.manner.arg_unions = false),
    flag("no-addr-taken-of-locals", "No address of a local is taken", |s, _| {
        s.policy.manner.address_of_locals = false;
    }),
    flag("const-as-condition", "Conditions of if may be constants", |s, _| {
        s.policy.manner.constant_condition = 30;
    }),
    flag("float", "With floating point", |s, _| {
        let all = Policy::default();
        s.policy.types.float = 15;
        s.policy.types.floats = Floats { float: 50, double: 50, long_double: 0 };
        s.policy.statements.float_assign = all.statements.float_assign;
    }),
    flag("no-safe-math", "Guard only what the run needs", |s, _| s.policy.manner.guard_all = 0),
    ProfileOption {
        name: "safe-math-style",
        about: "How guards are written: functions, macros or mixture",
        takes: Takes::Word(&["functions", "macros", "mixture"]),
        hidden: false,
        apply: |s, n| s.policy.repairs.styles = STYLES[n as usize].clone(),
    },
    flag("paranoid", "Assert what pointers point to", |s, _| s.policy.manner.assertions = 100),
    flag(
        "facts",
        "Comments on what pointers point to, and what functions and blocks read and write",
        |s, _| {
            s.policy.manner.facts = true;
        },
    ),
    flag("lang-cpp", "Write C++11", |s, _| s.std = Some(Std::Cxx11)),
    number(
        "null-ptr-deref-prob",
        "Pointers to be null where they are dereferenced, in per cent",
        PERCENT,
        |s, n| {
            s.policy.manner.null_uses = n;
        },
    ),
    number(
        "dangling-ptr-deref-prob",
        "Pointers to dangle where they are dereferenced, in per cent",
        PERCENT,
        |s, n| {
            s.policy.manner.dangling_uses = n;
        },
    ),
    flag("random-random", "Each program draws its own weights", |s, _| s.swarm = true),
    flag("no-checksum", "Only run, and print nothing", |s, _| s.check = Check::None),
    flag("quiet", "Say little above the program", |s, _| s.comments = Comments::Little),
    flag("concise", "Say little above the program", |s, _| s.comments = Comments::Little),
    already("arrays", "With arrays, as always"),
    already("bitfields", "With bit-fields, as always"),
    already("checksum", "With a checksum, as always"),
    already("comma-operators", "With the comma operator, as always"),
    already("compound-assignment", "With compound assignments, as always"),
    already("consts", "With const, as always"),
    already("const-pointers", "With pointers to something constant, as always"),
    already("divs", "With / and %, as always"),
    already("embedded-assigns", "With assignments within expressions, as always"),
    already("jumps", "With goto, as always"),
    already("longlong", "With long long, as always"),
    already("int8", "With int8_t, as always"),
    already("uint8", "With uint8_t, as always"),
    already("no-float", "Without floating point, as always"),
    already("main", "With a main function, as always"),
    already("argc", "With arguments of main, as always"),
    already("math64", "With integers of 64 bits, as always"),
    already("muls", "With *, as always"),
    already("packed-struct", "With packed structs, as always"),
    already("no-paranoid", "Without assertions on pointers, as always"),
    already("pointers", "With pointers, as always"),
    already("pre-incr-operator", "With ++x, as always"),
    already("pre-decr-operator", "With --x, as always"),
    already("post-incr-operator", "With x++, as always"),
    already("post-decr-operator", "With x--, as always"),
    already("unary-plus-operator", "With +x, as always"),
    already("safe-math", "With every operation guarded, as always"),
    already("structs", "With structs, as always"),
    already("unions", "With unions, as always"),
    already("volatiles", "With volatile, as always"),
    already("global-variables", "With global variables, as always"),
    already("no-builtins", "Without builtin functions, as always"),
    already("volatile-pointers", "With pointers to something volatile, as always"),
    already("return-structs", "Functions may return structs, as always"),
    already("arg-structs", "Parameters may be structs, as always"),
    already("return-unions", "Functions may return unions, as always"),
    already("arg-unions", "Parameters may be unions, as always"),
    already("take-no-union-field-addr", "No address of a union's field is taken, as always"),
    already("vol-struct-union-fields", "Fields may be volatile, as always"),
    already("const-struct-union-fields", "Fields may be const, as always"),
    already("strict-volatile-rule", "One volatile access between sequence points, as always"),
    already("strict-const-arrays", "Elements of arrays start as constants, as always"),
    already("addr-taken-of-locals", "Addresses of locals may be taken, as always"),
    already("no-return-dead-pointer", "No function returns a dangling pointer, as always"),
    already("no-dangling-global-pointers", "No global is left dangling, as always"),
    already("union-read-type-sensitive", "Only what has a value is read from unions, as always"),
    already("no-signed-char-index", "No index is a char, as always"),
    already("cpp11", "C++11 is the oldest that --lang-cpp writes"),
    already("take-union-field-addr", "A permission that is not made use of"),
    already("no-union-read-type-sensitive", "A permission that is not made use of"),
    already("no-force-non-uniform-arrays", "A permission: elements are drawn one by one"),
    already("force-non-uniform-arrays", "Elements are drawn one by one, as always"),
    already("dangling-global-pointers", "Globals let go of what dies, as always"),
    already("fresh-array-ctrl-var-names", "Every name is used once, as always"),
    already("math-notmp", "Guards have no temporaries, as always"),
    already("no-hash-value-printf", "No index is printed, as always"),
];
