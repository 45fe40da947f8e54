//! Small decisions, by the names of their draws.

use crate::policy::knob::{knob_default, knob_kind, knob_moved, knob_type, section};

section! {
    /// Small decisions, by the names of their draws.
    Probabilities {
        /// The larger one of two is that of a value and its negation.
        absolute: percent = 40;
        /// A place in an array is written with `&` and an index.
        address_of_element: percent = 50;
        /// The address of a function is written with `&`.
        address_of_function: percent = 30;
        /// The number of bytes is the size of the whole array.
        all_bytes: percent = 60;
        /// A logical operator of a long expression is `&&`.
        and: percent = 50;
        /// Inline assembly is volatile where it need not be.
        volatile_asm: percent = 40;
        /// Inline assembly has a memory clobber too.
        clobber: percent = 25;
        /// Inline assembly has a second operand.
        second_operand: percent = 25;
        /// The temporary of a statement expression is changed before it is used.
        changed_temporary: percent = 40;
        /// Arithmetic that tells whether it overflows is the condition of a branch.
        overflow_branch: percent = 40;
        /// A function on bytes is called by its name as a builtin.
        builtin_spelling: percent = 30;
        /// Such a function is the one that gives the end, or that BSD had.
        rare_bytes: percent = 35;
        /// A search in a string is for what is there.
        found: percent = 70;
        /// A variable argument is a record.
        variable_record: percent = 25;
        /// A list of variable arguments is copied.
        copied_list: percent = 40;
        /// A list of variable arguments is passed on.
        passed_list: percent = 30;
        /// A comparison for sorting subtracts truth values.
        order_by_difference: percent = 50;
        /// A string that was put together is compared with another one.
        compared_text: percent = 40;
        /// A conversion of a format has a width.
        conversion_width: percent = 30;
        /// A formatted string is cut to a size.
        bounded_format: percent = 40;
        /// The elements that are to be sorted get values that are all different, if they are not.
        made_different: percent = 40;
        /// What an atomic object is compared with is about what it holds.
        expected_value: percent = 70;
        /// A sorted array is searched.
        searched: percent = 70;
        /// A comparison for sorting is one that is there.
        known_comparison: percent = 50;
        /// What is sorted comes in descending order.
        descending: percent = 40;
        /// A comparison for sorting looks at a key.
        sorted_by_key: percent = 40;
        /// A constant in place of an index out of bounds, at its first evaluation.
        another_index: percent = 30;
        /// A statement of an array loop is a compound assignment to an element.
        array_compound: percent = 30;
        /// A statement of an array loop stands under a condition.
        array_condition: percent = 20;
        /// A statement of an array loop is a plain copy, or a fill.
        array_copy: percent = 15;
        /// What is assigned from a call is nothing but the call.
        direct_call: percent = 50;
        /// An operand that is the least value of its type, where there are rules for it.
        edge_least: percent = 25;
        /// A leaf of an inexact loop is an element at its counter.
        float_element: percent = 75;
        /// The bytes that a library function copies are counted in a variable.
        variable_count: percent = 40;
        /// The bytes that a library function copies are none or one.
        few_bytes: percent = 30;
        /// A member of a union is read that has a value only because it was stored last.
        last_member: percent = 6;
        /// The first one of two ways to write an idiom.
        idiom_form: percent = 50;
        /// A jump into another block is from an earlier one.
        jump_forward: percent = 50;
        /// A lane in a list is a constant.
        lane_constant: percent = 25;
        /// Such a statement is a fill rather than a copy.
        array_fill: percent = 40;
        /// The elements of an array are records.
        array_of_records: percent = 10;
        /// An array loop ends where an element fits.
        array_search: percent = 10;
        /// A shift in an array loop is to the left.
        array_shift_left: percent = 40;
        /// An array is gone through in steps.
        array_stride: percent = 15;
        /// A pointer to a record is dereferenced with `->`.
        arrow: percent = 80;
        /// Bytes are put together from the highest.
        big_endian: percent = 50;
        /// A bit-field has no name.
        bit_field_padding: percent = 8;
        /// A bit-field is signed.
        bit_field_signed: percent = 50;
        /// A bit-field without a name has no width.
        bit_field_zero: percent = 40;
        /// A block of bits is one of zeros.
        block_inverted: percent = 30;
        /// Strings are compared by `strncmp`.
        bounded_comparison: percent = 30;
        /// Memory is allocated by `alloca`.
        alloca: percent = 30;
        /// Such memory has a size that no compiler knows.
        variable_size: percent = 60;
        /// Memory is allocated by `calloc`.
        calloc: percent = 40;
        /// Memory is allocated by a function of the program's own.
        allocator: percent = 35;
        /// Such a function promises that it is `malloc`.
        allocator_promise: percent = 60;
        /// Such a function is one that is there already.
        known_allocator: percent = 60;
        /// What an allocation gives is cast.
        cast_allocation: percent = 30;
        /// A pointer to freed memory is set to null.
        clear_freed: percent = 50;
        /// A loop over two dimensions goes through the columns first.
        columns_first: percent = 30;
        /// The count of a compound shift is a small constant.
        compound_count: percent = 70;
        /// A condition that is known gets a second part that does not matter now.
        condition_more: percent = 30;
        /// A value is compared with a constant that it may become.
        constant_bound: percent = 40;
        /// The count of a shift is a constant within range.
        constant_count: percent = 65;
        /// A quotient and a remainder have a constant divisor.
        constant_divisor: percent = 50;
        /// A small constant is negative.
        constant_negative: percent = 25;
        /// A loop counts down.
        count_down: percent = 25;
        /// A case is next to the others.
        dense_case: percent = 60;
        /// An item of a list is designated.
        designated: percent = 5;
        /// The result of a call is not kept.
        drop_result: percent = 10;
        /// An assignment within an expression is a compound one.
        embedded_compound: percent = 30;
        /// A call through a pointer is written with `*`.
        explicit_call: percent = 30;
        /// A reduction keeps the smallest or largest.
        extremum: percent = 20;
        /// A local pointer is only ever given addresses of what is static.
        far_reach: percent = 40;
        /// A function that does not return ends by `abort`.
        fatal_abort: percent = 50;
        /// Allocated memory is filled by `memset`.
        fill_bytes: percent = 30;
        /// A constant has the suffix of its type where it needs none.
        full_suffix: percent = 30;
        /// A pointer to functions is given the value of another.
        function_pointer_copy: percent = 40;
        /// A pointer to functions is an array of them.
        function_table: percent = 35;
        /// Allocated memory is of records.
        heap_record: percent = 20;
        /// A floating constant is written in hexadecimal.
        hex_float: percent = 5;
        /// A pointer is dereferenced with `[0]`.
        index_zero: percent = 10;
        /// Orange inserts a constant at the left operand.
        insert_left: percent = 50;
        /// Orange makes a divisor negative.
        insert_negative_divisor: percent = 25;
        /// What Orange inserts is negative.
        inserted_sign: percent = 50;
        /// Parts of a value are joined by `|` rather than `+`.
        joined_by_or: percent = 80;
        /// The condition of a jump holds now.
        jump_taken: percent = 15;
        /// A loop over arrays takes one that is there rather than a new one.
        known_array: percent = 60;
        /// An enumerated type is one that is there.
        known_enum: percent = 60;
        /// A pointer is to functions of a type that has pointers already.
        known_family: percent = 70;
        /// A call that does not return is of a function that is there.
        known_fatal: percent = 50;
        /// An array with a text is one that is there.
        known_text: percent = 50;
        /// A floating constant is near the limit of what is exact.
        large_float: percent = 10;
        /// Allocated memory is not freed.
        leak: percent = 10;
        /// A variable that is wanted is a local one.
        local_variable: percent = 55;
        /// A logical operator is `&&`.
        logic_and: percent = 50;
        /// The suffix of a constant is in small letters.
        lower_suffix: percent = 20;
        /// A reduction to an extremum keeps the smallest.
        minimum: percent = 50;
        /// An assignment to an inexact float is a loop.
        inexact_loop: percent = 50;
        /// Such a loop adds up.
        inexact_reduction: percent = 50;
        /// A program of the profile `edge` has a relaxation at all.
        relaxation: percent = 50;
        /// A shared counter starts and ends below this.
        shared_bound: number = 30;
        /// A constant of inexact arithmetic has few digits.
        short_constant: percent = 20;
        /// A floating constant is negative.
        negative_float: percent = 25;
        /// An element next to the one at the counter is taken.
        neighbour: percent = 20;
        /// An array loop is one within another.
        nested_arrays: percent = 30;
        /// Nested loops are three, over the product of two arrays.
        matrix_product: percent = 25;
        /// An element in nested loops is one of a line, which has one index.
        line_element: percent = 30;
        /// That index is the one of the outer dimension.
        line_by_row: percent = 50;
        /// The elements of an array start as small numbers.
        small_elements: percent = 60;
        /// The stride of an array loop is a variable.
        held_stride: percent = 12;
        /// A call through a pointer makes a new pointer, while there are few.
        new_callee: percent = 40;
        /// A function joins those that a pointer may be to.
        new_member: percent = 50;
        /// A static pointer starts as null.
        null_pointer: percent = 10;
        /// The start of an array is written as its name.
        plain_array: percent = 60;
        /// A pointer is to a record.
        pointer_to_record: percent = 15;
        /// A step of a pointer is a postfix one.
        post: percent = 60;
        /// Quotient and remainder are added.
        quotient_plus: percent = 50;
        /// A local record starts as a copy rather than from a list.
        record_copy: percent = 40;
        /// A statement of an array loop is a reduction.
        reduction: percent = 30;
        /// The condition of an early return holds now.
        return_taken: percent = 10;
        /// An array is gone through backwards.
        reversed: percent = 15;
        /// A run of stores is of constants.
        run_of_constants: percent = 50;
        /// A recursive call is of the function itself, rather than of one that waits for it.
        self_call: percent = 60;
        /// The list of an array leaves out its end.
        short_list: percent = 20;
        /// The smaller one of two is kept.
        smaller: percent = 50;
        /// The result of a call is assigned to what is no integer.
        special_result: percent = 25;
        /// A loop counts by more than one.
        stride: percent = 25;
        /// A string is a literal rather than an array.
        string_literal: percent = 50;
        /// The length of a string is taken from its middle.
        string_offset: percent = 30;
        /// What a function's call of itself gives is returned at once.
        tail_call: percent = 40;
        /// What a function returns of its call of itself has an operation on it.
        tail_operation: percent = 50;
        /// That operation has the depth as its other operand.
        tail_depth: percent = 60;
        /// A square array is gone through by swapped counters.
        swapped_counters: percent = 30;
        /// Two pointers are compared the other way round.
        swapped_pair: percent = 30;
        /// A test of a pair is with `==`.
        test_equal: percent = 50;
        /// A pointer is compared with null.
        test_null: percent = 50;
        /// A member of a union is an array of bytes.
        union_bytes: percent = 25;
        /// The second operand of an operator on vectors is a constant, if it is a scalar; so is a divisor or a count.
        vector_constant: percent = 50;
        /// An assignment to a vector is a compound one.
        vector_compound: percent = 30;
        /// The second operand of an operator on vectors is a scalar.
        vector_scalar: percent = 30;
        /// A comparison is of vectors with unsigned elements, whatever is wanted of its result.
        vector_unsigned: percent = 40;
        /// A walk assigns to what it comes by, rather than to change it.
        walk_assign: percent = 40;
        /// A walk along an array goes backwards.
        walk_back: percent = 20;
        /// A walk ends by `!=`.
        walk_not_equal: percent = 50;
        /// The high part is that of a product of 128 bits.
        wide_product: percent = 50;
        /// The condition of a loop is any condition; fuel ends it.
        wild_loop: percent = 25;
        /// An array starts as zeros.
        zero_array: percent = 25;
        /// A variable of file scope has no initialiser.
        zero_global: percent = 5;
    }
}
