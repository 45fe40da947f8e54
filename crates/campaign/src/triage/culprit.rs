//! Which step of the compiler is guilty, as far as leaving out steps can tell.

use harness::Family;

use super::gcc::PassLists;
use super::probe::{Prober, Stop};
use super::{clang, gcc};
use crate::finding::examination::Culprit;

/// Looks for the culprit step. Running out of time leaves what is known by then.
pub(super) fn of_wrong_code(prober: &mut Prober, lists: &PassLists) -> Result<Culprit, Stop> {
    let found = match prober.failing.toolchain.family {
        Family::Gcc => gcc::culprit(prober, lists),
        Family::Llvm => clang::culprit(prober),
        Family::Tcc | Family::Pcc | Family::Icc | Family::Unknown => {
            Ok(Culprit::unknown("this compiler has no switches for its passes"))
        }
    };
    match found {
        Err(Stop::OutOfTime) => Ok(Culprit::unknown("there was not enough time to find the pass")),
        other => other,
    }
}

/// Other ways to avoid the bug, which a report wants and the bucket does not need.
pub(super) fn more_cures(prober: &mut Prober, lists: &PassLists, culprit: &mut Culprit) -> Result<(), Stop> {
    match prober.failing.toolchain.family {
        Family::Gcc => gcc::more_cures(prober, lists, culprit),
        Family::Llvm | Family::Tcc | Family::Pcc | Family::Icc | Family::Unknown => Ok(()),
    }
}

/// Both tell where they are, and nothing has to be left out: each probe would take as long as a hang does.
pub(super) fn of_hang(prober: &mut Prober) -> Result<Culprit, Stop> {
    match prober.failing.toolchain.family {
        Family::Llvm => clang::culprit(prober),
        Family::Gcc => gcc::hanging(prober),
        Family::Tcc | Family::Pcc | Family::Icc | Family::Unknown => Ok(Culprit::default()),
    }
}
