//! GNU's labels: those of a block (`__label__`), and labels as values. ir has neither: the first get a name of their own in the
//! function, the address of a label is that of an element of an array, and `goto *p` compares with them.

use crate::error::{ErrorKind, Res, fail};
use crate::reader::{ComputedGoto, LabelUse, Reader};
use crate::text::token::{Name, Punct};
use ir::{BinaryOp, Builtin, ExprId, LabelId, Stmt, Storage, Ty};

/// How many labels of one function can have addresses.
const MOST_LABELS: u64 = 1024;

impl Reader<'_> {
    /// `__label__ a, b;`: from here to the end of the block, these names mean labels of the block.
    pub fn local_labels(&mut self) -> Res<()> {
        self.advance();
        loop {
            let at = self.offset();
            let name = self.expect_name()?;
            self.declare_label(at, name)?;
            if !self.accept(Punct::Comma) {
                return self.expect(Punct::Semi).map(drop);
            }
        }
    }

    fn declare_label(&mut self, at: u32, name: Name) -> Res<()> {
        let stem = self.name_text(name);
        let symbol = self.invent(stem);
        let text = self.p.names.text(symbol).to_owned();
        let Some(function) = self.function.as_mut() else { return fail(at, ErrorKind::BadDeclaration) };
        let id = self.p.push_label(&text, function.id);
        let covered = function.label_index.insert(name, function.labels.len());
        function.labels.push(LabelUse { name, id, defined: false, at, address: None });
        function.covered.push((name, covered));
        Ok(())
    }

    /// How many names of labels are covered by those of blocks.
    pub fn covered_labels(&self) -> usize {
        self.function.as_ref().map_or(0, |f| f.covered.len())
    }

    /// Ends the scope of the labels that were declared since.
    pub fn uncover_labels(&mut self, since: usize) {
        let Some(function) = self.function.as_mut() else { return };
        for (name, index) in function.covered.drain(since..).rev() {
            match index {
                Some(index) => function.label_index.insert(name, index),
                None => function.label_index.remove(&name),
            };
        }
    }

    /// `&&label`: the address of a variable that stands for it.
    pub fn label_address(&mut self, at: u32) -> Res<ExprId> {
        self.advance();
        let name = self.expect_name()?;
        let Some((index, _)) = self.label_id(at, name) else { return fail(at, ErrorKind::BadDeclaration) };
        let known = self.function.as_ref().and_then(|f| f.labels[index].address);
        let place = match known {
            Some(place) => place,
            None => self.new_label_place(at, index)?,
        };
        let address = self.address_of(at, place)?;
        Ok(self.marked(at, address))
    }

    /// The next element of the array that stands for the labels of the function. Their order is open, their distances are not.
    fn new_label_place(&mut self, at: u32, index: usize) -> Res<u64> {
        let function = self.function.as_ref();
        let Some((known, name)) = function.map(|f| (f.label_array, f.name)) else {
            return fail(at, ErrorKind::BadDeclaration);
        };
        let (array, next) = match known {
            Some(known) => known,
            None => {
                let stem = format!("labels_of_{}", self.name_text(name));
                let symbol = self.invent(&stem);
                let text = self.p.names.text(symbol).to_owned();
                let ty = self.p.types.array(Ty::LONG, MOST_LABELS);
                let var = self.p.add_global(&text, ty, Storage::Static, None);
                self.place_var(at, var);
                (var, 0)
            }
        };
        if next == MOST_LABELS {
            return fail(at, ErrorKind::TooLarge);
        }
        if let Some(function) = self.function.as_mut() {
            function.label_array = Some((array, next + 1));
            function.labels[index].address = Some(next);
        }
        Ok(next)
    }

    fn address_of(&mut self, at: u32, place: u64) -> Res<ExprId> {
        let Some((array, _)) = self.function.as_ref().and_then(|f| f.label_array) else {
            return fail(at, ErrorKind::BadDeclaration);
        };
        let (array, size_t) = (self.p.var(array), self.p.types.size_t());
        let index = self.p.int_const(i128::from(place), size_t);
        let built = self.p.index(array, index);
        let object = self.built(at, built)?;
        let built = self.p.addr_of(object);
        let address = self.built(at, built)?;
        let void_ptr = self.p.types.pointer(Ty::VOID);
        let built = self.p.cast(address, void_ptr);
        self.built(at, built)
    }

    /// `goto *p;`, behind the `goto`.
    pub fn computed_goto(&mut self, at: u32) -> Res<Stmt> {
        self.advance();
        let value = self.expr()?;
        self.expect(Punct::Semi)?;
        let Some(owner) = self.function.as_ref().map(|f| f.id) else {
            return fail(at, ErrorKind::BadDeclaration);
        };
        let constant = self.p.types.qualify(Ty::VOID, ir::Quals::CONST);
        let const_ptr = self.p.types.pointer(constant);
        let value = self.assign_convert(at, value, const_ptr)?;
        let symbol = self.invent("target");
        let text = self.p.names.text(symbol).to_owned();
        let to = self.p.add_local(&text, const_ptr, Storage::Auto, owner);
        self.place_var(at, to);
        let init = self.p.push_init(ir::Init::Expr(value));
        self.p.vars[to].init = Some(init);
        let declaration = self.stmt(at, Stmt::Decl(to));
        let block = self.p.push_block(vec![declaration]);
        if let Some(function) = self.function.as_mut() {
            function.computed.push(ComputedGoto { block, to, at });
        }
        Ok(Stmt::Block(block))
    }

    /// Fills the blocks of `goto *p` with a comparison for each label that has an address.
    pub fn finish_computed_gotos(&mut self) -> Res<()> {
        let Some(function) = self.function.as_mut() else { return Ok(()) };
        let gotos = std::mem::take(&mut function.computed);
        let labels: Vec<(LabelId, u64)> =
            function.labels.iter().filter_map(|l| l.address.map(|place| (l.id, place))).collect();
        for ComputedGoto { block, to, at } in gotos {
            for (label, place) in &labels {
                let (held, address) = (self.p.var(to), self.address_of(at, *place)?);
                let built = self.p.binary(BinaryOp::Eq, held, address);
                let cond = self.built(at, built)?;
                let jump = self.stmt(at, Stmt::Goto(*label));
                let then = self.p.push_block(vec![jump]);
                let branch = self.stmt(at, Stmt::If { cond, then, els: None });
                self.p.blocks[block].push(branch);
            }
            let nowhere = self.unreachable(at)?;
            self.p.blocks[block].push(nowhere);
        }
        Ok(())
    }

    fn unreachable(&mut self, at: u32) -> Res<ir::StmtId> {
        let nowhere = self.p.builtin(Builtin::BuiltinUnreachable);
        self.place_func(at, nowhere);
        let built = self.p.call_func(nowhere, &[]);
        let call = self.built(at, built)?;
        Ok(self.stmt(at, Stmt::Expr(call)))
    }
}
