//! Statements: how often each kind is made, and what idioms are made of.

use crate::policy::knob::{knob_default, knob_kind, knob_moved, knob_type, section};

section! {
    /// What is assigned to. Without any weight, all variables are alike.
    Targets {
        /// A local.
        local: weight = 0;
        /// A global that is read and written.
        mixed: weight = 0;
        /// A global that is only written.
        output: weight = 0;
        /// An element of an array.
        element: weight = 0;
        /// A member of a record.
        member: weight = 0;
        /// What a pointer points to.
        indirection: weight = 0;
    }
}

section! {
    /// The kinds of statements, and what is decided for each.
    Statements {
        /// `x = e`
        assign: weight, swarm = 40;
        /// `x += e`
        compound_assign: weight, swarm = 18;
        /// `x++`
        increment: weight, swarm = 5;
        /// A pointer is given a value.
        pointer_assign: weight, swarm = 8;
        /// A record is given a value.
        record_assign: weight, swarm = 5;
        /// A call.
        call: weight, swarm = 12;
        /// A call through a pointer.
        indirect_call: weight, swarm = 4;
        /// An assignment to a floating variable.
        float_assign: weight, swarm = 6;
        /// An assignment to a vector.
        vector_assign: weight, swarm = 0;
        /// `p++` and its like.
        move_pointer: weight, swarm = 6;
        /// A loop that walks along an array by a pointer.
        walk_loop: weight, swarm = 3;
        /// A block with memory from the heap.
        heap: weight, swarm = 2;
        /// A call of a library function on strings or bytes.
        library: weight, swarm = 3;
        /// A call that leads back to the function it is in.
        recurse: weight, swarm = 2;
        /// A declaration.
        declare: weight, swarm = 14;
        /// `if`
        r#if: weight, swarm = 14;
        /// `for`
        r#for: weight, swarm = 9;
        /// `while`
        r#while: weight, swarm = 3;
        /// `do`
        do_while: weight, swarm = 3;
        /// `switch`
        switch: weight, swarm = 4;
        /// A jump out of blocks, to what comes after them.
        goto_forward: weight, swarm = 3;
        /// A jump over what grows next in the same block.
        goto_over: weight, swarm = 4;
        /// A loop by a jump back.
        goto_back: weight, swarm = 2;
        /// `break`
        r#break: weight, swarm = 3;
        /// `continue`
        r#continue: weight, swarm = 2;
        /// An early `return`.
        r#return: weight, swarm = 1;
        /// A block within a block.
        block: weight, swarm = 2;
        /// A loop over arrays.
        array_loop: weight, swarm = 7;
        /// Something that compilers have a better way for.
        idiom: weight, swarm = 9;
        /// An expression with effects, whose value is not kept.
        effect: weight, swarm = 6;
        /// Something that is said to hold, in one of the forms of `promises`.
        promise: weight, swarm = 3;
        /// Inline assembly without instructions, or another hint that has no effect.
        barrier: weight, swarm = 4;
        /// A function on atomic objects: `__atomic_fetch_add` and its like.
        atomic: weight, swarm = 0;
        /// Arithmetic that tells whether it overflows: `__builtin_add_overflow` and its like.
        overflow: weight, swarm = 4;
        /// A loop that counts in a variable that is there already.
        counted_loop: weight = 16;
        /// A new function rather than an old one is called.
        new_function: percent = 28;
        /// A new function has a parameter that limits how deep it calls itself.
        recursive_function: percent = 15;
        /// A new function takes variable arguments.
        variadic: percent, swarm = 0;
        /// `if` gets an `else`.
        r#else: percent = 45;
        /// A case falls through to the next.
        fallthrough: percent = 25;
        /// A condition that holds now, of the conditions of `if`.
        taken: percent = 75;
        /// The value of a condition is chosen, not left to chance.
        known_condition: percent = 100;
        /// Locals are static.
        static_local: percent = 6;
        /// Locals are declared without a value.
        uninitialised: percent = 8;
        /// Conditions with `__builtin_expect`, right or wrong.
        expect: percent, swarm = 4;
        /// What is assigned to.
        targets: table(Targets), swarm;
    }
}

section! {
    /// Idioms that are values.
    IdiomValues {
        /// Bytes put together.
        bytes_joined: weight = 2;
        /// Bytes swapped.
        bytes_swapped: weight = 1;
        /// A rotation.
        rotation: weight = 1;
        /// The high part of a product.
        high_part: weight = 2;
        /// A quotient with its remainder.
        quotient_and_remainder: weight = 2;
        /// The larger or smaller of two.
        extremum: weight = 3;
        /// One of two places.
        chosen_place: weight = 3;
        /// A value within bounds.
        clamp: weight = 2;
        /// A sign.
        sign: weight = 1;
        /// The lowest bit.
        lowest_bit: weight = 1;
        /// An average.
        average: weight = 1;
        /// A sum that saturates.
        saturated_sum: weight = 1;
        /// A product of twice the width.
        wide_product: weight = 2;
        /// Operands that cancel out.
        redundant_operands: weight = 1;
        /// A value within bounds that vary.
        clamp_by_variables: weight = 3;
        /// A rotation by a variable.
        rotation_by_variable: weight = 3;
        /// A test of one bit.
        bit_test: weight = 3;
        /// A comparison that is negated.
        negated_comparison: weight = 3;
    }
}

section! {
    /// Idioms that are statements.
    IdiomShapes {
        /// A run of stores to neighbouring elements.
        run_of_stores: weight = 3;
        /// A value stored by bytes.
        bytes_split: weight = 1;
        /// A switch that is a table.
        table: weight = 2;
        /// A loop that counts bits.
        bit_loop: weight = 2;
        /// A run of stores to the fields of a structure.
        run_of_fields: weight = 4;
        /// A copy that overlaps.
        overlapping_copy: weight = 4;
        /// Arrays in the scopes of a loop.
        scoped_arrays: weight = 4;
        /// Bytes copied between types.
        punned_copy: weight = 3;
        /// A store to one of two places.
        chosen_store: weight = 3;
        /// A union copied whole or by a member.
        union_paths: weight = 4;
    }
}

section! {
    /// What compilers have a better way for.
    Idioms {
        /// A statement of its own rather than a value.
        statement: percent = 45;
        /// Stores of a run.
        run_len: range = [2, 8];
        /// Cases of a table.
        table_len: range = [3, 9];
        /// The largest lower bound of a value, and the largest distance to the upper one.
        max_clamp: number = 255;
        /// Elements of a copy that overlaps.
        overlap_len: range = [2, 12];
        /// Statements of a copy that overlaps.
        overlap_statements: range = [1, 3];
        /// A copy that overlaps is of whole structures.
        overlap_whole: percent = 30;
        /// Iterations of a loop with arrays in its scopes.
        scoped_turns: range = [2, 9];
        /// Scopes of such a loop.
        scopes: range = [2, 3];
        /// Elements of each of the arrays.
        scoped_len: range = [2, 6];
        /// Stores to each of the arrays.
        scoped_stores: range = [1, 3];
        /// Such a store is by a constant index.
        scoped_constant: percent = 40;
        /// Idioms that are values.
        values: table(IdiomValues);
        /// Idioms that are statements.
        shapes: table(IdiomShapes);
    }
}
