//! Declarators: a type around a name, inside out, as C wants it. Specifiers come first, then what
//! stands before the name (`*`, `(`), the name, and what stands behind it (`)`, `[3]`, parameters).

use super::Printer;
use super::spell;
use crate::options::{EmitError, Looks, Std};
use ir::{
    AliasId, EnumId, FloatKind, FnTypeId, Header, Program, Quals, RecordId, RecordKind, Ty, TypeKind, VarId,
};

/// Whether parameters are written with their names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    Yes,
    No,
}

/// The type that the specifiers of a declaration name: what is left without pointers, arrays and functions.
pub(super) fn base_of(p: &Program, ty: Ty) -> Ty {
    match p.types.spelled(ty) {
        TypeKind::Pointer(to) => base_of(p, to),
        TypeKind::Array(element, _) => base_of(p, element),
        TypeKind::Function(f) => base_of(p, p.types.fns[f].ret),
        TypeKind::Void
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::VaList
        | TypeKind::Enum(_)
        | TypeKind::Vector(..)
        | TypeKind::Record(_)
        | TypeKind::Alias(_) => ty,
    }
}

pub(super) fn record_keyword(kind: RecordKind) -> &'static str {
    match kind {
        RecordKind::Struct => "struct ",
        RecordKind::Union => "union ",
    }
}

impl Printer<'_> {
    /// `const int *name[3]`; without a name it is a type name (C17 6.7.7).
    pub(super) fn declare(&mut self, ty: Ty, name: &str) {
        self.specifiers(base_of(self.p, ty));
        self.declarator(ty, name);
    }

    pub(super) fn type_name(&mut self, ty: Ty) {
        self.declare(ty, "");
    }

    /// What follows the specifiers.
    pub(super) fn declarator(&mut self, ty: Ty, name: &str) {
        self.before_name(ty);
        if !name.is_empty() {
            self.out.gap();
            self.out.str(name);
        }
        self.after_name(ty);
    }

    /// The declarator of a function with the names of its parameters, as a definition has it.
    pub(super) fn function_declarator(&mut self, f: FnTypeId, name: &str, params: &[VarId]) {
        let fn_type = &self.p.types.fns[f];
        self.returning(fn_type.ret, name);
        if !fn_type.prototype && !params.is_empty() {
            self.old_style_names(params);
        } else if params.is_empty() && self.looks == Looks::Compact {
            self.out.str("()");
        } else if params.is_empty() {
            self.params(f);
        } else {
            self.own_params(params, fn_type.variadic, Named::Yes);
        }
        self.after_name(fn_type.ret);
    }

    /// The same without the names: the parameters have the types that the definition spells.
    pub(super) fn prototype_declarator(&mut self, f: FnTypeId, name: &str, params: &[VarId]) {
        let fn_type = &self.p.types.fns[f];
        self.returning(fn_type.ret, name);
        if !fn_type.prototype || params.is_empty() {
            self.params(f);
        } else {
            self.own_params(params, fn_type.variadic, Named::No);
        }
        self.after_name(fn_type.ret);
    }

    fn returning(&mut self, ret: Ty, name: &str) {
        self.specifiers(base_of(self.p, ret));
        self.before_name(ret);
        self.out.gap();
        self.out.str(name);
    }

    fn own_params(&mut self, params: &[VarId], variadic: bool, named: Named) {
        let p = self.p;
        self.out.byte(b'(');
        for (i, param) in params.iter().enumerate() {
            if i > 0 {
                self.out.str(", ");
            }
            let var = &p.vars[*param];
            match (named, self.promised_elements(var)) {
                (Named::Yes, Some((element, bound))) => {
                    self.declare(element, &format!("{}{bound}", p.name(var.name)));
                }
                (Named::No, Some((element, bound))) => self.declare(element, &bound),
                (Named::Yes, None) => self.declare(var.ty, p.name(var.name)),
                (Named::No, None) => self.type_name(var.ty),
            }
        }
        if variadic {
            self.out.str(", ...");
        }
        self.out.byte(b')');
    }

    /// What a parameter that promises a number of elements is an array of, and its bound: `[const static 4]`. There is no
    /// such thing in C90 and in C++.
    fn promised_elements(&self, var: &ir::Var) -> Option<(Ty, String)> {
        if var.at_least == 0 || self.std == Std::C89 || self.std.is_cxx() {
            return None;
        }
        let element = self.p.types.pointee(var.ty)?;
        let quals = self.p.types.canonical(var.ty).quals();
        let words: String = self.qualifier_names(quals).map(|name| format!("{name} ")).collect();
        Some((element, format!("[{words}static {}]", var.at_least)))
    }

    /// The names alone; their declarations follow the declarator (C17 6.9.1p6).
    fn old_style_names(&mut self, params: &[VarId]) {
        let p = self.p;
        if self.std >= Std::C23 {
            self.fail(EmitError::NotInStandard { feature: "old-style function definition", std: self.std });
        }
        self.out.byte(b'(');
        for (i, param) in params.iter().enumerate() {
            if i > 0 {
                self.out.str(", ");
            }
            self.out.str(p.name(p.vars[*param].name));
        }
        self.out.byte(b')');
    }

    fn before_name(&mut self, ty: Ty) {
        let p = self.p;
        match p.types.spelled(ty) {
            TypeKind::Pointer(to) => {
                self.before_name(to);
                if self.binds_behind(to) {
                    self.out.gap();
                    self.out.byte(b'(');
                }
                self.out.gap();
                self.out.byte(b'*');
                self.pointer_quals(ty.quals());
            }
            TypeKind::Array(element, _) => self.before_name(element),
            TypeKind::Function(f) => self.before_name(p.types.fns[f].ret),
            TypeKind::Void
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::VaList
            | TypeKind::Enum(_)
            | TypeKind::Vector(..)
            | TypeKind::Record(_)
            | TypeKind::Alias(_) => {}
        }
    }

    fn after_name(&mut self, ty: Ty) {
        let p = self.p;
        match p.types.spelled(ty) {
            TypeKind::Pointer(to) => {
                if self.binds_behind(to) {
                    self.out.byte(b')');
                }
                self.after_name(to);
            }
            TypeKind::Array(element, len) => {
                self.out.byte(b'[');
                if let Some(len) = len {
                    self.out.decimal(len);
                }
                self.out.byte(b']');
                self.after_name(element);
            }
            TypeKind::Function(f) => {
                self.params(f);
                self.after_name(p.types.fns[f].ret);
            }
            TypeKind::Void
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::VaList
            | TypeKind::Enum(_)
            | TypeKind::Vector(..)
            | TypeKind::Record(_)
            | TypeKind::Alias(_) => {}
        }
    }

    /// Arrays and functions are written behind the name, and bind more tightly than `*`.
    fn binds_behind(&self, ty: Ty) -> bool {
        matches!(self.p.types.spelled(ty), TypeKind::Array(..) | TypeKind::Function(_))
    }

    fn params(&mut self, f: FnTypeId) {
        let p = self.p;
        let fn_type = &p.types.fns[f];
        self.out.byte(b'(');
        for (i, param) in fn_type.params.iter().enumerate() {
            if i > 0 {
                self.out.str(", ");
            }
            self.type_name(*param);
        }
        match (fn_type.params.is_empty(), fn_type.variadic) {
            (true, false) if fn_type.prototype => self.out.str("void"),
            (true, false) => {}
            (true, true) => self.only_dots(),
            (false, true) => self.out.str(", ..."),
            (false, false) => {}
        }
        self.out.byte(b')');
    }

    fn only_dots(&mut self) {
        if self.std < Std::C23 {
            self.fail(EmitError::NotInStandard { feature: "parameter list of dots only", std: self.std });
        }
        self.out.str("...");
    }

    fn pointer_quals(&mut self, quals: Quals) {
        for name in self.qualifier_names(quals) {
            self.out.gap();
            self.out.str(name);
        }
    }

    fn qualifier_names(&self, quals: Quals) -> impl Iterator<Item = &'static str> + use<> {
        let restrict = restrict_keyword(self.std);
        let names = [(Quals::CONST, "const"), (Quals::VOLATILE, "volatile"), (Quals::RESTRICT, restrict)];
        names.into_iter().filter(move |(qual, _)| quals.has(*qual)).map(|(_, name)| name)
    }

    /// Qualifiers and the name of a type that is no pointer, array or function.
    pub(super) fn specifiers(&mut self, ty: Ty) {
        if ty.quals().is_const() {
            self.out.str("const ");
        }
        if ty.quals().is_volatile() {
            self.out.str("volatile ");
        }
        // An alias of a pointer can be restrict.
        if ty.quals().has(Quals::RESTRICT) {
            self.out.str(restrict_keyword(self.std));
            self.out.byte(b' ');
        }
        match self.p.types.spelled(ty) {
            TypeKind::Void => self.out.str("void"),
            TypeKind::Int(kind) => self.out.str(self.spellings.name(kind)),
            TypeKind::Float(kind) => self.out.str(float_keyword(kind)),
            TypeKind::VaList => {
                self.uses.header("stdarg.h");
                self.out.str("va_list");
            }
            TypeKind::Vector(element, _) => self.vector_specifier(element, self.p.types.size(ty)),
            TypeKind::Enum(id) => self.enum_specifier(id),
            TypeKind::Record(id) => self.record_specifier(id),
            TypeKind::Alias(id) => self.alias_name(id),
            TypeKind::Pointer(_) | TypeKind::Array(..) | TypeKind::Function(_) => {
                unreachable!("base_of() gives none of these")
            }
        }
    }

    fn vector_specifier(&mut self, element: Ty, size: u64) {
        self.specifiers(element);
        self.out.str(" __attribute__((vector_size(");
        self.out.decimal(size);
        self.out.str(")))");
    }

    fn enum_specifier(&mut self, id: EnumId) {
        let p = self.p;
        let e = &p.types.enums[id];
        match e.tag {
            Some(tag) => {
                self.out.str("enum ");
                self.out.str(p.name(tag));
            }
            // It has no name, but is compatible with this type (C17 6.7.2.2p4).
            None => self.out.str(spell::keyword(e.repr, self.std)),
        }
    }

    fn record_specifier(&mut self, id: RecordId) {
        let p = self.p;
        let record = &p.types.records[id];
        self.out.str(record_keyword(record.kind));
        self.out.str(p.name(record.tag));
    }

    fn alias_name(&mut self, id: AliasId) {
        let p = self.p;
        let alias = &p.types.aliases[id];
        match alias.header {
            Some(Header::Stddef) => self.uses.header("stddef.h"),
            Some(Header::Stdint) => self.uses.header("stdint.h"),
            None => {
                self.spellings.claims(id);
            }
        }
        self.out.str(p.name(alias.name));
    }
}

/// Neither C90 nor C++ has the qualifier; all compilers have it by another name.
fn restrict_keyword(std: Std) -> &'static str {
    if std == Std::C89 || std.is_cxx() { "__restrict" } else { "restrict" }
}

pub(super) fn float_keyword(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
    }
}
