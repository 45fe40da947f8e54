//! A loop as what it does, one iteration after the other.

use super::{Around, Made, Rebuild, Refused};
use ir::{BlockId, ExprId, Stmt, StmtId};

impl Rebuild<'_> {
    pub(super) fn unrolled(&mut self, stmt: Stmt, times: u32) -> Made<Vec<StmtId>> {
        match stmt {
            Stmt::For { init, step, body, .. } => {
                let mut all = self.stmts(init)?;
                all.extend(self.iterations(body, step, times)?);
                Ok(all)
            }
            Stmt::While { body, .. } | Stmt::DoWhile { body, .. } => self.iterations(body, None, times),
            _ => Err(Refused),
        }
    }

    fn iterations(&mut self, body: BlockId, step: Option<ExprId>, times: u32) -> Made<Vec<StmtId>> {
        let mut all = Vec::new();
        for iteration in 0..times {
            if iteration > 0
                && let Some(step) = step
            {
                all.extend(self.expr_stmt(step)?);
            }
            // Labels would stand in several places.
            let labels = self.labels.len();
            all.extend(self.within(Around { is_loop: true, gone: true }, |r| r.stmts(body))?);
            if self.labels.len() != labels {
                return Err(Refused);
            }
        }
        Ok(all)
    }
}
