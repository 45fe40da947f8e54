//! Loops that count, and loops over arrays.

use crate::policy::knob::{knob_default, knob_kind, knob_moved, knob_type, menu, section};

menu! {
    /// The form of a loop that counts.
    LoopForms draws enum LoopForm {
        /// `for (x = 0; x < 5; x++) { … }`
        r#for: For = 10;
        /// `x = 0; while (x < 5) { … x++; }`
        r#while: While = 3;
        /// `for (;;) { x++; if (x >= 5) break; … }`
        endless: Endless = 3;
        /// `do { x++; … } while (x < 5);`
        r#do: Do = 3;
        /// `L: { x++; … } if (x < 5) goto L;`
        goto: Goto = 1;
    }
}

menu! {
    /// The first value of a counter.
    LoopStarts draws enum LoopStart {
        /// The one it has.
        kept: Kept = 4;
        /// A small one.
        small: Small = 4;
        /// A negative one.
        negative: Negative = 2;
        /// One near the limits of the type.
        near_limit: NearLimit = 2;
    }
}

menu! {
    /// How a counter goes on.
    LoopSteps draws enum LoopStep {
        /// By one.
        one: One = 10;
        /// By some.
        some: Some = 5;
        /// Multiplied.
        multiplied: Multiplied = 2;
        /// Divided.
        divided: Divided = 2;
        /// Shifted.
        shifted: Shifted = 1;
        /// By a call.
        call: Call = 1;
    }
}

menu! {
    /// What a counter is compared with.
    LoopBounds draws enum LoopBound {
        /// A constant.
        constant: Constant = 5;
        /// A variable.
        variable: Variable = 4;
        /// A global of its own.
        global: Global = 2;
    }
}

section! {
    /// Loops that count in a variable that is there already.
    Loops {
        /// The largest small first value.
        max_small: number = 6;
        /// The most below zero that a first value is.
        max_negative: number = 20;
        /// How far from a limit a first value is at most.
        near_limit: number = 12;
        /// That limit is the lower one.
        lowest: percent = 50;
        /// The most that a counter goes on by.
        max_step: number = 7;
        /// The bound is a second counter.
        pair: percent = 12;
        /// The body may write the counter.
        unlocked: percent = 25;
        /// A test for zero is the counter alone.
        bare: percent = 50;
        /// A loop without an end is `while (1)`, not `for (;;)`.
        while_one: percent = 40;
        /// There is a jump into the loop.
        jump_into: percent = 15;
        /// A loop over arrays counts in a variable that is there already.
        array_counter: percent = 35;
        /// A counter of its own is narrower than `int`.
        narrow: percent = 15;
        /// The bound of a loop with a counter of its own is in a global.
        held_bound: percent = 15;
        /// The form of the loop.
        forms: table(LoopForms);
        /// The first value.
        starts: table(LoopStarts);
        /// How the counter goes on.
        steps: table(LoopSteps);
        /// What the counter is compared with.
        bounds: table(LoopBounds);
    }
}

impl Loops {
    /// Loops count in variables of their own, up to constants.
    pub fn plain() -> Self {
        Loops { array_counter: 0, narrow: 0, held_bound: 0, ..Loops::default() }
    }
}

menu! {
    /// What an element is given in a loop over arrays.
    ArrayValues draws enum ArrayValue {
        /// The counter.
        counter: Counter = 2;
        /// A constant.
        constant: Constant = 2;
        /// An operator on two values.
        operator: Operator = 4;
        /// One of two values.
        conditional: Conditional = 1;
        /// A complement.
        complement: Complement = 1;
        /// A shift.
        shift: Shift = 1;
        /// An element.
        element: Element = 4;
    }
}

section! {
    /// Loops over arrays.
    Arrays {
        /// From how many fitting arrays on no new one is made.
        enough: number = 3;
        /// Elements that an array has beyond those that a loop needs.
        max_extra: number = 2;
        /// How often the statement may be executed at most.
        max_times: number = 64;
        /// Iterations of a loop.
        len: range = [4, 40];
        /// Iterations of each of those that are nested.
        side: range = [3, 24];
        /// Elements that start with a number of their own.
        max_given: number = 48;
        /// Iterations of nested loops, all together and as often as they are entered.
        max_turns: number = 1500;
        /// The most that a loop over arrays goes on by.
        max_stride: number = 3;
        /// Statements of a loop at most.
        max_statements: number = 3;
        /// The largest count of a shift.
        max_shift: number = 7;
        /// How deep operators are nested.
        depth: number(10) = 3;
        /// What an element is given.
        values: table(ArrayValues);
    }
}
