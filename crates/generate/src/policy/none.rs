//! Where the profiles start from that name all they have: no kind of statement has a weight.

use super::Statements;

impl Statements {
    /// What is said of statements that are made is as by default.
    pub fn none() -> Self {
        Statements {
            assign: 0,
            compound_assign: 0,
            increment: 0,
            pointer_assign: 0,
            record_assign: 0,
            call: 0,
            indirect_call: 0,
            float_assign: 0,
            move_pointer: 0,
            walk_loop: 0,
            heap: 0,
            library: 0,
            recurse: 0,
            declare: 0,
            r#if: 0,
            r#for: 0,
            r#while: 0,
            do_while: 0,
            switch: 0,
            goto_forward: 0,
            goto_over: 0,
            goto_back: 0,
            r#break: 0,
            r#continue: 0,
            r#return: 0,
            block: 0,
            array_loop: 0,
            idiom: 0,
            effect: 0,
            promise: 0,
            counted_loop: 0,
            ..Statements::default()
        }
    }
}
