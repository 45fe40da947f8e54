//! Guards that `emit` wrote as macros, which must come back as what they were: a preprocessor would replace each by
//! its body. [`keep_macros`] turns their definitions into words of ours that it leaves alone, and the reader makes
//! functions of them that are written as macros again. No other macro is touched.

use crate::ErrorKind;
use crate::error::{Construct, Res, fail, unsupported};
use crate::reader::{Binding, Reader};
use crate::text::token::{Name, Punct, Tok};
use ir::{ExprId, FuncId, Ty, TypeKind};
use std::borrow::Cow;

const DEFINE: &str = "#define";

/// In the place of `#define`, and as long, so that columns stay.
const KEPT: &str = "__assay";

/// How the names of guards start.
const PREFIX: &str = "GUARD_";

/// A text for the preprocessor in which guards that are macros are definitions of our own.
pub fn keep_macros(text: &str) -> Cow<'_, str> {
    if !text.contains(PREFIX) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len() + 64);
    for line in text.split_inclusive('\n') {
        match guard_definition(line) {
            Some(definition) => {
                kept.push_str(KEPT);
                kept.push_str(definition);
                kept.push_str(";\n");
            }
            None => kept.push_str(line),
        }
    }
    Cow::Owned(kept)
}

/// What follows `#define`, if the line looks as `emit` writes it. Others may use the name for something that
/// is no function of its arguments' values.
fn guard_definition(line: &str) -> Option<&str> {
    let definition = line.strip_prefix(DEFINE)?.trim_end();
    let rest = definition.strip_prefix(' ')?.strip_prefix(PREFIX)?;
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
    let body = rest.strip_prefix("(a) ").or_else(|| rest.strip_prefix("(a, b) "))?;
    let plain = |c: char| c.is_ascii_alphanumeric() || " _.()?:<>=!+-*/%|&~".contains(c);
    let of_values = !body.contains("sizeof") && !body.replace("&&", "").contains('&');
    (body.starts_with('(') && body.ends_with(')') && body.chars().all(plain) && of_values)
        .then_some(definition)
}

/// The macros that are kept: where they are defined, and the functions that were made of them.
#[derive(Default)]
pub(crate) struct Kept {
    definitions: Vec<(Name, usize)>,
    /// A macro takes arguments of any type; each list of types has a function.
    instances: Vec<(Name, Vec<Ty>, FuncId)>,
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_guards_are_kept() {
        let guard = "#define GUARD_ADD_INT(a, b) ((b) > 0 ? (a) : (a) + (b))\n";
        assert_eq!(keep_macros(guard), "__assay GUARD_ADD_INT(a, b) ((b) > 0 ? (a) : (a) + (b));\n");
        for other in [
            "#define GUARD_X(a) ((a).x[0])\n",
            "#define GUARD_X(a) if (a) {\n",
            "#define GUARD_X(x) (-(x))\n",
            "#define GUARD_X(a) (sizeof(a))\n",
            "#define GUARD_X(a) (*&(a))\n",
            "#define GUARD_X 1\n",
            "#define ADD(a, b) ((a) + (b))\n",
        ] {
            assert_eq!(keep_macros(other), other);
        }
    }
}
