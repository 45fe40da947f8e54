//! Expressions: nodes, operators and constants.

use crate::policy::knob::{knob_default, knob_kind, knob_moved, knob_type, menu, section};
use ir::BinaryOp;

section! {
    /// What a leaf is, if it is no constant. Without any weight, all variables are alike.
    Leaves {
        /// A scalar.
        scalar: weight = 0;
        /// An element of an array.
        element: weight = 0;
        /// A member of a record.
        member: weight = 0;
        /// What a pointer points to.
        indirection: weight = 0;
    }
}

section! {
    /// The nodes of expressions, and what is decided for each.
    Expressions {
        /// A constant.
        constant: weight, swarm = 18;
        /// A variable.
        variable: weight, swarm = 40;
        /// A binary operator.
        binary: weight, swarm = 40;
        /// A comparison.
        compare: weight, swarm = 8;
        /// A unary operator.
        unary: weight, swarm = 9;
        /// A cast.
        cast: weight, swarm = 8;
        /// `c ? a : b`
        conditional: weight, swarm = 4;
        /// `&&` and `||`
        logic: weight, swarm = 5;
        /// `a, b`
        comma: weight, swarm = 2;
        /// An assignment within an expression.
        assign: weight, swarm = 3;
        /// `x++` and its like within an expression.
        increment: weight, swarm = 3;
        /// A call.
        call: weight, swarm = 4;
        /// A call whose conflicts with the rest of the expression are left to the repair.
        inner_call: weight, swarm = 4;
        /// What a pointer points to.
        dereference: weight, swarm = 10;
        /// A pointer as a condition.
        pointer_test: weight, swarm = 2;
        /// `sizeof`
        sizeof: weight = 1;
        /// A constant of an enumeration.
        enum_constant: weight, swarm = 2;
        /// A comparison of floating values.
        float_compare: weight, swarm = 2;
        /// A floating value as an integer.
        float_to_int: weight, swarm = 2;
        /// The difference or order of two pointers into one array.
        pointer_pair: weight, swarm = 2;
        /// A character of a literal.
        character: weight, swarm = 1;
        /// A function of the compiler's on bits: `__builtin_popcount` and its like.
        bits: weight, swarm = 0;
        /// A question about a floating value that may be infinite, or no number.
        special: weight, swarm = 0;
        /// Something read of a compound literal.
        literal: weight, swarm = 0;
        /// A statement expression.
        statement: weight, swarm = 0;
        /// A leaf of a floating expression is a constant.
        float_constant: percent = 35;
        /// Tokens of a floating expression at most.
        float_tokens: number = 16;
        /// An earlier subexpression is used again.
        common: percent, swarm = 5;
        /// A subexpression is remembered.
        remember: percent, swarm = 20;
        /// A comparison is with the actual value or a neighbour of it.
        actual: percent = 40;
        /// A region starts that uses the operators of one context only.
        region: percent, swarm = 12;
        /// The same for all statements of a block.
        block_region: percent, swarm = 0;
        /// What a leaf is.
        leaves: table(Leaves), swarm;
    }
}

menu! {
    /// YARPGen's arithmetic contexts: an expression, or a whole block, that keeps to one family of operators.
    Contexts draws enum OperatorContext {
        /// `+` and `-`
        additive: Additive = 2;
        /// `&`, `|` and `^`
        bitwise: Bitwise = 2;
        /// `&&` and `||`: no binary operators of the representation, but nodes of another kind.
        logical: Logical = 1;
        /// `*` and `/`
        multiplicative: Multiplicative = 1;
        /// Bitwise, and shifts.
        bitwise_shift: BitwiseShift = 2;
        /// Additive, and multiplicative.
        additive_multiplicative: AdditiveMultiplicative = 2;
    }
}

section! {
    /// Binary operators.
    Operators {
        /// `+`
        add: weight, swarm = 20;
        /// `-`
        sub: weight, swarm = 16;
        /// `*`
        mul: weight, swarm = 12;
        /// `/`
        div: weight, swarm = 6;
        /// `%`
        rem: weight, swarm = 6;
        /// `<<`
        shl: weight, swarm = 7;
        /// `>>`
        shr: weight, swarm = 7;
        /// `&`
        and: weight, swarm = 12;
        /// `|`
        or: weight, swarm = 12;
        /// `^`
        xor: weight, swarm = 12;
        /// The right operand of `*`, `/` and `%` is -1, 0 or 1.
        edge: percent = 0;
        /// The contexts that regions keep to.
        contexts: table(Contexts), swarm;
    }
}

impl Operators {
    /// The binary operators with their weights.
    pub fn all(&self) -> [(BinaryOp, u32); 10] {
        [
            (BinaryOp::Add, self.add),
            (BinaryOp::Sub, self.sub),
            (BinaryOp::Mul, self.mul),
            (BinaryOp::Div, self.div),
            (BinaryOp::Rem, self.rem),
            (BinaryOp::Shl, self.shl),
            (BinaryOp::Shr, self.shr),
            (BinaryOp::And, self.and),
            (BinaryOp::Or, self.or),
            (BinaryOp::Xor, self.xor),
        ]
    }
}

menu! {
    /// What becomes of a constant that is used again.
    ConstantChanges draws enum ConstantChange {
        /// Nothing.
        same: Same = 2;
        /// Its negation.
        negated: Negated = 1;
        /// Its complement.
        complement: Complement = 1;
    }
}

section! {
    /// Integer constants.
    Constants {
        /// A small one.
        small: weight, swarm = 40;
        /// One near a limit of its type.
        limit: weight, swarm = 14;
        /// A block of bits.
        bits: weight, swarm = 12;
        /// Any.
        any: weight, swarm = 14;
        /// One that was used before.
        reused: weight, swarm = 20;
        /// Written in hexadecimal.
        hex: percent = 30;
        /// Written in octal.
        octal: percent = 2;
        /// In a region, all leaves are constants.
        all_constant_region: percent, swarm = 4;
        /// In a region, half of the leaves are constants.
        half_constant_region: percent, swarm = 15;
        /// What becomes of one that is used again.
        changes: table(ConstantChanges), swarm;
    }
}
