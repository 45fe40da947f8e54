//! Operations replaced by one of their operands; compound assignments by plain ones; guards by what they guard.

use super::Group;
use crate::edit::Edit;
use crate::interesting::trace::Trace;
use ir::visit;
use ir::{ExprId, ExprKind, Program};

pub fn propose(trace: &Trace) -> Vec<Group> {
    let p = &trace.program;
    visit::expressions(p).into_iter().flat_map(|e| edits(p, e)).map(|edit| vec![edit]).collect()
}

fn edits(p: &Program, e: ExprId) -> Vec<Edit> {
    let operands = |which: &[usize]| which.iter().map(|n| Edit::Operand(e, *n)).collect::<Vec<_>>();
    match p.exprs[e].kind {
        ExprKind::Unary(..) | ExprKind::Cast(_) | ExprKind::ConvertLanes(_) => operands(&[0]),
        ExprKind::Binary(..) | ExprKind::Logic(..) => operands(&[0, 1]),
        ExprKind::Comma(..) => operands(&[1, 0]),
        ExprKind::Cond { .. } => operands(&[1, 2, 0]),
        ExprKind::Assign { .. } => operands(&[1]),
        ExprKind::AssignOp { .. } => [vec![Edit::PlainAssign(e)], operands(&[1])].concat(),
        ExprKind::IncDec(..) => operands(&[0]),
        ExprKind::Guard(..) => vec![Edit::Unguard(e)],
        ExprKind::Call { args, .. } => (1..=args.len()).map(|n| Edit::Operand(e, n)).collect(),
        ExprKind::Member { .. }
        | ExprKind::Arrow { .. }
        | ExprKind::Index { .. }
        | ExprKind::Deref(_)
        | ExprKind::AddrOf(_)
        | ExprKind::Int { .. }
        | ExprKind::Float(_)
        | ExprKind::Str(_)
        | ExprKind::EnumConst(..)
        | ExprKind::Var(_)
        | ExprKind::Func(_)
        | ExprKind::CompoundLit(_)
        | ExprKind::Convert(_)
        | ExprKind::Decay(_)
        | ExprKind::SizeofType(_)
        | ExprKind::SizeofExpr(_)
        | ExprKind::AlignofType(_)
        | ExprKind::Offsetof(..)
        | ExprKind::VaStart(_)
        | ExprKind::VaArg(_)
        | ExprKind::VaEnd(_)
        | ExprKind::VaCopy { .. }
        | ExprKind::Asm { .. }
        | ExprKind::Stmts(_) => Vec::new(),
    }
}
