//! Values and places: what an expression gives, and what an lvalue designates. No memory here.

use ir::arith::float::Float;
use ir::arith::int;
use ir::{FuncId, Id, IntType, StrId, Ty, VarId};
use smallvec::SmallVec;

/// The values of the arguments of a call.
pub(crate) type Values = SmallVec<[Value; 8]>;

/// What evaluating an expression gives. The expression's type says how to read it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// No value: of a `void` expression, or of a function that returned none.
    Void,
    /// An integer of up to 64 bits, sign- or zero-extended as its type says.
    Int(i64),
    /// An integer of 128 bits, low half first.
    Wide([u64; 2]),
    /// A floating value.
    Float(Float),
    /// A pointer.
    Pointer(Pointer),
    /// A struct or union: where it is stored. It is consumed before anything can change it.
    Record(Pointer),
    /// A short vector: where its lanes are among those of the expressions under evaluation.
    Vector(Lanes),
    /// The number of a `va_list`.
    VaList(u32),
}

/// The lanes of a vector value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl Value {
    /// 0 or 1, as an `int`.
    #[inline]
    pub fn from_bool(b: bool) -> Value {
        Value::Int(i64::from(b))
    }

    /// An integer of the type, from its mathematical value (or bit pattern, for unsigned 128-bit).
    pub fn from_wide(t: IntType, wide: i128) -> Value {
        if t.bits <= 64 { Value::Int(wide as i64) } else { Value::Wide([wide as u64, (wide >> 64) as u64]) }
    }

    /// The integer as a number; an unsigned 128-bit one as its bit pattern.
    pub fn wide(self, t: IntType) -> Option<i128> {
        match self {
            Value::Int(v) => Some(int::widen(t, v)),
            Value::Wide([low, high]) => Some((u128::from(high) << 64 | u128::from(low)) as i128),
            _ => None,
        }
    }
}

/// What a static pointer leads to, where the machine has not made that yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unmade {
    Var(VarId),
    Str(StrId),
}

/// A pointer with its provenance: the object, and the part of it that arithmetic may reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// Which object, or one of the special numbers below.
    pub(crate) object: u32,
    /// Tells an object from a later one that took its number; the function, for function pointers.
    pub(crate) generation: u32,
    /// Bytes from the object's start.
    pub offset: u32,
    /// The bounds of the array that the pointer is into (C17 6.5.6p8), in bytes from the object's start.
    pub low: u32,
    /// Where it ends.
    pub high: u32,
}

const NULL: u32 = 0;
const FUNCTION: u32 = u32::MAX;
const INVALID: u32 = u32::MAX - 1;
/// The numbers from here on are of variables, and of string literals, that have no object yet. Only the generator sees them.
const UNMADE_VAR: u32 = 1 << 31;
const UNMADE_STR: u32 = UNMADE_VAR | 1 << 30;

impl Pointer {
    /// The null pointer.
    pub const NULL: Pointer = Pointer { object: NULL, generation: 0, offset: 0, low: 0, high: 0 };

    /// A pointer to the function.
    pub fn function(func: FuncId) -> Pointer {
        Pointer { object: FUNCTION, generation: func.index() as u32, offset: 0, low: 0, high: 0 }
    }

    /// An integer turned into a pointer: it can be kept and compared, not used.
    pub fn invalid(address: i64) -> Pointer {
        let address = address as u64;
        Pointer {
            object: INVALID,
            generation: (address >> 32) as u32,
            offset: address as u32,
            low: 0,
            high: u32::MAX,
        }
    }

    /// The integer that an invalid pointer was made of.
    pub(crate) fn number(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.offset)
    }

    /// What will be an object of this size.
    pub(crate) fn unmade(of: Unmade, size: u32) -> Pointer {
        let object = match of {
            Unmade::Var(var) => UNMADE_VAR + var.index() as u32,
            Unmade::Str(id) => UNMADE_STR + id.index() as u32,
        };
        Pointer { object, generation: 0, offset: 0, low: 0, high: size }
    }

    pub(crate) fn as_unmade(self) -> Option<Unmade> {
        match self.object {
            UNMADE_STR..INVALID => Some(Unmade::Str(StrId::from_index((self.object - UNMADE_STR) as usize))),
            UNMADE_VAR..UNMADE_STR => {
                Some(Unmade::Var(VarId::from_index((self.object - UNMADE_VAR) as usize)))
            }
            _ => None,
        }
    }

    /// Whether it is the null pointer.
    #[inline]
    pub fn is_null(self) -> bool {
        self.object == NULL
    }

    /// Whether it was made of a number that is no address.
    pub fn is_invalid(self) -> bool {
        self.object == INVALID
    }

    /// The function, if it points to one.
    pub fn as_function(self) -> Option<FuncId> {
        (self.object == FUNCTION).then(|| FuncId::from_index(self.generation as usize))
    }

    /// Whether the pointer designates an object, alive or dead.
    #[inline]
    pub fn is_object(self) -> bool {
        self.object != NULL && self.object < INVALID
    }

    /// A part of the same object: where it is, and how far arithmetic on its address may reach.
    pub fn part(self, offset: u32, low: u32, high: u32) -> Pointer {
        Pointer { offset, low, high, ..self }
    }

    /// Whether both came from the same object.
    pub fn same_object(self, other: Pointer) -> bool {
        self.object == other.object && self.generation == other.generation
    }
}

/// What an lvalue designates: some bytes of an object, or a bit-field in them.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Where it begins.
    pub pointer: Pointer,
    /// First bit and width, for a bit-field; width zero otherwise.
    pub bit: u8,
    /// How many bits it has, if it is a bit-field; otherwise 0.
    pub width: u8,
    /// The type and offset at which a pointer was last dereferenced on the way here, for the rules about
    /// effective types; `None` where the way started at a variable.
    pub root: Option<Root>,
    /// Bytes of unions on the way that a store here leaves unspecified: of the innermost and of the outermost union.
    pub rest: [(u32, u32); 2],
}

impl Place {
    /// The place that a pointer designates.
    #[inline]
    pub fn at(pointer: Pointer, root: Option<Root>) -> Place {
        Place { pointer, bit: 0, width: 0, root, rest: [(0, 0); 2] }
    }
}

/// The record that an lvalue is in.
#[derive(Clone, Copy, Debug)]
pub struct Root {
    /// Its type.
    pub ty: Ty,
    /// Where it begins in the object.
    pub offset: u32,
}

const _: () = assert!(std::mem::size_of::<Value>() <= 24);
