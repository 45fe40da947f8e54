//! Forms that look like calls and take types or leave operands unevaluated: `__builtin_offsetof`,
//! `__builtin_va_arg` and their like. One row and one function each.

use crate::error::{ErrorKind, Res, fail};
use crate::reader::Reader;
use crate::text::token::{Punct, Tok};
use ir::build::TypeError;
use ir::{AtomicFn, Builtin, Class, ExprId, ExprKind, FuncId, IntKind, LastParam, RecordKind, Storage, Ty};

type Form<'t> = fn(&mut Reader<'t>, u32) -> Res<ExprId>;

/// The form of a name, if it is one.
fn form<'t>(text: &str) -> Option<Form<'t>> {
    let forms: [(&str, Form<'t>); 10] = [
        ("__builtin_va_start", Reader::va_start),
        ("__builtin_va_arg", Reader::va_arg),
        ("__builtin_va_end", Reader::va_end),
        ("__builtin_va_copy", Reader::va_copy),
        ("__builtin_offsetof", Reader::offset_of),
        ("__builtin_types_compatible_p", Reader::types_compatible),
        ("__builtin_choose_expr", Reader::choose_expr),
        ("__builtin_constant_p", Reader::constant_p),
        ("__builtin_convertvector", Reader::convert_vector),
        ("__builtin_classify_type", Reader::classify_type),
    ];
    forms.into_iter().find(|(name, _)| *name == text).map(|(_, form)| form)
}

/// Which arguments of a checked form the plain function does not take.
#[derive(Clone, Copy)]
enum Kept {
    AllButLast,
    WithoutFlagAndSize(usize),
    WithoutFlag(usize),
}

/// `__builtin_smull_overflow` and its like: the generic function and the type of its operands.
fn typed_overflow(text: &str) -> Option<(Builtin, Ty)> {
    const KINDS: [(&str, IntKind); 6] = [
        ("s", IntKind::Int),
        ("sl", IntKind::Long),
        ("sll", IntKind::LongLong),
        ("u", IntKind::UInt),
        ("ul", IntKind::ULong),
        ("ull", IntKind::ULongLong),
    ];
    const OPS: [(&str, Builtin); 3] =
        [("add", Builtin::AddOverflow), ("sub", Builtin::SubOverflow), ("mul", Builtin::MulOverflow)];
    let text = text.strip_prefix("__builtin_")?.strip_suffix("_overflow")?;
    let (sign, rest) = text.split_at_checked(1)?;
    let (op, width) = rest.split_at_checked(3)?;
    let (_, builtin) = OPS.iter().find(|(name, _)| *name == op)?;
    let (_, kind) = KINDS.iter().find(|(name, _)| *name == format!("{sign}{width}"))?;
    Some((*builtin, Ty::int(*kind)))
}

/// The functions that check the size of what they write to.
fn checked(text: &str) -> Option<(Builtin, Kept)> {
    let name = text.strip_prefix("__builtin___")?.strip_suffix("_chk")?;
    let kept = match name {
        "printf" => return Some((Builtin::Printf, Kept::WithoutFlag(0))),
        "vprintf" => return Some((Builtin::Vprintf, Kept::WithoutFlag(0))),
        "fprintf" | "vfprintf" => Kept::WithoutFlag(1),
        "sprintf" | "vsprintf" => Kept::WithoutFlagAndSize(1),
        "snprintf" | "vsnprintf" => Kept::WithoutFlagAndSize(2),
        _ => Kept::AllButLast,
    };
    let builtin = Builtin::from_name(name).or_else(|| Builtin::from_name(&format!("__builtin_{name}")))?;
    Some((builtin, kept))
}

impl<'t> Reader<'t> {
    /// One of these forms, if it starts at the current token.
    pub fn special_call(&mut self) -> Res<Option<ExprId>> {
        let Tok::Ident(name) = self.tok() else { return Ok(None) };
        let text = self.name_text(name);
        let known = ["__builtin_", "__atomic_", "__sync_"].iter().any(|prefix| text.starts_with(prefix));
        if !known || self.ahead(1) != Tok::Punct(Punct::LParen) {
            return Ok(None);
        }
        let at = self.offset();
        let e = if let Some(form) = form(text) {
            self.advance();
            self.advance();
            form(self, at)?
        } else if let Some(function) = AtomicFn::from_name(text) {
            self.advance();
            self.advance();
            self.atomic_call(at, function)?
        } else if let Some((op, ty)) = typed_overflow(text) {
            self.advance();
            self.advance();
            let func = self.implicit_builtin(name, at, op);
            self.typed_overflow(at, func, ty)?
        } else if let Some((builtin, kept)) = checked(text) {
            self.advance();
            self.advance();
            let func = self.implicit_builtin(name, at, builtin);
            self.checked_call(at, func, builtin, kept)?
        } else {
            return Ok(None);
        };
        self.expect(Punct::RParen)?;
        Ok(Some(self.marked(at, e)))
    }

    /// A `va_list`, as the lvalue it has to be.
    fn va_list(&mut self, what: &'static str) -> Res<ExprId> {
        let at = self.offset();
        let e = self.assignment()?;
        if self.p.value_type(e) == Ty::VA_LIST && self.p.is_lvalue(e) {
            Ok(e)
        } else {
            fail(at, TypeError::Operand(what).into())
        }
    }

    fn va_start(&mut self, _: u32) -> Res<ExprId> {
        let list = self.va_list("va_start")?;
        if self.accept(Punct::Comma) {
            // The last parameter, which everybody knows.
            let before = self.checkpoint();
            let named = self.assignment()?;
            let named = self.p.exprs[named].kind;
            self.discard(before);
            self.check_last(named);
        }
        Ok(self.p.push_expr(ExprKind::VaStart(list), Ty::VOID))
    }

    /// Notes that `va_start` names a parameter that is not the last: undefined when it is executed (C17 7.16.1.4p4).
    fn check_last(&mut self, named: ExprKind) {
        let Some(func) = self.function.as_ref().map(|f| f.id) else { return };
        if let ExprKind::Var(var) = named
            && self.p.vars[var].storage == Storage::Param
            && self.p.funcs[func].params.last() != Some(&var)
        {
            self.p.funcs[func].last = LastParam::Another;
        }
    }

    fn va_arg(&mut self, _: u32) -> Res<ExprId> {
        let list = self.va_list("va_arg")?;
        self.expect(Punct::Comma)?;
        let at = self.offset();
        let ty = self.type_name()?.unqualified();
        self.require_complete(at, ty)?;
        if self.p.types.is_array(ty) {
            return fail(at, TypeError::Operand("va_arg").into());
        }
        Ok(self.p.push_expr(ExprKind::VaArg(list), ty))
    }

    fn convert_vector(&mut self, at: u32) -> Res<ExprId> {
        let vector = self.assignment()?;
        self.expect(Punct::Comma)?;
        let ty = self.type_name()?;
        let built = self.p.convert_lanes(vector, ty);
        self.built(at, built)
    }

    /// GCC's number for the class of a type; the operand is not evaluated.
    fn classify_type(&mut self, _: u32) -> Res<ExprId> {
        let before = self.checkpoint();
        let e = self.assignment()?;
        let e = self.p.decay(e);
        let class = match self.p.types.class(self.p.ty(e)) {
            Class::Void => 0,
            Class::Int(_) => 1,
            Class::Pointer | Class::Function | Class::Array | Class::VaList => 5,
            Class::Float(_) => 8,
            Class::Vector => 19,
            Class::Record if self.is_union(self.p.ty(e)) => 13,
            Class::Record => 12,
        };
        self.discard(before);
        Ok(self.p.int_lit(class, IntKind::Int))
    }

    fn is_union(&self, ty: Ty) -> bool {
        self.p.types.record(ty).is_some_and(|id| self.p.types.records[id].kind == RecordKind::Union)
    }

    /// The arguments up to the closing parenthesis, which is left.
    fn rest_of_arguments(&mut self) -> Res<Vec<ExprId>> {
        let mut args = Vec::new();
        while !self.is(Punct::RParen) {
            args.push(self.argument()?);
            if !self.accept(Punct::Comma) {
                break;
            }
        }
        Ok(args)
    }

    /// `__atomic_fetch_add(&x, 1, 5)` and its like: the function for the type of the object.
    fn atomic_call(&mut self, at: u32, function: AtomicFn) -> Res<ExprId> {
        let mut args = self.rest_of_arguments()?;
        let first = args.first().map(|first| self.p.decay(*first));
        let pointer = first.map(|first| self.p.value_type(first));
        let Some(func) = pointer.and_then(|pointer| self.p.atomic(function, pointer)) else {
            return fail(at, ErrorKind::UnsupportedBuiltin(function.name().to_owned()));
        };
        self.place_func(at, func);
        let callee = self.p.func(func);
        self.adapt_arguments(at, callee, &mut args)?;
        let built = self.p.call(callee, &args);
        self.built(at, built)
    }

    /// `__builtin_saddl_overflow(a, b, &r)`: the generic one, with its operands converted first.
    fn typed_overflow(&mut self, at: u32, func: FuncId, ty: Ty) -> Res<ExprId> {
        let mut args = self.rest_of_arguments()?;
        let to = self.p.types.pointer(ty);
        for (arg, wanted) in args.iter_mut().zip([ty, ty, to]) {
            let converted = self.assign_convert(at, *arg, wanted)?;
            *arg = match self.p.exprs[converted].kind {
                ExprKind::Convert(inner) => {
                    let built = self.p.cast(inner, wanted);
                    self.built(at, built)?
                }
                _ => converted,
            };
        }
        let built = self.p.call_func(func, &args);
        self.built(at, built)
    }

    /// Whether leaving out an argument changes nothing: it has no effect, but for asking how large an object is.
    fn is_idle(&self, e: ExprId) -> bool {
        match self.p.exprs[e].kind {
            ExprKind::Convert(inner) | ExprKind::Cast(inner) => self.is_idle(inner),
            ExprKind::Call { callee, args } => {
                let asks = matches!(self.p.exprs[callee].kind,
                    ExprKind::Func(f) if self.p.name(self.p.funcs[f].name) == Builtin::ObjectSize.name());
                asks && self.p.args(args).iter().all(|arg| self.p.is_pure(*arg))
            }
            _ => self.p.is_pure(e),
        }
    }

    /// `__builtin___memcpy_chk(to, from, n, size)`: without the size of the object, which is only looked at where the machine looks
    /// anyway.
    fn checked_call(&mut self, at: u32, func: FuncId, builtin: Builtin, kept: Kept) -> Res<ExprId> {
        let mut args = self.rest_of_arguments()?;
        let known = ir::library::type_of(&mut self.p.types, builtin);
        let wanted = self.p.types.fn_type(known).map_or(0, |f| f.params.len());
        let (first, count) = match kept {
            Kept::AllButLast => (wanted, 1),
            // `__sprintf_chk(to, flag, size, format, ...)` and its like.
            Kept::WithoutFlagAndSize(at) => (at, 2),
            Kept::WithoutFlag(at) => (at, 1),
        };
        if args.len() < first + count || args[first..first + count].iter().any(|e| !self.is_idle(*e)) {
            return fail(at, ErrorKind::UnsupportedBuiltin(builtin.name().to_owned()));
        }
        args.drain(first..first + count);
        let callee = self.p.func(func);
        self.adapt_arguments(at, callee, &mut args)?;
        let built = self.p.call(callee, &args);
        self.built(at, built)
    }

    fn va_end(&mut self, _: u32) -> Res<ExprId> {
        let list = self.va_list("va_end")?;
        Ok(self.p.push_expr(ExprKind::VaEnd(list), Ty::VOID))
    }

    fn va_copy(&mut self, _: u32) -> Res<ExprId> {
        let to = self.va_list("va_copy")?;
        self.expect(Punct::Comma)?;
        let from = self.va_list("va_copy")?;
        Ok(self.p.push_expr(ExprKind::VaCopy { to, from }, Ty::VOID))
    }

    /// `offsetof(type, member)`. A member of a member, or an element, is folded to its number.
    fn offset_of(&mut self, _: u32) -> Res<ExprId> {
        let at = self.offset();
        let ty = self.type_name()?;
        self.expect(Punct::Comma)?;
        self.require_complete(at, ty)?;
        let (field, total, part) = self.member_offset(ty)?;
        let size_t = self.p.types.size_t();
        if let Some(id) = self.p.types.record(ty)
            && !matches!(self.tok(), Tok::Punct(Punct::Dot | Punct::LBracket))
            && field.1
        {
            return Ok(self.p.push_expr(ExprKind::Offsetof(id, field.0), size_t));
        }
        let total = self.deeper_offset(total, part)?;
        Ok(self.p.int_const(i128::from(total), size_t))
    }

    /// A member's name: its field, whether it is a direct one, its offset, and its type.
    fn member_offset(&mut self, record: Ty) -> Res<((u32, bool), u64, Ty)> {
        let at = self.offset();
        let name = self.expect_name()?;
        let path = self.p.types.record(record).and_then(|id| self.find_member(id, name));
        let Some(path) = path else {
            return fail(at, ErrorKind::UnknownMember(self.name_text(name).to_owned()));
        };
        let (mut ty, mut total) = (record, 0);
        for field in &path {
            let Some(id) = self.p.types.record(ty) else { break };
            if self.p.types.records[id].fields[*field as usize].bits.is_some() {
                return fail(at, TypeError::NotAddressable("offsetof").into());
            }
            total += self.p.types.layout(id).fields[*field as usize].offset;
            ty = self.p.types.records[id].fields[*field as usize].ty;
        }
        Ok(((path[0], path.len() == 1), total, ty))
    }

    fn deeper_offset(&mut self, mut total: u64, mut ty: Ty) -> Res<u64> {
        loop {
            let at = self.offset();
            if self.accept(Punct::Dot) {
                let (_, offset, part) = self.member_offset(ty)?;
                (total, ty) = (total + offset, part);
            } else if self.accept(Punct::LBracket) {
                let index = self.constant()?;
                self.expect(Punct::RBracket)?;
                let Some((element, _)) = self.p.types.element(ty) else {
                    return fail(at, TypeError::Operand("offsetof").into());
                };
                let Some(index) = u32::try_from(index).ok() else { return fail(at, ErrorKind::BadSize) };
                total += u64::from(index) * self.p.types.size(element);
                ty = element;
            } else {
                return Ok(total);
            }
        }
    }

    fn types_compatible(&mut self, _: u32) -> Res<ExprId> {
        let a = self.type_name()?;
        self.expect(Punct::Comma)?;
        let b = self.type_name()?;
        let same = self.p.compatible(a, b);
        Ok(self.p.int_lit(u64::from(same), IntKind::Int))
    }

    fn choose_expr(&mut self, _: u32) -> Res<ExprId> {
        let cond = self.constant()?;
        self.expect(Punct::Comma)?;
        let then = self.assignment()?;
        self.expect(Punct::Comma)?;
        let els = self.assignment()?;
        Ok(if cond != 0 { then } else { els })
    }

    /// GCC without optimisation: one for integer constant expressions.
    fn constant_p(&mut self, _: u32) -> Res<ExprId> {
        let before = self.checkpoint();
        let e = self.assignment()?;
        let is_literal = matches!(self.p.exprs[e].kind, ExprKind::Str(_) | ExprKind::Float(_));
        let known = is_literal || self.is_constant(e);
        self.discard(before);
        Ok(self.p.int_lit(u64::from(known), IntKind::Int))
    }
}
