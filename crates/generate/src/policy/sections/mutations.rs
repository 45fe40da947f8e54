//! Mutants: what becomes of a program that was there already, and what of it the generator may use when it goes on in it.

use crate::policy::knob::{knob_default, knob_kind, knob_moved, knob_type, menu, section};

menu! {
    /// What a mutation does.
    MutationKinds draws enum Mutation {
        /// The generator goes on at points of the run.
        grow: Grow = 40;
        /// Another operator.
        operator: Operator = 10;
        /// Another constant.
        constant: Constant = 14;
        /// A variable, field or result has another type.
        retype: Retype = 10;
        /// Another length of an array.
        length: Length = 4;
        /// Fields of a record in another order.
        reorder: Reorder = 3;
        /// Another storage class, or a global that is local.
        storage: Storage = 6;
        /// Qualifiers come or go.
        qualify: Qualify = 6;
        /// Another form of a loop.
        loop_form: LoopForm = 8;
        /// Another form of a branch.
        branch_form: BranchForm = 8;
        /// A constant becomes a variable that holds it.
        hide: Hide = 8;
        /// An expression becomes the constant that it always was, or an equal expression.
        equal: Equal = 10;
        /// Statements become a function.
        outline: Outline = 6;
        /// A call becomes what the function does.
        inline: Inline = 6;
        /// A loop is unrolled, peeled or split.
        unroll: Unroll = 6;
        /// Two loops become one.
        fuse: Fuse = 4;
        /// Two loops, one in the other, change places.
        interchange: Interchange = 4;
        /// A statement stands in a loop that runs once, or under a condition that holds.
        wrap: Wrap = 8;
        /// A function is copied, and a call goes to the copy, with a constant for a parameter that has one.
        copy: Copy = 6;
        /// A parameter is passed by its address instead of its value, or the reverse.
        pass: Pass = 5;
        /// A variable becomes a part of a record, an array, a vector or a bit-field; or its parts become variables.
        split: Split = 6;
        /// A statement that changes nothing more is there twice.
        twice: Twice = 5;
        /// A call of a function of the program with other values.
        call: Call = 6;
        /// Attributes of functions and variables.
        decorate: Decorate = 8;
        /// What the run makes true is promised.
        promise: Promise = 6;
        /// Barriers that the compiler cannot look through.
        barrier: Barrier = 5;
    }
}

section! {
    /// Programs that were there already: which mutations are made of them, and how many.
    Mutations {
        /// Mutations of a program.
        count: range = [1, 6];
        /// Sites of one mutation.
        sites: range = [1, 4];
        /// Holes of one growth.
        holes: range = [1, 4];
        /// Growth in places that the run does not reach.
        dead_holes: percent = 15;
        /// Tokens of one growth.
        tokens: range = [100, 1200];
        /// Of the rows, those that a program draws from.
        rows: percent = 60;
        /// A program is joined with others that are given.
        splice: percent = 35;
        /// Programs joined at most.
        max_spliced: number(8) = 3;
        /// Tries of one mutation before another is drawn.
        tries: number(100) = 3;
        /// Growth may write a pointer of the program.
        write_pointers: percent = 15;
        /// Growth leaves a variable of the program as it is, and only reads it.
        keep_variable: percent = 40;
        /// Checks that no longer hold are counted instead of being turned around.
        count_failures: percent = 30;
        /// What a mutation does.
        kinds: table(MutationKinds);
    }
}
