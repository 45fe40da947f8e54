//! Wide characters and strings (C17 6.4.4.4, 6.4.5). ir has none: such a string is a static array of integers.

use crate::error::{BadConstant, ErrorKind, Res, fail};
use crate::reader::Reader;
use crate::text::literal;
use crate::text::token::Tok;
use ir::{ExprId, ExprKind, Init, InitId, InitItem, IntKind, Storage, Ty, VarId};

/// The prefix of a literal, and what follows.
fn prefix(text: &str) -> (&str, &str) {
    let quote = text.find(['"', '\'']).unwrap_or(0);
    text.split_at(quote)
}

/// `wchar_t`, `char16_t` or `char32_t`.
fn element(prefix: &str) -> Option<Ty> {
    match prefix {
        "L" => Some(Ty::INT),
        "u" => Some(Ty::USHORT),
        "U" => Some(Ty::UINT),
        _ => None,
    }
}

impl Reader<'_> {
    /// Whether one of the adjacent string literals here is wide, which makes all of them wide (C17 6.4.5p5).
    pub fn is_wide_string(&self) -> bool {
        self.wide_element().is_some()
    }

    fn wide_element(&self) -> Option<Ty> {
        let literals = self.tokens[self.at..].iter().take_while(|token| token.tok == Tok::Str);
        literals.map(|token| prefix(self.token_text(*token)).0).find_map(element)
    }

    pub fn wide_character(&mut self, at: u32, text: &str) -> Res<ExprId> {
        let (prefix, rest) = prefix(text);
        let inner = rest.strip_prefix('\'').and_then(|t| t.strip_suffix('\''));
        let values =
            literal::wide(inner.unwrap_or("")).or_else(|why| fail(at, ErrorKind::BadConstant(why)))?;
        let (Some(ty), Some(value)) = (element(prefix), values.last()) else {
            return fail(at, ErrorKind::BadConstant(BadConstant::Empty));
        };
        let e = self.p.int_const(i128::from(*value), ty);
        Ok(self.marked(at, e))
    }

    /// A static array, which is remembered as the string that it is.
    pub fn wide_string(&mut self, at: u32) -> Res<ExprId> {
        let ty = self.wide_element().unwrap_or(Ty::INT);
        let mut values = Vec::new();
        while self.tok() == Tok::Str {
            let (_, text) = prefix(self.token_text(self.tokens[self.at]));
            let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or("");
            let more = literal::wide(inner).or_else(|why| fail(at, ErrorKind::BadConstant(why)))?;
            values.extend(more);
            self.advance();
        }
        values.push(0);
        let array = self.p.types.array(ty, values.len() as u64);
        let init = self.wide_list(at, &values, ty);
        let symbol = self.invent("wide");
        let text = self.p.names.text(symbol).to_owned();
        let var = self.p.add_global(&text, array, Storage::Static, Some(init));
        self.place_var(at, var);
        self.wide.insert(var, values);
        let e = self.p.var(var);
        Ok(self.marked(at, e))
    }

    fn wide_list(&mut self, at: u32, values: &[u32], ty: Ty) -> InitId {
        let mut items = Vec::new();
        for (place, value) in values.iter().enumerate() {
            let e = self.p.int_lit(u64::from(*value), IntKind::Int);
            let e = self.p.convert(e, ty);
            self.mark(at);
            let init = self.p.push_init(Init::Expr(e));
            items.push(InitItem { place: place as u32, init, designated: false });
        }
        self.p.push_init(Init::List(items))
    }

    /// The characters of a wide string literal, with its zero.
    pub fn wide_characters(&self, e: ExprId) -> Option<&[u32]> {
        let var: VarId = match self.p.exprs[e].kind {
            ExprKind::Var(var) => var,
            _ => return None,
        };
        self.wide.get(&var).map(Vec::as_slice)
    }
}
