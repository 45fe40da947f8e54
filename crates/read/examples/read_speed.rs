//! How long reading takes: `cargo run --release --example read_speed -- file.i...`
#![allow(clippy::print_stdout)]

use std::time::Instant;

fn main() {
    for file in std::env::args().skip(1) {
        let text = match std::fs::read(&file) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => {
                println!("{file}: {error}");
                continue;
            }
        };
        let mut best = f64::MAX;
        let mut outcome = String::new();
        for _ in 0..5 {
            let start = Instant::now();
            let result = assay_read::read(&text, ir::Target::LP64);
            best = best.min(start.elapsed().as_secs_f64() * 1e3);
            outcome = match result {
                Ok(unit) => format!("{:?}", unit.program),
                Err(error) => error.to_string(),
            };
        }
        println!("{file}: {} bytes, {best:.2} ms, {outcome}", text.len());
    }
}
