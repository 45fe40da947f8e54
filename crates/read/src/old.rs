//! C before prototypes, which compilers still read: functions that nothing declares, types that nothing names, and
//! parameters that are declared behind their list. ir has prototypes only, so such a function gets the one it means.

use crate::declarator::{Declarator, Derive, Param, Params};
use crate::declare::Declared;
use crate::error::{Construct, ErrorKind, Res, fail, unsupported};
use crate::reader::{Binding, Function, Reader};
use crate::token::{Name, Punct, Tok};
use ir::build::TypeError;
use ir::{Builtin, ExprId, ExprKind, FnType, FuncId, Id, Ty};

impl Reader<'_> {
    /// Whether a declaration that names no type means `int` (C89 3.5.2): some other word says that it is one, or it
    /// is a function at file scope.
    pub fn means_int(&self, start: u32) -> bool {
        let named = matches!(self.tok(), Tok::Ident(_));
        let function = self.function.is_none() && self.ahead(1) == Tok::Punct(Punct::LParen);
        named && (self.offset() != start || function)
    }

    /// A function of the compiler or the library that the text does not declare.
    pub fn implicit_builtin(&mut self, name: Name, at: u32, builtin: Builtin) -> FuncId {
        let ty = ir::library::type_of(&mut self.p.types, builtin);
        let new = !self.linked.contains_key(&name);
        let index = self.implicit(name, at, ty);
        if new {
            // By the library's name, which is not always the one in the text.
            let id = self.p.add_func(builtin.name(), ty, &[]);
            self.place_func(at, id);
            self.functions[index].id = Some(id);
        }
        self.func_id(index)
    }

    /// A function that is called and not declared returns `int`, and takes anything (C89 3.3.2.2).
    pub fn implicit_function(&mut self, name: Name, at: u32) -> FuncId {
        let unknown = FnType { ret: Ty::INT, params: Vec::new(), variadic: false, prototype: false };
        let ty = self.p.types.function(unknown);
        let index = self.implicit(name, at, ty);
        self.func_id(index)
    }

    /// It is declared in the block around, but there is only one of its name.
    fn implicit(&mut self, name: Name, at: u32, ty: Ty) -> usize {
        let index = match self.linked.get(&name) {
            Some(Binding::Function(index)) => *index,
            _ => {
                self.functions.push(Function {
                    name,
                    ty,
                    is_static: false,
                    inline: false,
                    attrs: ir::Attrs::NONE,
                    defined: false,
                    at,
                    id: None,
                });
                self.functions.len() - 1
            }
        };
        self.linked.insert(name, Binding::Function(index));
        self.ordinary.bind(name, Binding::Function(index));
        index
    }

    /// `a, b)` behind the bracket of a definition. What is declared nowhere is an `int`.
    pub fn old_style_names(&mut self) -> Res<Params> {
        let mut list = Vec::new();
        loop {
            let at = self.offset();
            let name = Some(self.expect_name()?);
            list.push(Param { name, ty: Ty::INT, at_least: 0, at });
            if !self.accept(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::RParen)?;
        Ok(Params { list, variadic: false, prototype: false })
    }

    /// The declarations between the list of names and the body. As a prototype, it takes the same arguments, if the
    /// parameters have types that arguments have without one.
    pub fn old_style_parameters(
        &mut self,
        base: Ty,
        declared: &mut Declared,
        declarator: &mut Declarator,
    ) -> Res<()> {
        let Some(Derive::Function(params)) = declarator.derive.last_mut() else { return Ok(()) };
        if params.prototype || params.list.is_empty() {
            return Ok(());
        }
        let mut list = std::mem::take(&mut params.list);
        while !self.is(Punct::LBrace) {
            self.old_style_declaration(&mut list)?;
        }
        for param in &list {
            let promoted = match self.p.types.int_kind(param.ty) {
                Some(kind) => self.p.target().int_size(kind).size >= self.p.target().int.size,
                None => !self.p.types.same_unqualified(param.ty, Ty::FLOAT),
            };
            if !promoted {
                return unsupported(param.at, Construct::KnrParameters);
            }
        }
        if let Some(Derive::Function(params)) = declarator.derive.last_mut() {
            *params = Params { list, variadic: false, prototype: true };
        }
        declared.ty = self.derive(declared.at, base, &declarator.derive)?;
        Ok(())
    }

    fn old_style_declaration(&mut self, list: &mut [Param]) -> Res<()> {
        let specifiers = self.specifiers()?;
        loop {
            let declared = self.parameter_of(specifiers)?;
            let Some(param) = list.iter_mut().find(|p| p.name == declared.name) else {
                return fail(declared.at, ErrorKind::BadDeclaration);
            };
            *param = declared;
            if !self.accept(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::Semi)?;
        Ok(())
    }

    /// A call from before the prototype: its arguments are what they are by themselves, and must fit (C17 6.5.2.2p6).
    pub fn refit_call(&mut self, id: ExprId) -> Res<()> {
        let ExprKind::Call { callee, args } = self.p.exprs[id].kind else { return Ok(()) };
        let Some(f) = self.p.types.fn_type(self.p.ty(callee)).filter(|f| f.prototype).cloned() else {
            return Ok(());
        };
        let (given, at) = (self.p.args(args).to_vec(), self.map.exprs[id.index()]);
        if given.len() < f.params.len() || (given.len() > f.params.len() && !f.variadic) {
            let error = TypeError::ArgumentCount { wanted: f.params.len(), given: given.len() };
            return fail(at, error.into());
        }
        for (i, (arg, param)) in given.iter().zip(&f.params).enumerate() {
            if !self.p.types.same_unqualified(self.p.ty(*arg), *param) {
                let fitted = self.refit_argument(at, *arg, *param)?;
                self.p.args_mut(args)[i] = fitted;
            }
        }
        Ok(())
    }

    /// Signed and unsigned of a size, and pointers, are interchangeable.
    fn refit_argument(&mut self, at: u32, arg: ExprId, param: Ty) -> Res<ExprId> {
        let (from, types) = (self.p.value_type(arg), &self.p.types);
        let integers = types.int_kind(from).is_some() && types.int_kind(param).is_some();
        let pointers = types.is_pointer(from) && types.is_pointer(param);
        if !(pointers || integers && types.size(from) == types.size(param)) {
            return fail(at, ErrorKind::ArgumentBeforePrototype);
        }
        let built = if integers {
            // Instead of the promotion, which has the same value.
            let mut written = arg;
            while let ExprKind::Convert(inner) = self.p.exprs[written].kind {
                written = inner;
            }
            self.p.assign_convert(written, param)
        } else {
            self.p.cast(arg, self.p.types.canonical(param).unqualified())
        };
        self.built(at, built)
    }
}
