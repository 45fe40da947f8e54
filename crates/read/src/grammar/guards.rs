//! Guards that were kept as macros become functions that are written as macros again: see [`crate::text::guard_macros`].

use crate::ErrorKind;
use crate::error::{Construct, Res, fail, unsupported};
use crate::reader::{Binding, Reader};
use crate::text::token::{Name, Punct, Tok};
use ir::{ExprId, FuncId, Ty, TypeKind};

impl Reader<'_> {
    /// `__assay NAME(a, b) (…);`, of which nothing is read before it is used.
    pub fn kept_macro(&mut self) -> Res<()> {
        self.advance();
        let name = self.expect_name()?;
        self.kept.definitions.push((name, self.at));
        while !self.accept(Punct::Semi) {
            if self.tok() == Tok::End {
                return self.expected(";");
            }
            self.advance();
        }
        Ok(())
    }

    /// A use of a macro that is kept, behind its name.
    pub fn kept_call(&mut self, at: u32, name: Name) -> Res<Option<ExprId>> {
        let Some((_, start)) = self.kept.definitions.iter().find(|(known, _)| *known == name).copied() else {
            return Ok(None);
        };
        self.expect(Punct::LParen)?;
        let mut args = vec![self.argument()?];
        while self.accept(Punct::Comma) {
            args.push(self.argument()?);
        }
        self.expect(Punct::RParen)?;
        let types = args.iter().map(|e| self.kept_argument(at, *e)).collect::<Res<Vec<Ty>>>()?;
        let func = self.instance(at, name, start, types)?;
        let built = self.p.call_func(func, &args);
        self.built(at, built).map(Some)
    }

    /// The type of the parameter. What is evaluated as often as the body mentions it must have no effects.
    fn kept_argument(&self, at: u32, e: ExprId) -> Res<Ty> {
        let ty = self.p.promoted_type(e);
        match self.p.types.kind(ty) {
            _ if !self.p.is_pure(e) => unsupported(at, Construct::KeptMacro),
            TypeKind::Float(kind) => Ok(Ty::float(kind)),
            _ => match self.p.types.int_kind(ty) {
                Some(kind) => Ok(Ty::int(kind)),
                None => unsupported(at, Construct::KeptMacro),
            },
        }
    }

    fn instance(&mut self, at: u32, name: Name, start: usize, types: Vec<Ty>) -> Res<FuncId> {
        let known = self.kept.instances.iter().find(|(n, t, _)| *n == name && *t == types);
        if let Some((.., func)) = known {
            return Ok(*func);
        }
        let func = self.add_instance(name, &types);
        let defined = self.tokens[start].start;
        self.place_func(defined, func);
        self.kept.instances.push((name, types.clone(), func));
        let value = self.aside(start, |r| {
            r.open_scope();
            let value = r.kept_body(at, func)?;
            r.close_scope();
            Ok(value)
        })?;
        let ret = self.p.types.canonical(self.p.value_type(value));
        self.p.funcs[func].ty = self.p.fn_type(ret, &types);
        let returns = self.stmt(defined, ir::Stmt::Return(Some(value)));
        self.p.funcs[func].body = Some(self.p.push_block(vec![returns]));
        Ok(func)
    }

    /// Its type is known when its body is.
    fn add_instance(&mut self, name: Name, types: &[Ty]) -> FuncId {
        let first = !self.kept.instances.iter().any(|(known, ..)| *known == name);
        let text = self.name_text(name);
        let symbol = if first { self.symbol(name) } else { self.invent(text) };
        let ty = self.p.fn_type(Ty::VOID, types);
        let func = self.p.add_func(text, ty, &vec![""; types.len()]);
        let f = &mut self.p.funcs[func];
        f.name = symbol;
        f.is_static = true;
        f.is_macro = true;
        func
    }

    /// The parameters' names, and the expression that the macro is.
    fn kept_body(&mut self, at: u32, func: FuncId) -> Res<ExprId> {
        self.expect(Punct::LParen)?;
        let params = self.p.funcs[func].params.clone();
        for (i, param) in params.iter().enumerate() {
            if i > 0 {
                self.expect(Punct::Comma)?;
            }
            let here = self.offset();
            let name = self.expect_name()?;
            self.p.vars[*param].name = self.symbol(name);
            self.place_var(here, *param);
            self.ordinary.bind(name, Binding::Local(*param));
        }
        self.expect(Punct::RParen)?;
        let value = self.expr()?;
        if !self.is(Punct::Semi) {
            return self.expected(";");
        }
        if !self.p.is_pure(value) || self.p.types.is_void(self.p.value_type(value)) {
            return fail(at, ErrorKind::Unsupported(Construct::KeptMacro));
        }
        Ok(value)
    }
}
