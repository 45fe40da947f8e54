//! The programs of the profile `orange`.

use crate::policy::knob::{knob_default, knob_kind, knob_moved, knob_type, section};

section! {
    /// The programs of the profile `orange`, which are expressions and nothing else.
    Arithmetic {
        /// How many expressions; zero for a drawn number, whose product with the operators is the operations.
        expressions: number = 0;
        /// Operators of each expression; zero for a drawn number.
        operators: number = 0;
        /// Operations of the program.
        operations: number = 1000;
        /// How deep operators are nested at most.
        depth: number = 60;
        /// x-variables for each hundred leaves.
        variables: number = 30;
        /// x-variables in all.
        max_variables: number = 200;
        /// A leaf is a t-variable.
        result_leaf: percent = 25;
        /// A variable is local.
        local: percent = 50;
    }
}
