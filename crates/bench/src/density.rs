//! What programs are made of: how many statements, variables, pointers and volatile accesses each has. Both ours and those of others are
//! counted in the same way, in what the generator wrote: neither headers nor guards nor the check count.

use crate::coverage::Compilers;
use crate::producer::{Produced, Producer};
use crate::{Error, Part, Plan, Progress, Tell};
use harness::Source;
use ir::{
    BlockId, ExprId, ExprKind, FuncId, Init, InitId, Program, Stmt, Storage, Target, Ty, TypeKind, VarId,
};
use read::Unit;
use serde::Serialize;

/// The sum over all programs that could be read.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Density {
    pub programs: u64,
    pub unread: u64,
    /// Of the whole text.
    pub tokens: u64,
    /// Declarations, labels and braces aside.
    pub statements: u64,
    pub fors: u64,
    pub functions: u64,
    pub globals: u64,
    pub pointer_globals: u64,
    pub locals: u64,
    pub local_pointers: u64,
    pub addresses: u64,
    pub dereferences: u64,
    /// Lvalues of a volatile type that are read or written.
    pub volatile_references: u64,
    /// Variables with `const` or `volatile` at a level below the first.
    pub qualified_pointees: u64,
    /// Fields of records that are pointers.
    pub pointer_fields: u64,
}

/// A figure: how it is called, and what it is per program.
pub type Figure = (&'static str, fn(&Density) -> f64);

/// The figures that the density of one generator is compared with another's by.
pub const FIGURES: &[Figure] = &[
    ("tokens", |d| d.each(d.tokens)),
    ("statements", |d| d.each(d.statements)),
    ("globals", |d| d.each(d.globals)),
    ("pointer globals", |d| d.each(d.pointer_globals)),
    ("local pointers", |d| d.each(d.local_pointers)),
    ("address-of", |d| d.each(d.addresses)),
    ("dereferences", |d| d.each(d.dereferences)),
    ("volatile refs", |d| d.each(d.volatile_references)),
    ("for, % of stmts", |d| 100.0 * d.fors as f64 / d.statements.max(1) as f64),
];

impl Density {
    fn each(&self, sum: u64) -> f64 {
        sum as f64 / self.programs.max(1) as f64
    }
}

pub(crate) fn measure(
    plan: &Plan,
    producer: &Producer,
    compilers: &Compilers,
    tell: Tell<'_>,
) -> Result<Density, Error> {
    let mut total = Density::default();
    let mut spent = std::time::Duration::ZERO;
    for seed in 1..=plan.programs {
        if spent >= plan.budget {
            break;
        }
        let Some(made) = producer.produce(&plan.setup, seed)? else { continue };
        spent += made.cpu;
        match &made.grown {
            Some(grown) => total.program(&grown.program, &made, is_tested),
            None => match read_back(plan, producer, compilers, &made)? {
                Some(unit) => total.program(&unit.program, &made, |p, func| {
                    is_tested(p, func) && is_written(&unit, func, &made.sources)
                }),
                None => total.unread += 1,
            },
        }
        tell(Progress { row: producer.name(), part: Part::Density, programs: total.programs, spent });
    }
    Ok(total)
}

fn read_back(
    plan: &Plan,
    producer: &Producer,
    compilers: &Compilers,
    made: &Produced,
) -> Result<Option<Unit>, Error> {
    let text = compilers.preprocess(plan, producer, &made.sources)?;
    Ok(text.and_then(|text| read::read_here(&text, Target::LP64, crate::execution::READ_DEPTH).ok()))
}

/// In a file of the generator's, and not in one of its headers.
fn is_written(unit: &Unit, func: FuncId, sources: &[Source]) -> bool {
    let is_source = |file: &str| sources.iter().any(|source| file.ends_with(&source.name));
    unit.map.func(func).is_some_and(|at| is_source(&at.file))
}

/// What only looks at results, or keeps operations defined.
const HELPERS: [&str; 5] = ["guard_", "check_", "crc32_", "safe_", "GUARD"];

fn is_helper(name: &str) -> bool {
    HELPERS.iter().any(|prefix| name.starts_with(prefix))
}

fn is_tested(p: &Program, func: FuncId) -> bool {
    let name = p.name(p.funcs[func].name);
    name != "main" && !is_helper(name)
}

impl Density {
    fn program(&mut self, p: &Program, made: &Produced, counts: impl Fn(&Program, FuncId) -> bool) {
        self.programs += 1;
        self.tokens += made.tokens();
        for (id, func) in p.funcs.iter() {
            let Some(body) = func.body.filter(|_| counts(p, id)) else { continue };
            self.functions += 1;
            func.params.iter().for_each(|var| self.levels(p, *var));
            self.block(p, body);
        }
        let written = |var: &&VarId| p.name(p.vars[**var].name).starts_with("g_");
        for var in p.globals.iter().filter(written) {
            self.globals += 1;
            self.pointer_globals += u64::from(is_pointer(p, p.vars[*var].ty));
            self.variable(p, *var);
        }
        let fields = p.types.records.iter().flat_map(|(_, record)| &record.fields);
        self.pointer_fields += fields.filter(|field| is_pointer(p, field.ty)).count() as u64;
    }

    fn variable(&mut self, p: &Program, var: VarId) {
        self.levels(p, var);
        if let Some(init) = p.vars[var].init {
            self.init(p, init);
        }
    }

    fn levels(&mut self, p: &Program, var: VarId) {
        let mut ty = element_of(p, p.vars[var].ty);
        while let TypeKind::Pointer(to) = p.types.kind(ty) {
            if !p.types.canonical(to).quals().is_empty() {
                self.qualified_pointees += 1;
                return;
            }
            ty = to;
        }
    }

    fn init(&mut self, p: &Program, init: InitId) {
        match &p.inits[init] {
            Init::Expr(e) => self.expr(p, *e),
            Init::List(items) => items.iter().for_each(|item| self.init(p, item.init)),
        }
    }

    fn block(&mut self, p: &Program, block: BlockId) {
        for id in &p.blocks[block] {
            let stmt = p.stmts[*id];
            match stmt {
                Stmt::Decl(var) => self.local(p, var),
                Stmt::Label(_) | Stmt::Block(_) | Stmt::Case(_) | Stmt::Default | Stmt::Hole => {}
                _ => self.statements += 1,
            }
            if !matches!(stmt, Stmt::Case(_)) {
                stmt.for_each_expr(|e| self.expr(p, e));
            }
            if let Stmt::For { init, body, .. } = stmt {
                self.fors += 1;
                self.head(p, init);
                self.block(p, body);
            } else {
                stmt.for_each_block(|inner| self.block(p, inner));
            }
        }
    }

    /// What stands before the first semicolon of a `for` is no statement of its own.
    fn head(&mut self, p: &Program, init: BlockId) {
        for id in &p.blocks[init] {
            match p.stmts[*id] {
                Stmt::Decl(var) => self.local(p, var),
                stmt => stmt.for_each_expr(|e| self.expr(p, e)),
            }
        }
    }

    fn local(&mut self, p: &Program, var: VarId) {
        if p.vars[var].storage == Storage::Global {
            return;
        }
        self.locals += 1;
        self.local_pointers += u64::from(is_pointer(p, p.vars[var].ty));
        self.variable(p, var);
    }

    fn expr(&mut self, p: &Program, e: ExprId) {
        let kind = p.exprs[e].kind;
        match kind {
            ExprKind::AddrOf(_) => self.addresses += 1,
            ExprKind::Deref(_) | ExprKind::Arrow { .. } => self.dereferences += 1,
            ExprKind::Index { base, .. } if !matches!(p.exprs[base].kind, ExprKind::Decay(_)) => {
                self.dereferences += 1;
            }
            _ => {}
        }
        let place = is_place(kind) && !p.types.is_array(p.ty(e));
        self.volatile_references += u64::from(place && p.types.canonical(p.ty(e)).quals().is_volatile());
        // What an access goes through to a part, or what only has its address taken, is not accessed itself.
        let whole = match kind {
            ExprKind::Member { base, .. } => Some(base),
            ExprKind::AddrOf(of) => Some(of),
            _ => None,
        };
        p.for_each_child(
            e,
            |child| if whole == Some(child) { self.way(p, child) } else { self.expr(p, child) },
        );
    }

    /// An lvalue that is on the way to another: only what it is made of is looked at.
    fn way(&mut self, p: &Program, e: ExprId) {
        let before = self.volatile_references;
        let kind = p.exprs[e].kind;
        if let ExprKind::Member { base, .. } = kind {
            return self.way(p, base);
        }
        self.expr(p, e);
        let counted =
            is_place(kind) && !p.types.is_array(p.ty(e)) && p.types.canonical(p.ty(e)).quals().is_volatile();
        if counted && self.volatile_references > before {
            self.volatile_references -= 1;
        }
    }
}

fn is_place(kind: ExprKind) -> bool {
    matches!(
        kind,
        ExprKind::Var(_)
            | ExprKind::Member { .. }
            | ExprKind::Arrow { .. }
            | ExprKind::Index { .. }
            | ExprKind::Deref(_)
    )
}

fn element_of(p: &Program, mut ty: Ty) -> Ty {
    while let Some((element, _)) = p.types.element(ty) {
        ty = element;
    }
    ty
}

fn is_pointer(p: &Program, ty: Ty) -> bool {
    p.types.is_pointer(element_of(p, ty))
}
