//! What the profiles `csmith` and `edge` decide beyond the weights that all profiles share: the manner of Csmith's
//! programs, and how far its restrictions are relaxed.

use crate::policy::knob::{knob_default, knob_kind, knob_moved, knob_type, menu, section};

menu! {
    /// Where a variable comes from, in Csmith's table 3.3. Without any weight: the engine's way.
    Scopes draws enum Scope {
        /// A global.
        global: Global = 0;
        /// A local.
        local: Local = 0;
        /// A parameter.
        parameter: Parameter = 0;
        /// A new one.
        new: New = 0;
    }
}

section! {
    /// What makes programs like Csmith's. The defaults are the engine's own ways.
    Manner {
        /// Operations that could be undefined are guarded as they are made, needed or not.
        guard_all: percent = 0;
        /// Guards that never had to step in are taken away at the end.
        drop_unneeded: percent = 0;
        /// Expressions come from Csmith's table: calls or operations, constants, variables, commas, assignments.
        expression_table: switch = false;
        /// An operation has one operand rather than two.
        unary: percent = 5;
        /// A simple assignment has a call in its right side.
        call_in_assignment: percent = 0;
        /// The same while there are fewer functions than there may be.
        call_while_few: percent = 0;
        /// A condition has a call in it, while there are fewer functions than there may be.
        call_in_condition: percent = 0;
        /// Tokens of an argument at most.
        argument_tokens: number(10_000) = 6;
        /// What is in a call's arguments may be another call.
        nested_call: percent = 30;
        /// An embedded assignment is an increment or decrement.
        embedded_step: percent = 30;
        /// Nodes on the way from an expression's root to a leaf at most; 0 for no limit of its own.
        max_expression_depth: number = 0;
        /// A new variable is a local one.
        new_local: percent = 50;
        /// Where a local is wanted, a new one is made although there are others.
        fresh_local: percent = 0;
        /// Where a global is wanted, a new one is made although there are others.
        fresh_global: percent = 0;
        /// A `for` counts with a variable that its body may write too.
        shared_counter: percent = 0;
        /// A variable that is there already is looked for among those that are no pointers.
        no_pointer: percent = 0;
        /// A leaf of integer type is what a pointer points to.
        pointer_leaf: percent = 0;
        /// That pointer is a new local one, made for it.
        fresh_pointer: percent = 0;
        /// An assignment within an expression is to what a new pointer points to.
        embedded_through_pointer: percent = 0;
        /// A pointer variable is an array of pointers.
        array_of_pointers: percent = 0;
        /// A local array gets its values by a loop.
        init_loop: percent = 0;
        /// Function bodies have no more statements than other blocks.
        small_bodies: switch = false;
        /// Struct and union types are all made before the first function.
        records_up_front: switch = false;
        /// Members of a union at most.
        max_union_fields: number(1000) = 4;
        /// Structs within one another at most.
        max_struct_nesting: number = 8;
        /// Structs have as many fields as they may have.
        fixed_fields: switch = false;
        /// Elements of the arrays that array loops run over, at most.
        max_loop_len: number = 40;
        /// A pointer is to something constant.
        pointer_to_const: percent = 10;
        /// A pointer is to something volatile.
        pointer_to_volatile: percent = 0;
        /// An integer field of a struct is constant.
        const_field: percent = 0;
        /// An integer field of a struct is volatile.
        volatile_field: percent = 0;
        /// `++x` may be written.
        pre_increment: switch = true;
        /// `--x` may be written.
        pre_decrement: switch = true;
        /// `x++` may be written.
        post_increment: switch = true;
        /// `x--` may be written.
        post_decrement: switch = true;
        /// `+x` may be written.
        unary_plus: switch = true;
        /// Functions may return structs.
        return_structs: switch = true;
        /// Functions may take structs.
        arg_structs: switch = true;
        /// Functions may return unions.
        return_unions: switch = true;
        /// Functions may take unions.
        arg_unions: switch = true;
        /// Addresses of locals and parameters may be taken.
        address_of_locals: switch = true;
        /// A pointer that may point to a local of its block gets a new one to point to.
        local_pointee: percent = 0;
        /// The condition of an `if` is a constant.
        constant_condition: percent = 0;
        /// Pointers are asserted to point to what they point to.
        assertions: percent = 0;
        /// Comments say what pointers point to, and what functions and blocks read and write.
        facts: switch = false;
        /// Statements that dereference a pointer which is made null before: for testing analysers.
        null_uses: percent = 0;
        /// Statements that dereference a pointer which is left to dangle: for testing analysers.
        dangling_uses: percent = 0;
        /// Where a variable comes from.
        scopes: table(Scopes);
    }
}

section! {
    /// A rate for each of CsmithEdge's relaxations, in the order of its table 1.
    Rates {
        /// A pointer that is null now is dereferenced all the same.
        null: percent = 0;
        /// A pointer keeps the address of a variable that dies before it, and may be dereferenced then.
        dangling: percent = 0;
        /// A variable is declared without a value.
        uninitialised: percent = 0;
        /// A jump goes to any label of the function, past declarations.
        jump: percent = 0;
        /// An index is made without regard to the bounds.
        bounds: percent = 0;
        /// The address of a parameter is passed on as an argument.
        parameter_address: percent = 0;
        /// A variable is used again in an expression that writes it.
        conflict: percent = 0;
    }
}

impl Rates {
    /// In the order of the table.
    pub fn all(&self) -> [u32; 7] {
        let Rates { null, dangling, uninitialised, jump, bounds, parameter_address, conflict } = *self;
        [null, dangling, uninitialised, jump, bounds, parameter_address, conflict]
    }

    pub fn of([null, dangling, uninitialised, jump, bounds, parameter_address, conflict]: [u32; 7]) -> Self {
        Rates { null, dangling, uninitialised, jump, bounds, parameter_address, conflict }
    }
}

section! {
    /// How far Csmith's restrictions are relaxed.
    Relax {
        /// The rates and the style of guards are still to be drawn.
        draw: switch = false;
        /// Undefined behaviour is repaired; if not, it gives up the program.
        repair: switch = true;
        /// The program is only compiled: guards that are needed may be dropped too.
        compile_only: switch = false;
        /// Indices are made with operators even where they stay within bounds.
        operator_index: percent = 0;
        /// The rates of the program.
        rates: table(Rates) = Rates { parameter_address: 100, ..Rates::default() };
        /// The lowest rates, from which each program draws its own.
        low: table(Rates);
        /// The highest rates, from which each program draws its own.
        high: table(Rates);
    }
}
