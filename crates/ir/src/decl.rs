//! Declarations: variables, initialisers, functions, labels, and the functions that the machine knows.

use crate::atomics::AtomicFn;
use crate::ids::{BlockId, ExprId, FuncId, InitId, Symbol, VarId};
use crate::mathematics::MathFn;
use crate::target::FloatKind;
use crate::types::Ty;

/// A variable, a parameter included.
#[derive(Clone, Debug, PartialEq)]
pub struct Var {
    /// What it is called.
    pub name: Symbol,
    /// As declared; may be spelled with aliases.
    pub ty: Ty,
    /// How long it lives, and who can name it.
    pub storage: Storage,
    /// Its initialiser, if it has one.
    pub init: Option<InitId>,
    /// The function it is local to.
    pub owner: Option<FuncId>,
    /// `_Thread_local`: of static storage but for the duration, which is that of the thread.
    pub thread: bool,
    /// For the pointer that stands for an array of variable length, the variable that has its size in bytes: see
    /// [`crate::program::Program::variable_array`].
    pub array_size: Option<VarId>,
    /// For such a size, the array.
    pub size_of: Option<VarId>,
    /// GNU's and C11's alignment: a lower bound.
    pub aligned: Option<u64>,
    /// For a parameter, the elements that its argument leads to at least, as `T p[static 4]` promises; zero if it does
    /// not.
    pub at_least: u32,
}

/// How long a variable lives, and who can name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// At file scope, defined in this program, visible to others.
    Global,
    /// `static`: at file scope or in a function, by the variable's owner.
    Static,
    /// `extern`, with no definition in this program.
    Extern,
    /// A local that lives as long as its block.
    Auto,
    /// The same, without an address.
    Register,
    /// A parameter.
    Param,
}

impl Storage {
    /// Exists for the whole run (C17 6.2.4p3).
    pub fn is_static(self) -> bool {
        matches!(self, Storage::Global | Storage::Static | Storage::Extern)
    }
}

/// An initialiser. Lists are nested as the type is, with no braces left out.
#[derive(Clone, Debug, PartialEq)]
pub enum Init {
    /// A value of the object's type, or a string literal for an array of characters.
    Expr(ExprId),
    /// Members or elements in braces.
    List(Vec<InitItem>),
}

/// A member or an element with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InitItem {
    /// The index of the element or field. Items stand in ascending order, each place once.
    pub place: u32,
    /// The value.
    pub init: InitId,
    /// Written with its designator also where the order says the same.
    pub designated: bool,
}

/// A function.
#[derive(Clone, Debug)]
pub struct Func {
    /// What it is called.
    pub name: Symbol,
    /// A function type.
    pub ty: Ty,
    /// Empty if there is no body.
    pub params: Vec<VarId>,
    /// What it does; `None` if it is only declared.
    pub body: Option<BlockId>,
    /// Not visible outside of its file.
    pub is_static: bool,
    /// Whether it is `inline`.
    pub inline: bool,
    /// Written as a macro, as long as that means the same: it evaluates its arguments as often as it mentions them.
    pub is_macro: bool,
    /// The attributes of its declaration.
    pub attrs: Attrs,
    /// Set for functions of the standard library that the machine executes itself.
    pub builtin: Option<Builtin>,
    /// How its last parameter was written, where that is lost in the type.
    pub last: LastParam,
}

/// What `va_start` must know of the parameter that it names (C17 7.16.1.4p4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum LastParam {
    /// As its type says.
    #[default]
    Plain,
    /// It was declared as an array, and is a pointer.
    Array,
    /// It was declared as a function, and is a pointer.
    Function,
    /// It is `register`.
    Register,
    /// `va_start` names another parameter.
    Another,
}

/// GNU attributes of functions, as a set of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Attrs(u64);

impl Attrs {
    /// No attributes.
    pub const NONE: Attrs = Attrs(0);
    /// `noinline`: it is not made part of its callers.
    pub const NOINLINE: Attrs = Attrs(1);
    /// `noipa`: nothing is concluded from it for its callers.
    pub const NOIPA: Attrs = Attrs(2);
    /// `noreturn`: it does not return.
    pub const NORETURN: Attrs = Attrs(4);
    /// `pure`: it changes nothing, and may read everything.
    pub const PURE: Attrs = Attrs(8);
    /// `const`: it depends on its arguments alone.
    pub const CONST: Attrs = Attrs(16);
    /// `malloc`: its result is a pointer to new memory.
    pub const MALLOC: Attrs = Attrs(32);
    /// `returns_nonnull`: its result is not null.
    pub const RETURNS_NONNULL: Attrs = Attrs(64);
    /// `nonnull`: none of its pointer parameters is null.
    pub const NONNULL: Attrs = Attrs(128);
    /// `always_inline`: it is made part of its callers at every level.
    pub const ALWAYS_INLINE: Attrs = Attrs(256);
    /// `cold`: it is seldom called.
    pub const COLD: Attrs = Attrs(512);
    /// `hot`: it is called often.
    pub const HOT: Attrs = Attrs(1024);
    /// `assume_aligned(4)`: its result is aligned so.
    pub const ALIGNED_4: Attrs = Attrs(2048);
    /// `assume_aligned(8)`: its result is aligned so.
    pub const ALIGNED_8: Attrs = Attrs(4096);
    /// `assume_aligned(16)`: its result is aligned so.
    pub const ALIGNED_16: Attrs = Attrs(8192);

    /// `flatten`: all calls in it become part of it.
    pub const FLATTEN: Attrs = Attrs(1 << 46);
    /// `weak`: another definition may take its place.
    pub const WEAK: Attrs = Attrs(1 << 47);
    /// `visibility("hidden")`: other files of a program cannot name it.
    pub const HIDDEN: Attrs = Attrs(1 << 48);
    /// `nothrow`: it throws no exception.
    pub const NOTHROW: Attrs = Attrs(1 << 49);
    /// `used`: it is kept though nothing calls it.
    pub const USED: Attrs = Attrs(1 << 50);

    /// Each attribute with the name GNU gives it.
    pub const NAMES: [(Attrs, &'static str); 51] = [
        (Attrs::NOINLINE, "noinline"),
        (Attrs::NOIPA, "noipa"),
        (Attrs::NORETURN, "noreturn"),
        (Attrs::PURE, "pure"),
        (Attrs::CONST, "const"),
        (Attrs::MALLOC, "malloc"),
        (Attrs::RETURNS_NONNULL, "returns_nonnull"),
        (Attrs::NONNULL, "nonnull"),
        (Attrs::ALWAYS_INLINE, "always_inline"),
        (Attrs::COLD, "cold"),
        (Attrs::HOT, "hot"),
        (Attrs::FLATTEN, "flatten"),
        (Attrs::WEAK, "weak"),
        (Attrs::HIDDEN, "visibility(\"hidden\")"),
        (Attrs::NOTHROW, "nothrow"),
        (Attrs::USED, "used"),
        (Attrs::ALIGNED_4, "assume_aligned(4)"),
        (Attrs::ALIGNED_8, "assume_aligned(8)"),
        (Attrs::ALIGNED_16, "assume_aligned(16)"),
        (Attrs::nonnull_at(0), "nonnull(1)"),
        (Attrs::nonnull_at(1), "nonnull(2)"),
        (Attrs::nonnull_at(2), "nonnull(3)"),
        (Attrs::nonnull_at(3), "nonnull(4)"),
        (Attrs::nonnull_at(4), "nonnull(5)"),
        (Attrs::nonnull_at(5), "nonnull(6)"),
        (Attrs::nonnull_at(6), "nonnull(7)"),
        (Attrs::nonnull_at(7), "nonnull(8)"),
        (Attrs::nonnull_at(8), "nonnull(9)"),
        (Attrs::nonnull_at(9), "nonnull(10)"),
        (Attrs::nonnull_at(10), "nonnull(11)"),
        (Attrs::nonnull_at(11), "nonnull(12)"),
        (Attrs::nonnull_at(12), "nonnull(13)"),
        (Attrs::nonnull_at(13), "nonnull(14)"),
        (Attrs::nonnull_at(14), "nonnull(15)"),
        (Attrs::nonnull_at(15), "nonnull(16)"),
        (Attrs::nonnull_at(16), "nonnull(17)"),
        (Attrs::nonnull_at(17), "nonnull(18)"),
        (Attrs::nonnull_at(18), "nonnull(19)"),
        (Attrs::nonnull_at(19), "nonnull(20)"),
        (Attrs::nonnull_at(20), "nonnull(21)"),
        (Attrs::nonnull_at(21), "nonnull(22)"),
        (Attrs::nonnull_at(22), "nonnull(23)"),
        (Attrs::nonnull_at(23), "nonnull(24)"),
        (Attrs::nonnull_at(24), "nonnull(25)"),
        (Attrs::nonnull_at(25), "nonnull(26)"),
        (Attrs::nonnull_at(26), "nonnull(27)"),
        (Attrs::nonnull_at(27), "nonnull(28)"),
        (Attrs::nonnull_at(28), "nonnull(29)"),
        (Attrs::nonnull_at(29), "nonnull(30)"),
        (Attrs::nonnull_at(30), "nonnull(31)"),
        (Attrs::nonnull_at(31), "nonnull(32)"),
    ];

    /// That one of the first [`Attrs::MAX_NONNULL`] parameters, counted from zero, is not null; nothing for others.
    pub const fn nonnull_at(param: usize) -> Attrs {
        if param < Attrs::MAX_NONNULL { Attrs(1 << (14 + param)) } else { Attrs::NONE }
    }

    /// How many parameters can be nonnull one by one.
    pub const MAX_NONNULL: usize = 32;

    /// Whether all of the other attributes are among these.
    pub const fn has(self, other: Attrs) -> bool {
        self.0 & other.0 == other.0
    }
    /// These attributes and the others.
    pub const fn with(self, other: Attrs) -> Attrs {
        Attrs(self.0 | other.0)
    }
    /// These attributes without the others.
    pub const fn without(self, other: Attrs) -> Attrs {
        Attrs(self.0 & !other.0)
    }
    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The alignments that a function's result can be promised to have.
    pub const ALIGNMENTS: [(u32, Attrs); 3] =
        [(4, Attrs::ALIGNED_4), (8, Attrs::ALIGNED_8), (16, Attrs::ALIGNED_16)];
}

/// A label of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// What it is called.
    pub name: Symbol,
    /// The function that it is in.
    pub func: FuncId,
}

macro_rules! builtins {
    ($($variant:ident $name:literal $header:expr;)*) => {
        /// The library functions that the machine executes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Builtin {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
            /// A function of `<math.h>`, for one floating type.
            Math(MathFn, FloatKind),
            /// One of GNU's functions on atomic objects, for one type of them: see [`crate::program::Program::atomic`].
            Atomic(AtomicFn),
        }

        impl Builtin {
            /// All but those of `<math.h>`, and those on atomic objects.
            pub const ALL: &'static [Builtin] = &[$(Builtin::$variant,)*];

            /// The name by which a program calls it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Builtin::$variant => $name,)*
                    Builtin::Math(function, kind) => function.name(kind),
                    Builtin::Atomic(function) => function.name(),
                }
            }

            /// The header that declares it, if it is not part of the compiler.
            pub fn header(self) -> Option<&'static str> {
                match self {
                    $(Builtin::$variant => $header,)*
                    Builtin::Math(..) if self.name().starts_with("__") => None,
                    Builtin::Math(..) => Some("math.h"),
                    Builtin::Atomic(_) => None,
                }
            }
        }
    };
}

builtins! {
    Malloc "malloc" Some("stdlib.h");
    Calloc "calloc" Some("stdlib.h");
    Realloc "realloc" Some("stdlib.h");
    Free "free" Some("stdlib.h");
    Abort "abort" Some("stdlib.h");
    Exit "exit" Some("stdlib.h");
    Abs "abs" Some("stdlib.h");
    Labs "labs" Some("stdlib.h");
    Memcpy "memcpy" Some("string.h");
    Memmove "memmove" Some("string.h");
    Memset "memset" Some("string.h");
    Memcmp "memcmp" Some("string.h");
    Strlen "strlen" Some("string.h");
    Strcmp "strcmp" Some("string.h");
    Strncmp "strncmp" Some("string.h");
    Strcpy "strcpy" Some("string.h");
    Strncpy "strncpy" Some("string.h");
    Strcat "strcat" Some("string.h");
    Strchr "strchr" Some("string.h");
    Strrchr "strrchr" Some("string.h");
    Printf "printf" Some("stdio.h");
    Sprintf "sprintf" Some("stdio.h");
    Snprintf "snprintf" Some("stdio.h");
    Puts "puts" Some("stdio.h");
    Putchar "putchar" Some("stdio.h");
    BuiltinAbort "__builtin_abort" None;
    BuiltinTrap "__builtin_trap" None;
    BuiltinUnreachable "__builtin_unreachable" None;
    BuiltinExpect "__builtin_expect" None;
    BuiltinAssume "__builtin_assume" None;
    BuiltinAssumeAligned "__builtin_assume_aligned" None;
    BuiltinMemcpy "__builtin_memcpy" None;
    BuiltinMemset "__builtin_memset" None;
    BuiltinPrintf "__builtin_printf" None;
    BuiltinMalloc "__builtin_malloc" None;
    BuiltinFree "__builtin_free" None;
    Llabs "llabs" Some("stdlib.h");
    Memchr "memchr" Some("string.h");
    Mempcpy "__builtin_mempcpy" None;
    BuiltinMemmove "__builtin_memmove" None;
    Bcopy "__builtin_bcopy" None;
    Bzero "__builtin_bzero" None;
    Strncat "strncat" Some("string.h");
    Strstr "strstr" Some("string.h");
    Strspn "strspn" Some("string.h");
    Strcspn "strcspn" Some("string.h");
    Strpbrk "strpbrk" Some("string.h");
    Stpcpy "__builtin_stpcpy" None;
    Stpncpy "__builtin_stpncpy" None;
    Strdup "__builtin_strdup" None;
    Strndup "__builtin_strndup" None;
    Strnlen "__builtin_strnlen" None;
    Qsort "qsort" Some("stdlib.h");
    Bsearch "bsearch" Some("stdlib.h");
    Vprintf "vprintf" Some("stdio.h");
    Vsprintf "vsprintf" Some("stdio.h");
    Vsnprintf "vsnprintf" Some("stdio.h");
    Atoi "atoi" Some("stdlib.h");
    Atol "atol" Some("stdlib.h");
    Rand "rand" Some("stdlib.h");
    Srand "srand" Some("stdlib.h");
    Strtol "strtol" Some("stdlib.h");
    Strtoul "strtoul" Some("stdlib.h");
    Isalnum "isalnum" Some("ctype.h");
    Isalpha "isalpha" Some("ctype.h");
    Iscntrl "iscntrl" Some("ctype.h");
    Isdigit "isdigit" Some("ctype.h");
    Isgraph "isgraph" Some("ctype.h");
    Islower "islower" Some("ctype.h");
    Isprint "isprint" Some("ctype.h");
    Ispunct "ispunct" Some("ctype.h");
    Isspace "isspace" Some("ctype.h");
    Isupper "isupper" Some("ctype.h");
    Isxdigit "isxdigit" Some("ctype.h");
    Tolower "tolower" Some("ctype.h");
    Toupper "toupper" Some("ctype.h");
    Clz "__builtin_clz" None;
    ClzL "__builtin_clzl" None;
    ClzLl "__builtin_clzll" None;
    Ctz "__builtin_ctz" None;
    CtzL "__builtin_ctzl" None;
    CtzLl "__builtin_ctzll" None;
    Popcount "__builtin_popcount" None;
    PopcountL "__builtin_popcountl" None;
    PopcountLl "__builtin_popcountll" None;
    Parity "__builtin_parity" None;
    ParityL "__builtin_parityl" None;
    ParityLl "__builtin_parityll" None;
    Clrsb "__builtin_clrsb" None;
    ClrsbL "__builtin_clrsbl" None;
    ClrsbLl "__builtin_clrsbll" None;
    Ffs "__builtin_ffs" None;
    FfsL "__builtin_ffsl" None;
    FfsLl "__builtin_ffsll" None;
    Bswap16 "__builtin_bswap16" None;
    Bswap32 "__builtin_bswap32" None;
    Bswap64 "__builtin_bswap64" None;
    AddOverflow "__builtin_add_overflow" None;
    SubOverflow "__builtin_sub_overflow" None;
    MulOverflow "__builtin_mul_overflow" None;
    AddOverflowP "__builtin_add_overflow_p" None;
    SubOverflowP "__builtin_sub_overflow_p" None;
    MulOverflowP "__builtin_mul_overflow_p" None;
    ExpectWithProbability "__builtin_expect_with_probability" None;
    Prefetch "__builtin_prefetch" None;
    ObjectSize "__builtin_object_size" None;
    AssertFail "__assert_fail" Some("assert.h");
    Alloca "alloca" Some("alloca.h");
    BuiltinAlloca "__builtin_alloca" None;
    AllocaWithAlign "__builtin_alloca_with_align" None;
    Fprintf "fprintf" Some("stdio.h");
    Vfprintf "vfprintf" Some("stdio.h");
    Fputs "fputs" Some("stdio.h");
    Fputc "fputc" Some("stdio.h");
    Putc "putc" Some("stdio.h");
    Fflush "fflush" Some("stdio.h");
    Fwrite "fwrite" Some("stdio.h");
    Fopen "fopen" Some("stdio.h");
    Tmpfile "tmpfile" Some("stdio.h");
    Tmpnam "tmpnam" Some("stdio.h");
    Remove "remove" Some("stdio.h");
    Fclose "fclose" Some("stdio.h");
    Fgetc "fgetc" Some("stdio.h");
    Getc "getc" Some("stdio.h");
    Getchar "getchar" Some("stdio.h");
    Fgets "fgets" Some("stdio.h");
    Fread "fread" Some("stdio.h");
    Ungetc "ungetc" Some("stdio.h");
    Feof "feof" Some("stdio.h");
    Ferror "ferror" Some("stdio.h");
    Ftell "ftell" Some("stdio.h");
    Fseek "fseek" Some("stdio.h");
    Rewind "rewind" Some("stdio.h");
    Atexit "atexit" Some("stdlib.h");
    Signal "signal" Some("signal.h");
    Raise "raise" Some("signal.h");
    Time "time" Some("time.h");
    Clock "clock" Some("time.h");
}

impl Builtin {
    /// The function of the library with this name, or its `__builtin_` form.
    pub fn from_name(name: &str) -> Option<Builtin> {
        let math = || MathFn::from_name(name).map(|(function, kind)| Builtin::Math(function, kind));
        Self::ALL.iter().copied().find(|b| b.name() == name).or_else(math)
    }

    /// The function that a name means, also where it is the compiler's name for a function of the library.
    pub fn by_any_name(name: &str) -> Option<Builtin> {
        let by_compiler = || name.strip_prefix("__builtin_").and_then(Builtin::from_name);
        Builtin::from_name(name).or_else(by_compiler)
    }
}
