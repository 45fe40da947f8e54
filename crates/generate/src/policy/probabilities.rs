//! Numbers of small decisions, one row each: probabilities in per cent by the name of the draw, and bounds. They are part
//! of the policy; swarm leaves them as they are.

use serde::{Deserialize, Serialize};

macro_rules! odds {
    ($struct:ident $($(#[$doc:meta])* $name:ident $number:literal;)*) => {
        #[doc = "Numbers of the policy, by the names of what they are for."]
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $struct {
            $($(#[$doc])* pub $name: u32,)*
        }

        impl Default for $struct {
            fn default() -> Self {
                $struct { $($name: $number,)* }
            }
        }
    };
}

odds! { Probabilities
    /// The larger one of two is that of a value and its negation.
    absolute 40;
    /// A place in an array is written with `&` and an index.
    address_of_element 50;
    /// The address of a function is written with `&`.
    address_of_function 30;
    /// The number of bytes is the size of the whole array.
    all_bytes 60;
    /// A logical operator of a long expression is `&&`.
    and 50;
    /// A constant in place of an index out of bounds, at its first evaluation.
    another_index 30;
    /// It is a compound assignment to an element.
    array_compound 30;
    /// A statement of an array loop stands under a condition.
    array_condition 20;
    /// It is a plain copy, or a fill.
    array_copy 15;
    /// What is assigned from a call is nothing but the call.
    direct_call 50;
    /// An operand that is the least value of its type, where there are rules for it.
    edge_least 25;
    /// A leaf of an inexact loop is an element at its counter.
    float_element 75;
    /// The bytes that a library function copies are counted in a variable; they are none or one.
    variable_count 40;
    few_bytes 30;
    /// A member of a union is read that has a value only because it was stored last.
    last_member 6;
    /// The first one of two ways to write an idiom.
    idiom_form 50;
    /// A jump into another block is from an earlier one.
    jump_forward 50;
    /// A lane in a list is a constant.
    lane_constant 25;
    /// It is a fill rather than a copy.
    array_fill 40;
    /// The elements of an array are records.
    array_of_records 10;
    /// An array loop ends where an element fits.
    array_search 10;
    /// A shift in an array loop is to the left.
    array_shift_left 40;
    /// An array is gone through in steps.
    array_stride 15;
    /// A pointer to a record is followed with `->`.
    arrow 80;
    /// Bytes are put together from the highest.
    big_endian 50;
    /// A bit-field has no name.
    bit_field_padding 8;
    /// A bit-field is signed.
    bit_field_signed 50;
    /// A bit-field without a name has no width.
    bit_field_zero 40;
    /// A block of bits is one of zeros.
    block_inverted 30;
    /// Strings are compared by `strncmp`.
    bounded_comparison 30;
    /// Memory is allocated by `calloc`.
    calloc 40;
    /// Memory is allocated by a function of the program's own, and by one that is there already.
    allocator 35;
    allocator_promise 60;
    known_allocator 60;
    /// What an allocation gives is cast.
    cast_allocation 30;
    /// A pointer to freed memory is set to null.
    clear_freed 50;
    /// A loop over two dimensions goes through the columns first.
    columns_first 30;
    /// The count of a compound shift is a small constant.
    compound_count 70;
    /// A condition that is known gets a second part that does not matter now.
    condition_more 30;
    /// A value is compared with a constant that it may become.
    constant_bound 40;
    /// The count of a shift is a constant within range.
    constant_count 65;
    /// A quotient and a remainder have a constant divisor.
    constant_divisor 50;
    /// A small constant is negative.
    constant_negative 25;
    /// A loop counts down.
    count_down 25;
    /// A case is next to the others.
    dense_case 60;
    /// An item of a list is designated.
    designated 5;
    /// The result of a call is not kept.
    drop_result 10;
    /// An assignment within an expression is a compound one.
    embedded_compound 30;
    /// A call through a pointer is written with `*`.
    explicit_call 30;
    /// A reduction keeps the smallest or largest.
    extremum 20;
    /// A local pointer is only ever given addresses of what is static.
    far_reach 40;
    /// A function that does not return ends by `abort`.
    fatal_abort 50;
    /// Allocated memory is filled by `memset`.
    fill_bytes 30;
    /// A constant has the suffix of its type where it needs none.
    full_suffix 30;
    /// A pointer to functions is given the value of another.
    function_pointer_copy 40;
    /// A pointer to functions is an array of them.
    function_table 35;
    /// Allocated memory is of records.
    heap_record 20;
    /// A floating constant is written in hexadecimal.
    hex_float 5;
    /// A pointer is followed with `[0]`.
    index_zero 10;
    /// Orange inserts a constant at the left operand.
    insert_left 50;
    /// Orange makes a divisor negative.
    insert_negative_divisor 25;
    /// What Orange inserts is negative.
    inserted_sign 50;
    /// Parts of a value are joined by `|` rather than `+`.
    joined_by_or 80;
    /// The condition of a jump holds now.
    jump_taken 15;
    /// A loop over arrays takes one that is there rather than a new one.
    known_array 60;
    /// An enumerated type is one that is there.
    known_enum 60;
    /// A pointer is to functions of a type that has pointers already.
    known_family 70;
    /// A call that does not return is of a function that is there.
    known_fatal 50;
    /// An array with a text is one that is there.
    known_text 50;
    /// A floating constant is near the limit of what is exact.
    large_float 10;
    /// Allocated memory is not freed.
    leak 10;
    /// A variable that is wanted is a local one.
    local_variable 55;
    /// A logical operator is `&&`.
    logic_and 50;
    /// The suffix of a constant is in small letters.
    lower_suffix 20;
    /// It keeps the smallest.
    minimum 50;
    /// An assignment to an inexact float is a loop; which adds up.
    inexact_loop 50;
    inexact_reduction 50;
    /// A program of the profile `edge` has a relaxation at all.
    relaxation 50;
    /// A shared counter starts and ends below this.
    shared_bound 30;
    /// A constant of inexact arithmetic has few digits.
    short_constant 20;
    /// A floating constant is negative.
    negative_float 25;
    /// An element next to the one at the counter is taken.
    neighbour 20;
    /// An array loop is one within another.
    nested_arrays 30;
    /// Nested loops are three, over the product of two arrays.
    matrix_product 25;
    /// An element in nested loops is one of a line, which has one index; and that of the outer dimension.
    line_element 30;
    line_by_row 50;
    /// The elements of an array start as small numbers.
    small_elements 60;
    /// The stride of an array loop is a variable.
    held_stride 12;
    /// A call through a pointer makes a new pointer, while there are few.
    new_callee 40;
    /// A function joins those that a pointer may be to.
    new_member 50;
    /// A static pointer starts as null.
    null_pointer 10;
    /// The start of an array is written as its name.
    plain_array 60;
    /// A pointer is to a record.
    pointer_to_record 15;
    /// A step of a pointer is a postfix one.
    post 60;
    /// They are added.
    quotient_plus 50;
    /// A local record starts as a copy rather than from a list.
    record_copy 40;
    /// A statement of an array loop is a reduction.
    reduction 30;
    /// The condition of an early return holds now.
    return_taken 10;
    /// An array is gone through backwards.
    reversed 15;
    /// A run of stores is of constants.
    run_of_constants 50;
    /// A recursive call is of the function itself, rather than of one that waits for it.
    self_call 60;
    /// The list of an array leaves out its end.
    short_list 20;
    /// The smaller one of two is kept.
    smaller 50;
    /// The result of a call is assigned to what is no integer.
    special_result 25;
    /// A loop counts by more than one.
    stride 25;
    /// A string is a literal rather than an array.
    string_literal 50;
    /// The length of a string is taken from its middle.
    string_offset 30;
    /// What a function's call of itself gives is returned at once; with an operation on it; and that has the depth.
    tail_call 40;
    tail_operation 50;
    tail_depth 60;
    /// A square array is gone through by swapped counters.
    swapped_counters 30;
    /// Two pointers are compared the other way round.
    swapped_pair 30;
    /// It is compared with `==`.
    test_equal 50;
    /// A pointer is compared with null.
    test_null 50;
    /// A member of a union is an array of bytes.
    union_bytes 25;
    /// The second operand of an operator on vectors is a constant, if it is a scalar; so is a divisor or a count.
    vector_constant 50;
    /// An assignment to a vector is a compound one.
    vector_compound 30;
    /// The second operand of an operator on vectors is a scalar.
    vector_scalar 30;
    /// A comparison is of vectors with unsigned elements, whatever is wanted of its result.
    vector_unsigned 40;
    /// A walk assigns to what it comes by, rather than to change it.
    walk_assign 40;
    /// A walk along an array goes backwards.
    walk_back 20;
    /// A walk ends by `!=`.
    walk_not_equal 50;
    /// The high part is that of a product of 128 bits.
    wide_product 50;
    /// The condition of a loop is any condition; fuel ends it.
    wild_loop 25;
    /// An array starts as zeros.
    zero_array 25;
    /// A variable of file scope has no initialiser.
    zero_global 5;
}

odds! { Bounds
    /// The most characters that `strncmp` compares.
    comparison_len 9;
    /// The count of a compound shift that is a constant is below this.
    compound_shift 8;
    /// The same in conditions that are known to hold.
    condition_near 3;
    /// How far a pointer is moved in dead code, forward and backward.
    dead_step 6;
    dead_step_back 3;
    /// The same, seldom.
    enum_far 1048576;
    /// The most by which a constant of an enumeration is larger than the one before, now and then.
    enum_gap 1000;
    /// The constant operand of an index with an operator is below this.
    index_constant 10;
    /// An index is a loop counter, in per cent.
    index_counter 40;
    /// The most tokens of a subexpression that is written again.
    large_remembered 16;
    /// The most cases of a switch.
    max_cases 6;
    /// The largest divisor that a repair makes.
    max_divisor 9;
    /// The largest constant divisor of quotient and remainder.
    max_divided_by 99;
    /// The most members of a union of all kinds, elements of an array in it, and fields of a structure in it.
    max_mixed_members 4;
    max_union_array 4;
    max_hole_fields 3;
    /// The most elements of an array in a record; and of any array, all its dimensions together.
    max_field_len 4;
    max_elements 20000;
    /// The widest bit-field without a name.
    max_padding 7;
    /// The most that a loop counts by.
    max_stride 4;
    /// The most elements of a table of functions.
    max_table 6;
    /// An array has another dimension, in per cent.
    more_dims 30;
    /// The first constant of an enumeration is larger by one, in per cent.
    more_enum 40;
    /// A function has another parameter, in per cent.
    more_params 80;
    /// A pointer is to a pointer, in per cent.
    more_pointers 25;
    /// A small constant is larger by one, in per cent; and a floating one.
    more_small 75;
    more_small_float 80;
    /// The largest first constant of an enumeration.
    most_enum 60;
    /// The largest of the small constants; and of the floating ones.
    most_small 40;
    most_small_float 60;
    /// How far from a limit, or from the value of a variable, a constant is at most.
    near 2;
    /// The least bits of a large floating constant, and how far it is below a power of two at most.
    large_float_bits 8;
    large_float_near 2;
    /// The fewest tokens of a subexpression that is written again.
    small_remembered 3;
    /// An array with a text has fewer than this many unused characters.
    text_extra 4;
    /// How far behind its array a pointer is moved, to be repaired.
    wild_step 4;
}
