//! Going through a program: its statements and expressions in the order of the text, and who mentions whom.

use crate::{BlockId, Effects, ExprId, ExprKind, FuncId, Init, InitId, Program, Stmt, StmtId, VarId};

/// A statement and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The statement.
    pub stmt: StmtId,
    /// The function that it is in.
    pub func: FuncId,
    /// Statements around it.
    pub depth: usize,
}

/// All statements of all functions, each before those in it.
pub fn statements(p: &Program) -> Vec<Site> {
    let mut all = Vec::new();
    for (func, f) in p.funcs.iter() {
        if let Some(body) = f.body {
            in_block(p, func, body, 0, &mut all);
        }
    }
    all
}

/// The statements of one function.
pub fn statements_of(p: &Program, func: FuncId) -> Vec<Site> {
    let mut all = Vec::new();
    if let Some(body) = p.funcs[func].body {
        in_block(p, func, body, 0, &mut all);
    }
    all
}

fn in_block(p: &Program, func: FuncId, block: BlockId, depth: usize, all: &mut Vec<Site>) {
    for &stmt in &p.blocks[block] {
        all.push(Site { stmt, func, depth });
        p.stmts[stmt].for_each_block(|inner| in_block(p, func, inner, depth + 1, all));
        for inner in inner_blocks(p, stmt) {
            in_block(p, func, inner, depth + 1, all);
        }
    }
}

/// Expressions that stand in the statement itself, not in statements within it; a declaration's initialiser too.
pub fn roots(p: &Program, stmt: StmtId) -> Vec<ExprId> {
    let mut all = Vec::new();
    p.stmts[stmt].for_each_expr(|e| all.push(e));
    if let Stmt::Decl(var) = p.stmts[stmt]
        && let Some(init) = p.vars[var].init
    {
        init_roots(p, init, &mut all);
    }
    all
}

/// The blocks of the statement expressions in a statement's own expressions, without those in other such blocks.
pub fn inner_blocks(p: &Program, stmt: StmtId) -> Vec<BlockId> {
    // Expressions may be deep, so this does not call itself; a statement expression has all effects, and so has what is above.
    let all = Effects::CALL.with(Effects::WRITE).with(Effects::VOLATILE);
    let mut blocks = Vec::new();
    let mut todo = roots(p, stmt);
    while let Some(e) = todo.pop() {
        if !p.exprs[e].effects.has(all) {
            continue;
        }
        match p.exprs[e].kind {
            ExprKind::Stmts(block) => blocks.push(block),
            ExprKind::CompoundLit(var) => {
                p.vars[var].init.into_iter().for_each(|init| init_roots(p, init, &mut todo));
            }
            _ => p.for_each_child(e, |child| todo.push(child)),
        }
    }
    blocks.reverse();
    blocks
}

/// The expressions of an initialiser, in order.
pub fn init_roots(p: &Program, init: InitId, all: &mut Vec<ExprId>) {
    match &p.inits[init] {
        Init::Expr(e) => all.push(*e),
        Init::List(items) => items.iter().for_each(|item| init_roots(p, item.init, all)),
    }
}

/// The expression and all below it, each before its operands. Objects of compound literals are gone into.
pub fn tree(p: &Program, root: ExprId, f: &mut impl FnMut(ExprId)) {
    f(root);
    p.for_each_child(root, |child| tree(p, child, f));
    if let ExprKind::CompoundLit(var) = p.exprs[root].kind
        && let Some(init) = p.vars[var].init
    {
        let mut inner = Vec::new();
        init_roots(p, init, &mut inner);
        inner.into_iter().for_each(|e| tree(p, e, f));
    }
}

/// All expressions in statements.
pub fn expressions(p: &Program) -> Vec<ExprId> {
    let mut all = Vec::new();
    for site in statements(p) {
        for root in roots(p, site.stmt) {
            tree(p, root, &mut |e| all.push(e));
        }
    }
    all
}

/// All expressions in initialisers of global variables.
pub fn global_expressions(p: &Program) -> Vec<ExprId> {
    let mut all = Vec::new();
    for var in &p.globals {
        let mut inner = Vec::new();
        if let Some(init) = p.vars[*var].init {
            init_roots(p, init, &mut inner);
        }
        inner.into_iter().for_each(|e| tree(p, e, &mut |e| all.push(e)));
    }
    all
}

/// The functions that a function mentions, once each, in the order of the text.
pub fn mentioned_funcs(p: &Program, func: FuncId) -> Vec<FuncId> {
    let mut all = Vec::new();
    for site in statements_of(p, func) {
        for root in roots(p, site.stmt) {
            tree(p, root, &mut |e| {
                if let ExprKind::Func(f) = p.exprs[e].kind
                    && !all.contains(&f)
                {
                    all.push(f);
                }
            });
        }
    }
    all
}

/// Variables that are declared somewhere: globals, parameters and locals, in the order of the text.
pub fn variables(p: &Program) -> Vec<VarId> {
    let mut all = p.globals.clone();
    for (func, f) in p.funcs.iter() {
        all.extend(&f.params);
        for site in statements_of(p, func) {
            if let Stmt::Decl(var) = p.stmts[site.stmt] {
                all.push(var);
            }
        }
    }
    all
}

/// Whether a statement or anything in it declares a variable.
pub fn declares(p: &Program, stmt: StmtId) -> bool {
    let mut found = matches!(p.stmts[stmt], Stmt::Decl(_));
    p.stmts[stmt].for_each_block(|block| found |= p.blocks[block].iter().any(|s| declares(p, *s)));
    found
}
