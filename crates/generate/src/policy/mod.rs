//! Every weight, probability and bound of the generator, in one value that can be stored and read back (TOML).
//! Probabilities are in per cent; weights are relative. Numbers beside a draw in the code are of the language, or count the
//! ways that are written there: bits of a type, values of a byte, one of three forms.

pub mod csmith;
mod defaults;
pub mod features;
pub mod forbidden;
mod limits;
mod none;
pub mod probabilities;
mod qualifiers;
mod swarm;

use crate::policy::forbidden::Forbidden;
use crate::policy::probabilities::{Bounds, Probabilities};
pub use csmith::{Manner, Relax};
use ir::BinaryOp;
pub use limits::TooLarge;
pub use qualifiers::Levels;
use serde::{Deserialize, Serialize};
pub use swarm::{Drawn, Odds};

/// How a program is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
pub struct Policy {
    /// The sub-seed whose program has this policy, where it was one program's: then it is taken as it is, from that sub-seed on, so that
    /// the same seed makes the same program again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<u32>,
    /// What no program has, whoever would make it; weights say only how often something is drawn.
    pub left_out: Vec<Forbidden>,
    pub shape: Shape,
    pub types: TypePolicy,
    pub levels: Levels,
    pub statements: Statements,
    pub expressions: Expressions,
    pub operators: Operators,
    pub constants: Constants,
    pub repairs: Repairs,
    pub dead: Dead,
    pub barriers: Barriers,
    pub promises: Promises,
    pub manner: Manner,
    pub relax: Relax,
    pub arithmetic: Arithmetic,
    pub arrays: Arrays,
    pub loops: Loops,
    pub idioms: Idioms,
    pub weights: Weights,
    pub swarm: Swarm,
    pub odds: Probabilities,
    pub amounts: Bounds,
    pub cxx: Cxx,
}

/// How large the program is, and how much of it runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Shape {
    /// Tokens of C, the check included.
    pub size: u32,
    /// The size is as given, not drawn around it.
    pub exact_size: bool,
    /// Node evaluations that growth aims at, at most, for each token of the size.
    pub steps_per_token: u32,
    /// Node evaluations of the whole run, the check included, that no program exceeds; zero for no such limit.
    pub max_steps: u32,
    /// Share of statements that run at least once, in per cent: a little less, where code is dead by itself.
    pub live: u32,
    /// Functions that are tested one after the other.
    pub entries: u32,
    pub max_functions: u32,
    pub max_block_depth: u32,
    /// Statements in a block.
    pub max_block_statements: u32,
    /// Tokens of an expression, typically.
    pub expression_tokens: u32,
    pub max_params: u32,
    /// Calls nested while growing.
    pub max_call_depth: u32,
    /// How deep a function may call itself, or how often.
    pub max_recursion: u32,
    /// Calls in a function that lead back to it.
    pub max_self_calls: u32,
    /// Turns of a counted loop.
    pub max_trips: u32,
    /// Turns of any loop before it is given fuel.
    pub fuel: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TypePolicy {
    /// Weights of the integer kinds, from `_Bool` to `unsigned __int128`.
    pub ints: [u32; 14],
    /// A variable is an array, a record, a pointer.
    pub array: u32,
    pub record: u32,
    pub pointer: u32,
    pub max_array_len: u32,
    pub max_dims: u32,
    pub max_fields: u32,
    pub max_records: u32,
    pub union: u32,
    /// A union has members of different sizes and kinds.
    pub mixed_union: u32,
    pub bit_field: u32,
    /// A bit-field has another type than `int` and `unsigned`.
    pub wide_bit_field: u32,
    pub packed: u32,
    pub max_pointer_depth: u32,
    pub r#const: u32,
    pub volatile: u32,
    /// An integer type is an enumerated one.
    pub enums: u32,
    pub max_enums: u32,
    pub max_enum_constants: u32,
    /// An enumeration has a negative constant.
    pub negative_enum: u32,
    /// A scalar is a floating one; weights of `float`, `double` and `long double`.
    pub float: u32,
    pub floats: [u32; 3],
    /// A program's floats are inexact, and compared within a tolerance of one part in so many.
    pub inexact: u32,
    pub one_in: u32,
    /// A variable, element, member, parameter or result is a short vector.
    pub vector: u32,
    /// The elements of a vector are floating.
    pub vector_float: u32,
    /// A pointer value is another pointer, moved; a pointer is followed with an index.
    pub pointer_offset: u32,
    pub pointer_index: u32,
    /// An array of characters starts as a string; a pointer to constant characters points to one.
    pub string_init: u32,
    pub string_pointer: u32,
    pub max_string_len: u32,
    /// A variable or parameter is a pointer to a function, or a table of such pointers.
    pub function_pointer: u32,
    /// Types of functions that pointers are to.
    pub max_function_families: u32,
    /// Declared with an exact-width name, where there is one.
    pub exact_names: u32,
    /// A leaf that wants a global makes a new one instead of taking an old one.
    pub new_global: u32,
    pub static_global: u32,
    /// Weights of the parts that globals play: read and written, only read, only written.
    pub parts: [u32; 3],
    /// A local may be something else than a number.
    pub local_aggregates: u32,
    /// A record type that is there already is used again.
    pub known_record: u32,
    /// There are pointers, records at all.
    pub pointers: bool,
    pub records: bool,
}

/// Weights of statements.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Statements {
    pub assign: u32,
    pub compound_assign: u32,
    pub increment: u32,
    pub pointer_assign: u32,
    pub record_assign: u32,
    pub call: u32,
    /// A call through a pointer.
    pub indirect_call: u32,
    /// An assignment to a floating variable.
    pub float_assign: u32,
    /// An assignment to a vector.
    pub vector_assign: u32,
    /// `p++` and its like.
    pub move_pointer: u32,
    /// A loop that walks along an array by a pointer.
    pub walk_loop: u32,
    /// A block with memory from the heap.
    pub heap: u32,
    /// A call of a library function on strings or bytes.
    pub library: u32,
    /// A call that leads back to the function it is in.
    pub recurse: u32,
    pub declare: u32,
    pub r#if: u32,
    pub r#for: u32,
    pub r#while: u32,
    pub do_while: u32,
    pub switch: u32,
    pub goto_forward: u32,
    /// A jump over what grows next in the same block.
    pub goto_over: u32,
    pub goto_back: u32,
    pub r#break: u32,
    pub r#continue: u32,
    pub r#return: u32,
    pub block: u32,
    pub array_loop: u32,
    /// Something that compilers have a better way for.
    pub idiom: u32,
    pub effect: u32,
    /// A new function rather than an old one is called.
    pub new_function: u32,
    /// A new function has a parameter that limits how deep it calls itself.
    pub recursive_function: u32,
    /// `if` gets an `else`.
    pub r#else: u32,
    /// A case falls through to the next.
    pub fallthrough: u32,
    /// A condition that holds now, of the conditions of `if`.
    pub taken: u32,
    /// The value of a condition is chosen, not left to chance.
    pub known_condition: u32,
    /// Weights of what is assigned to: a local, a mixed or an output global, an element, a member, what a pointer
    /// points to. Without any, all variables are alike.
    pub targets: [u32; 6],
    /// Locals are static.
    pub static_local: u32,
    /// Locals are declared without a value.
    pub uninitialised: u32,
    /// A loop that counts in a variable that is there already.
    pub counted_loop: u32,
    /// Something that is said to hold, in one of the forms of [`Promises`].
    pub promise: u32,
    /// Conditions with `__builtin_expect`, right or wrong.
    pub expect: u32,
}

/// Weights of expression nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Expressions {
    pub constant: u32,
    pub variable: u32,
    pub binary: u32,
    pub compare: u32,
    pub unary: u32,
    pub cast: u32,
    pub conditional: u32,
    pub logic: u32,
    pub comma: u32,
    pub assign: u32,
    pub increment: u32,
    pub call: u32,
    /// A call whose conflicts with the rest of the expression are left to the repair.
    pub inner_call: u32,
    pub dereference: u32,
    pub pointer_test: u32,
    pub sizeof: u32,
    pub enum_constant: u32,
    /// A comparison of floating values, a floating value as an integer.
    pub float_compare: u32,
    pub float_to_int: u32,
    /// A leaf of a floating expression is a constant.
    pub float_constant: u32,
    /// Tokens of a floating expression at most.
    pub float_tokens: i32,
    /// The difference or order of two pointers into one array.
    pub pointer_pair: u32,
    /// A character of a literal.
    pub character: u32,
    /// An earlier subexpression is used again.
    pub common: u32,
    /// A subexpression is remembered.
    pub remember: u32,
    /// Weights of what a leaf is, if it is no constant: a scalar, an element, a member, what a pointer points to. Without
    /// any, all variables are alike.
    pub leaves: [u32; 4],
    /// A comparison is with the actual value or a neighbour of it.
    pub actual: u32,
    /// A region starts that uses the operators of one context only.
    pub region: u32,
    /// The same for all statements of a block.
    pub block_region: u32,
}

/// Weights of binary operators, and of YARPGen's contexts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Operators {
    pub add: u32,
    pub sub: u32,
    pub mul: u32,
    pub div: u32,
    pub rem: u32,
    pub shl: u32,
    pub shr: u32,
    pub and: u32,
    pub or: u32,
    pub xor: u32,
    /// The right operand of `*`, `/` and `%` is -1, 0 or 1.
    pub edge: u32,
    /// Weights of the contexts: additive, bitwise, logical, multiplicative, bitwise-shift, additive-multiplicative.
    pub contexts: [u32; 6],
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Constants {
    /// Weights: small, near a limit of the type, a block of bits, any, one used before (or its negation or complement).
    pub small: u32,
    pub limit: u32,
    pub bits: u32,
    pub any: u32,
    pub reused: u32,
    /// Weights of what becomes of a constant that is used again: nothing, its negation, its complement.
    pub changes: [u32; 3],
    /// Written in hexadecimal, octal.
    pub hex: u32,
    pub octal: u32,
    /// In a region, all leaves are constants; half of them are.
    pub all_constant_region: u32,
    pub half_constant_region: u32,
}

/// What becomes of a site that is about to be undefined for the first time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Repairs {
    pub flip: u32,
    pub insert: u32,
    pub guard: u32,
    /// By YARPGen's table.
    pub table: u32,
    /// A right shift of a negative value, which C leaves to the implementation, is rewritten too. Not for code that runs
    /// more than once.
    pub negative_right_shift: bool,
    /// Weights of the styles of guards: inline, function, macro.
    pub styles: [u32; 3],
    /// Another pointer in place of one that is null.
    pub another_pointer: u32,
    /// Nothing is read or written where a pointer is null, rather than that something else is.
    pub around_null: u32,
    /// A pointer is given the address of a variable that dies before it, and let go of it in time.
    pub short_lived: u32,
    /// The variable that it points to becomes static, rather than that the pointer is reset.
    pub static_pointee: u32,
    /// A constant in place of a variable that turns out to have no value, rather than that it is given one.
    pub another_variable: u32,
    /// An offset of a pointer that is left to the repair rather than chosen within bounds.
    pub wild_offset: u32,
    /// A null pointer that is left to the repair rather than avoided.
    pub wild_pointer: u32,
    /// Operands whose order matters: a constant in place of one of them, rather than a temporary.
    pub replace_operand: u32,
    /// A variable that is read and written in one expression, or a second volatile access, that is left to the repair.
    pub unsequenced: u32,
    /// An index expression that is left to the repair rather than chosen within bounds.
    pub wild_index: u32,
    /// Tokens of an expression that a guard may write once more.
    pub max_copied_tokens: u32,
    /// A site is mended in Orange's ways, before the weights above are asked; what it inserts is a variable.
    pub orange: u32,
    pub inserted_variable: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Dead {
    /// How wild dead code is: raw pointers, indices out of bounds.
    pub wild: u32,
    /// Statements in a dead block at most.
    pub max_statements: u32,
    /// How much dead code one condition that does not hold is to hide.
    pub tokens_per_block: u32,
    /// A block has at least one statement.
    pub no_empty_blocks: bool,
}

/// What keeps a compiler from simply evaluating the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Barriers {
    pub noinline: u32,
    pub noipa: u32,
    pub static_function: u32,
    pub inline: u32,
    pub volatile_global: u32,
    /// The data are in another file than the functions, where the layout is left open.
    pub other_file: u32,
    /// The functions of the check are not inlined: it costs the compiler next to nothing then.
    pub check_noinline: bool,
}

/// What the compiler is told, and cannot check.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Promises {
    /// Weights of the forms of a statement: `if (c) __builtin_unreachable();`, `__builtin_assume(c);`, and a call of a
    /// function that does not return.
    pub unreachable: u32,
    pub assume: u32,
    pub noreturn: u32,
    /// Functions that do not return.
    pub max_fatal: u32,
    /// A new function grows as a pure one, as a const one.
    pub pure: u32,
    pub r#const: u32,
    /// A function that takes pointers says that none is null; one that returns a pointer, that it is not.
    pub nonnull: u32,
    pub returns_nonnull: u32,
    /// A function that returns a pointer says that it is new memory which nothing else leads to, that it is aligned.
    pub malloc: u32,
    pub aligned: u32,
    /// A pointer that a function takes is restrict.
    pub restrict: u32,
    /// A pointer that a function takes leads to a number of elements, at most so many: `T p[static 4]`.
    pub at_least: u32,
    pub max_at_least: u32,
}

/// Loops that count in a variable that is there already.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Loops {
    /// Weights of the forms: `for`, `while`, one that never ends but by `break`, `do`, a jump back.
    pub forms: [u32; 5],
    /// Weights of the first value: the one it has, a small one, a negative one, one near the limits of the type.
    pub starts: [u32; 4],
    /// The largest small value, the most below zero, how far from a limit, and whether that is the lower one.
    pub max_small: u32,
    pub max_negative: u32,
    pub near_limit: u32,
    pub lowest: u32,
    /// Weights of the steps: by one, by some, multiplied, divided, shifted, by a call.
    pub steps: [u32; 6],
    pub max_step: u32,
    /// Weights of the bounds: a constant, a variable, a global of its own.
    pub bounds: [u32; 3],
    /// The bound is a second counter.
    pub pair: u32,
    /// The body may write the counter.
    pub unlocked: u32,
    /// A test for zero is the counter alone.
    pub bare: u32,
    /// A loop without an end is `while (1)`, not `for (;;)`.
    pub while_one: u32,
    /// There is a jump into the loop.
    pub jump_into: u32,
    /// A loop over arrays counts in a variable that is there already.
    pub array_counter: u32,
    /// A counter of its own is narrower than `int`; the bound of such a loop is in a global.
    pub narrow: u32,
    pub held_bound: u32,
}

/// Loops over arrays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Arrays {
    /// From how many fitting arrays on no new one is made.
    pub enough: u32,
    /// Elements that an array has beyond those that a loop needs.
    pub max_extra: u32,
    /// How often the statement may be executed at most.
    pub max_times: u32,
    /// Turns of a loop; of each of those that are nested.
    pub len: [u32; 2],
    pub side: [u32; 2],
    /// Elements that start with a number of their own.
    pub max_given: u32,
    /// Turns of nested loops, all together and as often as they are entered.
    pub max_turns: u32,
    pub max_stride: u32,
    pub max_statements: u32,
    pub max_shift: u32,
    /// How deep operators are nested.
    pub depth: u32,
    /// Weights of what an element is given: the counter, a constant, an operator, a choice, a complement, a shift, an
    /// element.
    pub values: [u32; 7],
}

/// What compilers have a better way for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Idioms {
    /// Weights: bytes put together, bytes swapped, a rotation, a high part, a quotient with its remainder, the larger or
    /// smaller of two, one of two places, a value within bounds, a sign, the lowest bit, an average, a sum that
    /// saturates, a product of twice the width, operands that cancel out, a value within bounds that vary, a rotation by
    /// a variable, a test of one bit, a comparison that is negated.
    pub values: [u32; 18],
    /// A statement of its own instead, in per cent.
    pub statement: u32,
    /// Weights: a run of stores to neighbouring elements, a value stored by bytes, a switch that is a table, a loop that
    /// counts bits, a run of stores to the fields of a structure, a copy that overlaps, arrays in the scopes of a loop,
    /// bytes copied between types, a store to one of two places, a union copied whole or by a member.
    pub shapes: [u32; 10],
    /// How many stores a run has, and how many cases a table.
    pub run_len: [u32; 2],
    pub table_len: [u32; 2],
    /// The largest lower bound of a value, and the largest distance to the upper one.
    pub max_clamp: u32,
    /// A copy that overlaps: how many elements, how many statements, and whether they copy whole structures.
    pub overlap_len: [u32; 2],
    pub overlap_statements: [u32; 2],
    pub overlap_whole: u32,
    /// Arrays in the scopes of a loop: its iterations, the scopes, the elements, what is stored, and whether by a constant
    /// index.
    pub scoped_turns: [u32; 2],
    pub scopes: [u32; 2],
    pub scoped_len: [u32; 2],
    pub scoped_stores: [u32; 2],
    pub scoped_constant: u32,
}

/// Weights of alternatives that are always the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Weights {
    /// What a function returns: nothing, a pointer, a record, a scalar.
    pub returns: [u32; 4],
    /// What it takes: a pointer, a record, a scalar.
    pub params: [u32; 3],
    /// A field: an array, a record, a scalar.
    pub fields: [u32; 3],
    /// A member of a union: an integer, an array, a structure with holes, a floating number.
    pub union_members: [u32; 4],
    /// From one constant of an enumeration to the next: nothing, a gap, far, one.
    pub enum_steps: [u32; 4],
    /// The value of a pointer: null, a copy, an address.
    pub pointer_values: [u32; 3],
    /// A vector has 8, 16, 32 bytes.
    pub vector_sizes: [u32; 3],
    /// The value of a vector: a variable, arithmetic, a shift, a division, `~` or `-`, a comparison, a cast, a conversion of lanes,
    /// a list of lanes, a conditional.
    pub vector_values: [u32; 10],
    /// Of one with floating elements: a variable, arithmetic, `-`, a conversion of lanes, a list, one of two.
    pub float_vector_values: [u32; 6],
    /// A floating expression: arithmetic, `-`, an integer's value, a conversion, a conditional, a variable or constant.
    pub float_nodes: [u32; 6],
    /// A statement about floats: a step, a compound assignment, an assignment.
    pub float_statements: [u32; 3],
    /// An inexact expression: arithmetic, `-`, a conversion, a conditional, an integer's value.
    pub inexact_nodes: [u32; 5],
}

/// How the policies of programs differ from the one they are drawn around.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Swarm {
    /// Weights of what becomes of a weight: none, a third, the same, twice, four times.
    pub changes: [u32; 5],
    /// The least and the most of what is drawn anew.
    pub expression_tokens: [u32; 2],
    pub block_statements: [u32; 2],
    pub block_depth: [u32; 2],
    pub functions: [u32; 2],
    /// Programs that have integers of 128 bits, `switch` statements, floating point at all.
    pub int128: u32,
    pub switch: u32,
    pub floats: u32,
    /// What is drawn more or less often than usual.
    #[serde(skip_serializing_if = "Odds::is_empty")]
    pub odds: Odds,
}

/// What C++ has more than one way for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cxx {
    /// Weights of what an array becomes: an array, `std::array`, `std::vector`, `std::valarray`.
    pub arrays: [u32; 4],
    /// The elements of a container are reached by `at`, always or in turns.
    pub at: u32,
    /// A global is a static member of a class.
    pub member: u32,
}

/// The programs of the profile `orange`, which are expressions and nothing else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Arithmetic {
    /// How many expressions, of how many operators each; zero for drawn numbers whose product is the operations.
    pub expressions: u32,
    pub operators: u32,
    pub operations: u32,
    /// How deep operators are nested at most.
    pub depth: u32,
    /// x-variables for each hundred leaves, and in all.
    pub variables: u32,
    pub max_variables: u32,
    /// A leaf is a t-variable.
    pub result_leaf: u32,
    /// A variable is local.
    pub local: u32,
}

impl Swarm {
    /// All programs have what the policy has.
    pub fn with_all(self) -> Self {
        Swarm { int128: 100, switch: 100, floats: 100, ..self }
    }
}

impl Loops {
    /// Loops count in variables of their own, up to constants.
    pub fn plain() -> Self {
        Loops { array_counter: 0, narrow: 0, held_bound: 0, ..Loops::default() }
    }
}

impl Barriers {
    /// How the functions of the check are compiled.
    pub fn helpers(&self) -> emit::check::Helpers {
        if self.check_noinline { emit::check::Helpers::OutOfLine } else { emit::check::Helpers::Plain }
    }

    pub const NONE: Barriers = Barriers {
        noinline: 0,
        noipa: 0,
        static_function: 0,
        inline: 0,
        volatile_global: 0,
        other_file: 0,
        check_noinline: true,
    };
}

impl Operators {
    /// The binary operators with their weights.
    pub fn all(&self) -> [(BinaryOp, u32); 10] {
        [
            (BinaryOp::Add, self.add),
            (BinaryOp::Sub, self.sub),
            (BinaryOp::Mul, self.mul),
            (BinaryOp::Div, self.div),
            (BinaryOp::Rem, self.rem),
            (BinaryOp::Shl, self.shl),
            (BinaryOp::Shr, self.shr),
            (BinaryOp::And, self.and),
            (BinaryOp::Or, self.or),
            (BinaryOp::Xor, self.xor),
        ]
    }
}

impl TypePolicy {
    /// Whether this program's floats are inexact, once that is drawn.
    pub fn is_inexact(&self) -> bool {
        self.inexact >= 100
    }
}

impl Shape {
    /// Node evaluations that growth aims at, at most.
    pub fn steps_to_grow(&self) -> u64 {
        let by_size = u64::from(self.size) * u64::from(self.steps_per_token);
        self.limit().map_or(by_size, |limit| by_size.min(limit))
    }

    /// Node evaluations that the whole run must not exceed.
    pub fn limit(&self) -> Option<u64> {
        (self.max_steps > 0).then_some(u64::from(self.max_steps))
    }
}
