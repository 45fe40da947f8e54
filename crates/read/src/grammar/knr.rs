//! C before prototypes, which compilers still read: functions that nothing declares, types that nothing names, and
//! parameters that are declared behind their list. ir has prototypes only, so such a function gets the one it means.

use crate::error::{ErrorKind, Res, fail};
use crate::grammar::declarator::{Declarator, Derive, Param, Params};
use crate::grammar::declare::Declared;
use crate::reader::{Binding, Function, Reader};
use crate::text::token::{Name, Punct, Tok};
use ir::{Builtin, ExprId, ExprKind, FnType, FuncId, Id, Init, LastParam, Stmt, StmtId, Storage, Ty};

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
            // By the library's name, which is not always the one in the text: several forms may be one function. What needs a library
            // unless it goes by the compiler's name keeps that.
            let spelled = match builtin {
                Builtin::Math(..) => self.name_text(name).to_owned(),
                _ => builtin.name().to_owned(),
            };
            let same = self.functions.iter().find_map(|f| {
                let id = f.id.filter(|_| self.name_text(f.name).starts_with("__builtin_"))?;
                (self.p.name(self.p.funcs[id].name) == spelled).then_some(id)
            });
            let id = same.unwrap_or_else(|| {
                let id = self.p.add_func(&spelled, ty, &[]);
                self.place_func(at, id);
                id
            });
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
                    prototyped: self.p.types.fn_type(ty).is_some_and(|f| f.prototype),
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
            let written = LastParam::Plain;
            list.push(Param { name, ty: Ty::INT, at_least: 0, written, narrow: None, at });
            if !self.accept(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::RParen)?;
        Ok(Params { list, ..Params::default() })
    }

    /// The declarations between the list of names and the body. As a prototype, it takes what the arguments are after
    /// their promotion.
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
        self.open_scope();
        while !self.is(Punct::LBrace) {
            self.old_style_declaration(&mut list)?;
        }
        let declares = self.take_scope();
        if !self.was_declared_with(declared.name, &list) {
            for param in &mut list {
                if let Some(promoted) = self.p.types.default_promoted(param.ty) {
                    param.narrow = Some(std::mem::replace(&mut param.ty, promoted));
                }
            }
        }
        if let Some(Derive::Function(params)) = declarator.derive.last_mut() {
            *params = Params { list, variadic: false, prototype: true, declares };
        }
        declared.ty = self.derive(declared.at, base, &declarator.derive)?;
        declared.old_style = true;
        Ok(())
    }

    /// Whether a prototype before the definition has the types of its parameters as they are: GNU takes that one, also
    /// where they would be promoted.
    fn was_declared_with(&self, name: Name, list: &[Param]) -> bool {
        let Some(Binding::Function(index)) = self.linked.get(&name) else { return false };
        let prototype = self.p.types.fn_type(self.functions[*index].ty).filter(|f| f.prototype);
        prototype.is_some_and(|f| {
            f.params.len() == list.len()
                && f.params.iter().zip(list).all(|(ty, param)| self.p.compatible(*ty, param.ty))
        })
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

    /// A parameter whose argument is promoted is converted back when the function begins (C17 6.9.1p10).
    pub fn narrow_parameter(
        &mut self,
        func: FuncId,
        name: Name,
        param: Param,
        narrow: Ty,
        into: &mut Vec<StmtId>,
    ) -> Res<()> {
        let text = self.name_text(name);
        let passed = self.invent(text);
        let passed = self.p.name(passed).to_owned();
        let passed = self.p.add_local(&passed, param.ty, Storage::Param, func);
        self.place_var(param.at, passed);
        self.p.funcs[func].params.push(passed);
        let value = self.p.var(passed);
        let value = self.assign_convert(param.at, value, narrow)?;
        let id = self.p.add_local(text, narrow, Storage::Auto, func);
        self.place_var(param.at, id);
        self.p.vars[id].init = Some(self.p.push_init(Init::Expr(value)));
        self.ordinary.bind(name, Binding::Local(id));
        let stmt = self.stmt(param.at, Stmt::Decl(id));
        into.push(stmt);
        Ok(())
    }

    /// A call of a function that has no prototype, though it is defined already: nothing is converted for it.
    pub fn old_style_call(&mut self, at: u32, callee: ExprId, args: &[ExprId]) -> Res<ExprId> {
        let args: Vec<ExprId> = args.iter().map(|arg| self.p.default_promote(*arg)).collect();
        self.mark(at);
        let callee = self.without_prototype(at, callee)?;
        let built = self.p.call(callee, &args);
        let call = self.built(at, built)?;
        self.refit_call(call)?;
        Ok(call)
    }

    /// The function as a pointer to one of which nothing but the returned type is known.
    fn without_prototype(&mut self, at: u32, callee: ExprId) -> Res<ExprId> {
        let ret = self.p.types.fn_type(self.p.ty(callee)).map_or(Ty::INT, |f| f.ret);
        let unknown = FnType { ret, params: Vec::new(), variadic: false, prototype: false };
        let unknown = self.p.types.function(unknown);
        let pointer = self.p.types.pointer(unknown);
        let decayed = self.p.decay(callee);
        let built = self.p.cast(decayed, pointer);
        self.built(at, built)
    }

    /// A call from before the prototype, or without any: its arguments are what they are by themselves, and must fit
    /// (C17 6.5.2.2p6). If they do, it is a call like others. If they do not, that matters only where it is executed.
    pub fn refit_call(&mut self, id: ExprId) -> Res<()> {
        let ExprKind::Call { callee, args } = self.p.exprs[id].kind else { return Ok(()) };
        let (direct, at) = (self.called_directly(callee), self.map.exprs[id.index()]);
        let Some(f) = self.p.types.fn_type(self.p.ty(direct)).filter(|f| f.prototype).cloned() else {
            return Ok(());
        };
        let (given, ty) = (self.p.args(args).to_vec(), self.p.exprs[id].ty);
        if direct == callee && self.is_fitted(&given, &f) {
            return Ok(());
        }
        match self.fitted(at, &given, &f)? {
            Some(fitted) => {
                self.p.args_mut(args).copy_from_slice(&fitted);
                self.p.set_expr(id, ExprKind::Call { callee: direct, args }, ty);
            }
            None if direct == callee => {
                let callee = self.without_prototype(at, callee)?;
                self.p.set_expr(id, ExprKind::Call { callee, args }, ty);
            }
            None => {}
        }
        Ok(())
    }

    /// The function behind a cast of [`Reader::without_prototype`]'s.
    fn called_directly(&self, callee: ExprId) -> ExprId {
        let ExprKind::Cast(decayed) = self.p.exprs[callee].kind else { return callee };
        match self.p.exprs[decayed].kind {
            ExprKind::Decay(func) if matches!(self.p.exprs[func].kind, ExprKind::Func(_)) => func,
            _ => callee,
        }
    }

    /// Whether a call was made with the prototype.
    fn is_fitted(&self, given: &[ExprId], f: &FnType) -> bool {
        let fits = |(arg, param): (&ExprId, &Ty)| self.p.types.same_unqualified(self.p.ty(*arg), *param);
        let enough = given.len() == f.params.len() || (f.variadic && given.len() > f.params.len());
        enough && given.iter().zip(&f.params).all(fits)
    }

    /// The arguments as the prototype wants them, if they fit without conversions, whatever their values.
    fn fitted(&mut self, at: u32, given: &[ExprId], f: &FnType) -> Res<Option<Vec<ExprId>>> {
        if f.variadic || given.len() != f.params.len() {
            return Ok(None);
        }
        let mut fitted = Vec::with_capacity(given.len());
        for (arg, param) in given.iter().zip(&f.params) {
            match self.fitted_argument(at, *arg, *param)? {
                Some(arg) => fitted.push(arg),
                None => return Ok(None),
            }
        }
        Ok(Some(fitted))
    }

    /// Signed and unsigned of a type are interchangeable for values that both have, and so are pointers to objects.
    fn fitted_argument(&mut self, at: u32, arg: ExprId, param: Ty) -> Res<Option<ExprId>> {
        let (from, types) = (self.p.value_type(arg), &self.p.types);
        if types.same_unqualified(from, param) {
            return Ok(Some(arg));
        }
        if let (Some(a), Some(b)) = (types.pointee(from), types.pointee(param)) {
            let objects = !types.is_function(a) && !types.is_function(b);
            if !objects && !self.p.compatible(a, b) {
                return Ok(None);
            }
            let built = self.p.cast(arg, self.p.types.canonical(param).unqualified());
            return self.built(at, built).map(Some);
        }
        if !self.p.compatible(from, param) && !self.has_either_sign(arg, from, param) {
            return Ok(None);
        }
        // Instead of the promotion, which has the same value.
        let mut written = arg;
        while let ExprKind::Convert(inner) = self.p.exprs[written].kind {
            written = inner;
        }
        let built = self.p.assign_convert(written, param);
        self.built(at, built).map(Some)
    }

    /// A constant that both the signed and the unsigned type have.
    fn has_either_sign(&self, arg: ExprId, from: Ty, param: Ty) -> bool {
        let types = &self.p.types;
        let kinds = (types.int_kind(from), types.int_kind(param));
        let (Some(a), Some(b), Some(to)) = (kinds.0, kinds.1, types.int_type(param)) else { return false };
        let value = ir::constant::int_value(&self.p, arg);
        a.to_unsigned() == b.to_unsigned() && value.is_some_and(|v| ir::arith::int::fits(to, v))
    }
}
