//! What C has had since C99 or C11, and what GNU C has besides: how often the default profile has it. The other profiles have none of it.

use crate::policy::knob::{knob_default, knob_kind, knob_moved, knob_type, menu, section};

menu! {
    /// What an unnamed object is, and what is read of it.
    Literals draws enum Literal {
        /// `(int){ x }`
        scalar: Scalar = 2;
        /// `(int[3]){ x, y, z }[i]`
        element: Element = 3;
        /// `(struct S){ x, y }.f`
        member: Member = 2;
    }
}

menu! {
    /// A value of a floating type that is no number, or no finite one.
    Specials draws enum Special {
        /// `__builtin_inf()`
        infinity: Infinity = 3;
        /// An infinity with the sign of something else.
        signed_infinity: SignedInfinity = 2;
        /// `__builtin_nan("")`
        nan: Nan = 2;
    }
}

menu! {
    /// What is asked about a value that may be no finite number.
    SpecialQuestions draws enum SpecialQuestion {
        /// `isnan`, `isinf` and their like
        class: Class = 3;
        /// `signbit`, where the sign is known
        sign: Sign = 2;
        /// `<`, `!=` and the others
        operator: Operator = 3;
        /// `isless`, `isunordered` and their like
        quiet: Quiet = 2;
    }
}

section! {
    /// What C has had since C99, and compilers have besides: how often there is some of it.
    Extensions {
        /// What a compound literal among integer expressions is.
        literals: table(Literals);
        /// A record that is assigned is a compound literal.
        record_literal: percent, swarm = 0;
        /// A new pointer is to a compound literal.
        literal_pointee: percent, swarm = 0;
        /// That is an array.
        literal_array: percent = 50;
        /// The value within a literal of a record is no constant.
        literal_value: percent = 50;
        /// A local scalar is `register`.
        register: percent, swarm = 0;
        /// A variable is aligned more than its type.
        aligned: percent, swarm = 0;
        /// A record type is aligned more than its members.
        aligned_record: percent, swarm = 0;
        /// A member is aligned more than its type.
        aligned_member: percent, swarm = 0;
        /// A static variable is one of the thread.
        thread: percent, swarm = 0;
        /// A loop is to be unrolled so many times.
        unroll: percent, swarm = 0;
        /// Memory of a block is an array of variable length.
        variable_array: percent, swarm = 0;
        /// The size of such an array is kept in a variable.
        kept_size: percent = 30;
        /// What a special value of a floating type is.
        specials: table(Specials);
        /// What is asked about it.
        special_questions: table(SpecialQuestions);
        /// Such a value is one of two that a condition chooses from.
        chosen_special: percent = 70;
        /// Cases that follow one another are a range.
        case_range: percent, swarm = 0;
    }
}

impl Extensions {
    /// What the default profile has.
    pub fn usual() -> Self {
        Extensions {
            record_literal: 12,
            literal_pointee: 10,
            register: 6,
            aligned: 4,
            aligned_record: 5,
            aligned_member: 3,
            thread: 3,
            unroll: 5,
            variable_array: 30,
            case_range: 15,
            ..Extensions::default()
        }
    }
}
