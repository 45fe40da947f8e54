//! Types, and qualifiers at all of their levels.

use crate::policy::knob::{knob_default, knob_kind, knob_moved, knob_type, menu, section};
use ir::{FloatKind, IntKind};

menu! {
    /// The integer kinds.
    Ints draws IntKind {
        /// `_Bool`
        bool: Bool = 2;
        /// `char`
        char: Char = 3;
        /// `signed char`
        schar: SChar = 6;
        /// `unsigned char`
        uchar: UChar = 8;
        /// `short`
        short: Short = 6;
        /// `unsigned short`
        ushort: UShort = 8;
        /// `int`
        int: Int = 20;
        /// `unsigned`
        uint: UInt = 14;
        /// `long`
        long: Long = 8;
        /// `unsigned long`
        ulong: ULong = 10;
        /// `long long`
        long_long: LongLong = 5;
        /// `unsigned long long`
        ulong_long: ULongLong = 7;
        /// `__int128`
        int128: Int128 = 1;
        /// `unsigned __int128`
        uint128: UInt128 = 1;
    }
}

menu! {
    /// The floating kinds.
    Floats draws FloatKind {
        /// `float`
        float: Float = 40;
        /// `double`
        double: Double = 55;
        /// `long double`
        long_double: LongDouble = 5;
    }
}

section! {
    /// The roles that globals play.
    Roles {
        /// Read and written.
        mixed: weight = 1;
        /// Only read.
        input: weight = 0;
        /// Only written.
        output: weight = 0;
    }
}

section! {
    /// Types, and the variables that have them.
    TypePolicy {
        /// A variable is an array.
        array: percent, swarm = 22;
        /// A variable is a record.
        record: percent, swarm = 14;
        /// A variable is a pointer.
        pointer: percent, swarm = 16;
        /// Elements of an array in each dimension, at most.
        max_array_len: number(1000) = 10;
        /// Dimensions of an array at most.
        max_dims: number(10) = 3;
        /// Fields of a struct at most.
        max_fields: number(1000) = 7;
        /// Record types at most.
        max_records: number = 6;
        /// A record is a union.
        union: percent, swarm = 20;
        /// A union has members of different sizes and kinds.
        mixed_union: percent = 50;
        /// A field is a bit-field.
        bit_field: percent, swarm = 25;
        /// A bit-field has another type than `int` and `unsigned`.
        wide_bit_field: percent, swarm = 0;
        /// A struct is packed.
        packed: percent, swarm = 15;
        /// Pointers to pointers, so many deep at most.
        max_pointer_depth: number = 3;
        /// A global integer is constant.
        r#const: percent, swarm = 8;
        /// A global integer is volatile.
        volatile: percent, swarm = 6;
        /// An integer type is an enumerated one.
        enums: percent, swarm = 5;
        /// Enumerated types at most.
        max_enums: number = 4;
        /// Constants of an enumeration at most.
        max_enum_constants: number(1000) = 9;
        /// An enumeration has a negative constant.
        negative_enum: percent = 30;
        /// A scalar is a floating one.
        float: percent, swarm = 7;
        /// A program's floats are inexact, and compared within a tolerance.
        inexact: percent = 0;
        /// That tolerance is one part in so many.
        one_in: number = 10_000;
        /// A variable, element, member, parameter or result is a short vector.
        vector: percent, swarm = 0;
        /// The elements of a vector are floating.
        vector_float: percent = 20;
        /// A pointer value is another pointer, moved.
        pointer_offset: percent, swarm = 15;
        /// A pointer is dereferenced with an index.
        pointer_index: percent, swarm = 25;
        /// An array of characters starts as a string.
        string_init: percent, swarm = 40;
        /// A pointer to constant characters points to a string literal.
        string_pointer: percent = 50;
        /// Characters of a string at most.
        max_string_len: number = 14;
        /// A variable or parameter is a pointer to a function, or a table of such pointers.
        function_pointer: percent, swarm = 3;
        /// Types of functions that pointers are to.
        max_function_families: number = 8;
        /// Declared with an exact-width name, where there is one.
        exact_names: percent = 40;
        /// A leaf that wants a global makes a new one instead of taking an old one.
        new_global: percent = 18;
        /// A global is `static`.
        static_global: percent = 30;
        /// A local may be something else than a number.
        local_aggregates: percent = 100;
        /// A record type that is there already is used again.
        known_record: percent, swarm = 70;
        /// There are pointers at all.
        pointers: switch = true;
        /// There are records at all.
        records: switch = true;
        /// The integer kinds.
        ints: table(Ints), swarm;
        /// The floating kinds.
        floats: table(Floats);
        /// The roles that globals play.
        roles: table(Roles), swarm;
    }
}

impl TypePolicy {
    /// Whether this program's floats are inexact, once that is drawn.
    pub fn is_inexact(&self) -> bool {
        self.inexact >= 100
    }
}

section! {
    /// Qualifiers at all levels of types, and pointers within records.
    Levels {
        /// A field is a pointer.
        pointer_field: percent, swarm = 10;
        /// A field is a pointer to functions.
        function_field: percent, swarm = 6;
        /// A field is constant.
        const_field: percent, swarm = 3;
        /// A field is volatile.
        volatile_field: percent, swarm = 4;
        /// What a pointer points to is volatile for it.
        to_volatile: percent, swarm = 6;
        /// A pointer that another points to is constant.
        inner_const: percent, swarm = 15;
        /// A pointer that another points to is volatile.
        inner_volatile: percent, swarm = 2;
        /// A local or a parameter is constant.
        const_local: percent, swarm = 8;
        /// A local or a parameter is volatile.
        volatile_local: percent, swarm = 3;
        /// A global pointer is constant.
        const_pointer: percent, swarm = 10;
        /// A global pointer is volatile.
        volatile_pointer: percent, swarm = 4;
        /// A global array is constant.
        const_array: percent, swarm = 10;
        /// A function returns a pointer to functions.
        returned_function: percent, swarm = 5;
    }
}

impl Levels {
    pub fn without_const(&mut self) {
        (self.const_field, self.inner_const, self.const_local) = (0, 0, 0);
        (self.const_pointer, self.const_array) = (0, 0);
    }

    pub fn without_volatile(&mut self) {
        (self.volatile_field, self.to_volatile, self.inner_volatile) = (0, 0, 0);
        (self.volatile_local, self.volatile_pointer) = (0, 0);
    }

    pub fn without_functions(&mut self) {
        (self.function_field, self.returned_function) = (0, 0);
    }

    pub fn without_pointers(&mut self) {
        self.pointer_field = 0;
        self.without_functions();
    }
}
