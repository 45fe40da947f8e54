//! Dead children that nobody waits for.
//!
//! As a subreaper we inherit all orphaned descendants, also those that die by themselves when their
//! run is long over. They have to be told from the children that some thread is about to wait for:
//! these are registered here, in one step with their start.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use rustix::process::{Pid, WaitOptions, getpgrp, getpid, set_child_subreaper, waitpid};

/// Held for reading while a child is started and registered, so that starts do not wait for each
/// other; held for writing while abandoned children are reaped.
static GATE: RwLock<()> = RwLock::new(());
static LEADERS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

/// Makes orphaned descendants our children instead of init's. Once for the whole process; a kernel
/// that refuses leaves us with process groups alone.
pub(super) fn adopt_orphans() {
    static DONE: OnceLock<()> = OnceLock::new();
    DONE.get_or_init(|| {
        let _ = set_child_subreaper(Some(getpid()));
    });
}

/// Starts a child and registers it in one step.
pub(super) fn register<T, E>(
    start: impl FnOnce() -> Result<T, E>,
    pid_of: impl FnOnce(&T) -> Pid,
) -> Result<T, E> {
    let _gate = GATE.read().unwrap_or_else(PoisonError::into_inner);
    let child = start()?;
    leaders().insert(pid_of(&child).as_raw_pid());
    Ok(child)
}

pub(super) fn unregister(pid: Pid) {
    leaders().remove(&pid.as_raw_pid());
}

/// Reaps a dead child of ours that nobody waits for. A child in our own process group was started by
/// other means than ours, so somebody else will wait for it.
pub(super) fn reap_abandoned(pid: Pid, group: i32) {
    if group == getpgrp().as_raw_pid() {
        return;
    }
    let _gate = GATE.write().unwrap_or_else(PoisonError::into_inner);
    if !leaders().contains(&pid.as_raw_pid()) {
        let _ = waitpid(Some(pid), WaitOptions::NOHANG);
    }
}

fn leaders() -> MutexGuard<'static, BTreeSet<i32>> {
    LEADERS.lock().unwrap_or_else(PoisonError::into_inner)
}
