//! What stands at file scope besides types: prototypes, variables and functions.

use super::Printer;
use super::types::base_of;
use crate::options::{Layout, Looks, Std};
use ir::visit;
use ir::{Attrs, FnTypeId, Func, FuncId, Id, Program, Storage, TypeKind, VarId};

/// Which functions a file defines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Select {
    All,
    /// `main`, and the static functions that are there for it: the check of the result.
    Driver,
    /// All others.
    Tested,
}

impl Printer<'_> {
    // --- functions ---

    /// Declares every function that no header declares.
    pub(super) fn prototypes(&mut self) {
        let p = self.p;
        for i in 0..self.funcs.len() {
            let id = self.funcs[i];
            let f = &p.funcs[id];
            if f.builtin.is_none() && p.name(f.name) != "main" && self.needs_prototype(id, f) {
                self.prototype(f);
            }
        }
    }

    /// Attributes stand in the prototype, and an inline function with external linkage is one by it.
    fn needs_prototype(&self, id: FuncId, f: &Func) -> bool {
        let special = f.body.is_none() || !f.attrs.is_empty() || (f.inline && !f.is_static);
        self.looks == Looks::Roomy || special || self.early.get(id.index()).copied().unwrap_or(false)
    }

    /// Never `inline`: a declaration without it makes an inline function with external linkage have its definition
    /// here (C17 6.7.4p7).
    fn prototype(&mut self, f: &Func) {
        self.attributes(f.attrs);
        self.linkage(f.is_static);
        let name = self.p.name(f.name);
        match self.spelled_type(f) {
            Some(ty) if f.body.is_some() => self.prototype_declarator(ty, name, &f.params),
            _ => self.declare(f.ty, name),
        }
        self.out.str(";\n");
    }

    fn linkage(&mut self, is_static: bool) {
        if is_static && self.layout == Layout::Single {
            self.out.str("static ");
        }
    }

    fn attributes(&mut self, attrs: Attrs) {
        for (attr, name) in Attrs::NAMES {
            if !attrs.has(attr) {
                continue;
            }
            if attr == Attrs::NOIPA {
                let noipa = self.uses.noipa(self.p);
                self.out.str(noipa);
                self.out.byte(b' ');
            } else {
                self.out.fmt(format_args!("__attribute__(({name})) "));
            }
        }
    }

    pub(super) fn functions(&mut self, select: Select) {
        let p = self.p;
        let driver = if select == Select::All { Vec::new() } else { driver(p) };
        for i in 0..self.funcs.len() {
            let id = self.funcs[i];
            let f = &p.funcs[id];
            let selected = match select {
                Select::All => true,
                Select::Driver => driver.contains(&id),
                Select::Tested => !driver.contains(&id),
            };
            if selected && f.builtin.is_none() {
                self.function(id, f);
            }
        }
    }

    fn function(&mut self, id: FuncId, f: &Func) {
        let p = self.p;
        let (Some(body), Some(ty)) = (f.body, self.spelled_type(f)) else {
            return;
        };
        self.func = Some(id);
        if let Some(begun) = self.begun.get_mut(id.index()) {
            *begun = true;
        }
        if self.looks == Looks::Roomy {
            self.out.blank();
        }
        if let Some(note) = self.notes.functions.get(&id) {
            self.out.line(&format!("/* {note} */"));
        }
        self.linkage(f.is_static);
        if f.inline {
            self.out.str(if self.std == Std::C89 { "__inline " } else { "inline " });
        }
        self.function_declarator(ty, p.name(f.name), &f.params);
        match self.looks {
            Looks::Compact if p.types.fns[ty].prototype || f.params.is_empty() => self.out.byte(b' '),
            Looks::Compact | Looks::Roomy => self.out.end(),
        }
        if !p.types.fns[ty].prototype {
            self.old_style_params(&f.params);
        }
        self.block(body);
        self.out.end();
        self.func = None;
    }

    /// As the program spells it, unless by an alias of the whole type, which a definition must not (C17 6.9.1p2).
    fn spelled_type(&self, f: &Func) -> Option<FnTypeId> {
        let types = &self.p.types;
        [types.spelled(f.ty), types.kind(f.ty)].into_iter().find_map(|kind| match kind {
            TypeKind::Function(id) => Some(id),
            _ => None,
        })
    }

    /// Defines the macros.
    pub(super) fn macros(&mut self) {
        let p = self.p;
        self.in_macro = true;
        for func in self.macros {
            let f = &p.funcs[*func];
            let params: Vec<&str> = f.params.iter().map(|var| p.name(p.vars[*var].name)).collect();
            self.out.fmt(format_args!("#define {}({}) (", p.name(f.name), params.join(", ")));
            let stmts = f.body.map_or(&[][..], |body| &p.blocks[body]);
            for stmt in stmts {
                p.stmts[*stmt].for_each_expr(|value| self.expr(value));
            }
            self.out.str(")\n");
        }
        self.in_macro = false;
    }

    fn old_style_params(&mut self, params: &[VarId]) {
        for param in params {
            self.out.str("    ");
            let var = &self.p.vars[*param];
            self.declare(var.ty, self.p.name(var.name));
            self.out.str(";\n");
        }
    }

    // --- variables ---

    /// Defines the variables at file scope, and notes those that are mentioned before their definition.
    pub(super) fn globals(&mut self) {
        let p = self.p;
        self.undeclared = Some(vec![true; p.vars.len()]);
        let mut last = None;
        for var in &p.globals {
            // A variable's scope begins before its own initialiser (C17 6.2.1p7).
            if let Some(undeclared) = &mut self.undeclared {
                undeclared[var.index()] = false;
            }
            if last.is_some_and(|last| self.shares_line(last, *var)) {
                self.continue_line(*var);
            } else {
                self.global(*var);
            }
            last = Some(*var);
        }
        self.undeclared = None;
    }

    /// Whether the variable can be declared together with the one before it.
    pub(super) fn shares_line(&self, last: VarId, var: VarId) -> bool {
        let p = self.p;
        self.looks == Looks::Compact
            && !self.std.is_cxx()
            && p.vars[last].storage == p.vars[var].storage
            && p.vars[last].thread == p.vars[var].thread
            && [last, var].iter().all(|v| p.vars[*v].array_size.is_none() && p.vars[*v].size_of.is_none())
            && base_of(p, p.vars[last].ty) == base_of(p, p.vars[var].ty)
    }

    /// Another declarator at the end of the last line.
    pub(super) fn continue_line(&mut self, var: VarId) {
        self.out.text.truncate(self.out.text.trim_end_matches([';', '\n']).len());
        self.out.str(", ");
        self.init_declarator(var);
        self.out.str(";\n");
    }

    fn global(&mut self, var: VarId) {
        let ir::Var { ty, storage, init, .. } = self.p.vars[var];
        if self.std == Std::C89 && init.is_some_and(|init| self.needs_extension(init, ty, false)) {
            self.out.str("__extension__ ");
        }
        let declared_before = self.has_external_twin(var) || self.is_member(var);
        let storage = if declared_before { Storage::Global } else { storage };
        self.global_storage(storage);
        self.thread(var);
        self.full_declaration(var);
        self.out.str(";\n");
    }

    /// C++ has no tentative definitions: what is mentioned before its definition is external.
    fn has_external_twin(&self, var: VarId) -> bool {
        self.std.is_cxx() && self.layout == Layout::Single && self.forward.contains(&var)
    }

    fn global_storage(&mut self, storage: Storage) {
        if storage != Storage::Static || self.layout == Layout::Single {
            self.storage(storage);
        }
    }

    /// Declares what an initialiser mentions before its definition.
    pub(super) fn forward_declarations(&mut self) {
        for var in std::mem::take(&mut self.forward) {
            // A tentative definition, if it is static (C17 6.9.2p2).
            let is_static = self.p.vars[var].storage == Storage::Static && !self.std.is_cxx();
            self.declare_global(var, if is_static { Storage::Static } else { Storage::Extern });
        }
    }

    /// What other files are to know of the variables.
    pub(super) fn extern_declarations(&mut self) {
        let p = self.p;
        for var in p.globals.iter().filter(|var| !self.is_member(**var)).copied().collect::<Vec<_>>() {
            self.declare_global(var, Storage::Extern);
        }
    }

    fn declare_global(&mut self, var: VarId, storage: Storage) {
        self.storage(storage);
        self.thread(var);
        self.bare_declaration(var);
        self.out.str(";\n");
    }

    /// Called for every variable that is written in an expression.
    #[inline]
    pub(super) fn mention(&mut self, var: VarId) {
        let is_global = self.p.vars[var].owner.is_none();
        if let Some(undeclared) = &mut self.undeclared
            && is_global
            && std::mem::replace(&mut undeclared[var.index()], false)
            // A member is declared in its class.
            && !self.is_member(var)
        {
            self.forward.push(var);
        }
    }
}

/// `main`, and what it reaches through static functions alone.
fn driver(p: &Program) -> Vec<FuncId> {
    let mut found: Vec<FuncId> = p.funcs.ids().filter(|f| p.name(p.funcs[*f].name) == "main").collect();
    let mut next = 0;
    while let Some(func) = found.get(next).copied() {
        next += 1;
        for callee in visit::mentioned_funcs(p, func) {
            if p.funcs[callee].is_static && !found.contains(&callee) {
                found.push(callee);
            }
        }
    }
    found
}
