//! CPU time of this thread.

use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// What the thread spent on this.
pub(crate) fn timed<R>(work: impl FnOnce() -> R) -> (R, Duration) {
    let start = now();
    let result = work();
    (result, now().saturating_sub(start))
}
