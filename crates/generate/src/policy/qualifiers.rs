//! How often qualifiers and pointers are within types, in per cent.

use serde::{Deserialize, Serialize};

/// Qualifiers at all levels of types, and pointers within records.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Levels {
    /// A field is a pointer, a pointer to functions.
    pub pointer_field: u32,
    pub function_field: u32,
    /// A field is constant, volatile.
    pub const_field: u32,
    pub volatile_field: u32,
    /// What a pointer points to is volatile for it.
    pub to_volatile: u32,
    /// A pointer that another points to is constant, volatile.
    pub inner_const: u32,
    pub inner_volatile: u32,
    /// A local or a parameter is constant, volatile.
    pub const_local: u32,
    pub volatile_local: u32,
    /// A global pointer is constant, volatile.
    pub const_pointer: u32,
    pub volatile_pointer: u32,
    /// A global array is constant.
    pub const_array: u32,
    /// A function returns a pointer to functions.
    pub returned_function: u32,
}

impl Default for Levels {
    fn default() -> Self {
        Levels {
            pointer_field: 10,
            function_field: 6,
            const_field: 3,
            volatile_field: 4,
            to_volatile: 6,
            inner_const: 15,
            inner_volatile: 2,
            const_local: 8,
            volatile_local: 3,
            const_pointer: 10,
            volatile_pointer: 4,
            const_array: 10,
            returned_function: 5,
        }
    }
}

impl Levels {
    /// Types without any of it.
    pub const NONE: Levels = Levels {
        pointer_field: 0,
        function_field: 0,
        const_field: 0,
        volatile_field: 0,
        to_volatile: 0,
        inner_const: 0,
        inner_volatile: 0,
        const_local: 0,
        volatile_local: 0,
        const_pointer: 0,
        volatile_pointer: 0,
        const_array: 0,
        returned_function: 0,
    };

    pub fn without_const(&mut self) {
        let all = [&mut self.const_field, &mut self.inner_const, &mut self.const_local];
        all.into_iter().for_each(|n| *n = 0);
        (self.const_pointer, self.const_array) = (0, 0);
    }

    pub fn without_volatile(&mut self) {
        let all = [&mut self.volatile_field, &mut self.to_volatile, &mut self.inner_volatile];
        all.into_iter().for_each(|n| *n = 0);
        (self.volatile_local, self.volatile_pointer) = (0, 0);
    }

    pub fn without_functions(&mut self) {
        (self.function_field, self.returned_function) = (0, 0);
    }

    pub fn without_pointers(&mut self) {
        self.pointer_field = 0;
        self.without_functions();
    }

    /// What swarm moves.
    pub fn all_mut(&mut self) -> [&mut u32; 13] {
        [
            &mut self.pointer_field,
            &mut self.function_field,
            &mut self.const_field,
            &mut self.volatile_field,
            &mut self.to_volatile,
            &mut self.inner_const,
            &mut self.inner_volatile,
            &mut self.const_local,
            &mut self.volatile_local,
            &mut self.const_pointer,
            &mut self.volatile_pointer,
            &mut self.const_array,
            &mut self.returned_function,
        ]
    }
}
