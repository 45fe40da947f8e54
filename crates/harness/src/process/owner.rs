//! The name of a process that is never given twice: its number and its start time.
//!
//! What we leave in the world for a while, directories and processes, carries the name of the process of
//! ours that it belongs to. After that one was killed, the next can tell, and clear away.

use std::fs;
use std::sync::OnceLock;

/// `PID-START` of this process.
pub(crate) fn own_tag() -> &'static str {
    static TAG: OnceLock<String> = OnceLock::new();
    TAG.get_or_init(|| {
        let pid = std::process::id();
        format!("{pid}-{}", start_time(pid).unwrap_or_default())
    })
}

/// Whether a text that begins with a tag and a dash belongs to a process that is no more. A text without a tag is
/// not ours, so no owner died.
pub(crate) fn is_orphaned(text: &str) -> bool {
    let mut numbers = text.split('-').map(str::parse::<u64>);
    let (Some(Ok(pid)), Some(Ok(start))) = (numbers.next(), numbers.next()) else { return false };
    let Ok(pid) = u32::try_from(pid) else { return false };
    start_time(pid) != Some(start)
}

/// In clock ticks since boot: field 22 of proc_pid_stat(5). `None` when there is no such process.
fn start_time(pid: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit_once(") ")?.1.split(' ').nth(22 - 3)?.parse().ok()
}
