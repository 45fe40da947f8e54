//! A thousand workers that do nothing but lease and store: what PostgreSQL makes of them. By hand:
//!
//! `ASSAY_CLIENTS=1000 cargo test --release -p assay-campaign -- --ignored --nocapture a_thousand_clients`

use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::super::kinds::Leased;
use super::{Postgres, RANGE, clean, plan};
use crate::store::Store;
use crate::testing::report::Report;

/// How each client works.
#[derive(Clone, Copy)]
struct Pace {
    name: &'static str,
    /// A test takes so long; nothing at all to see how much the server takes.
    test: Duration,
}

const PACES: [Pace; 2] = [
    Pace { name: "a test a second", test: Duration::from_secs(1) },
    Pace { name: "as fast as they can", test: Duration::ZERO },
];

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
#[ignore = "it takes all of the machine for a minute"]
fn a_thousand_clients() {
    let clients = number("ASSAY_CLIENTS", 1000) as usize;
    let seconds = number("ASSAY_SECONDS", 20);
    let settings = [format!("max_connections = {}", clients + 20), "shared_buffers = 256MB".to_owned()];
    let Some(postgres) = Postgres::with(&settings) else { return };
    for pace in PACES {
        simulate(&postgres, clients, Duration::from_secs(seconds), pace);
    }
}

#[allow(clippy::print_stdout, reason = "figures are what this is for")]
fn simulate(postgres: &Postgres, clients: usize, time: Duration, pace: Pace) {
    let dir = tempfile::tempdir().unwrap();
    let place = postgres.place(pace.name.replace(' ', "-").as_str());
    drop(Store::join(&place, &dir.path().join("first"), &plan(1), Duration::from_secs(60)).unwrap());
    let (start, over) = (Barrier::new(clients + 1), AtomicBool::new(false));
    let failed = AtomicU64::new(0);
    let (mut leases, mut stores) = (Vec::new(), Vec::new());
    let took = std::thread::scope(|scope| {
        let work = |at: usize| {
            let (place, dir, start, over, failed) = (&place, &dir, &start, &over, &failed);
            move || {
                let joined =
                    Store::join(place, &dir.path().join(at.to_string()), &plan(1), Duration::from_secs(60));
                start.wait();
                let mut store = joined.unwrap().0;
                store.who.machine = format!("machine{at}");
                worked(&mut store, at as u64, over, failed, pace)
            }
        };
        let threads: Vec<_> = (0..clients).map(|at| scope.spawn(work(at))).collect();
        start.wait();
        let began = Instant::now();
        std::thread::sleep(time);
        over.store(true, Ordering::Relaxed);
        for thread in threads {
            let (leased, stored) = thread.join().unwrap();
            leases.extend(leased);
            stores.extend(stored);
        }
        began.elapsed()
    });
    let done = Store::look_in(&place).unwrap().totals().unwrap().tests;
    assert_eq!(done as usize, stores.len(), "what was stored is there, once");
    println!("{clients} clients, {}: {}", pace.name, told("leases", leases, took));
    println!("{clients} clients, {}: {}", pace.name, told("stores", stores, took));
    println!("{clients} clients, {}: {} did not work at first", pace.name, failed.load(Ordering::Relaxed));
}

/// How long each lease and each result took.
fn worked(
    store: &mut Store,
    at: u64,
    over: &AtomicBool,
    failed: &AtomicU64,
    pace: Pace,
) -> (Vec<Duration>, Vec<Duration>) {
    let (mut leases, mut stores) = (Vec::new(), Vec::new());
    let again = || failed.fetch_add(1, Ordering::Relaxed);
    // They did not all start in one moment.
    std::thread::sleep(pace.test * (at % 100) as u32 / 100);
    while !over.load(Ordering::Relaxed) {
        let began = Instant::now();
        let Ok(Leased::Range(range)) = store.lease(None, 0, None) else {
            again();
            continue;
        };
        leases.push(began.elapsed());
        for bit in 0..RANGE {
            if over.load(Ordering::Relaxed) {
                break;
            }
            std::thread::sleep(pace.test);
            let began = Instant::now();
            while store.record(&silent(range.number * RANGE + bit)).is_err() {
                again();
            }
            stores.push(began.elapsed());
        }
    }
    (leases, stores)
}

/// What most tests have to tell.
fn silent(index: u64) -> Report {
    Report { incidents: Vec::new(), ..clean(index) }
}

fn told(what: &str, mut all: Vec<Duration>, took: Duration) -> String {
    all.sort();
    let at = |share: f64| {
        all.get((all.len() as f64 * share) as usize).copied().unwrap_or_default().as_secs_f64() * 1e3
    };
    format!(
        "{:.0} {what} a second, half in {:.1} ms, 99 % in {:.1} ms, the slowest {:.0} ms",
        all.len() as f64 / took.as_secs_f64(),
        at(0.5),
        at(0.99),
        at(1.0 - f64::EPSILON)
    )
}
