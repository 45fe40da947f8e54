//! What the profiles `csmith` and `edge` decide beyond the weights that all profiles share: the manner of Csmith's
//! programs, and how far its restrictions are relaxed.

use serde::{Deserialize, Serialize};

/// What makes programs like Csmith's. The defaults are the engine's own ways.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Manner {
    /// Operations that could be undefined are guarded as they are made, needed or not.
    pub guard_all: u32,
    /// Guards that never had to step in are taken away at the end.
    pub drop_unneeded: u32,
    /// Expressions come from Csmith's table: calls or operations, constants, variables, commas, assignments.
    pub expression_table: bool,
    /// An operation has one operand rather than two.
    pub unary: u32,
    /// A simple assignment has a call in its right side.
    pub call_in_assignment: u32,
    /// What is in a call's arguments may be another call.
    pub nested_call: u32,
    /// An embedded assignment is an increment or decrement.
    pub embedded_step: u32,
    /// Nodes on the way from an expression's root to a leaf at most; 0 for no limit of its own.
    pub max_expression_depth: u32,
    /// Weights of where a variable comes from: global, local, parameter, new. All zero: the engine's way.
    pub scopes: [u32; 4],
    /// A new variable is a local one.
    pub new_local: u32,
    /// A `for` counts with a variable that its body may write too.
    pub shared_counter: u32,
    /// A statement that cannot be made here becomes an assignment instead of being drawn again.
    pub assign_instead: bool,
    /// Function bodies have no more statements than other blocks.
    pub small_bodies: bool,
    /// Struct and union types are all made before the first function.
    pub records_up_front: bool,
    pub max_union_fields: u32,
    pub max_struct_nesting: u32,
    /// Structs have as many fields as they may have.
    pub fixed_fields: bool,
    /// Elements of the arrays that array loops run over, at most.
    pub max_loop_len: u32,
    /// A pointer is to something constant, or to something volatile.
    pub pointer_to_const: u32,
    pub pointer_to_volatile: u32,
    /// An integer field of a struct is constant, or volatile.
    pub const_field: u32,
    pub volatile_field: u32,
    /// `++x`, `--x`, `x++` and `x--` may be written.
    pub steps: [bool; 4],
    pub unary_plus: bool,
    pub return_structs: bool,
    pub arg_structs: bool,
    pub return_unions: bool,
    pub arg_unions: bool,
    /// Addresses of locals and parameters may be taken.
    pub address_of_locals: bool,
    /// A pointer that may point to a local of its block gets a new one to point to.
    pub local_pointee: u32,
    /// The condition of an `if` is a constant.
    pub constant_condition: u32,
    /// Pointers are asserted to point to what they point to.
    pub assertions: u32,
    /// Comments say what pointers point to, and what functions and blocks read and write.
    pub facts: bool,
    /// Statements that follow a pointer which is made null before, or left to dangle: for testing analysers.
    pub null_uses: u32,
    pub dangling_uses: u32,
}

impl Default for Manner {
    fn default() -> Self {
        Manner {
            guard_all: 0,
            drop_unneeded: 0,
            expression_table: false,
            unary: 5,
            call_in_assignment: 0,
            nested_call: 30,
            embedded_step: 30,
            max_expression_depth: 0,
            scopes: [0; 4],
            new_local: 50,
            shared_counter: 0,
            assign_instead: false,
            small_bodies: false,
            records_up_front: false,
            max_union_fields: 4,
            max_struct_nesting: 8,
            fixed_fields: false,
            max_loop_len: 40,
            pointer_to_const: 10,
            pointer_to_volatile: 0,
            const_field: 0,
            volatile_field: 0,
            steps: [true; 4],
            unary_plus: true,
            return_structs: true,
            arg_structs: true,
            return_unions: true,
            arg_unions: true,
            address_of_locals: true,
            local_pointee: 0,
            constant_condition: 0,
            assertions: 0,
            facts: false,
            null_uses: 0,
            dangling_uses: 0,
        }
    }
}

/// How far Csmith's restrictions are relaxed: seven rates in per cent, in the order of CsmithEdge's table 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Relax {
    /// A pointer that is null now is followed all the same.
    pub null: u32,
    /// A pointer keeps the address of a variable that dies before it, and may be followed then.
    pub dangling: u32,
    /// A variable is declared without a value.
    pub uninitialised: u32,
    /// A jump goes to any label of the function, past declarations.
    pub jump: u32,
    /// An index is made without regard to the bounds.
    pub bounds: u32,
    /// The address of a parameter is passed on as an argument.
    pub parameter_address: u32,
    /// A variable is used again in an expression that writes it.
    pub conflict: u32,
    /// Lowest and highest rates, from which each program draws its own.
    pub low: [u32; 7],
    pub high: [u32; 7],
    /// The rates and the style of guards are still to be drawn.
    pub draw: bool,
    /// Undefined behaviour is repaired; if not, it gives up the program.
    pub repair: bool,
    /// The program is only compiled: guards that are needed may be dropped too.
    pub compile_only: bool,
    /// Indices are made with operators even where they stay within bounds.
    pub operator_index: u32,
}

impl Default for Relax {
    fn default() -> Self {
        Relax {
            null: 0,
            dangling: 0,
            uninitialised: 0,
            jump: 0,
            bounds: 0,
            parameter_address: 100,
            conflict: 0,
            low: [0; 7],
            high: [0; 7],
            draw: false,
            repair: true,
            compile_only: false,
            operator_index: 0,
        }
    }
}

impl Relax {
    /// The rates, in the order of the table.
    pub fn rates(&self) -> [u32; 7] {
        [
            self.null,
            self.dangling,
            self.uninitialised,
            self.jump,
            self.bounds,
            self.parameter_address,
            self.conflict,
        ]
    }

    pub fn set_rates(&mut self, rates: [u32; 7]) {
        [
            self.null,
            self.dangling,
            self.uninitialised,
            self.jump,
            self.bounds,
            self.parameter_address,
            self.conflict,
        ] = rates;
    }
}
