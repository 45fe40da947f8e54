//! The types of the library functions that the machine knows, as their headers declare them.

use crate::decl::Builtin;
use crate::mathematics::MathFn;
use crate::target::{FloatKind, IntKind};
use crate::types::{FnType, Quals, Ty, Types};

/// The same for a function that the program declares: what a stream is, the program's header says.
pub fn type_like(types: &mut Types, builtin: Builtin, declared: &FnType) -> Ty {
    let known = type_of(types, builtin);
    let letters = SIGNATURES.iter().find(|(b, _)| *b == builtin).map_or("", |(_, signature)| signature);
    let Some(mut f) = types.fn_type(known).filter(|_| letters.contains('F')).cloned() else { return known };
    for (at, _) in letters.char_indices().filter(|(_, letter)| *letter == 'F') {
        match at.checked_sub(2) {
            None if types.is_pointer(declared.ret) => f.ret = declared.ret,
            None => {}
            Some(param) => {
                let given = declared.params.get(param).copied().filter(|ty| types.is_pointer(*ty));
                f.params[param] = given.unwrap_or(f.params[param]);
            }
        }
    }
    types.function(f)
}

/// The type of a function of the library.
pub fn type_of(types: &mut Types, builtin: Builtin) -> Ty {
    let size = types.size_t();
    let void_ptr = types.pointer(Ty::VOID);
    let const_void = types.qualify(Ty::VOID, Quals::CONST);
    let const_void_ptr = types.pointer(const_void);
    let str = types.pointer(Ty::CHAR);
    let const_char = types.qualify(Ty::CHAR, Quals::CONST);
    let const_str = types.pointer(const_char);
    use Builtin as B;
    let (ret, params, variadic): (Ty, Vec<Ty>, bool) = match builtin {
        B::Malloc | B::BuiltinMalloc => (void_ptr, vec![size], false),
        B::Calloc => (void_ptr, vec![size, size], false),
        B::Realloc => (void_ptr, vec![void_ptr, size], false),
        B::Free | B::BuiltinFree => (Ty::VOID, vec![void_ptr], false),
        B::Abort | B::BuiltinAbort | B::BuiltinTrap | B::BuiltinUnreachable => (Ty::VOID, vec![], false),
        B::Exit => (Ty::VOID, vec![Ty::INT], false),
        B::Abs => (Ty::INT, vec![Ty::INT], false),
        B::Labs => (Ty::LONG, vec![Ty::LONG], false),
        B::Memcpy | B::Memmove | B::BuiltinMemcpy => (void_ptr, vec![void_ptr, const_void_ptr, size], false),
        B::Memset | B::BuiltinMemset => (void_ptr, vec![void_ptr, Ty::INT, size], false),
        B::Memcmp => (Ty::INT, vec![const_void_ptr, const_void_ptr, size], false),
        B::Strlen => (size, vec![const_str], false),
        B::Strcmp => (Ty::INT, vec![const_str, const_str], false),
        B::Strncmp => (Ty::INT, vec![const_str, const_str, size], false),
        B::Strcpy | B::Strcat => (str, vec![str, const_str], false),
        B::Strncpy => (str, vec![str, const_str, size], false),
        B::Strchr | B::Strrchr => (str, vec![const_str, Ty::INT], false),
        B::Printf | B::BuiltinPrintf => (Ty::INT, vec![const_str], true),
        B::Sprintf => (Ty::INT, vec![str, const_str], true),
        B::Snprintf => (Ty::INT, vec![str, size, const_str], true),
        B::Puts => (Ty::INT, vec![const_str], false),
        B::Putchar => (Ty::INT, vec![Ty::INT], false),
        B::BuiltinAssume => (Ty::VOID, vec![Ty::BOOL], false),
        B::BuiltinAssumeAligned => (void_ptr, vec![const_void_ptr, size], true),
        B::BuiltinExpect => (Ty::LONG, vec![Ty::LONG, Ty::LONG], false),
        B::Math(function, kind) => return mathematics(types, function, kind),
        other => return by_signature(types, other),
    };
    types.function(FnType { ret, params, variadic, prototype: true })
}

/// The types of most functions in letters: the result, a space, the parameters.
const SIGNATURES: [(Builtin, &str); 102] = [
    (Builtin::Llabs, "L L"),
    (Builtin::Memchr, "p Piz"),
    (Builtin::Mempcpy, "p pPz"),
    (Builtin::BuiltinMemmove, "p pPz"),
    (Builtin::Bcopy, "v PPz"),
    (Builtin::Bzero, "v pz"),
    (Builtin::Strncat, "s sSz"),
    (Builtin::Strstr, "s SS"),
    (Builtin::Strspn, "z SS"),
    (Builtin::Strcspn, "z SS"),
    (Builtin::Strpbrk, "s SS"),
    (Builtin::Stpcpy, "s sS"),
    (Builtin::Stpncpy, "s sSz"),
    (Builtin::Strdup, "s S"),
    (Builtin::Strndup, "s Sz"),
    (Builtin::Strnlen, "z Sz"),
    (Builtin::Qsort, "v pzzc"),
    (Builtin::Bsearch, "p PPzzc"),
    (Builtin::Vprintf, "i Sa"),
    (Builtin::Vsprintf, "i sSa"),
    (Builtin::Vsnprintf, "i szSa"),
    (Builtin::Atoi, "i S"),
    (Builtin::Atol, "l S"),
    (Builtin::Rand, "i "),
    (Builtin::Srand, "v u"),
    (Builtin::Strtol, "l Sti"),
    (Builtin::Strtoul, "m Sti"),
    (Builtin::Isalnum, "i i"),
    (Builtin::Isalpha, "i i"),
    (Builtin::Iscntrl, "i i"),
    (Builtin::Isdigit, "i i"),
    (Builtin::Isgraph, "i i"),
    (Builtin::Islower, "i i"),
    (Builtin::Isprint, "i i"),
    (Builtin::Ispunct, "i i"),
    (Builtin::Isspace, "i i"),
    (Builtin::Isupper, "i i"),
    (Builtin::Isxdigit, "i i"),
    (Builtin::Tolower, "i i"),
    (Builtin::Toupper, "i i"),
    (Builtin::Clz, "i u"),
    (Builtin::ClzL, "i m"),
    (Builtin::ClzLl, "i U"),
    (Builtin::Ctz, "i u"),
    (Builtin::CtzL, "i m"),
    (Builtin::CtzLl, "i U"),
    (Builtin::Popcount, "i u"),
    (Builtin::PopcountL, "i m"),
    (Builtin::PopcountLl, "i U"),
    (Builtin::Parity, "i u"),
    (Builtin::ParityL, "i m"),
    (Builtin::ParityLl, "i U"),
    (Builtin::Clrsb, "i i"),
    (Builtin::ClrsbL, "i l"),
    (Builtin::ClrsbLl, "i L"),
    (Builtin::Ffs, "i i"),
    (Builtin::FfsL, "i l"),
    (Builtin::FfsLl, "i L"),
    (Builtin::Bswap16, "h h"),
    (Builtin::Bswap32, "w w"),
    (Builtin::Bswap64, "x x"),
    (Builtin::AddOverflow, "b ?"),
    (Builtin::SubOverflow, "b ?"),
    (Builtin::MulOverflow, "b ?"),
    (Builtin::AddOverflowP, "b ?"),
    (Builtin::SubOverflowP, "b ?"),
    (Builtin::MulOverflowP, "b ?"),
    (Builtin::ExpectWithProbability, "l lld"),
    (Builtin::Prefetch, "v P."),
    (Builtin::ObjectSize, "z Pi"),
    (Builtin::AssertFail, "v SSuS"),
    (Builtin::Alloca, "p z"),
    (Builtin::BuiltinAlloca, "p z"),
    (Builtin::AllocaWithAlign, "p zz"),
    (Builtin::Fprintf, "i FS."),
    (Builtin::Vfprintf, "i FSa"),
    (Builtin::Fputs, "i SF"),
    (Builtin::Fputc, "i iF"),
    (Builtin::Putc, "i iF"),
    (Builtin::Fflush, "i F"),
    (Builtin::Fwrite, "z PzzF"),
    (Builtin::Fopen, "F SS"),
    (Builtin::Tmpfile, "F "),
    (Builtin::Tmpnam, "s s"),
    (Builtin::Remove, "i S"),
    (Builtin::Fclose, "i F"),
    (Builtin::Fgetc, "i F"),
    (Builtin::Getc, "i F"),
    (Builtin::Getchar, "i "),
    (Builtin::Fgets, "s siF"),
    (Builtin::Fread, "z pzzF"),
    (Builtin::Ungetc, "i iF"),
    (Builtin::Feof, "i F"),
    (Builtin::Ferror, "i F"),
    (Builtin::Ftell, "l F"),
    (Builtin::Fseek, "i Fli"),
    (Builtin::Rewind, "v F"),
    (Builtin::Atexit, "i e"),
    (Builtin::Signal, "g ig"),
    (Builtin::Raise, "i i"),
    (Builtin::Time, "l n"),
    (Builtin::Clock, "l "),
];

/// The type that a letter of [`SIGNATURES`] stands for.
fn letter(types: &mut Types, letter: char) -> Ty {
    let exact = |types: &Types, bits| types.target().exact(bits, false).map_or(Ty::UINT, Ty::int);
    match letter {
        'v' => Ty::VOID,
        'b' => Ty::BOOL,
        'i' => Ty::INT,
        'u' => Ty::UINT,
        'l' => Ty::LONG,
        'm' => Ty::int(IntKind::ULong),
        'L' => Ty::int(IntKind::LongLong),
        'U' => Ty::int(IntKind::ULongLong),
        'h' => exact(types, 16),
        'w' => exact(types, 32),
        'x' => exact(types, 64),
        'z' => types.size_t(),
        'd' => Ty::DOUBLE,
        'a' => Ty::VA_LIST,
        'p' => types.pointer(Ty::VOID),
        'P' => to_const(types, Ty::VOID),
        's' => types.pointer(Ty::CHAR),
        'S' => to_const(types, Ty::CHAR),
        't' => {
            let text = types.pointer(Ty::CHAR);
            types.pointer(text)
        }
        'c' => comparison(types),
        'n' => types.pointer(Ty::LONG),
        // A stream, where no header says what that is.
        'F' => types.pointer(Ty::VOID),
        'e' => handler(types, &[]),
        'g' => handler(types, &[Ty::INT]),
        _ => unreachable!("SIGNATURES has no other letters"),
    }
}

fn to_const(types: &mut Types, to: Ty) -> Ty {
    let to = types.qualify(to, Quals::CONST);
    types.pointer(to)
}

/// A pointer to a function that returns nothing.
fn handler(types: &mut Types, params: &[Ty]) -> Ty {
    let function = FnType { ret: Ty::VOID, params: params.to_vec(), variadic: false, prototype: true };
    let function = types.function(function);
    types.pointer(function)
}

/// `int (*)(const void *, const void *)`
fn comparison(types: &mut Types) -> Ty {
    let item = to_const(types, Ty::VOID);
    let function = FnType { ret: Ty::INT, params: vec![item, item], variadic: false, prototype: true };
    let function = types.function(function);
    types.pointer(function)
}

/// The type of a function of `<math.h>`: see [`MathFn::signature`].
fn mathematics(types: &mut Types, function: MathFn, kind: FloatKind) -> Ty {
    let mut f = FnType { ret: Ty::VOID, params: Vec::new(), variadic: false, prototype: true };
    for (at, c) in function.signature().chars().enumerate().filter(|(at, _)| *at != 1) {
        let ty = match c {
            't' => Ty::float(kind),
            'T' => types.pointer(Ty::float(kind)),
            'I' => types.pointer(Ty::INT),
            'x' if kind == FloatKind::Double => {
                f.prototype = false;
                continue;
            }
            'x' => Ty::float(kind),
            c => letter(types, c),
        };
        match at {
            0 => f.ret = ty,
            _ => f.params.push(ty),
        }
    }
    if !f.prototype {
        f.params.clear();
    }
    types.function(f)
}

/// A dot stands for variable arguments, a question mark for arguments of any type, of which each keeps its own.
fn by_signature(types: &mut Types, builtin: Builtin) -> Ty {
    let row = SIGNATURES.iter().find(|(b, _)| *b == builtin);
    let mut letters = row.map_or("v ", |(_, signature)| signature).chars();
    let ret = letters.next().map_or(Ty::VOID, |c| letter(types, c));
    let mut f = FnType { ret, params: Vec::new(), variadic: false, prototype: true };
    for c in letters.skip(1) {
        match c {
            '.' => f.variadic = true,
            '?' => f.prototype = false,
            c => f.params.push(letter(types, c)),
        }
    }
    types.function(f)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Target;

    #[test]
    fn every_function_has_a_type() {
        let mut types = Types::new(Target::LP64);
        for builtin in Builtin::ALL {
            let ty = type_of(&mut types, *builtin);
            let rows = SIGNATURES.iter().filter(|(b, _)| b == builtin).count();
            let known = types.fn_type(ty).is_some_and(|f| f.ret != Ty::VOID || !f.params.is_empty());
            let plain = ["abort", "__builtin_abort", "__builtin_trap", "__builtin_unreachable"];
            assert!(rows <= 1 && (known || plain.contains(&builtin.name())), "{builtin:?}");
        }
    }
}
