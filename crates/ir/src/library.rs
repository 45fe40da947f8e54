//! The types of the library functions that the machine knows, as their headers declare them.

use crate::decl::Builtin;
use crate::types::{FnType, Quals, Ty, Types};

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
    };
    types.function(FnType { ret, params, variadic, prototype: true })
}
