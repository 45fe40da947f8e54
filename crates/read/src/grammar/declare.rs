//! Declarations at file scope and in blocks: typedefs, variables and functions, merged where several declare
//! the same entity (C17 6.2.2, 6.7), and the definitions of functions (6.9.1).

use crate::error::{Construct, ErrorKind, Res, fail, unsupported};
use crate::grammar::attribute::Attributes;
use crate::grammar::declarator::{Declarator, Derive, Param, Params};
use crate::grammar::deferred::Space;
use crate::grammar::specifiers::{Specifiers, StorageWord};
use crate::reader::{AliasState, Binding, Definition, Function, Global, Reader, Typedef};
use crate::text::lex::{FastMap, NameTable};
use crate::text::source::Origin;
use crate::text::token::{Keyword, Name, Punct, Tok};
use ir::build::TypeError;
use ir::{
    Builtin, ExprKind, FuncId, Header, IntKind, LastParam, Stmt, StmtId, Storage, Target, Ty, Var, VarId,
    constant,
};

/// What to do with the body of a function definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bodies {
    Now,
    /// Note where it is: something else is being read.
    Later,
}

/// One declared thing, before it is known what kind.
#[derive(Clone, Copy)]
pub(crate) struct Declared {
    pub name: Name,
    pub at: u32,
    pub ty: Ty,
    pub storage: Option<StorageWord>,
    pub inline: bool,
    pub attributes: Attributes,
    /// A definition whose parameters are declared behind their list: no prototype for the calls that follow.
    pub old_style: bool,
}

/// Type names that are keywords elsewhere or in later standards.
const PREDEFINED: [(&str, Ty); 6] = [
    ("bool", Ty::BOOL),
    ("_Float32", Ty::FLOAT),
    ("_Float64", Ty::DOUBLE),
    ("_Float32x", Ty::DOUBLE),
    ("_Float64x", Ty::LDOUBLE),
    ("__gnuc_va_list", Ty::VA_LIST),
];

pub(crate) fn predefined(names: &mut NameTable<'_>) -> Vec<(Name, Ty)> {
    PREDEFINED.iter().map(|(text, ty)| (names.intern(text), *ty)).collect()
}

type KindOf = fn(&Target) -> Option<IntKind>;

/// The typedef names of `<stdint.h>` and `<stddef.h>` that ir keeps, with what the target says they are.
const STANDARD: [(&str, Header, KindOf); 13] = [
    ("int8_t", Header::Stdint, |t| t.exact(8, true)),
    ("int16_t", Header::Stdint, |t| t.exact(16, true)),
    ("int32_t", Header::Stdint, |t| t.exact(32, true)),
    ("int64_t", Header::Stdint, |t| t.exact(64, true)),
    ("uint8_t", Header::Stdint, |t| t.exact(8, false)),
    ("uint16_t", Header::Stdint, |t| t.exact(16, false)),
    ("uint32_t", Header::Stdint, |t| t.exact(32, false)),
    ("uint64_t", Header::Stdint, |t| t.exact(64, false)),
    ("intptr_t", Header::Stdint, |t| Some(t.ptrdiff_t)),
    ("uintptr_t", Header::Stdint, |t| Some(t.size_t)),
    ("size_t", Header::Stddef, |t| Some(t.size_t)),
    ("ptrdiff_t", Header::Stddef, |t| Some(t.ptrdiff_t)),
    ("wchar_t", Header::Stddef, |t| Some(t.wchar_t)),
];

impl Reader<'_> {
    pub fn bind_predefined(&mut self, known: Vec<(Name, Ty)>) {
        for (name, ty) in known {
            self.ordinary.bind(name, Binding::Typedef(self.typedefs.len()));
            self.typedefs.push(Typedef { name, ty, alias: AliasState::Transparent, aligned: None });
        }
    }

    /// The whole text (C17 6.9).
    pub fn translation_unit(&mut self) -> Res<()> {
        self.reserve_places();
        while self.tok() != Tok::End {
            if self.tok() == Tok::Pragma {
                self.pragma();
            } else if self.is_word(Keyword::Assay) {
                self.kept_macro()?;
            } else if !self.defer() {
                self.external_declaration(Bodies::Now)?;
            }
            self.wanted_bodies()?;
        }
        self.finish()
    }

    /// Reads the definitions in headers of the functions that were used.
    fn wanted_bodies(&mut self) -> Res<()> {
        while let Some(start) = self.deferred.bodies.pop() {
            let at = std::mem::replace(&mut self.at, start);
            self.external_declaration(Bodies::Now)?;
            self.at = at;
        }
        Ok(())
    }

    pub fn external_declaration(&mut self, bodies: Bodies) -> Res<()> {
        let start = self.at;
        if self.accept(Punct::Semi) {
            return Ok(());
        }
        if self.is_word(Keyword::StaticAssert) {
            return self.static_assert();
        }
        if self.is_word(Keyword::Asm) {
            return unsupported(self.offset(), Construct::Asm);
        }
        let specifiers = self.specifiers()?;
        if self.accept(Punct::Semi) {
            return Ok(());
        }
        let mut first = true;
        loop {
            let (mut declared, mut declarator) = self.declared(specifiers)?;
            if first {
                self.old_style_parameters(specifiers.ty, &mut declared, &mut declarator)?;
            }
            if first && self.p.types.is_function(declared.ty) && self.is(Punct::LBrace) {
                return self.function_definition(declared, declarator, bodies, start);
            }
            first = false;
            self.file_declaration(declared)?;
            if !self.accept(Punct::Comma) {
                self.expect(Punct::Semi)?;
                return Ok(());
            }
        }
    }

    /// A declarator with a name, and what stands behind it.
    fn declared(&mut self, specifiers: Specifiers) -> Res<(Declared, Declarator)> {
        let declarator = self.declarator()?;
        let Some((name, at)) = declarator.name else { return self.expected("a name") };
        let mut attributes = specifiers.attributes;
        attributes.merge(self.trailing_attributes()?);
        attributes.align_as_type(&declarator.derive);
        let base = self.attributed(specifiers.ty, &mut attributes)?;
        let ty = self.derive(at, base, &declarator.derive)?;
        if let Some((at, construct)) = attributes.unsupported {
            return unsupported(at, construct);
        }
        let Specifiers { storage, inline, .. } = specifiers;
        Ok((Declared { name, at, ty, storage, inline, attributes, old_style: false }, declarator))
    }

    fn file_declaration(&mut self, d: Declared) -> Res<()> {
        self.force(Space::Ordinary, d.name)?;
        match d.storage {
            Some(StorageWord::Typedef) => self.declare_typedef(d),
            Some(StorageWord::Auto | StorageWord::Register) => fail(d.at, ErrorKind::BadSpecifiers),
            _ if self.p.types.is_function(d.ty) => self.declare_function(d).map(|_| ()),
            _ => self.file_variable(d),
        }
    }

    /// A declaration in a block; what is to happen at run time is added to the list.
    pub fn local_declaration(&mut self, into: &mut Vec<StmtId>) -> Res<()> {
        if self.is_word(Keyword::StaticAssert) {
            return self.static_assert();
        }
        let specifiers = self.specifiers()?;
        if self.accept(Punct::Semi) {
            return Ok(());
        }
        loop {
            if self.variable_array(specifiers, into)? {
                if !self.accept(Punct::Comma) {
                    self.expect(Punct::Semi)?;
                    return Ok(());
                }
                continue;
            }
            let (declared, _) = self.declared(specifiers)?;
            if self.p.types.is_function(declared.ty) && self.is(Punct::LBrace) {
                return unsupported(declared.at, Construct::NestedFunction);
            }
            self.block_declaration(declared, into)?;
            if !self.accept(Punct::Comma) {
                self.expect(Punct::Semi)?;
                return Ok(());
            }
        }
    }

    fn block_declaration(&mut self, d: Declared, into: &mut Vec<StmtId>) -> Res<()> {
        if d.storage == Some(StorageWord::Typedef) {
            return self.declare_typedef(d);
        }
        if self.p.types.is_function(d.ty) {
            // C17 6.7.1p7.
            if !matches!(d.storage, None | Some(StorageWord::Extern)) {
                return fail(d.at, ErrorKind::BadSpecifiers);
            }
            self.uncover(d.name);
            return self.declare_function(d).map(|_| ());
        }
        match d.storage {
            Some(StorageWord::Extern) => {
                self.uncover(d.name);
                self.declare_global(d).map(|_| ())
            }
            Some(StorageWord::Static) => self.local_variable(d, Storage::Static, into),
            Some(StorageWord::Register) => self.local_variable(d, Storage::Register, into),
            Some(StorageWord::Auto | StorageWord::Typedef) | None => {
                self.local_variable(d, Storage::Auto, into)
            }
        }
    }

    /// A declaration with linkage reaches past a local variable of its name (C17 6.2.2p4). ir has no such declarations in
    /// blocks, so that the local one gets another name.
    fn uncover(&mut self, name: Name) {
        if let (Some(Binding::Local(var)), None) = (self.ordinary.find(name), self.ordinary.find_here(name)) {
            let stem = self.name_text(name).to_owned();
            self.p.vars[var].name = self.invent(&stem);
        }
    }

    // --- typedefs ---

    fn declare_typedef(&mut self, d: Declared) -> Res<()> {
        if d.attributes.aligned.is_some_and(|align| align < self.p.types.align(d.ty)) {
            return unsupported(d.at, Construct::AlignedMember);
        }
        if let Some(Binding::Typedef(old)) = self.ordinary.find_here(d.name) {
            // C11 allows to repeat a typedef (C17 6.7p3). The names that we know beforehand may be others.
            if self.p.types.same(self.typedefs[old].ty, d.ty) {
                return Ok(());
            }
            if old >= PREDEFINED.len() {
                return self.redeclared(d);
            }
        } else if self.ordinary.find_here(d.name).is_some() {
            return self.redeclared(d);
        }
        let typedef = self.new_typedef(d);
        self.ordinary.bind(d.name, Binding::Typedef(self.typedefs.len()));
        self.typedefs.push(typedef);
        Ok(())
    }

    fn new_typedef(&mut self, d: Declared) -> Typedef {
        let aligned = d.attributes.aligned.filter(|align| *align > self.p.types.align(d.ty));
        let transparent = Typedef { name: d.name, ty: d.ty, alias: AliasState::Transparent, aligned };
        // Aliases live at file scope. Those of functions and of arrays without length are not worth their trouble.
        let plain = !self.p.types.is_function(d.ty) && !matches!(self.p.types.element(d.ty), Some((_, None)));
        if !self.ordinary.is_file_scope() || !plain {
            return transparent;
        }
        if self.map.lines.origin(d.at) != Origin::System {
            // In the order of the text, used or not: they are the program's own.
            let name = self.symbol(d.name);
            let alias = self.p.types.add_alias(ir::Alias { name, ty: d.ty, header: None });
            return Typedef { alias: AliasState::Made(alias), ..transparent };
        }
        let text = self.name_text(d.name);
        let Some((_, header, kind)) = STANDARD.iter().find(|(name, ..)| *name == text) else {
            return transparent;
        };
        match kind(self.p.target()) {
            Some(kind) => Typedef { ty: Ty::int(kind), alias: AliasState::Unused(*header), ..transparent },
            None => transparent,
        }
    }

    fn redeclared<T>(&self, d: Declared) -> Res<T> {
        fail(d.at, ErrorKind::Redeclared(self.name_text(d.name).to_owned()))
    }

    /// The entity with linkage that a declaration means, if it was declared before.
    fn linked(&mut self, d: Declared) -> Res<Option<Binding>> {
        if let Some(here) = self.ordinary.find_here(d.name) {
            match here {
                Binding::Global(_) | Binding::Function(_) => {}
                Binding::Typedef(index) if index < PREDEFINED.len() => {}
                Binding::Typedef(_)
                | Binding::Local(_)
                | Binding::EnumConst(..)
                | Binding::Number(..)
                | Binding::Variable(_)
                | Binding::Parameter => return self.redeclared(d),
            }
        }
        if !self.ordinary.is_file_scope() {
            self.force(Space::Ordinary, d.name)?;
        }
        Ok(self.linked.get(&d.name).copied())
    }

    /// One entity has one linkage (C17 6.2.2p7). `extern`, and a function without a storage class, take that of the
    /// declaration that is visible (p4, p5): none is where a local variable hides it.
    fn check_linkage(&self, d: Declared, was_static: bool) -> Res<()> {
        let name = || self.name_text(d.name).to_owned();
        let function = self.p.types.is_function(d.ty);
        let adopts = d.storage == Some(StorageWord::Extern) || function;
        // Compilers take the function all the same.
        let hidden = !function && matches!(self.ordinary.find(d.name), Some(Binding::Local(_)));
        match (d.storage, was_static) {
            (Some(StorageWord::Static), false) => fail(d.at, ErrorKind::StaticAfter(name())),
            (Some(StorageWord::Static), true) | (_, false) => Ok(()),
            (_, true) if adopts && !hidden => Ok(()),
            (_, true) => fail(d.at, ErrorKind::StaticBefore(name())),
        }
    }

    // --- variables ---

    fn file_variable(&mut self, d: Declared) -> Res<()> {
        let index = self.declare_global(d)?;
        let initialised = self.is(Punct::Assign);
        if d.storage == Some(StorageWord::Extern) && !initialised {
            return Ok(());
        }
        let id = self.global_var(index);
        self.define_global(index, id);
        if initialised {
            self.initialise(d.at, id)?;
            self.settle_global(id);
            self.refined |= self.globals[index].ty != self.p.vars[id].ty;
            self.globals[index].ty = self.p.vars[id].ty;
        }
        Ok(())
    }

    fn declare_global(&mut self, d: Declared) -> Res<usize> {
        if self.p.types.is_void(d.ty) {
            return fail(d.at, TypeError::Incomplete.into());
        }
        let index = match self.linked(d)? {
            Some(Binding::Global(index)) => {
                self.merge_global(index, d)?;
                index
            }
            Some(_) => return self.redeclared(d),
            None => {
                self.globals.push(Global {
                    name: d.name,
                    ty: d.ty,
                    is_static: d.storage == Some(StorageWord::Static),
                    defined: false,
                    thread: d.attributes.thread,
                    aligned: None,
                    at: d.at,
                    id: None,
                });
                self.globals.len() - 1
            }
        };
        let aligned = d.attributes.aligned.filter(|a| *a > self.p.types.align(d.ty));
        let global = &mut self.globals[index];
        global.aligned = global.aligned.max(aligned);
        self.linked.insert(d.name, Binding::Global(index));
        self.ordinary.bind(d.name, Binding::Global(index));
        Ok(index)
    }

    /// Several declarations give one variable, of the composite type (C17 6.2.7p4).
    fn merge_global(&mut self, index: usize, d: Declared) -> Res<()> {
        let old = &self.globals[index];
        let same_quals = self.p.types.canonical(old.ty).quals() == self.p.types.canonical(d.ty).quals();
        if !self.p.compatible(old.ty, d.ty) || !same_quals {
            return self.redeclared(d);
        }
        self.check_linkage(d, self.globals[index].is_static)?;
        if self.p.types.is_complete(d.ty) && !self.p.types.is_complete(old.ty) {
            self.globals[index].ty = d.ty;
            if let Some(id) = self.globals[index].id {
                self.p.vars[id].ty = d.ty;
                self.refined = true;
            }
        }
        Ok(())
    }

    /// The variable in the program, made now if nothing used it before.
    pub fn global_var(&mut self, index: usize) -> VarId {
        if let Some(id) = self.globals[index].id {
            return id;
        }
        let Global { name, ty, at, .. } = self.globals[index];
        let name = self.symbol(name);
        let var = Var {
            name,
            ty,
            storage: Storage::Extern,
            init: None,
            owner: None,
            thread: false,
            array_size: None,
            size_of: None,
            aligned: None,
            at_least: 0,
        };
        let id = self.p.vars.push(var);
        self.place_var(at, id);
        self.globals[index].id = Some(id);
        id
    }

    fn define_global(&mut self, index: usize, id: VarId) {
        let Global { is_static, aligned, thread, .. } = self.globals[index];
        self.p.vars[id].storage = if is_static { Storage::Static } else { Storage::Global };
        self.p.vars[id].aligned = aligned;
        self.p.vars[id].thread = thread;
        if !std::mem::replace(&mut self.globals[index].defined, true) {
            self.p.globals.push(id);
        }
    }

    /// An initialiser behind a tentative definition may mention what was declared in between: then this is where the variable is
    /// defined, unless what is in between mentions it.
    fn settle_global(&mut self, id: VarId) {
        let init = self.p.vars[id].init;
        if self.p.globals.last() == Some(&id)
            || !init.is_some_and(|init| init_mentions(&self.p, init, |_| true))
        {
            return;
        }
        let Some(at) = self.p.globals.iter().position(|global| *global == id) else { return };
        let mentions = |user: VarId, used: VarId| {
            self.p.vars[user].init.is_some_and(|init| init_mentions(&self.p, init, |var| var == used))
        };
        let between = &self.p.globals[at + 1..];
        let ahead = between.iter().any(|other| mentions(id, *other));
        let back = between.iter().any(|other| mentions(*other, id));
        if ahead && !back {
            self.p.globals.remove(at);
            self.p.globals.push(id);
        }
    }

    fn local_variable(&mut self, d: Declared, storage: Storage, into: &mut Vec<StmtId>) -> Res<()> {
        let Some(owner) = self.function.as_ref().map(|f| f.id) else {
            return fail(d.at, ErrorKind::BadDeclaration);
        };
        if self.ordinary.find_here(d.name).is_some() {
            return fail(d.at, ErrorKind::Redefined(self.name_text(d.name).to_owned()));
        }
        let id = self.p.add_local(self.names.text(d.name), d.ty, storage, owner);
        self.p.vars[id].aligned = d.attributes.aligned.filter(|a| *a > self.p.types.align(d.ty));
        self.p.vars[id].thread = d.attributes.thread;
        self.place_var(d.at, id);
        // Its scope begins right here (C17 6.2.1p7).
        self.ordinary.bind(d.name, Binding::Local(id));
        if self.is(Punct::Assign) {
            self.initialise(d.at, id)?;
        }
        self.require_complete(d.at, self.p.vars[id].ty)?;
        let stmt = self.stmt(d.at, Stmt::Decl(id));
        into.push(stmt);
        Ok(())
    }

    // --- functions ---

    fn declare_function(&mut self, d: Declared) -> Res<usize> {
        let index = match self.linked(d)? {
            Some(Binding::Function(index)) => {
                self.merge_function(index, d)?;
                index
            }
            Some(_) => return self.redeclared(d),
            None => {
                self.functions.push(Function {
                    name: d.name,
                    ty: d.ty,
                    is_static: d.storage == Some(StorageWord::Static),
                    inline: d.inline,
                    attrs: d.attributes.of_function,
                    defined: false,
                    prototyped: self.is_prototype(d),
                    at: d.at,
                    id: None,
                });
                self.functions.len() - 1
            }
        };
        self.linked.insert(d.name, Binding::Function(index));
        self.ordinary.bind(d.name, Binding::Function(index));
        Ok(index)
    }

    /// Whether calls that follow convert their arguments to the types of the parameters.
    fn is_prototype(&self, d: Declared) -> bool {
        !d.old_style && self.p.types.fn_type(d.ty).is_some_and(|f| f.prototype)
    }

    fn merge_function(&mut self, index: usize, d: Declared) -> Res<()> {
        let old_ty = self.functions[index].ty;
        if !self.p.compatible(old_ty, d.ty) {
            return self.redeclared(d);
        }
        self.check_linkage(d, self.functions[index].is_static)?;
        let adds = |ty: Ty| self.p.types.fn_type(ty).is_some_and(|f| f.prototype);
        let better = adds(d.ty) && !adds(old_ty);
        let prototype = self.is_prototype(d);
        let old = &mut self.functions[index];
        old.prototyped |= prototype;
        old.inline |= d.inline;
        old.attrs = old.attrs.with(d.attributes.of_function);
        if better {
            old.ty = d.ty;
            self.refined |= old.id.is_some();
        }
        self.update_func(index);
        Ok(())
    }

    /// Tells the program what is now known about a function that it has.
    fn update_func(&mut self, index: usize) {
        let Function { id, ty, is_static, inline, attrs, .. } = self.functions[index];
        if let Some(id) = id {
            let func = &mut self.p.funcs[id];
            (func.ty, func.is_static, func.inline, func.attrs) = (ty, is_static, inline, attrs);
        }
    }

    /// The function in the program, made now if nothing used it before.
    pub fn func_id(&mut self, index: usize) -> FuncId {
        if let Some(id) = self.functions[index].id {
            return id;
        }
        let Function { name, ty, at, .. } = self.functions[index];
        let id = match self.reserved.get(&name) {
            Some(id) => *id,
            None => self.p.add_func(self.names.text(name), ty, &[]),
        };
        self.place_func(at, id);
        self.functions[index].id = Some(id);
        self.update_func(index);
        id
    }

    fn function_definition(
        &mut self,
        d: Declared,
        declarator: Declarator,
        bodies: Bodies,
        start: usize,
    ) -> Res<()> {
        if !matches!(d.storage, None | Some(StorageWord::Static | StorageWord::Extern)) {
            return fail(d.at, ErrorKind::BadSpecifiers);
        }
        self.force(Space::Ordinary, d.name)?;
        let index = self.declare_function(d)?;
        if bodies == Bodies::Later {
            self.deferred.bodies.push(start);
            return Ok(());
        }
        if self.functions[index].defined {
            return fail(d.at, ErrorKind::Redefined(self.name_text(d.name).to_owned()));
        }
        let Some(Derive::Function(params)) = declarator.derive.into_iter().next_back() else {
            return fail(d.at, ErrorKind::BadDeclaration);
        };
        self.refined |=
            self.functions[index].id.is_some() && !self.p.types.same(self.functions[index].ty, d.ty);
        self.functions[index].defined = true;
        self.functions[index].ty = d.ty;
        self.functions[index].at = d.at;
        let id = self.func_id(index);
        self.update_func(index);
        if !self.functions[index].prototyped {
            self.old_style.insert(id, index);
        }
        self.place_func(d.at, id);
        self.check_main(d)?;
        self.function_body(d, id, &params)
    }

    /// A main of other types is the implementation's to define (C17 5.1.2.2.1p1), and its exit status is unspecified if it does
    /// not return `int` (5.1.2.2.3p1).
    fn check_main(&self, d: Declared) -> Res<()> {
        let Some(f) = self.p.types.fn_type(d.ty).filter(|_| self.name_text(d.name) == "main") else {
            return Ok(());
        };
        if self.p.is_main_type(f) { Ok(()) } else { unsupported(d.at, Construct::MainType) }
    }

    fn function_body(&mut self, d: Declared, id: FuncId, params: &Params) -> Res<()> {
        let ret = self.p.types.fn_type(d.ty).map_or(Ty::VOID, |f| f.ret);
        if !self.p.types.is_void(ret) {
            self.require_complete(d.at, ret)?;
        }
        self.function = Some(Definition {
            id,
            name: d.name,
            ret,
            labels: Vec::new(),
            label_index: FastMap::default(),
            covered: Vec::new(),
            computed: Vec::new(),
            label_array: None,
            switches: Vec::new(),
        });
        self.open_scope_with(&params.declares);
        let mut stmts = Vec::new();
        for param in &params.list {
            self.declare_parameter(id, *param, &mut stmts)?;
        }
        self.p.funcs[id].last = params.list.last().map_or(LastParam::Plain, |param| param.written);
        self.advance();
        stmts.extend(self.block_items()?);
        self.close_scope();
        self.p.funcs[id].body = Some(self.p.push_block(stmts));
        self.check_labels()?;
        self.finish_computed_gotos()?;
        self.function = None;
        Ok(())
    }

    fn declare_parameter(&mut self, func: FuncId, param: Param, into: &mut Vec<StmtId>) -> Res<()> {
        self.require_complete(param.at, param.ty)?;
        if let (Some(name), Some(narrow)) = (param.name, param.narrow) {
            return self.narrow_parameter(func, name, param, narrow, into);
        }
        let symbol = match param.name {
            Some(name) => self.symbol(name),
            // C23 6.9.2p6 allows it, and compilers in all standards.
            None => self.invent("unnamed"),
        };
        let text = self.p.names.text(symbol).to_owned();
        let id = self.p.add_local(&text, param.ty, Storage::Param, func);
        self.place_var(param.at, id);
        self.p.vars[id].at_least = param.at_least;
        self.p.funcs[func].params.push(id);
        if let Some(name) = param.name {
            self.ordinary.bind(name, Binding::Local(id));
        }
        Ok(())
    }

    fn check_labels(&self) -> Res<()> {
        let labels = self.function.iter().flat_map(|f| &f.labels);
        match labels.into_iter().find(|label| !label.defined) {
            Some(label) => fail(label.at, ErrorKind::UnknownLabel(self.name_text(label.name).to_owned())),
            None => Ok(()),
        }
    }

    // --- the rest ---

    /// C17 6.7.10.
    pub fn static_assert(&mut self) -> Res<()> {
        self.advance();
        self.expect(Punct::LParen)?;
        let at = self.offset();
        let value = self.constant()?;
        let message = if self.accept(Punct::Comma) {
            Some(String::from_utf8_lossy(&self.strings()?).into_owned())
        } else {
            None
        };
        self.expect(Punct::RParen)?;
        self.expect(Punct::Semi)?;
        if value == 0 { fail(at, ErrorKind::StaticAssert(message)) } else { Ok(()) }
    }

    /// What can only be said when all is read.
    fn finish(&mut self) -> Res<()> {
        self.finish_globals()?;
        for index in 0..self.functions.len() {
            self.type_of_library(index);
        }
        self.retype()?;
        for index in 0..self.functions.len() {
            self.finish_function(index);
        }
        self.mark(0);
        self.map.stmts.resize(self.p.stmts.len(), 0);
        Ok(())
    }

    /// Uses that came before a declaration that says more get the type that is known in the end. A call of
    /// `int f();` is then held to the parameters of the definition, which it has to fit anyway (C17 6.5.2.2p6).
    fn retype(&mut self) -> Res<()> {
        if !self.refined {
            return Ok(());
        }
        self.retype_exprs(0);
        for id in self.p.exprs.ids() {
            self.refit_call(id)?;
        }
        Ok(())
    }

    /// Gives names the types they have now, and what is made of such names by `&`, `*` and commas. What uses the values of
    /// other expressions has the same type as before.
    pub fn retype_exprs(&mut self, from: usize) {
        for id in self.p.exprs.ids().skip(from) {
            let ty = match self.p.exprs[id].kind {
                ExprKind::Var(var) => self.p.vars[var].ty,
                ExprKind::Func(func) => self.p.funcs[func].ty,
                ExprKind::AddrOf(e) => self.p.types.pointer(self.p.exprs[e].ty),
                ExprKind::Deref(e) if self.p.types.is_array(self.p.exprs[id].ty) => {
                    self.p.types.pointee(self.p.exprs[e].ty).unwrap_or(self.p.exprs[id].ty)
                }
                ExprKind::Comma(_, e) => self.p.value_type(e),
                _ => continue,
            };
            let ty = self.p.types.canonical(ty);
            self.p.set_type(id, ty);
        }
    }

    fn finish_globals(&mut self) -> Res<()> {
        let mut foreign = Vec::new();
        for index in 0..self.globals.len() {
            let Global { ty, id: Some(id), defined, at, .. } = self.globals[index] else { continue };
            if !defined {
                foreign.push(id);
                continue;
            }
            // A tentative definition of an array without length makes one element (C17 6.9.2p5).
            if let Some((element, None)) = self.p.types.element(ty) {
                self.refined = true;
                self.p.vars[id].ty = self.sized_array(at, element, 1)?;
            } else {
                self.require_complete(at, ty)?;
            }
        }
        // Other variables may point to those of other files, so these come first.
        self.p.globals.splice(0..0, foreign);
        Ok(())
    }

    /// A function of the library that was declared without a prototype: calls must fit the one it has.
    fn type_of_library(&mut self, index: usize) {
        let Function { ty, defined: false, id: Some(id), .. } = self.functions[index] else { return };
        let Some(declared) = self.p.types.fn_type(ty).filter(|f| !f.prototype).cloned() else { return };
        let Some(builtin) = Builtin::by_any_name(self.p.name(self.p.funcs[id].name)) else { return };
        let known = ir::library::type_of(&mut self.p.types, builtin);
        let returns = self.p.types.fn_type(known).map(|f| f.ret);
        if returns.is_some_and(|ret| self.p.compatible(ret, declared.ret)) {
            self.functions[index].ty = known;
            self.update_func(index);
            self.refined = true;
        }
    }

    /// Functions that are only declared are the library's, if they have the name and type of one.
    fn finish_function(&mut self, index: usize) {
        let Function { ty, defined: false, id: Some(id), .. } = self.functions[index] else { return };
        let symbol = self.p.funcs[id].name;
        let name = self.p.name(symbol).to_owned();
        let Some(builtin) = Builtin::by_any_name(&name) else { return };
        let by_compiler = self.name_text(self.functions[index].name).starts_with("__builtin_");
        let is_other =
            |f: &Function| f.id.is_some_and(|other| other != id && self.p.funcs[other].name == symbol);
        if by_compiler && !name.starts_with("__builtin_") && self.functions.iter().any(is_other) {
            // The program has called the library's by the compiler's name, and declares one of this name itself.
            self.p.funcs[id].name = self.p.names.intern(&format!("__builtin_{name}"));
        }
        let Some(declared) = self.p.types.fn_type(ty).cloned() else { return };
        let known = ir::library::type_like(&mut self.p.types, builtin, &declared);
        if self.p.compatible(ty, known) {
            let func = &mut self.p.funcs[id];
            func.builtin = Some(builtin);
            // What the header promises about it is nothing that the program says.
            func.attrs = ir::Attrs::NONE;
        }
    }

    /// Whether an expression is an integer constant expression.
    pub fn is_constant(&self, e: ir::ExprId) -> bool {
        constant::int_value(&self.p, e).is_some()
    }
}

/// Whether an initialiser mentions a variable that is wanted.
fn init_mentions(p: &ir::Program, init: ir::InitId, wanted: impl Fn(VarId) -> bool + Copy) -> bool {
    match &p.inits[init] {
        ir::Init::Expr(e) => expr_mentions(p, *e, wanted),
        ir::Init::List(items) => items.iter().any(|item| init_mentions(p, item.init, wanted)),
    }
}

fn expr_mentions(p: &ir::Program, e: ir::ExprId, wanted: impl Fn(VarId) -> bool + Copy) -> bool {
    let kind = p.exprs[e].kind;
    let mut found = match kind {
        ir::ExprKind::Var(named) => wanted(named),
        ir::ExprKind::CompoundLit(literal) => {
            p.vars[literal].init.is_some_and(|init| init_mentions(p, init, wanted))
        }
        _ => false,
    };
    kind.for_each_operand(|operand| found = found || expr_mentions(p, operand, wanted));
    found
}
