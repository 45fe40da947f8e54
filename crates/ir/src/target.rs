//! The target model: what the implementation defines about types, as data. Not the layout of
//! aggregates, which [`crate::layout`] computes from it.

/// The standard integer types, and GNU's 128-bit ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum IntKind {
    /// `_Bool`
    Bool,
    /// `char`
    Char,
    /// `signed char`
    SChar,
    /// `unsigned char`
    UChar,
    /// `short`
    Short,
    /// `unsigned short`
    UShort,
    /// `int`
    Int,
    /// `unsigned`
    UInt,
    /// `long`
    Long,
    /// `unsigned long`
    ULong,
    /// `long long`
    LongLong,
    /// `unsigned long long`
    ULongLong,
    /// `__int128`
    Int128,
    /// `unsigned __int128`
    UInt128,
}

impl IntKind {
    /// All of them, in the order of their ranks.
    pub const ALL: [IntKind; 14] = [
        IntKind::Bool,
        IntKind::Char,
        IntKind::SChar,
        IntKind::UChar,
        IntKind::Short,
        IntKind::UShort,
        IntKind::Int,
        IntKind::UInt,
        IntKind::Long,
        IntKind::ULong,
        IntKind::LongLong,
        IntKind::ULongLong,
        IntKind::Int128,
        IntKind::UInt128,
    ];

    /// The integer conversion rank (C17 6.3.1.1p1): only its order means something.
    pub fn rank(self) -> u8 {
        match self {
            IntKind::Bool => 0,
            IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
            IntKind::Short | IntKind::UShort => 2,
            IntKind::Int | IntKind::UInt => 3,
            IntKind::Long | IntKind::ULong => 4,
            IntKind::LongLong | IntKind::ULongLong => 5,
            IntKind::Int128 | IntKind::UInt128 => 6,
        }
    }

    /// The unsigned type that corresponds to this one (C17 6.2.5p6).
    pub fn to_unsigned(self) -> IntKind {
        match self {
            IntKind::Bool => IntKind::Bool,
            IntKind::Char | IntKind::SChar | IntKind::UChar => IntKind::UChar,
            IntKind::Short | IntKind::UShort => IntKind::UShort,
            IntKind::Int | IntKind::UInt => IntKind::UInt,
            IntKind::Long | IntKind::ULong => IntKind::ULong,
            IntKind::LongLong | IntKind::ULongLong => IntKind::ULongLong,
            IntKind::Int128 | IntKind::UInt128 => IntKind::UInt128,
        }
    }

    /// The signed type that corresponds to this one; `_Bool` has none and stays as it is.
    pub fn to_signed(self) -> IntKind {
        match self {
            IntKind::Bool => IntKind::Bool,
            IntKind::Char | IntKind::SChar | IntKind::UChar => IntKind::SChar,
            IntKind::Short | IntKind::UShort => IntKind::Short,
            IntKind::Int | IntKind::UInt => IntKind::Int,
            IntKind::Long | IntKind::ULong => IntKind::Long,
            IntKind::LongLong | IntKind::ULongLong => IntKind::LongLong,
            IntKind::Int128 | IntKind::UInt128 => IntKind::Int128,
        }
    }
}

/// A floating type of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatKind {
    /// `float`
    Float,
    /// `double`
    Double,
    /// `long double`
    LongDouble,
}

/// What an integer type can hold. `_Bool` is one bit wide here, however many it occupies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IntType {
    /// How many bits take part in its values: 1 for `_Bool`.
    pub bits: u8,
    /// Whether one of them is the sign.
    pub signed: bool,
}

impl IntType {
    /// A type with a sign.
    pub const fn signed(bits: u8) -> Self {
        Self { bits, signed: true }
    }

    /// A type without one.
    pub const fn unsigned(bits: u8) -> Self {
        Self { bits, signed: false }
    }

    /// Whether it is `_Bool`, to which every value but zero converts as 1.
    pub const fn is_bool(self) -> bool {
        self.bits == 1 && !self.signed
    }
}

/// The representation of a floating type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatFormat {
    /// IEEE 754 binary32.
    Single,
    /// IEEE 754 binary64.
    Double,
    /// Intel's 80-bit format with an explicit leading bit; the rest of its storage is padding.
    X87,
    /// IEEE 754 binary128.
    Quad,
}

impl FloatFormat {
    /// How many bytes carry the value; the storage of `X87` is larger.
    pub const fn value_bytes(self) -> u64 {
        match self {
            FloatFormat::Single => 4,
            FloatFormat::Double => 8,
            FloatFormat::X87 => 10,
            FloatFormat::Quad => 16,
        }
    }
}

/// Which byte of a number comes first in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Endian {
    /// The least significant one.
    Little,
    /// The most significant one.
    Big,
}

/// How bit-fields are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitFieldAbi {
    /// The System V rules that GCC and clang follow on Unix: fields of different types share units.
    SysV,
    /// The same with Arm's change: unnamed bit-fields align the record as named ones do.
    Aapcs,
    /// Microsoft's rules: a new unit for each change of the declared type's size.
    Microsoft,
}

/// Size and alignment of a type in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SizeAlign {
    /// The size in bytes.
    pub size: u64,
    /// The alignment in bytes.
    pub align: u64,
}

const fn natural(size: u64) -> SizeAlign {
    SizeAlign { size, align: size }
}

const fn sized(size: u64, align: u64) -> SizeAlign {
    SizeAlign { size, align }
}

/// Everything about an implementation that a program's meaning depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// What it is called on the command line.
    pub name: &'static str,
    /// The order of bytes.
    pub endian: Endian,
    /// Whether `char` has a sign.
    pub char_signed: bool,
    /// The size of `short`.
    pub short: SizeAlign,
    /// The size of `int`.
    pub int: SizeAlign,
    /// The size of `long`.
    pub long: SizeAlign,
    /// The size of `long long`.
    pub long_long: SizeAlign,
    /// `None` where the target has no `__int128`.
    pub int128: Option<SizeAlign>,
    /// The size of `float`.
    pub float: SizeAlign,
    /// The size of `double`.
    pub double: SizeAlign,
    /// How a `double` is represented.
    pub double_format: FloatFormat,
    /// The size of `long double`.
    pub long_double: SizeAlign,
    /// How a `long double` is represented.
    pub long_double_format: FloatFormat,
    /// The size of pointers, which is one for all of them.
    pub pointer: SizeAlign,
    /// Which type `size_t` is.
    pub size_t: IntKind,
    /// Which type `ptrdiff_t` is.
    pub ptrdiff_t: IntKind,
    /// Which type `wchar_t` is.
    pub wchar_t: IntKind,
    /// How bit-fields are laid out.
    pub bit_fields: BitFieldAbi,
    /// Size and alignment of `va_list`, and whether it is an array type (as on x86-64).
    pub va_list: SizeAlign,
}

impl Target {
    /// 64-bit Unix on x86-64.
    pub const LP64: Target = Target {
        name: "lp64",
        endian: Endian::Little,
        char_signed: true,
        short: natural(2),
        int: natural(4),
        long: natural(8),
        long_long: natural(8),
        int128: Some(natural(16)),
        float: natural(4),
        double: natural(8),
        double_format: FloatFormat::Double,
        long_double: natural(16),
        long_double_format: FloatFormat::X87,
        pointer: natural(8),
        size_t: IntKind::ULong,
        ptrdiff_t: IntKind::Long,
        wchar_t: IntKind::Int,
        bit_fields: BitFieldAbi::SysV,
        va_list: sized(24, 8),
    };

    /// 64-bit Windows on x86-64 (MinGW's `long double`).
    pub const LLP64: Target = Target {
        name: "llp64",
        long: natural(4),
        size_t: IntKind::ULongLong,
        ptrdiff_t: IntKind::LongLong,
        wchar_t: IntKind::UShort,
        bit_fields: BitFieldAbi::Microsoft,
        va_list: natural(8),
        ..Self::LP64
    };

    /// 32-bit Unix on i386: eight-byte scalars are aligned to four inside aggregates.
    pub const ILP32: Target = Target {
        name: "ilp32",
        long: natural(4),
        long_long: sized(8, 4),
        int128: None,
        double: sized(8, 4),
        long_double: sized(12, 4),
        pointer: natural(4),
        size_t: IntKind::UInt,
        ptrdiff_t: IntKind::Int,
        wchar_t: IntKind::Long,
        va_list: natural(4),
        ..Self::LP64
    };

    /// A 16-bit microcontroller in the manner of the MSP430: nothing is aligned beyond two bytes.
    pub const IP16: Target = Target {
        name: "ip16",
        int: natural(2),
        long: sized(4, 2),
        long_long: sized(8, 2),
        int128: None,
        float: sized(4, 2),
        double: sized(8, 2),
        long_double: sized(8, 2),
        long_double_format: FloatFormat::Double,
        pointer: natural(2),
        char_signed: false,
        size_t: IntKind::UInt,
        ptrdiff_t: IntKind::Int,
        wchar_t: IntKind::Long,
        va_list: natural(2),
        ..Self::LP64
    };

    /// 64-bit Linux on Arm.
    pub const AARCH64: Target = Target {
        name: "aarch64",
        char_signed: false,
        long_double_format: FloatFormat::Quad,
        wchar_t: IntKind::UInt,
        bit_fields: BitFieldAbi::Aapcs,
        va_list: sized(32, 8),
        ..Self::LP64
    };

    /// 32-bit Linux on Arm (EABI): eight-byte scalars are aligned to eight.
    pub const ARM: Target = Target {
        name: "arm",
        char_signed: false,
        long_long: natural(8),
        double: natural(8),
        long_double: natural(8),
        long_double_format: FloatFormat::Double,
        wchar_t: IntKind::UInt,
        bit_fields: BitFieldAbi::Aapcs,
        ..Self::ILP32
    };

    /// 64-bit Linux on RISC-V.
    pub const RISCV64: Target = Target {
        name: "riscv64",
        char_signed: false,
        long_double_format: FloatFormat::Quad,
        va_list: natural(8),
        ..Self::LP64
    };

    /// 64-bit Linux on IBM Z: big-endian, and nothing is aligned beyond eight bytes.
    pub const S390X: Target = Target {
        name: "s390x",
        endian: Endian::Big,
        char_signed: false,
        int128: Some(sized(16, 8)),
        long_double: sized(16, 8),
        long_double_format: FloatFormat::Quad,
        va_list: sized(32, 8),
        ..Self::LP64
    };

    /// All targets that have a name.
    pub const PRESETS: [&'static Target; 8] = [
        &Self::LP64,
        &Self::LLP64,
        &Self::ILP32,
        &Self::IP16,
        &Self::AARCH64,
        &Self::ARM,
        &Self::RISCV64,
        &Self::S390X,
    ];

    /// The names of all presets, for messages: `lp64, llp64, …`.
    pub fn names() -> String {
        Self::PRESETS.map(|target| target.name).join(", ")
    }

    /// The target with this name.
    pub fn preset(name: &str) -> Option<&'static Target> {
        Self::PRESETS.into_iter().find(|target| target.name == name)
    }

    /// Whether its compilers have the type.
    pub fn has(&self, kind: IntKind) -> bool {
        !matches!(kind, IntKind::Int128 | IntKind::UInt128) || self.int128.is_some()
    }

    /// The size of an integer type.
    pub fn int_size(&self, kind: IntKind) -> SizeAlign {
        match kind {
            IntKind::Bool | IntKind::Char | IntKind::SChar | IntKind::UChar => natural(1),
            IntKind::Short | IntKind::UShort => self.short,
            IntKind::Int | IntKind::UInt => self.int,
            IntKind::Long | IntKind::ULong => self.long,
            IntKind::LongLong | IntKind::ULongLong => self.long_long,
            // Where the type is missing the validator refuses it; its size is what it would be.
            IntKind::Int128 | IntKind::UInt128 => self.int128.unwrap_or(natural(16)),
        }
    }

    /// Whether an integer type has a sign.
    pub fn is_signed(&self, kind: IntKind) -> bool {
        match kind {
            IntKind::Char => self.char_signed,
            IntKind::SChar
            | IntKind::Short
            | IntKind::Int
            | IntKind::Long
            | IntKind::LongLong
            | IntKind::Int128 => true,
            IntKind::Bool
            | IntKind::UChar
            | IntKind::UShort
            | IntKind::UInt
            | IntKind::ULong
            | IntKind::ULongLong
            | IntKind::UInt128 => false,
        }
    }

    /// How values of an integer type are represented.
    pub fn int_type(&self, kind: IntKind) -> IntType {
        if kind == IntKind::Bool {
            return IntType::unsigned(1);
        }
        IntType { bits: (self.int_size(kind).size * 8) as u8, signed: self.is_signed(kind) }
    }

    /// The size of a floating type.
    pub fn float_size(&self, kind: FloatKind) -> SizeAlign {
        match kind {
            FloatKind::Float => self.float,
            FloatKind::Double => self.double,
            FloatKind::LongDouble => self.long_double,
        }
    }

    /// How values of a floating type are represented.
    pub fn float_format(&self, kind: FloatKind) -> FloatFormat {
        match kind {
            FloatKind::Float => FloatFormat::Single,
            FloatKind::Double => self.double_format,
            FloatKind::LongDouble => self.long_double_format,
        }
    }

    /// The standard type that `intN_t` or `uintN_t` names: the first of its width, in rank order.
    /// On Unix `int64_t` is `long`, not `long long`, where both would do.
    pub fn exact(&self, bits: u8, signed: bool) -> Option<IntKind> {
        [IntKind::SChar, IntKind::Short, IntKind::Int, IntKind::Long, IntKind::LongLong]
            .into_iter()
            .find(|k| self.int_type(*k).bits == bits)
            .map(|k| if signed { k } else { k.to_unsigned() })
    }
}
