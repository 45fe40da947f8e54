//! What a program is made of, as far as its tested functions and its variables go: for tests of a profile's character.
#![allow(dead_code)]

use ir::{
    BinaryOp, BlockId, ExprId, ExprKind, Init, IntKind, Program, Quals, RecordKind, Stmt, Storage, Ty,
    TypeKind, UnaryOp, VarId,
};

#[derive(Clone, Copy, Debug)]
pub struct Record {
    pub kind: RecordKind,
    pub packed: bool,
    pub fields: usize,
    pub bits: usize,
}

#[derive(Default)]
pub struct Walk {
    pub exprs: Vec<ExprKind>,
    pub stmts: Vec<Stmt>,
    pub types: Vec<TypeKind>,
    pub records: Vec<Record>,
    pub quals: Vec<Quals>,
    /// Of what pointers point to.
    pub pointee_quals: Vec<Quals>,
    pub field_quals: Vec<Quals>,
    pub ints: Vec<IntKind>,
    pub returned: Vec<RecordKind>,
    pub passed: Vec<RecordKind>,
    pub guards: usize,
    /// Operations that could be undefined and have no guard.
    pub raw: usize,
    pub raw_kinds: Vec<ExprKind>,
    pub inline: usize,
    pub floats: usize,
    pub constant_conditions: usize,
    pub addresses_of_locals: usize,
    pub embedded_assigns: usize,
    pub bare_locals: usize,
    /// Arguments that are the address of a parameter.
    pub parameter_addresses: usize,
    /// Assignments within an expression to a variable that is also used beside them.
    pub conflicts: usize,
    pub operator_indices: usize,
    pub max_functions: usize,
    pub max_depth: usize,
    pub max_dims: usize,
    pub max_len: usize,
    pub max_pointers: usize,
    pub max_expression: usize,
}

impl Walk {
    pub fn add(&mut self, other: Walk) {
        self.exprs.extend(other.exprs);
        self.stmts.extend(other.stmts);
        self.types.extend(other.types);
        self.records.extend(other.records);
        self.quals.extend(other.quals);
        self.pointee_quals.extend(other.pointee_quals);
        self.field_quals.extend(other.field_quals);
        self.ints.extend(other.ints);
        self.returned.extend(other.returned);
        self.passed.extend(other.passed);
        self.raw_kinds.extend(other.raw_kinds);
        self.guards += other.guards;
        self.raw += other.raw;
        self.inline += other.inline;
        self.floats += other.floats;
        self.constant_conditions += other.constant_conditions;
        self.addresses_of_locals += other.addresses_of_locals;
        self.embedded_assigns += other.embedded_assigns;
        self.bare_locals += other.bare_locals;
        self.parameter_addresses += other.parameter_addresses;
        self.conflicts += other.conflicts;
        self.operator_indices += other.operator_indices;
        self.max_functions = self.max_functions.max(other.max_functions);
        self.max_depth = self.max_depth.max(other.max_depth);
        self.max_dims = self.max_dims.max(other.max_dims);
        self.max_len = self.max_len.max(other.max_len);
        self.max_pointers = self.max_pointers.max(other.max_pointers);
        self.max_expression = self.max_expression.max(other.max_expression);
    }

    pub fn count_types(&self, f: impl Fn(&TypeKind) -> bool) -> usize {
        self.types.iter().filter(|t| f(t)).count()
    }

    pub fn max_fields(&self, kind: RecordKind) -> usize {
        self.records.iter().filter(|r| r.kind == kind).map(|r| r.fields).max().unwrap_or(0)
    }
}

/// Looks at everything but `main` and the check.
pub fn walk(p: &Program) -> Walk {
    let mut w = Walk::default();
    for (_, f) in p.funcs.iter().filter(|(_, f)| p.name(f.name).starts_with("func_")) {
        w.max_functions += 1;
        w.inline += usize::from(f.inline);
        if let Some(ty) = p.types.fn_type(f.ty) {
            w.returned.extend(record_kind(p, ty.ret));
            w.passed.extend(ty.params.iter().filter_map(|t| record_kind(p, *t)));
        }
        f.params.iter().for_each(|v| variable(p, *v, &mut w));
        if let Some(body) = f.body {
            block(p, body, 1, &mut w);
        }
    }
    for var in &p.globals {
        if p.name(p.vars[*var].name).starts_with("g_") {
            variable(p, *var, &mut w);
        }
    }
    w.records = p
        .types
        .records
        .iter()
        .map(|(_, r)| Record {
            kind: r.kind,
            packed: r.packed,
            fields: r.fields.len(),
            bits: r.fields.iter().filter(|f| f.bits.is_some()).count(),
        })
        .collect();
    w
}

fn record_kind(p: &Program, ty: Ty) -> Option<RecordKind> {
    p.types.record(ty).map(|id| p.types.records[id].kind)
}

fn variable(p: &Program, var: VarId, w: &mut Walk) {
    let (mut ty, mut dims, mut pointers) = (p.vars[var].ty, 0, 0);
    loop {
        w.quals.push(p.types.canonical(ty).quals());
        w.types.push(p.types.kind(ty));
        match p.types.kind(ty) {
            TypeKind::Array(element, len) => {
                dims += 1;
                w.max_len = w.max_len.max(len.unwrap_or(0) as usize);
                ty = element;
            }
            TypeKind::Pointer(to) => {
                pointers += 1;
                w.pointee_quals.push(p.types.canonical(to).quals());
                ty = to;
            }
            TypeKind::Record(id) => {
                p.types.records[id].fields.iter().for_each(|f| field(p, f.ty, w));
                break;
            }
            TypeKind::Int(kind) => {
                w.ints.push(kind);
                break;
            }
            TypeKind::Float(_) => {
                w.floats += 1;
                break;
            }
            _ => break,
        }
    }
    w.max_dims = w.max_dims.max(dims);
    w.max_pointers = w.max_pointers.max(pointers);
}

fn field(p: &Program, ty: Ty, w: &mut Walk) {
    w.types.push(p.types.kind(ty));
    w.quals.push(p.types.canonical(ty).quals());
    w.field_quals.push(p.types.canonical(ty).quals());
    match p.types.kind(ty) {
        TypeKind::Int(kind) => w.ints.push(kind),
        TypeKind::Array(element, len) => {
            w.max_len = w.max_len.max(len.unwrap_or(0) as usize);
            field(p, element, w);
        }
        _ => {}
    }
}

fn block(p: &Program, b: BlockId, depth: usize, w: &mut Walk) {
    for id in &p.blocks[b] {
        let stmt = p.stmts[*id];
        w.stmts.push(stmt);
        w.max_depth = w.max_depth.max(depth);
        if let Stmt::Decl(var) = stmt {
            variable(p, var, w);
            w.bare_locals += usize::from(p.vars[var].init.is_none() && p.vars[var].storage == Storage::Auto);
            if let Some(Init::Expr(e)) = p.vars[var].init.map(|i| &p.inits[i])
                && !p.vars[var].storage.is_static()
            {
                root(p, *e, w);
            }
        }
        if let Stmt::If { cond, .. } = stmt {
            w.constant_conditions += usize::from(matches!(p.exprs[cond].kind, ExprKind::Int { .. }));
        }
        if !matches!(stmt, Stmt::Case(_)) {
            stmt.for_each_expr(|e| root(p, e, w));
        }
        // A jump alone in its braces is no block to speak of.
        stmt.for_each_block(|inner| {
            let grown = !is_simple(p, inner);
            block(p, inner, depth + usize::from(grown), w);
        });
    }
}

fn is_simple(p: &Program, b: BlockId) -> bool {
    let simple = |s: &ir::StmtId| {
        matches!(
            p.stmts[*s],
            Stmt::Break | Stmt::Continue | Stmt::Goto(_) | Stmt::Return(_) | Stmt::Decl(_) | Stmt::Expr(_)
        )
    };
    p.blocks[b].len() <= 3 && p.blocks[b].iter().all(simple)
}

fn root(p: &Program, e: ExprId, w: &mut Walk) {
    let depth = expr(p, e, false, w);
    conflicts(p, e, e, w);
    w.max_expression = w.max_expression.max(depth);
    // The assignment that is the statement itself is none within an expression.
    let own = matches!(p.exprs[e].kind, ExprKind::Assign { .. } | ExprKind::AssignOp { .. });
    w.embedded_assigns -= usize::from(own && w.embedded_assigns > 0);
}

/// Looks for assignments to variables that occur elsewhere in the whole expression.
fn conflicts(p: &Program, whole: ExprId, e: ExprId, w: &mut Walk) {
    if let ExprKind::Assign { lhs, .. } = p.exprs[e].kind
        && let ExprKind::Var(v) = p.exprs[lhs].kind
        && e != whole
        // What a repair puts in order is written before all else.
        && !p.name(p.vars[v].name).starts_with("t_")
    {
        w.conflicts += usize::from(uses(p, whole, v) > uses(p, e, v));
    }
    p.for_each_child(e, |child| conflicts(p, whole, child, w));
}

fn uses(p: &Program, e: ExprId, v: VarId) -> usize {
    let mut n = usize::from(p.exprs[e].kind == ExprKind::Var(v));
    p.for_each_child(e, |child| n += uses(p, child, v));
    n
}

/// Counts what is below; gives how many operations of the program's own are within one another.
fn expr(p: &Program, e: ExprId, guarded: bool, w: &mut Walk) -> usize {
    let kind = p.exprs[e].kind;
    w.exprs.push(kind);
    w.guards += usize::from(matches!(kind, ExprKind::Guard(..)));
    if !guarded && is_unsafe(p, e) {
        w.raw += 1;
        w.raw_kinds.push(kind);
    }
    // Steps are also written by loops and guards.
    if let ExprKind::Assign { lhs, .. } | ExprKind::AssignOp { lhs, .. } = kind
        && !is_counter(p, lhs)
    {
        w.embedded_assigns += 1;
    }
    if let ExprKind::AddrOf(of) = kind
        && let ExprKind::Var(v) = p.exprs[of].kind
        && matches!(p.vars[v].storage, Storage::Auto | Storage::Param)
    {
        w.addresses_of_locals += 1;
    }
    if let ExprKind::Index { index, .. } = kind {
        let shown = |mut e: ExprId| {
            while let ExprKind::Cast(inner) | ExprKind::Convert(inner) | ExprKind::Guard(inner, _) =
                p.exprs[e].kind
            {
                e = inner;
            }
            p.exprs[e].kind
        };
        let operator = matches!(shown(index), ExprKind::Binary(BinaryOp::Rem, a, _) if matches!(shown(a), ExprKind::Binary(..)));
        w.operator_indices += usize::from(operator);
    }
    if let ExprKind::Call { args, .. } = kind {
        for arg in p.args(args) {
            let ExprKind::AddrOf(of) = p.exprs[*arg].kind else { continue };
            let ExprKind::Var(v) = p.exprs[of].kind else { continue };
            w.parameter_addresses += usize::from(p.vars[v].storage == Storage::Param);
        }
    }
    let mut below = 0;
    p.for_each_child(e, |child| {
        let inside = expr(p, child, matches!(kind, ExprKind::Guard(..)), w);
        // An index is an expression of its own.
        let index = matches!(kind, ExprKind::Index { index, .. } if index == child);
        below = below.max(if index { 0 } else { inside });
    });
    let operation = matches!(kind, ExprKind::Binary(..) | ExprKind::Logic(..) | ExprKind::Comma(..));
    below + usize::from(operation)
}

fn is_counter(p: &Program, lhs: ExprId) -> bool {
    let ExprKind::Var(v) = p.exprs[lhs].kind else { return false };
    p.name(p.vars[v].name).starts_with("fuel_")
}

/// Integer arithmetic and shifts, but for negative constants.
fn is_unsafe(p: &Program, e: ExprId) -> bool {
    let is_int = |e: ExprId| p.types.is_integer(p.ty(e));
    let is_lit = |e: ExprId| matches!(p.exprs[e].kind, ExprKind::Int { .. });
    let is_op = |op: BinaryOp| {
        use BinaryOp::{Add, Div, Mul, Rem, Shl, Shr, Sub};
        matches!(op, Add | Sub | Mul | Div | Rem | Shl | Shr)
    };
    match p.exprs[e].kind {
        ExprKind::Binary(op, a, b) => {
            let least = op == BinaryOp::Sub
                && matches!(p.exprs[a].kind, ExprKind::Unary(UnaryOp::Neg, x) if is_lit(x));
            // `i % 10` on its way to an index: the divisor is a constant.
            let modulo = op == BinaryOp::Rem && is_lit(b);
            is_op(op) && is_int(a) && is_int(b) && !least && !modulo
        }
        ExprKind::Unary(UnaryOp::Neg, a) => is_int(a) && !is_lit(a),
        ExprKind::AssignOp { op, lhs, rhs, .. } => {
            is_op(op) && is_int(lhs) && is_int(rhs) && !names_local(p, lhs)
        }
        _ => false,
    }
}

/// Counters of loops are locals, and step by constants.
fn names_local(p: &Program, lhs: ExprId) -> bool {
    matches!(p.exprs[lhs].kind, ExprKind::Var(v) if p.vars[v].storage == Storage::Auto)
}
