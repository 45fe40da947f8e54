//! C types, interned. A [`Ty`] is an index and three qualifier bits, so that comparing and copying
//! types costs nothing.
//!
//! A declared type may be *spelled* with a typedef name; its *canonical* type is what it means.
//! [`Types::kind`] always answers with the meaning, [`Types::spelled`] with the spelling. Only
//! declarations, casts, `sizeof` and `va_arg` hold spelled types; every other expression's type is
//! canonical.

mod classes;

use crate::ids::{AliasId, Arena, EnumId, FnTypeId, RecordId, Symbol};
use crate::layout::{self, Layout};
use crate::target::{FloatFormat, FloatKind, IntKind, IntType, SizeAlign, Target};
use rustc_hash::FxHashMap;

/// The qualifiers of a type, as a set of bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Quals(u8);

impl Quals {
    /// No qualifiers.
    pub const NONE: Quals = Quals(0);
    /// `const`
    pub const CONST: Quals = Quals(1);
    /// `volatile`
    pub const VOLATILE: Quals = Quals(2);
    /// `restrict`
    pub const RESTRICT: Quals = Quals(4);

    /// Whether all of the other qualifiers are among these.
    pub const fn has(self, other: Quals) -> bool {
        self.0 & other.0 == other.0
    }
    /// These qualifiers and the others.
    pub const fn with(self, other: Quals) -> Quals {
        Quals(self.0 | other.0)
    }
    /// These qualifiers without the others.
    pub const fn without(self, other: Quals) -> Quals {
        Quals(self.0 & !other.0)
    }
    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Whether `const` is among them.
    pub const fn is_const(self) -> bool {
        self.has(Self::CONST)
    }
    /// Whether `volatile` is among them.
    pub const fn is_volatile(self) -> bool {
        self.has(Self::VOLATILE)
    }
}

impl std::fmt::Debug for Quals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = [(Self::CONST, "const"), (Self::VOLATILE, "volatile"), (Self::RESTRICT, "restrict")];
        f.debug_set().entries(names.iter().filter(|(q, _)| self.has(*q)).map(|(_, n)| n)).finish()
    }
}

/// A possibly qualified type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ty(u32);

impl Ty {
    /// `void`
    pub const VOID: Ty = Ty::builtin(0);
    /// `_Bool`
    pub const BOOL: Ty = Ty::int(IntKind::Bool);
    /// `char`
    pub const CHAR: Ty = Ty::int(IntKind::Char);
    /// `signed char`
    pub const SCHAR: Ty = Ty::int(IntKind::SChar);
    /// `unsigned char`
    pub const UCHAR: Ty = Ty::int(IntKind::UChar);
    /// `short`
    pub const SHORT: Ty = Ty::int(IntKind::Short);
    /// `unsigned short`
    pub const USHORT: Ty = Ty::int(IntKind::UShort);
    /// `int`
    pub const INT: Ty = Ty::int(IntKind::Int);
    /// `unsigned`
    pub const UINT: Ty = Ty::int(IntKind::UInt);
    /// `long`
    pub const LONG: Ty = Ty::int(IntKind::Long);
    /// `unsigned long`
    pub const ULONG: Ty = Ty::int(IntKind::ULong);
    /// `long long`
    pub const LLONG: Ty = Ty::int(IntKind::LongLong);
    /// `unsigned long long`
    pub const ULLONG: Ty = Ty::int(IntKind::ULongLong);
    /// `__int128`
    pub const INT128: Ty = Ty::int(IntKind::Int128);
    /// `unsigned __int128`
    pub const UINT128: Ty = Ty::int(IntKind::UInt128);
    /// `float`
    pub const FLOAT: Ty = Ty::builtin(15);
    /// `double`
    pub const DOUBLE: Ty = Ty::builtin(16);
    /// `long double`
    pub const LDOUBLE: Ty = Ty::builtin(17);
    /// GNU's `__builtin_va_list`, which `<stdarg.h>` calls `va_list`.
    pub const VA_LIST: Ty = Ty::builtin(18);

    const fn builtin(index: u32) -> Ty {
        Ty(index << 3)
    }

    /// The type of an integer kind.
    pub const fn int(kind: IntKind) -> Ty {
        Ty::builtin(1 + kind as u32)
    }

    /// A floating type.
    pub const fn float(kind: FloatKind) -> Ty {
        match kind {
            FloatKind::Float => Ty::FLOAT,
            FloatKind::Double => Ty::DOUBLE,
            FloatKind::LongDouble => Ty::LDOUBLE,
        }
    }

    /// The qualifiers of the type itself, not those of what it points to.
    #[inline]
    pub const fn quals(self) -> Quals {
        Quals((self.0 & 7) as u8)
    }

    /// The type without its outermost qualifiers (an array's are its elements').
    #[inline]
    pub const fn unqualified(self) -> Ty {
        Ty(self.0 & !7)
    }

    #[inline]
    fn index(self) -> usize {
        (self.0 >> 3) as usize
    }

    /// The type without some of its outermost qualifiers.
    pub const fn without(self, quals: Quals) -> Ty {
        Ty(self.0 & !(quals.0 as u32))
    }

    /// Adds qualifiers to a type that is known not to be an array; see [`Types::qualify`].
    const fn with(self, quals: Quals) -> Ty {
        Ty(self.0 | quals.0 as u32)
    }
}

impl std::fmt::Debug for Ty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Ty({}", self.index())?;
        if !self.quals().is_empty() {
            write!(f, " {:?}", self.quals())?;
        }
        write!(f, ")")
    }
}

/// What a type is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// `void`
    Void,
    /// An integer type.
    Int(IntKind),
    /// A floating type.
    Float(FloatKind),
    /// `va_list`
    VaList,
    /// An enumerated type.
    Enum(EnumId),
    /// A pointer to the type.
    Pointer(Ty),
    /// The length is missing in `extern int a[];` and in a flexible array member.
    Array(Ty, Option<u64>),
    /// GNU's short vector of so many lanes, `__attribute__((vector_size(N)))`.
    Vector(Ty, u32),
    /// A function type.
    Function(FnTypeId),
    /// A struct or a union.
    Record(RecordId),
    /// A spelling only: never the answer of [`Types::kind`].
    Alias(AliasId),
}

/// What a value of the type is for the machine: the answer to most questions, without look-ups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Nothing can be done with the value.
    Void,
    /// An integer, a `_Bool` or an enumerated type.
    Int(IntType),
    /// A floating value.
    Float(FloatFormat),
    /// A pointer.
    Pointer,
    /// An array, which decays where a value is wanted.
    Array,
    /// A short vector.
    Vector,
    /// A struct or a union.
    Record,
    /// A function, which decays where a value is wanted.
    Function,
    /// A `va_list`.
    VaList,
}

/// What a function takes and returns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FnType {
    /// What it returns.
    pub ret: Ty,
    /// Adjusted (arrays and functions are pointers here) and without outermost qualifiers.
    pub params: Vec<Ty>,
    /// Whether it takes more arguments than it has parameters.
    pub variadic: bool,
    /// False for `int f();`, which says nothing about the parameters.
    pub prototype: bool,
}

/// Whether members lie beside or over each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordKind {
    /// They lie beside each other.
    Struct,
    /// They lie over each other.
    Union,
}

/// A member of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Missing for padding bit-fields and for C11's anonymous structs and unions.
    pub name: Option<Symbol>,
    /// Its type.
    pub ty: Ty,
    /// The width of a bit-field.
    pub bits: Option<u8>,
}

/// GNU's attributes of a single member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Placing {
    /// `packed`: anywhere, a bit-field at any bit.
    pub packed: bool,
    /// `aligned(N)`: a lower bound.
    pub aligned: Option<u64>,
}

/// A struct or a union.
#[derive(Clone, Debug)]
pub struct Record {
    /// What comes after `struct` or `union`.
    pub tag: Symbol,
    /// Which of the two it is.
    pub kind: RecordKind,
    /// GNU's `__attribute__((packed))`.
    pub packed: bool,
    /// GNU's `__attribute__((aligned(N)))`: a lower bound for the alignment.
    pub aligned: Option<u64>,
    /// Its members; none while it is incomplete.
    pub fields: Vec<Field>,
    /// The members that are aligned otherwise than their types, by their numbers.
    pub placed: Vec<(u32, Placing)>,
    /// Known once the record is complete.
    pub layout: Option<Layout>,
}

/// An enumerated type.
#[derive(Clone, Debug)]
pub struct Enum {
    /// Missing for `enum { A, B };`, whose constants are all there is of it.
    pub tag: Option<Symbol>,
    /// Its constants with their values.
    pub constants: Vec<(Symbol, i128)>,
    /// The compatible integer type: `unsigned` unless a constant is negative, as GCC and clang choose.
    pub repr: IntKind,
}

/// A header that defines a typedef name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Header {
    /// `<stddef.h>`
    Stddef,
    /// `<stdint.h>`
    Stdint,
}

/// A typedef name.
#[derive(Clone, Debug)]
pub struct Alias {
    /// What it is called.
    pub name: Symbol,
    /// What it means.
    pub ty: Ty,
    /// The standard header that defines the name; other aliases are the program's own.
    pub header: Option<Header>,
}

#[derive(Clone, Copy)]
struct Entry {
    spelled: TypeKind,
    canonical: Ty,
    class: Class,
    /// Known at once but for records, which may be completed later, and arrays of them.
    fixed: Option<SizeAlign>,
    /// What is left of an array without its dimensions, and whether all of them have a length: there may be thousands.
    leaf: Ty,
    bounded: bool,
}

/// The types of one program, for one target.
#[derive(Clone)]
pub struct Types {
    target: Target,
    entries: Vec<Entry>,
    interned: FxHashMap<TypeKind, Ty>,
    fn_interned: FxHashMap<FnType, FnTypeId>,
    /// All function types.
    pub fns: Arena<FnTypeId, FnType>,
    /// All records.
    pub records: Arena<RecordId, Record>,
    /// All enumerated types.
    pub enums: Arena<EnumId, Enum>,
    /// All typedef names.
    pub aliases: Arena<AliasId, Alias>,
}

impl Record {
    /// How a member is aligned beyond its type.
    pub fn placing(&self, field: usize) -> Placing {
        let found = self.placed.iter().find(|(n, _)| *n as usize == field);
        let placing = found.map_or(Placing::default(), |(_, placing)| *placing);
        Placing { packed: placing.packed || self.packed, ..placing }
    }
}

impl Types {
    /// The types that a target has by itself.
    pub fn new(target: Target) -> Self {
        let mut types = Types {
            target,
            entries: Vec::new(),
            interned: FxHashMap::default(),
            fn_interned: FxHashMap::default(),
            fns: Arena::new(),
            records: Arena::new(),
            enums: Arena::new(),
            aliases: Arena::new(),
        };
        types.intern(TypeKind::Void);
        for kind in IntKind::ALL {
            types.intern(TypeKind::Int(kind));
        }
        for kind in [FloatKind::Float, FloatKind::Double, FloatKind::LongDouble] {
            types.intern(TypeKind::Float(kind));
        }
        types.intern(TypeKind::VaList);
        types
    }

    /// The target that the types are for.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// How many distinct unqualified types there are; `Ty`s index below it.
    pub fn count(&self) -> usize {
        self.entries.len()
    }

    // --- making types ---

    /// A pointer to the type.
    pub fn pointer(&mut self, to: Ty) -> Ty {
        self.intern(TypeKind::Pointer(to))
    }

    /// An array of so many elements.
    pub fn array(&mut self, element: Ty, len: u64) -> Ty {
        self.intern(TypeKind::Array(element, Some(len)))
    }

    /// A short vector; the element is an integer or floating type.
    pub fn vector(&mut self, element: Ty, lanes: u32) -> Ty {
        self.intern(TypeKind::Vector(element, lanes))
    }

    /// The vector that a lane-wise comparison of two vectors of the type gives: 0 or -1 in signed integers of the same width.
    pub fn truth_vector(&mut self, ty: Ty) -> Option<Ty> {
        let (element, lanes) = self.lanes(ty)?;
        let size = self.size(element);
        let kinds = [IntKind::SChar, IntKind::Short, IntKind::Int, IntKind::Long, IntKind::LongLong];
        let kind = kinds.into_iter().find(|kind| self.target.int_size(*kind).size == size)?;
        Some(self.vector(Ty::int(kind), lanes))
    }

    /// An array whose length is not known.
    pub fn unsized_array(&mut self, element: Ty) -> Ty {
        self.intern(TypeKind::Array(element, None))
    }

    /// A function type.
    pub fn function(&mut self, f: FnType) -> Ty {
        let id = match self.fn_interned.get(&f) {
            Some(id) => *id,
            None => {
                let id = self.fns.push(f.clone());
                self.fn_interned.insert(f, id);
                id
            }
        };
        self.intern(TypeKind::Function(id))
    }

    /// Adds qualifiers; those of an array go to its elements (C17 6.7.3p9).
    pub fn qualify(&mut self, ty: Ty, quals: Quals) -> Ty {
        if quals.is_empty() {
            return ty;
        }
        match self.spelled(ty) {
            TypeKind::Array(element, len) => {
                let element = self.qualify(element, quals);
                self.intern(TypeKind::Array(element, len))
            }
            TypeKind::Alias(_) if matches!(self.kind(ty), TypeKind::Array(..)) => {
                self.qualify(self.canonical(ty), quals)
            }
            _ => ty.with(quals),
        }
    }

    /// A record that is not complete yet, so that pointers to it can be made.
    pub fn declare_record(&mut self, tag: Symbol, kind: RecordKind) -> RecordId {
        self.records.push(Record {
            tag,
            kind,
            packed: false,
            aligned: None,
            fields: Vec::new(),
            placed: Vec::new(),
            layout: None,
        })
    }

    /// Gives a declared record its fields, and computes its layout. All field types must be complete.
    pub fn complete_record(&mut self, id: RecordId, fields: Vec<Field>) {
        self.records[id].fields = fields;
        let layout = layout::of_record(self, &self.records[id]);
        self.records[id].layout = Some(layout);
    }

    /// The type of a record, without qualifiers.
    pub fn record_type(&mut self, id: RecordId) -> Ty {
        self.intern(TypeKind::Record(id))
    }

    /// Declares an enumerated type with its constants.
    pub fn add_enum(&mut self, tag: Option<Symbol>, constants: Vec<(Symbol, i128)>) -> EnumId {
        let repr = if constants.iter().any(|(_, v)| *v < 0) { IntKind::Int } else { IntKind::UInt };
        self.enums.push(Enum { tag, constants, repr })
    }

    /// The type of an enumeration, without qualifiers.
    pub fn enum_type(&mut self, id: EnumId) -> Ty {
        self.intern(TypeKind::Enum(id))
    }

    /// Declares a typedef name, and gives the type that is spelled so.
    pub fn add_alias(&mut self, alias: Alias) -> Ty {
        let id = self.aliases.push(alias);
        self.intern(TypeKind::Alias(id))
    }

    /// The type that is spelled with the name.
    pub fn alias_type(&mut self, id: AliasId) -> Ty {
        self.intern(TypeKind::Alias(id))
    }

    fn intern(&mut self, kind: TypeKind) -> Ty {
        if let Some(ty) = self.interned.get(&kind) {
            return *ty;
        }
        let canonical = self.canonical_kind(kind);
        let meaning = canonical.filter(|c| *c != kind).map(|c| self.intern(c));
        let ty = Ty((self.entries.len() as u32) << 3);
        let canonical = match (kind, meaning) {
            (TypeKind::Alias(id), _) => self.canonical(self.aliases[id].ty),
            (_, Some(meaning)) => meaning,
            (_, None) => ty,
        };
        let (leaf, bounded) = match kind {
            TypeKind::Array(element, len) => {
                let inner = self.entries[self.canonical(element).index()];
                let leaf = if self.is_array(element) { inner.leaf } else { element };
                (leaf, len.is_some() && inner.bounded)
            }
            _ => (ty, true),
        };
        self.entries.push(Entry { spelled: kind, canonical, class: Class::Void, fixed: None, leaf, bounded });
        self.entries[ty.index()].class = self.classify(ty);
        self.entries[ty.index()].fixed = self.is_fixed(ty).then(|| self.compute_size(ty));
        self.interned.insert(kind, ty);
        ty
    }

    /// The kind with canonical parts, or `None` for an alias, which has no kind of its own.
    fn canonical_kind(&mut self, kind: TypeKind) -> Option<TypeKind> {
        Some(match kind {
            TypeKind::Pointer(to) => TypeKind::Pointer(self.canonical(to)),
            TypeKind::Array(element, len) => TypeKind::Array(self.canonical(element), len),
            TypeKind::Vector(element, lanes) => TypeKind::Vector(self.canonical(element), lanes),
            TypeKind::Function(id) => {
                let f = &self.fns[id];
                let canonical = FnType {
                    ret: self.canonical(f.ret),
                    params: f.params.iter().map(|p| self.canonical(*p)).collect(),
                    ..*f
                };
                if canonical == *f {
                    kind
                } else {
                    let ty = self.function(canonical);
                    self.spelled(ty)
                }
            }
            TypeKind::Alias(_) => return None,
            TypeKind::Void
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::VaList
            | TypeKind::Enum(_)
            | TypeKind::Record(_) => kind,
        })
    }

    fn classify(&self, ty: Ty) -> Class {
        match self.kind(ty) {
            TypeKind::Void => Class::Void,
            TypeKind::Int(kind) => Class::Int(self.target.int_type(kind)),
            TypeKind::Enum(id) => Class::Int(self.target.int_type(self.enums[id].repr)),
            TypeKind::Float(kind) => Class::Float(self.target.float_format(kind)),
            TypeKind::VaList => Class::VaList,
            TypeKind::Pointer(_) => Class::Pointer,
            TypeKind::Array(..) => Class::Array,
            TypeKind::Vector(..) => Class::Vector,
            TypeKind::Function(_) => Class::Function,
            TypeKind::Record(_) => Class::Record,
            TypeKind::Alias(_) => unreachable!("a canonical type is not an alias"),
        }
    }

    // --- asking about types ---

    /// What the type is made of, whatever it is spelled with.
    #[inline]
    pub fn kind(&self, ty: Ty) -> TypeKind {
        let entry = &self.entries[ty.index()];
        if entry.canonical.unqualified() == ty.unqualified() {
            entry.spelled
        } else {
            self.entries[entry.canonical.index()].spelled
        }
    }

    /// The same, but a typedef name is told as one.
    pub fn spelled(&self, ty: Ty) -> TypeKind {
        self.entries[ty.index()].spelled
    }

    /// What can be done with values of the type.
    #[inline]
    pub fn class(&self, ty: Ty) -> Class {
        self.entries[ty.index()].class
    }

    /// The meaning of a type, with the qualifiers of the type and of any alias on the way.
    #[inline]
    pub fn canonical(&self, ty: Ty) -> Ty {
        let canonical = self.entries[ty.index()].canonical;
        if ty.quals().is_empty() { canonical } else { self.add_quals(canonical, ty.quals()) }
    }

    fn add_quals(&self, canonical: Ty, quals: Quals) -> Ty {
        // `qualify` never puts qualifiers on an array, so this is never one.
        canonical.with(quals)
    }

    /// Whether two types mean the same, outermost qualifiers included.
    pub fn same(&self, a: Ty, b: Ty) -> bool {
        a == b || self.canonical(a) == self.canonical(b)
    }

    /// Whether two types mean the same but for their outermost qualifiers.
    pub fn same_unqualified(&self, a: Ty, b: Ty) -> bool {
        self.canonical(a).unqualified() == self.canonical(b).unqualified()
    }

    /// What a pointer points to.
    pub fn pointee(&self, ty: Ty) -> Option<Ty> {
        match self.kind(ty) {
            TypeKind::Pointer(to) => Some(to),
            _ => None,
        }
    }

    /// The element type of an array, and its length if that is known.
    pub fn element(&self, ty: Ty) -> Option<(Ty, Option<u64>)> {
        match self.kind(ty) {
            TypeKind::Array(element, len) => Some((element, len)),
            _ => None,
        }
    }

    /// What an array is made of when all its dimensions are taken away; any other type itself.
    pub fn leaf(&self, ty: Ty) -> Ty {
        if self.is_array(ty) { self.entries[self.canonical(ty).index()].leaf } else { ty }
    }

    /// The element type and the number of lanes of a vector.
    pub fn lanes(&self, ty: Ty) -> Option<(Ty, u32)> {
        match self.kind(ty) {
            TypeKind::Vector(element, lanes) => Some((element, lanes)),
            _ => None,
        }
    }

    /// A function's type, of a pointer to one as well.
    pub fn fn_type(&self, ty: Ty) -> Option<&FnType> {
        match self.kind(ty) {
            TypeKind::Function(id) => Some(&self.fns[id]),
            _ => None,
        }
    }

    /// The record, if it is one.
    pub fn record(&self, ty: Ty) -> Option<RecordId> {
        match self.kind(ty) {
            TypeKind::Record(id) => Some(id),
            _ => None,
        }
    }

    /// The integer kind of an integer type; an enum's is that of its compatible type.
    pub fn int_kind(&self, ty: Ty) -> Option<IntKind> {
        match self.kind(ty) {
            TypeKind::Int(kind) => Some(kind),
            TypeKind::Enum(id) => Some(self.enums[id].repr),
            _ => None,
        }
    }

    /// Whether objects of the type have a known size.
    pub fn is_complete(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            TypeKind::Void | TypeKind::Function(_) => false,
            TypeKind::Array(..) => {
                let Entry { leaf, bounded, .. } = self.entries[self.canonical(ty).index()];
                bounded && self.is_complete(leaf)
            }
            TypeKind::Record(id) => self.records[id].layout.is_some(),
            TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::VaList
            | TypeKind::Enum(_)
            | TypeKind::Pointer(_)
            | TypeKind::Vector(..) => true,
            TypeKind::Alias(_) => unreachable!("kind() is canonical"),
        }
    }

    /// Size and alignment of a complete type. An incomplete array has size zero, and GNU's
    /// arithmetic on `void *` and function pointers takes one.
    #[inline]
    pub fn size_align(&self, ty: Ty) -> SizeAlign {
        match self.entries[ty.index()].fixed {
            Some(fixed) => fixed,
            None => self.compute_size(ty),
        }
    }

    fn is_fixed(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            TypeKind::Array(..) => self.is_fixed(self.leaf(ty)),
            TypeKind::Record(_) => false,
            TypeKind::Void
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::VaList
            | TypeKind::Enum(_)
            | TypeKind::Pointer(_)
            | TypeKind::Vector(..)
            | TypeKind::Function(_)
            | TypeKind::Alias(_) => true,
        }
    }

    fn compute_size(&self, ty: Ty) -> SizeAlign {
        match self.kind(ty) {
            TypeKind::Void | TypeKind::Function(_) => SizeAlign { size: 1, align: 1 },
            TypeKind::Int(kind) => self.target.int_size(kind),
            TypeKind::Enum(id) => self.target.int_size(self.enums[id].repr),
            TypeKind::Float(kind) => self.target.float_size(kind),
            TypeKind::VaList => self.target.va_list,
            TypeKind::Pointer(_) => self.target.pointer,
            TypeKind::Array(element, len) => {
                let e = self.size_align(element);
                SizeAlign { size: e.size.saturating_mul(len.unwrap_or(0)), align: e.align }
            }
            TypeKind::Vector(element, lanes) => {
                let size = self.size(element).saturating_mul(u64::from(lanes));
                SizeAlign { size, align: size }
            }
            TypeKind::Record(id) => match &self.records[id].layout {
                Some(layout) => SizeAlign { size: layout.size, align: layout.align },
                None => SizeAlign { size: 0, align: 1 },
            },
            TypeKind::Alias(_) => unreachable!("kind() is canonical"),
        }
    }

    /// The size in bytes; the type is complete.
    #[inline]
    pub fn size(&self, ty: Ty) -> u64 {
        self.size_align(ty).size
    }

    /// The alignment in bytes; the type is complete.
    #[inline]
    pub fn align(&self, ty: Ty) -> u64 {
        self.size_align(ty).align
    }

    /// The layout of a record type.
    ///
    /// # Panics
    /// If the record is not complete: the validator refuses programs in which that could happen.
    pub fn layout(&self, id: RecordId) -> &Layout {
        self.records[id].layout.as_ref().expect("a record is complete before it is used")
    }

    /// Whether an object of the type goes on as far as there is memory: an array without length, or a record that ends in one.
    pub fn is_flexible(&self, ty: Ty) -> bool {
        match self.kind(ty) {
            // GNU's arrays of length zero came before C99's without length.
            TypeKind::Array(_, len) => len.is_none() || len == Some(0),
            TypeKind::Record(id) => self.records[id].layout.as_ref().is_some_and(|l| l.is_flexible),
            TypeKind::Void
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::VaList
            | TypeKind::Enum(_)
            | TypeKind::Pointer(_)
            | TypeKind::Vector(..)
            | TypeKind::Function(_)
            | TypeKind::Alias(_) => false,
        }
    }

    /// How many bytes must be there where a pointer to the type is dereferenced: see [`Layout::least`].
    pub fn least_size(&self, ty: Ty) -> u64 {
        match self.kind(ty) {
            TypeKind::Record(id) => self.records[id].layout.as_ref().map_or(0, |l| l.least),
            _ => self.size(ty),
        }
    }

    /// `size_t` of the target.
    pub fn size_t(&self) -> Ty {
        Ty::int(self.target.size_t)
    }

    /// The type of the difference of two pointers.
    pub fn ptrdiff_t(&self) -> Ty {
        Ty::int(self.target.ptrdiff_t)
    }
}

impl std::fmt::Debug for Types {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.entries.iter().map(|e| e.spelled)).finish()
    }
}

/// Index of an unqualified type below [`Types::count`], for tables by type.
pub fn table_index(ty: Ty) -> usize {
    ty.index()
}

const _: () = assert!(std::mem::size_of::<Option<RecordId>>() == 4);
