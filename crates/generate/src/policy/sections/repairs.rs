//! Repairs of what is about to be undefined, and promises that the machine keeps.

use crate::policy::knob::{knob_default, knob_kind, knob_moved, knob_type, menu, section};
use ir::GuardStyle;

menu! {
    /// How a guard is written.
    GuardStyles draws GuardStyle {
        /// In place.
        inline: Inline = 50;
        /// As a function.
        function: Function = 35;
        /// As a macro.
        r#macro: Macro = 15;
    }
}

section! {
    /// What becomes of a site that is about to be undefined for the first time.
    Repairs {
        /// Another operator.
        flip: weight = 45;
        /// An operation inserted at an operand.
        insert: weight = 35;
        /// A guard.
        guard: weight = 20;
        /// YARPGen's table.
        table: weight = 10;
        /// A site is repaired in Orange's ways, before the weights above are asked.
        orange: percent = 15;
        /// What Orange's way inserts is a variable.
        inserted_variable: percent = 60;
        /// A right shift of a negative value, which C leaves to the implementation, is rewritten too. Not for code that runs
        /// more than once.
        negative_right_shift: switch = false;
        /// Another pointer in place of one that is null.
        another_pointer: percent = 40;
        /// Nothing is read or written where a pointer is null, rather than that something else is.
        around_null: percent = 60;
        /// A pointer is given the address of a variable that dies before it, and let go of it in time.
        short_lived: percent = 25;
        /// The variable that it points to becomes static, rather than that the pointer is reset.
        static_pointee: percent = 40;
        /// A constant in place of a variable that turns out to have no value, rather than that it is given one.
        another_variable: percent = 40;
        /// An offset of a pointer that is left to the repair rather than chosen within bounds.
        wild_offset: percent = 12;
        /// A null pointer that is left to the repair rather than avoided.
        wild_pointer: percent = 15;
        /// Operands whose order matters: a constant in place of one of them, rather than a temporary.
        replace_operand: percent = 30;
        /// A variable that is read and written in one expression, or a second volatile access, that is left to the repair.
        unsequenced: percent = 12;
        /// An index expression that is left to the repair rather than chosen within bounds.
        wild_index: percent = 25;
        /// Tokens of an expression that a guard may write once more.
        max_copied_tokens: number = 60;
        /// How guards are written.
        styles: table(GuardStyles);
    }
}

section! {
    /// What the compiler is told, and cannot check.
    Promises {
        /// `if (c) __builtin_unreachable();`
        unreachable: weight = 4;
        /// `__builtin_assume(c);`
        assume: weight = 3;
        /// A call of a function that does not return.
        noreturn: weight = 3;
        /// Functions that do not return.
        max_fatal: number = 3;
        /// A new function grows as a pure one.
        pure: percent = 8;
        /// A new function grows as a const one.
        r#const: percent = 7;
        /// A function that takes pointers says that none is null.
        nonnull: percent = 35;
        /// A function that returns a pointer says that it is not null.
        returns_nonnull: percent = 50;
        /// A function that returns a pointer says that it is new memory which nothing else leads to.
        malloc: percent = 4;
        /// A function that returns a pointer says that it is aligned.
        aligned: percent = 40;
        /// A pointer that a function takes is restrict.
        restrict: percent = 25;
        /// A pointer that a function takes leads to a number of elements: `T p[static 4]`.
        at_least: percent = 25;
        /// Those elements at most.
        max_at_least: number = 3;
    }
}
