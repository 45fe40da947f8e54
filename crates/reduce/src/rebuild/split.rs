//! Variables of their own for the parts of an aggregate.

use super::{Made, Rebuild, Refused};
use ir::{ExprId, ExprKind, InitId, Stmt, StmtId, Storage, Ty, TypeKind, VarId};

impl Rebuild<'_> {
    /// The variable that a part has become.
    pub(super) fn part(&self, base: ExprId, n: u32) -> Option<VarId> {
        match self.src.exprs[base].kind {
            ExprKind::Var(var) => self.parts.get(&(var, n)).copied(),
            _ => None,
        }
    }

    pub(super) fn declare_global_parts(&mut self, var: VarId, parts: &[u32]) -> Made<()> {
        let storage = self.global_storage(var);
        for n in parts {
            let (name, ty) = self.part_decl(var, *n)?;
            let copy = self.out.add_global(&name, ty, storage, None);
            self.parts.insert((var, *n), copy);
        }
        Ok(())
    }

    pub(super) fn declare_local_parts(&mut self, var: VarId, parts: &[u32]) -> Made<Vec<StmtId>> {
        let plain = self.table.plain_vars.contains(&var);
        let storage = if plain { Storage::Auto } else { self.src.vars[var].storage };
        let owner = self.into.ok_or(Refused)?;
        for n in parts {
            let (name, ty) = self.part_decl(var, *n)?;
            let copy = self.out.add_local(&name, ty, storage, owner);
            self.parts.insert((var, *n), copy);
        }
        self.init_var(var)?;
        let copies: Vec<VarId> = parts.iter().filter_map(|n| self.parts.get(&(var, *n)).copied()).collect();
        Ok(copies.into_iter().map(|copy| self.out.push_stmt(Stmt::Decl(copy))).collect())
    }

    fn part_decl(&mut self, var: VarId, n: u32) -> Made<(String, Ty)> {
        let whole = self.src.vars[var].ty;
        let name = match self.src.types.kind(whole) {
            TypeKind::Record(id) => {
                let field = &self.src.types.records[id].fields[n as usize];
                if field.bits.is_some() {
                    return Err(Refused);
                }
                self.src.name(field.name.ok_or(Refused)?).to_owned()
            }
            _ => n.to_string(),
        };
        let ty = self.part_type(whole, n)?;
        let ty = self.ty(ty)?;
        Ok((self.unique(&format!("{}_{name}", self.src.name(self.src.vars[var].name))), ty))
    }

    /// Each part has what the whole's list gives it; what it leaves out is zero, also for automatic objects.
    pub(super) fn init_parts(&mut self, var: VarId, init: InitId, parts: &[u32]) -> Made<()> {
        let is_static = self.src.vars[var].storage.is_static();
        for n in parts {
            let copy = self.parts.get(&(var, *n)).copied().ok_or(Refused)?;
            let into = self.out.vars[copy].ty;
            let from = self.part_type(self.src.vars[var].ty, *n)?;
            let made = match self.item(init, *n) {
                Some(item) => self.init(item, from, into)?,
                None if is_static => None,
                None if self.out.types.is_scalar(into) => {
                    let zero = self.literal(crate::edit::Lit::ZERO)?;
                    let zero = self.out.assign_convert(zero, into)?;
                    Some(self.out.push_init(ir::Init::Expr(zero)))
                }
                None => return Err(Refused),
            };
            self.out.vars[copy].init = made;
        }
        Ok(())
    }
}
