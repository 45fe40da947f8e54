//! Orphans: dead children that no run waits for.
//!
//! As a subreaper we inherit all orphaned descendants, also those that die by themselves when their
//! run is long over. They have to be told from the children that some thread is about to wait for:
//! these are registered here, in one step with their start.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

use rustix::process::{Pid, WaitOptions, getpgrp, getpid, set_child_subreaper, waitpid};

/// Held for reading while a child is started and registered, so that starts do not wait for each
/// other; held for writing while it is decided who is an orphan.
static GATE: RwLock<()> = RwLock::new(());
/// The runs under way: their leaders, and their marks.
static RUNS: Mutex<BTreeMap<i32, String>> = Mutex::new(BTreeMap::new());
/// Whether every child of this process was started here.
static ALONE: AtomicBool = AtomicBool::new(false);

/// Makes orphaned descendants our children instead of init's. Once for the whole process; a kernel
/// that refuses leaves us with process groups alone.
pub(super) fn adopt_orphans() {
    static DONE: OnceLock<()> = OnceLock::new();
    DONE.get_or_init(|| {
        let _ = set_child_subreaper(Some(getpid()));
    });
}

/// Promises that this process starts no children by other means, so that any it has beside the runs is an orphan.
pub fn own_all_children() {
    ALONE.store(true, Ordering::Relaxed);
}

/// Starts a child and registers it in one step.
pub(super) fn register<T, E>(
    mark: &str,
    start: impl FnOnce() -> Result<T, E>,
    pid_of: impl FnOnce(&T) -> Pid,
) -> Result<T, E> {
    let _gate = GATE.read().unwrap_or_else(PoisonError::into_inner);
    let child = start()?;
    runs().insert(pid_of(&child).as_raw_pid(), mark.to_owned());
    Ok(child)
}

/// A run whose leader was waited for.
pub(super) fn unregister(pid: Pid) {
    runs().remove(&pid.as_raw_pid());
}

/// The runs under way; none is about to be added.
pub(super) fn all_runs() -> BTreeMap<i32, String> {
    let _gate = GATE.write().unwrap_or_else(PoisonError::into_inner);
    runs().clone()
}

pub(super) fn has_runs() -> bool {
    !runs().is_empty()
}

/// A child in our own process group was started by other means than ours, so its owner will wait for it. Unless
/// there is no such owner; then it has moved there.
pub(super) fn is_foreign(group: i32) -> bool {
    !ALONE.load(Ordering::Relaxed) && group == getpgrp().as_raw_pid()
}

/// Reaps a dead child of ours that no run waits for.
pub(super) fn reap_abandoned(pid: Pid, group: i32) {
    if is_foreign(group) {
        return;
    }
    let _gate = GATE.write().unwrap_or_else(PoisonError::into_inner);
    if !runs().contains_key(&pid.as_raw_pid()) {
        let _ = waitpid(Some(pid), WaitOptions::NOHANG);
    }
}

fn runs() -> MutexGuard<'static, BTreeMap<i32, String>> {
    RUNS.lock().unwrap_or_else(PoisonError::into_inner)
}
