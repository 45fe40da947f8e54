//! Processes that misbehave in every way we could think of do no harm, and leave nothing behind.

mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use common::{build, children, job, limits, processes_with, run_c, shell};
use harness::process::{Clock, Overflow, Resource, StartError, run, sandbox};
use harness::{Cancel, Job, Limits, Reach, Signal, Status};

const SHORT: Duration = Duration::from_millis(400);

#[test]
fn exit_code_and_both_streams() {
    let ran = shell("echo out; echo err >&2; exit 3", limits());
    assert_eq!(ran.status, Status::Exited(3));
    assert_eq!((ran.stdout.as_slice(), ran.stderr.as_slice()), (&b"out\n"[..], &b"err\n"[..]));
    assert!(!ran.truncated);
}

#[test]
fn standard_input_is_empty() {
    assert_eq!(shell("cat; echo done", limits()).stdout, b"done\n");
}

#[test]
fn a_signal_is_reported() {
    assert_eq!(shell("kill -SEGV $$", limits()).status, Status::Signaled(Signal::SEGV));
}

#[test]
fn an_infinite_loop_ends_at_the_wall_limit() {
    let ran = run_c("int main(void) { for (;;) ; }", Limits { wall: SHORT, ..limits() });
    assert_eq!(ran.status, Status::TimedOut(Clock::Wall));
    assert!(ran.wall < SHORT + Duration::from_secs(2), "{:?}", ran.wall);
}

#[test]
fn an_infinite_loop_ends_at_the_cpu_limit() {
    let ran = run_c("int main(void) { for (;;) ; }", Limits { cpu: SHORT, ..limits() });
    assert_eq!(ran.status, Status::TimedOut(Clock::Cpu));
    assert!(ran.cpu >= SHORT, "{:?}", ran.cpu);
}

#[test]
fn cpu_time_of_children_counts() {
    let ran = shell(
        "sh -c 'while :; do :; done' & sh -c 'while :; do :; done' & wait",
        Limits { cpu: SHORT, ..limits() },
    );
    assert_eq!(ran.status, Status::TimedOut(Clock::Cpu));
}

#[test]
fn cpu_time_of_an_honest_child_is_reported() {
    let ran =
        run_c("int main(void) { volatile long i; for (i = 0; i < 100000000; i++) ; return 0; }", limits());
    assert_eq!(ran.status, Status::Exited(0));
    assert!(ran.cpu > Duration::from_millis(20) && ran.cpu <= ran.wall + TICK_OF_CLOCK, "{ran:?}");
}

const TICK_OF_CLOCK: Duration = Duration::from_millis(20);

#[test]
fn those_that_sleep_are_not_waited_for_and_those_that_work_are() {
    let limits = || Limits { asleep: Some(SHORT), ..limits() };
    let ran = shell("sh -c 'sleep 60' & sleep 60; wait", limits());
    assert_eq!(ran.status, Status::TimedOut(Clock::Wall));
    assert!(ran.wall >= SHORT && ran.wall < SHORT * 8, "{:?}", ran.wall);
    // The parent sleeps as long as its child works.
    let busy = "int main(void) { volatile long i; for (i = 0; i < 400000000; i++) ; return 7; }";
    let ran = run_c(busy, limits());
    assert_eq!(ran.status, Status::Exited(7));
    let ran = shell("sh -c 'i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done; exit 7'; exit $?", limits());
    assert_eq!(ran.status, Status::Exited(7), "{ran:?}");
    // Short naps are no sleep.
    let ran = shell("for i in 1 2 3 4 5 6 7 8; do sleep 0.1; done; exit 7", limits());
    assert_eq!(ran.status, Status::Exited(7), "{ran:?}");
}

#[test]
fn who_works_is_asked_where_it_is_before_it_is_killed() {
    let limits = || Limits { cpu: SHORT, last_words: true, ..limits() };
    // The one that waits is not asked: it passes on what its child did.
    let worker = "trap \"echo in the loop >&2; exit 3\" ABRT; while :; do :; done";
    let ran = shell(&format!("trap 'echo asked >&2' ABRT; sh -c '{worker}'; echo child: $? >&2"), limits());
    assert_eq!(ran.status, Status::TimedOut(Clock::Cpu));
    assert_eq!(String::from_utf8_lossy(&ran.stderr), "in the loop\nchild: 3\n");
    // One that does not answer is not waited for long.
    let ran = shell("trap '' ABRT; while :; do :; done", limits());
    assert_eq!(ran.status, Status::TimedOut(Clock::Cpu));
    assert!(ran.wall < Duration::from_secs(10), "{:?}", ran.wall);
}

#[test]
fn ignoring_signals_does_not_help() {
    let ran =
        shell("trap '' TERM INT HUP XCPU; while :; do sleep 1; done", Limits { wall: SHORT, ..limits() });
    assert_eq!(ran.status, Status::TimedOut(Clock::Wall));
}

#[test]
fn ten_gigabytes_of_output_are_stopped_early() {
    let start = Instant::now();
    let ran = shell("exec head -c 10000000000 /dev/zero", Limits { output: 100_000, ..limits() });
    assert_eq!(ran.status, Status::Limited(Resource::Output));
    assert_eq!(ran.stdout.len(), 100_000);
    assert!(ran.truncated && start.elapsed() < Duration::from_secs(2));
}

#[test]
fn huge_standard_error_is_discarded_when_asked_to() {
    let limits = Limits { output: 1000, overflow: Overflow::Discard, ..limits() };
    let ran = shell("head -c 50000000 /dev/zero >&2; echo end", limits);
    assert_eq!(ran.status, Status::Exited(0));
    assert_eq!((ran.stderr.len(), ran.stdout.as_slice()), (1000, &b"end\n"[..]));
    assert!(ran.truncated);
}

#[test]
fn address_space_is_limited_by_the_kernel() {
    // Limits come a moment after the start, so the program must not be quicker than we are.
    let text = "#include <stdlib.h>\n#include <unistd.h>\nint main(void) { usleep(200000); return malloc(3000000000u) ? 1 : 42; }";
    assert_eq!(run_c(text, limits()).status, Status::Exited(42));
}

const HOG: &str = "#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n
int main(void) { for (int i = 0; i < 200; i++) { memset(malloc(1 << 20), 1, 1 << 20); usleep(1000); } return 0; }";

#[test]
fn resident_memory_is_limited_by_sampling() {
    let ran = run_c(HOG, Limits { address_space: None, resident: 50 << 20, ..limits() });
    assert_eq!(ran.status, Status::Limited(Resource::Memory));
    let ran = run_c(HOG, limits());
    assert_eq!(ran.status, Status::Exited(0));
    assert!(ran.max_rss > 200 << 20, "{}", ran.max_rss);
}

#[test]
fn large_files_are_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let argv = ["/bin/sh", "-c", "exec head -c 100000000 /dev/zero > big"];
    let ran =
        run(&job(dir.path(), &argv, Limits { file_size: 1 << 20, ..limits() }), &Cancel::default()).unwrap();
    assert_eq!(ran.status, Status::Limited(Resource::FileSize));
    // The limit comes a moment after the start, so the file may be somewhat larger.
    assert!(dir.path().join("big").metadata().unwrap().len() < 100_000_000);
}

/// Bounded, so that a bug of ours costs 3,000 short sleeps and not the machine.
const FORK_BOMB: &str = "#include <unistd.h>\n
int main(void) { for (int i = 0; i < 3000; i++) if (fork() == 0) { SETSID; sleep(3); _exit(0); } sleep(3); return 0; }";

#[test]
fn a_fork_bomb_is_stopped() {
    let ran = run_c(&FORK_BOMB.replace("SETSID", ""), limits());
    assert_eq!(ran.status, Status::Limited(Resource::Processes));
}

#[test]
fn a_fork_bomb_into_sessions_of_its_own_is_stopped() {
    let ran = run_c(&FORK_BOMB.replace("SETSID", "setsid()"), limits());
    assert_eq!(ran.status, Status::Limited(Resource::Processes));
}

#[test]
fn threads_count_as_processes_once() {
    let text = "#include <pthread.h>\n#include <unistd.h>\nstatic void *f(void *p) { sleep(10); return p; }
        int main(void) { pthread_t t; for (int i = 0; i < 8; i++) pthread_create(&t, 0, f, 0); usleep(200000); return 7; }";
    assert_eq!(run_c(text, Limits { processes: 10, ..limits() }).status, Status::Exited(7));
    assert_eq!(run_c(text, Limits { processes: 5, ..limits() }).status, Status::Limited(Resource::Processes));
}

#[test]
fn a_grandchild_left_behind_dies_with_the_run() {
    let ran = shell("sleep 71.25 & exit 0", limits());
    assert_eq!(ran.status, Status::Exited(0));
    assert_eq!(processes_with("71.25"), Vec::<String>::new());
}

#[test]
fn a_daemon_dies_with_the_run() {
    let ran = shell(
        "setsid sh -c 'sleep 72.25 & sleep 72.25' </dev/null >/dev/null 2>&1 & sleep 0.1; exit 0",
        limits(),
    );
    assert_eq!(ran.status, Status::Exited(0));
    assert_eq!(processes_with("72.25"), Vec::<String>::new());
}

#[test]
fn a_daemon_dies_at_the_timeout() {
    let ran = shell("setsid sleep 73.25 & setsid sleep 73.25 & wait", Limits { wall: SHORT, ..limits() });
    assert_eq!(ran.status, Status::TimedOut(Clock::Wall));
    assert_eq!(processes_with("73.25"), Vec::<String>::new());
}

#[test]
fn an_open_pipe_does_not_keep_us_waiting() {
    let start = Instant::now();
    let ran = shell("sleep 74.25 & echo hello", limits());
    assert_eq!(ran.stdout, b"hello\n");
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn cancelling_kills_promptly() {
    let cancel = Cancel::default();
    let other = cancel.clone();
    let thread = std::thread::spawn(move || {
        run(&job(Path::new("/"), &["sleep", "75.25"], Limits::compiler()), &other).unwrap()
    });
    std::thread::sleep(Duration::from_millis(100));
    let start = Instant::now();
    cancel.cancel();
    assert_eq!(thread.join().unwrap().status, Status::Cancelled);
    assert!(start.elapsed() < Duration::from_secs(1));
    assert_eq!(processes_with("75.25"), Vec::<String>::new());
}

#[test]
fn processes_of_a_dead_owner_are_killed_and_others_are_not() {
    use std::os::unix::process::ExitStatusExt;
    let sleeper = |seconds: &str, mark: &str| {
        std::process::Command::new("sleep").arg(seconds).env("ASSAY_RUN", mark).spawn().unwrap()
    };
    let (mut stale, mut other) = (sleeper("60", "999999999-1-0"), sleeper("0.5", "somebody else's"));
    // A process that has only just started may not show its environment yet; one that is killed already shows none.
    let shows =
        || std::fs::read(format!("/proc/{}/environ", stale.id())).is_ok_and(|bytes| !bytes.is_empty());
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(5);
    while !shows() && std::time::Instant::now() < deadline {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    // Another test's process may have been quicker to kill it, so the number tells nothing.
    harness::process::kill_stale();
    assert_eq!(stale.wait().unwrap().signal(), Some(9));
    assert_eq!(other.wait().unwrap().code(), Some(0));
}

fn start_error(argv: &[&str]) -> StartError {
    run(&job(Path::new("/"), argv, limits()), &Cancel::default()).unwrap_err()
}

#[test]
fn what_cannot_start_says_why() {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str, mode: u32| {
        use std::os::unix::fs::PermissionsExt;
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
        path.to_str().unwrap().to_owned()
    };
    assert!(matches!(start_error(&[]), StartError::Empty));
    assert!(matches!(start_error(&["no-such-program-here"]), StartError::Missing { .. }));
    assert!(matches!(start_error(&["/no/such/program"]), StartError::Missing { .. }));
    assert!(matches!(
        start_error(&[&file("a", "#!/no/interpreter\n", 0o755)]),
        StartError::NoInterpreter { .. }
    ));
    assert!(matches!(start_error(&[&file("b", "#!/bin/sh\n", 0o644)]), StartError::Forbidden { .. }));
    assert!(matches!(start_error(&[&file("c", "\x7fELF nonsense", 0o755)]), StartError::WrongFormat { .. }));
}

fn open_files() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// In a process of its own, because the other tests open files and start children meanwhile.
#[test]
fn a_thousand_runs_leak_nothing() {
    let exe = std::env::current_exe().unwrap();
    let argv = [exe.to_str().unwrap(), "--exact", "thousand_runs_alone", "--ignored", "--nocapture"];
    let ran = run(&job(Path::new("/"), &argv, Limits::compiler()), &Cancel::default()).unwrap();
    assert_eq!(ran.status, Status::Exited(0), "{}", String::from_utf8_lossy(&ran.stdout));
}

#[test]
#[ignore = "run by a_thousand_runs_leak_nothing"]
fn thousand_runs_alone() {
    let quick = || {
        for i in 0..500 {
            let argv: &[&str] = if i % 50 == 0 {
                &["sh", "-c", "setsid sleep 76.25 & setsid true & true"]
            } else {
                &["true"]
            };
            assert_eq!(
                run(&job(Path::new("/"), argv, limits()), &Cancel::default()).unwrap().status,
                Status::Exited(0)
            );
        }
    };
    quick_warm_up();
    let before = (open_files(), children());
    let threads = [std::thread::spawn(quick), std::thread::spawn(quick)];
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    shell("true", limits());
    assert_eq!((open_files(), children()), before);
    assert_eq!(processes_with("76.25"), Vec::<String>::new());
}

fn quick_warm_up() {
    shell("true", limits());
}

/// Leaves its group, its parent and its environment, and then becomes a sleep that nobody knows.
const HIDER: &str = "#include <unistd.h>\n
int main(void) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            char *argv[] = {\"sleep\", \"SECONDS\", 0}, *envp[] = {0};
            for (int i = 0; i < 3; i++) close(i);
            execve(\"/bin/sleep\", argv, envp);
        }
        _exit(0);
    }
    WAIT;
    return 0;
}";

#[test]
fn who_hides_dies_with_the_run() {
    let dir = tempfile::tempdir().unwrap();
    for (seconds, wait) in [("77.25", ""), ("77.25", "usleep(3000)"), ("77.25", "usleep(100000)")] {
        let program = build(dir.path(), &HIDER.replace("SECONDS", seconds).replace("WAIT", wait));
        for _ in 0..20 {
            let argv = [program.to_str().unwrap()];
            let ran = run(&job(dir.path(), &argv, limits()), &Cancel::default()).unwrap();
            assert_eq!(ran.status, Status::Exited(0));
            assert_eq!(processes_with(seconds), Vec::<String>::new(), "{wait}");
        }
    }
}

#[test]
fn a_session_of_its_own_never_helps() {
    for _ in 0..100 {
        let ran = shell("setsid sleep 78.25 & exit 0", limits());
        assert_eq!(ran.status, Status::Exited(0));
        assert_eq!(processes_with("78.25"), Vec::<String>::new());
    }
}

/// In a process of its own: any run that ends may end those who hide.
#[test]
fn runs_do_not_end_each_others_processes() {
    let exe = std::env::current_exe().unwrap();
    let argv = [exe.to_str().unwrap(), "--exact", "runs_beside_each_other_alone", "--ignored", "--nocapture"];
    let ran = run(&job(Path::new("/"), &argv, Limits::compiler()), &Cancel::default()).unwrap();
    assert_eq!(ran.status, Status::Exited(0), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(processes_with("79.25"), Vec::<String>::new());
}

#[test]
#[ignore = "run by runs_do_not_end_each_others_processes"]
fn runs_beside_each_other_alone() {
    let dir = tempfile::tempdir().unwrap();
    let program = build(dir.path(), &HIDER.replace("SECONDS", "79.25").replace("WAIT", "usleep(2000)"));
    let place = dir.path().to_owned();
    let daemon = std::thread::spawn(move || {
        let text = "(setsid sh -c 'sleep 0.6; echo alive > f' &); sleep 1.2; cat f";
        run(&job(&place, &["/bin/sh", "-c", text], limits()), &Cancel::default()).unwrap()
    });
    let others = [0, 1].map(|_| {
        let (place, program) = (dir.path().to_owned(), program.to_str().unwrap().to_owned());
        std::thread::spawn(move || {
            for _ in 0..15 {
                let ran = run(&job(&place, &[&program], limits()), &Cancel::default()).unwrap();
                assert_eq!(ran.status, Status::Exited(0));
            }
        })
    });
    others.into_iter().for_each(|thread| thread.join().unwrap());
    assert_eq!(daemon.join().unwrap().stdout, b"alive\n");
    shell("true", limits());
    assert_eq!(processes_with("79.25"), Vec::<String>::new());
}

#[test]
fn a_process_writes_where_it_may_and_nowhere_else() {
    let (dir, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let victim = other.path().join("store");
    let deeds = format!(
        "echo x > own; mkdir sub; mv own sub/own; echo y > /dev/null; echo z > \"$TMPDIR/t\"\n\
         echo spoiled > {0}; rm -f {0}; mv sub/own {1}/new; ln {0} linked; echo > {0}; echo done",
        victim.display(),
        other.path().display()
    );
    let attempt = |reach: Reach| {
        std::fs::write(&victim, "precious").unwrap();
        let argv = ["/bin/sh", "-c", &deeds];
        let ran = run(&Job { reach, ..job(dir.path(), &argv, limits()) }, &Cancel::default()).unwrap();
        assert_eq!(ran.stdout, b"done\n", "{}", String::from_utf8_lossy(&ran.stderr));
        let kept = std::fs::read(&victim).unwrap_or_default() == b"precious";
        let written = dir.path().join("t").exists() || other.path().join("t").exists();
        let _ = std::fs::remove_dir_all(dir.path().join("sub"));
        let _ = std::fs::remove_file(other.path().join("new"));
        (kept, written)
    };
    let has_sandbox = sandbox().files;
    assert_eq!(attempt(Reach::default()), (has_sandbox, true));
    assert!(!attempt(Reach::Own(vec![other.path().to_owned()])).0, "where it may, it can");
    assert!(!attempt(Reach::Anywhere).0, "without the sandbox it can");
}

#[test]
fn a_process_reaches_neither_network_nor_other_processes() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let text = "#include <arpa/inet.h>\n#include <signal.h>\n#include <stdlib.h>\n#include <sys/socket.h>\n#include <unistd.h>
        int main(void) {
            struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr = {htonl(0x7f000001)}};
            int connected = connect(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&a, sizeof a) == 0;
            return connected | (kill(getppid(), 0) == 0) << 1;
        }";
    let text = text.replace("PORT", &listener.local_addr().unwrap().port().to_string());
    let found = sandbox();
    let expected = i32::from(!found.network) | i32::from(!found.signals) << 1;
    assert_eq!(run_c(&text, limits()).status, Status::Exited(expected));
}
