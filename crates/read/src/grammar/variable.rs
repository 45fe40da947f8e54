//! Arrays of variable length (C17 6.7.6.2p4). In ir, such an array is a constant pointer to memory that lives as long, and its size a
//! variable. Not types of variable length, which arrays of arrays and typedefs are.

use crate::error::{Construct, ErrorKind, Res, fail, unsupported};
use crate::grammar::declarator::{Bound, Derive};
use crate::grammar::specifiers::Specifiers;
use crate::reader::{Binding, Reader};
use ir::{BinaryOp, Builtin, ExprId, ExprKind, Init, Quals, Stmt, StmtId, Storage, Ty, VarId};

impl Reader<'_> {
    /// Declares an array of variable length, if that is what comes next.
    pub fn variable_array(&mut self, specifiers: Specifiers, into: &mut Vec<StmtId>) -> Res<bool> {
        let start = self.at;
        let declarator = self.declarator()?;
        let (Some((name, at)), Some((Derive::Array(Bound::Variable(bound), _), inner))) =
            (declarator.name, declarator.derive.split_last())
        else {
            self.at = start;
            return Ok(false);
        };
        let owner = self.function.as_ref().map(|f| f.id).filter(|_| specifiers.storage.is_none());
        let Some(owner) = owner else {
            self.at = start;
            return Ok(false);
        };
        if self.ordinary.find_here(name).is_some() {
            return fail(at, ErrorKind::Redefined(self.name_text(name).to_owned()));
        }
        let element = self.derive(at, specifiers.ty, inner)?;
        self.require_complete(at, element)?;
        let mut attributes = specifiers.attributes;
        attributes.merge(self.trailing_attributes()?);
        let align = attributes.aligned.unwrap_or(1).max(self.p.types.align(element));
        let behind = std::mem::replace(&mut self.at, *bound);
        let count = self.assignment()?;
        self.at = behind;
        let size = self.size_variable(at, owner, count, element, into)?;
        let memory = self.variable_memory(at, size, align)?;
        let pointer = self.p.types.pointer(element);
        let memory = self.assign_convert(at, memory, pointer)?;
        let pointer = self.p.types.qualify(pointer, Quals::CONST);
        let text = self.name_text(name).to_owned();
        let array = self.p.add_local(&text, pointer, Storage::Auto, owner);
        self.declare_with(at, array, memory, into);
        self.p.vars[array].array_size = Some(size);
        self.p.vars[size].size_of = Some(array);
        self.variable_arrays.insert(array, size);
        self.ordinary.bind(name, Binding::Variable(array));
        Ok(true)
    }

    fn declare_with(&mut self, at: u32, var: VarId, value: ExprId, into: &mut Vec<StmtId>) {
        self.place_var(at, var);
        self.p.vars[var].init = Some(self.p.push_init(Init::Expr(value)));
        let stmt = self.stmt(at, Stmt::Decl(var));
        into.push(stmt);
    }

    /// A variable for the size in bytes.
    fn size_variable(
        &mut self,
        at: u32,
        owner: ir::FuncId,
        count: ExprId,
        element: Ty,
        into: &mut Vec<StmtId>,
    ) -> Res<VarId> {
        let size_t = self.p.types.size_t();
        let count = self.assign_convert(at, count, size_t)?;
        let each = self.p.sizeof_type(element);
        let built = self.p.binary(BinaryOp::Mul, count, each);
        let bytes = self.built(at, built)?;
        let symbol = self.invent("size");
        let text = self.p.names.text(symbol).to_owned();
        let ty = self.p.types.qualify(size_t, Quals::CONST);
        let size = self.p.add_local(&text, ty, Storage::Auto, owner);
        self.declare_with(at, size, bytes, into);
        Ok(size)
    }

    fn variable_memory(&mut self, at: u32, size: VarId, align: u64) -> Res<ExprId> {
        let allocate = self.p.builtin(Builtin::AllocaWithAlign);
        self.place_func(at, allocate);
        let size_t = self.p.types.size_t();
        let (size, bits) = (self.p.var(size), self.p.int_const(i128::from(align * 8), size_t));
        let built = self.p.call_func(allocate, &[size, bits]);
        self.built(at, built)
    }

    /// The size of an expression that is the name of an array of variable length.
    pub fn variable_size(&mut self, at: u32, e: ExprId) -> Option<ExprId> {
        let size = self.variable_array_of(e)?;
        let size = self.p.var(size);
        Some(self.marked(at, size))
    }

    fn variable_array_of(&self, e: ExprId) -> Option<VarId> {
        match self.p.exprs[e].kind {
            ExprKind::Var(var) => self.variable_arrays.get(&var).copied(),
            _ => None,
        }
    }

    /// Refuses what asks for the type of such an array.
    pub fn refuse_variable(&self, at: u32, e: ExprId) -> Res<()> {
        match self.variable_array_of(e) {
            Some(_) => unsupported(at, Construct::VariableLength),
            None => Ok(()),
        }
    }
}
