//! Alternatives that are weighed alike in most programs.

use crate::policy::knob::{knob_default, knob_kind, knob_moved, knob_type, menu, section};

menu! {
    /// What a function returns.
    Returns draws enum Return {
        /// Nothing.
        nothing: Nothing = 1;
        /// A pointer.
        pointer: Pointer = 1;
        /// A record.
        record: Record = 2;
        /// A scalar.
        scalar: Scalar = 9;
    }
}

menu! {
    /// What a function takes.
    Params draws enum Param {
        /// A pointer.
        pointer: Pointer = 3;
        /// A record.
        record: Record = 2;
        /// A scalar.
        scalar: Scalar = 6;
    }
}

menu! {
    /// What a field is, that is no pointer.
    Fields draws enum FieldType {
        /// An array.
        array: Array = 1;
        /// A record.
        record: Record = 1;
        /// A scalar.
        scalar: Scalar = 8;
    }
}

menu! {
    /// What a member of a union of all kinds is.
    UnionMembers draws enum UnionMember {
        /// An integer.
        integer: Integer = 4;
        /// An array.
        array: Array = 2;
        /// A structure with holes.
        structure: Structure = 3;
        /// A floating number.
        float: Float = 2;
    }
}

menu! {
    /// From one constant of an enumeration to the next.
    EnumSteps draws enum EnumStep {
        /// The same again.
        same: Same = 1;
        /// A gap.
        gap: Gap = 1;
        /// Far.
        far: Far = 1;
        /// One.
        one: One = 7;
    }
}

menu! {
    /// The value of a pointer.
    PointerValues draws enum PointerValue {
        /// Null.
        null: Null = 1;
        /// A copy of another pointer.
        copy: Copy = 3;
        /// An address.
        address: Address = 6;
    }
}

menu! {
    /// The size of a vector.
    VectorSizes draws enum VectorSize {
        /// 8 bytes.
        bytes_8: Bytes8 = 2;
        /// 16 bytes.
        bytes_16: Bytes16 = 5;
        /// 32 bytes.
        bytes_32: Bytes32 = 3;
    }
}

section! {
    /// The value of a vector of integers.
    VectorValues {
        /// A variable.
        variable: weight = 4;
        /// Arithmetic.
        arithmetic: weight = 10;
        /// A shift.
        shift: weight = 3;
        /// A division.
        division: weight = 2;
        /// `~` or `-`
        unary: weight = 2;
        /// A comparison.
        comparison: weight = 3;
        /// A cast of the whole.
        cast: weight = 3;
        /// A conversion of lanes.
        conversion: weight = 3;
        /// A list of lanes.
        list: weight = 3;
        /// A conditional.
        conditional: weight = 2;
    }
}

section! {
    /// The value of a vector of floating numbers.
    FloatVectorValues {
        /// A variable.
        variable: weight = 4;
        /// Arithmetic.
        arithmetic: weight = 10;
        /// `-`
        negation: weight = 2;
        /// A conversion of lanes.
        conversion: weight = 3;
        /// A list of lanes.
        list: weight = 3;
        /// One of two.
        conditional: weight = 2;
    }
}

menu! {
    /// What keeps a compiler from knowing, or tells it what it may use.
    Barriers draws enum Barrier {
        /// A value that passes through inline assembly.
        value: Value = 6;
        /// An object that inline assembly may have changed.
        object: Object = 3;
        /// All memory.
        memory: Memory = 2;
        /// An address that inline assembly has seen.
        address: Address = 3;
        /// A copy by inline assembly.
        copy: Copy = 3;
        /// `asm goto` that does not jump.
        jump: Jump = 2;
        /// A prefetch.
        prefetch: Prefetch = 1;
    }
}

menu! {
    /// A function on bits.
    BitFunctions draws enum BitFunction {
        /// Zeros before the first bit.
        leading: Leading = 3;
        /// Zeros behind the last bit.
        trailing: Trailing = 3;
        /// The number of ones.
        ones: Ones = 3;
        /// The parity.
        parity: Parity = 1;
        /// Bits that repeat the sign.
        sign: Sign = 1;
        /// The place of the last bit.
        first: First = 2;
        /// The bytes swapped.
        swapped: Swapped = 3;
        /// The absolute value.
        absolute: Absolute = 2;
        /// A bound of the size of an object.
        object_size: ObjectSize = 1;
    }
}

menu! {
    /// What keeps a count of zeros from the value that has no bit.
    ZeroForms draws enum ZeroForm {
        /// Nothing, as long as there is one.
        raw: Raw = 4;
        /// A bit that is always there.
        or: Or = 2;
        /// A condition.
        condition: Condition = 2;
    }
}

menu! {
    /// A function on atomic objects.
    Atomics draws enum Atomic {
        /// `__atomic_load_n`
        load: Load = 2;
        /// `__atomic_store_n`
        store: Store = 2;
        /// `__atomic_exchange_n`
        exchange: Exchange = 2;
        /// `__atomic_compare_exchange_n`
        compare_exchange: CompareExchange = 3;
        /// `__sync_bool_compare_and_swap` and `__sync_val_compare_and_swap`
        swap: Swap = 2;
        /// `__atomic_fetch_add` and its like
        old: Old = 3;
        /// `__atomic_add_fetch` and its like
        new: New = 3;
        /// `__sync_fetch_and_add` and its like
        sync_old: SyncOld = 2;
        /// `__sync_add_and_fetch` and its like
        sync_new: SyncNew = 2;
    }
}

menu! {
    /// A call of a library function.
    LibraryCalls draws enum LibraryCall {
        /// `strlen`
        length: Length = 1;
        /// `strcmp` and `strncmp`
        comparison: Comparison = 1;
        /// `strcpy`
        copy: Copy = 1;
        /// `memset` and `bzero`
        set_bytes: SetBytes = 1;
        /// `memcpy` and `mempcpy`
        copy_bytes: CopyBytes = 2;
        /// `memmove` and `bcopy`
        move_bytes: MoveBytes = 1;
        /// `memcmp`
        compare_bytes: CompareBytes = 1;
        /// `strchr`, `strstr`, `strspn` and their like
        search: Search = 2;
        /// A string put together by `strcat` and its like.
        append: Append = 2;
        /// `sprintf` and `snprintf`
        format: Format = 2;
        /// `qsort`, mostly with `bsearch` behind it.
        sort: Sort = 2;
    }
}

menu! {
    /// The nodes of an exact floating expression.
    FloatNodes draws enum FloatNode {
        /// Arithmetic.
        arithmetic: Arithmetic = 6;
        /// `-`
        negation: Negation = 1;
        /// An integer's value.
        integer: Integer = 1;
        /// A conversion.
        conversion: Conversion = 1;
        /// A conditional.
        conditional: Conditional = 1;
        /// A variable or constant.
        leaf: Leaf = 2;
    }
}

menu! {
    /// A statement about floats.
    FloatStatements draws enum FloatStatement {
        /// A step.
        step: Step = 1;
        /// A compound assignment.
        compound: Compound = 3;
        /// An assignment.
        assign: Assign = 6;
    }
}

menu! {
    /// The nodes of an inexact floating expression.
    InexactNodes draws enum InexactNode {
        /// Arithmetic.
        arithmetic: Arithmetic = 8;
        /// `-`
        negation: Negation = 1;
        /// A conversion.
        conversion: Conversion = 1;
        /// A conditional.
        conditional: Conditional = 1;
        /// An integer's value.
        integer: Integer = 1;
    }
}

section! {
    /// Weights of alternatives that are mostly the same.
    Weights {
        /// What a function returns.
        returns: table(Returns);
        /// What a function takes.
        params: table(Params);
        /// What a field is, that is no pointer.
        fields: table(Fields);
        /// What a member of a union of all kinds is.
        union_members: table(UnionMembers);
        /// From one constant of an enumeration to the next.
        enum_steps: table(EnumSteps);
        /// The value of a pointer.
        pointer_values: table(PointerValues);
        /// The size of a vector.
        vector_sizes: table(VectorSizes);
        /// The value of a vector of integers.
        vector_values: table(VectorValues);
        /// The value of a vector of floating numbers.
        float_vector_values: table(FloatVectorValues);
        /// What keeps a compiler from knowing.
        barriers: table(Barriers);
        /// A function on bits.
        bit_functions: table(BitFunctions);
        /// What keeps a count of zeros from the value that has no bit.
        zero_forms: table(ZeroForms);
        /// What a function on atomic objects is.
        atomics: table(Atomics);
        /// A call of a library function.
        library_calls: table(LibraryCalls);
        /// The nodes of an exact floating expression.
        float_nodes: table(FloatNodes);
        /// A statement about floats.
        float_statements: table(FloatStatements);
        /// The nodes of an inexact floating expression.
        inexact_nodes: table(InexactNodes);
    }
}
