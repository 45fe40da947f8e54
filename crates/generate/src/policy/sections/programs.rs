//! Whole programs: their size, what of them is dead, what hides their values from the compiler, how they are written in C++, and
//! how their policies are drawn.

use crate::policy::knob::{knob_default, knob_kind, knob_moved, knob_type, menu, section};
use emit::ArrayForm;

section! {
    /// How large the program is, and how much of it runs.
    Shape {
        /// Tokens of C, the check included.
        size: number(1_000_000) = 12_000;
        /// The size is as given, not drawn around it.
        exact_size: switch = false;
        /// Node evaluations that growth aims at, at most, for each token of the size.
        steps_per_token: number = 6;
        /// Node evaluations of the whole run, the check included, that no program exceeds; zero for no such limit.
        max_steps: number = 0;
        /// Share of statements that run at least once: a little less, where code is dead by itself.
        live: percent = 80;
        /// Functions that are tested one after the other.
        entries: number(1000) = 1;
        /// Functions at most.
        max_functions: number = 40;
        /// Blocks within one another at most.
        max_block_depth: number = 5;
        /// Statements in a block at most.
        max_block_statements: number = 10;
        /// Tokens of an expression, typically.
        expression_tokens: number = 16;
        /// Parameters of a function at most.
        max_params: number = 6;
        /// Calls nested while growing.
        max_call_depth: number = 12;
        /// How deep a function may call itself, or how often.
        max_recursion: number = 4;
        /// Calls in a function that lead back to it.
        max_self_calls: number = 2;
        /// Iterations of a counted loop.
        max_trips: number = 24;
        /// Iterations of any loop before it is given fuel.
        fuel: number = 64;
    }
}

section! {
    /// Code that is never reached.
    Dead {
        /// How wild dead code is: raw pointers, indices out of bounds.
        wild: percent = 50;
        /// Statements in a dead block at most.
        max_statements: number = 40;
        /// How much dead code one condition that does not hold is to hide.
        tokens_per_block: number = 300;
        /// A block has at least one statement.
        no_empty_blocks: switch = true;
    }
}

menu! {
    /// An attribute that says how a function is compiled, and changes nothing that it does.
    FunctionAttributes draws enum FunctionAttribute {
        /// `always_inline`
        always_inline: AlwaysInline = 4;
        /// `flatten`
        flatten: Flatten = 3;
        /// `cold`
        cold: Cold = 2;
        /// `hot`
        hot: Hot = 1;
        /// `weak`
        weak: Weak = 3;
        /// `visibility("hidden")`
        hidden: Hidden = 1;
        /// `nothrow`
        nothrow: Nothrow = 1;
        /// `used`
        used: Used = 1;
    }
}

section! {
    /// What keeps a compiler from simply evaluating the program.
    Barriers {
        /// A function is `noinline`.
        noinline: percent = 20;
        /// A function is `noipa`, where the compiler has it.
        noipa: percent = 15;
        /// A function is `static`.
        static_function: percent = 45;
        /// A function is `inline`.
        inline: percent = 8;
        /// A function has an attribute that says how it is compiled.
        tuned: percent, swarm = 0;
        /// What that attribute is.
        attributes: table(FunctionAttributes);
        /// The data are in another file than the functions, where the layout is left open.
        other_file: percent = 10;
        /// The functions of the check are not inlined: it costs the compiler next to nothing then.
        check_noinline: switch = true;
    }
}

impl Barriers {
    /// How the functions of the check are compiled.
    pub fn helpers(&self) -> emit::check::Helpers {
        if self.check_noinline { emit::check::Helpers::OutOfLine } else { emit::check::Helpers::Plain }
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

menu! {
    /// What becomes of a weight in the policy of one program.
    Changes draws enum Change {
        /// It is zero.
        none: Nothing = 1;
        /// A third of it.
        third: Third = 2;
        /// It stays.
        same: Same = 5;
        /// Twice as much.
        twice: Twice = 1;
        /// Four times as much.
        four_times: FourTimes = 1;
    }
}

section! {
    /// How the policies of programs differ from the one they are drawn around.
    Swarm {
        /// Of `shape.expression_tokens`.
        expression_tokens: range = [8, 28];
        /// Of `shape.max_block_statements`.
        block_statements: range = [5, 16];
        /// Of `shape.max_block_depth`.
        block_depth: range = [3, 6];
        /// Of `shape.max_functions`.
        functions: range = [5, 60];
        /// Programs that have integers of 128 bits at all.
        int128: percent = 20;
        /// Programs that have `switch` statements at all.
        switch: percent = 40;
        /// Programs that have floating point at all.
        floats: percent = 40;
        /// What becomes of each knob that swarm moves.
        changes: table(Changes);
    }
}

impl Swarm {
    /// All programs have what the policy has.
    pub fn with_all(self) -> Self {
        Swarm { int128: 100, switch: 100, floats: 100, ..self }
    }
}

menu! {
    /// What an array becomes in C++.
    ArrayForms draws ArrayForm {
        /// An array.
        plain: Plain = 7;
        /// `std::array`.
        std_array: Array = 1;
        /// `std::vector`.
        vector: Vector = 1;
        /// `std::valarray`.
        valarray: Valarray = 1;
    }
}

section! {
    /// What C++ has more than one way for.
    Cxx {
        /// The elements of a container are reached by `at`, always or alternately.
        at: percent, swarm = 30;
        /// A global is a static member of a class.
        member: percent, swarm = 5;
        /// What an array becomes.
        arrays: table(ArrayForms), swarm;
    }
}
