//! Small bounds.

use crate::policy::knob::{knob_default, knob_kind, knob_moved, knob_type, section};

section! {
    /// Small bounds.
    Bounds {
        /// The most characters that `strncmp` compares.
        comparison_len: number = 9;
        /// The count of a compound shift that is a constant is below this.
        compound_shift: number = 8;
        /// How far from a value that is known the constant is that a condition compares it with, at most.
        condition_near: number = 3;
        /// How far a pointer is moved forward in dead code.
        dead_step: number = 6;
        /// How far a pointer is moved backward in dead code.
        dead_step_back: number = 3;
        /// The most by which a constant of an enumeration is larger than the one before, seldom.
        enum_far: number = 1_048_576;
        /// The most by which a constant of an enumeration is larger than the one before, now and then.
        enum_gap: number = 1000;
        /// The constant operand of an index with an operator is below this.
        index_constant: number = 10;
        /// An index is a loop counter.
        index_counter: percent = 40;
        /// The most places that the elements of a local array of pointers point to.
        listed_places: number = 6;
        /// The most tokens of a subexpression that is written again.
        large_remembered: number = 16;
        /// How often a loop is to be unrolled at most, if the program says so.
        max_unrolled: number(60000) = 9;
        /// The most values of a range of cases.
        max_range: number(1000) = 40;
        /// The most cases of a switch.
        max_cases: number(1000) = 6;
        /// The most calls that put a string together.
        max_appended: number(100) = 3;
        /// The most variable arguments of a function.
        max_variable: number(100) = 5;
        /// The most conversions of a format.
        max_conversions: number(100) = 3;
        /// The most elements that are sorted.
        max_sorted: number(1000) = 12;
        /// The largest divisor that a repair makes.
        max_divisor: number = 9;
        /// The largest constant divisor of quotient and remainder.
        max_divided_by: number = 99;
        /// The most members of a union of all kinds.
        max_mixed_members: number = 4;
        /// The most elements of an array in such a union.
        max_union_array: number = 4;
        /// The most fields of a structure in such a union.
        max_hole_fields: number = 3;
        /// The most elements of an array in a record.
        max_field_len: number = 4;
        /// The most elements of any array, all its dimensions together.
        max_elements: number(20_000) = 20_000;
        /// The widest bit-field without a name.
        max_padding: number = 7;
        /// The most that a loop counts by.
        max_stride: number = 4;
        /// The most elements of a table of functions.
        max_table: number = 6;
        /// An array has another dimension.
        more_dims: percent = 30;
        /// The first constant of an enumeration is larger by one.
        more_enum: percent = 40;
        /// A function has another parameter.
        more_params: percent = 80;
        /// A pointer is to a pointer.
        more_pointers: percent = 25;
        /// A small constant is larger by one.
        more_small: percent = 75;
        /// A small floating constant is larger by one.
        more_small_float: percent = 80;
        /// The largest first constant of an enumeration.
        most_enum: number = 60;
        /// The largest of the small constants.
        most_small: number = 40;
        /// The largest of the small floating constants.
        most_small_float: number = 60;
        /// How far from a limit, or from the value of a variable, a constant is at most.
        near: number = 2;
        /// The least bits of a large floating constant.
        large_float_bits: number = 8;
        /// How far a large floating constant is below a power of two at most.
        large_float_near: number = 2;
        /// The fewest tokens of a subexpression that is written again.
        small_remembered: number = 3;
        /// An array with a text has fewer than this many unused characters.
        text_extra: number = 4;
        /// How far behind its array a pointer is moved, to be repaired.
        wild_step: number = 4;
    }
}
