//! The sabotaged compiler as a command. All it does is in `sabotage`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    ExitCode::from(sabotage::run(&arguments).carry_out())
}
