//! What values of a type are: the questions that C asks most.

use super::{Class, Ty, TypeKind, Types};
use crate::target::{IntKind, IntType};

impl Types {
    /// How its values are represented, if they are integers.
    pub fn int_type(&self, ty: Ty) -> Option<IntType> {
        match self.class(ty) {
            Class::Int(t) => Some(t),
            _ => None,
        }
    }

    /// Whether it is `void`.
    pub fn is_void(&self, ty: Ty) -> bool {
        self.class(ty) == Class::Void
    }

    /// Whether its values are integers, of an enumeration too.
    pub fn is_integer(&self, ty: Ty) -> bool {
        matches!(self.class(ty), Class::Int(_))
    }

    /// Whether it is a floating type.
    pub fn is_float(&self, ty: Ty) -> bool {
        matches!(self.class(ty), Class::Float(_))
    }

    /// Whether its values are numbers.
    pub fn is_arithmetic(&self, ty: Ty) -> bool {
        matches!(self.class(ty), Class::Int(_) | Class::Float(_))
    }

    /// Whether it is a pointer.
    pub fn is_pointer(&self, ty: Ty) -> bool {
        self.class(ty) == Class::Pointer
    }

    /// Whether its values are numbers or pointers (C17 6.2.5p21).
    pub fn is_scalar(&self, ty: Ty) -> bool {
        self.is_arithmetic(ty) || self.is_pointer(ty)
    }

    /// Whether it is an array.
    pub fn is_array(&self, ty: Ty) -> bool {
        self.class(ty) == Class::Array
    }

    /// Whether it is a short vector.
    pub fn is_vector(&self, ty: Ty) -> bool {
        self.class(ty) == Class::Vector
    }

    /// Whether it is a struct or a union.
    pub fn is_record(&self, ty: Ty) -> bool {
        self.class(ty) == Class::Record
    }

    /// Whether it is a function type.
    pub fn is_function(&self, ty: Ty) -> bool {
        self.class(ty) == Class::Function
    }

    /// `char`, `signed char` or `unsigned char`: the types that may access any object.
    pub fn is_character(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TypeKind::Int(IntKind::Char | IntKind::SChar | IntKind::UChar))
    }

    /// What an argument of the type becomes where there is no prototype, if that is another type (C17 6.5.2.2p6).
    pub fn default_promoted(&self, ty: Ty) -> Option<Ty> {
        if self.same_unqualified(ty, Ty::FLOAT) {
            return Some(Ty::DOUBLE);
        }
        let kind = self.int_kind(ty).filter(|kind| kind.rank() < IntKind::Int.rank())?;
        let (narrow, int) = (self.target.int_type(kind), self.target.int_type(IntKind::Int));
        Some(if narrow.bits < int.bits || narrow.signed { Ty::INT } else { Ty::UINT })
    }
}
