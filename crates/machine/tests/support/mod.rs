//! What tests of the machine share: reading C, running it, and asking gcc.
#![allow(dead_code)]

use assay_machine as machine;
use ir::validate::{Dialect, Rules};
use ir::{Program, Target};
use machine::{Cold, Config, Engine, Machine, Outcome};
use std::error::Error;
use std::path::Path;
use test_support::Compiler;

pub struct Ran {
    pub outcome: Outcome,
    pub output: Vec<u8>,
    pub footprint: usize,
}

/// A program from preprocessed text, valid by the validator.
pub fn program(text: &str, target: Target) -> Result<Program, Box<dyn Error>> {
    let unit = read::read(text, target).map_err(|e| e.to_string())?;
    let rules = Rules { dialect: Dialect::Gnu, ..Rules::default() };
    match ir::validate::validate_with(&unit.program, rules).first() {
        None => Ok(unit.program),
        Some(violation) => Err(format!("not valid: {violation:?}").into()),
    }
}

/// Runs a program in both ways, which must do the same.
pub fn execute(program: &Program, config: Config) -> Ran {
    machine::on_deep_stack(|| {
        let (outcome, mut fast) =
            machine::run(program, Config { engine: Engine::Bytecode, ..config.clone() });
        let (slow_outcome, slow) = machine::run(program, Config { engine: Engine::Tree, ..config });
        assert_eq!(outcome, slow_outcome, "the engines disagree");
        let state =
            |m: &Machine<Cold>| (m.output().to_vec(), m.steps(), m.finals(), m.observed.volatile_count);
        assert_eq!(state(&fast), state(&slow), "the engines disagree");
        for (id, stmt) in program.stmts.iter() {
            assert_eq!(fast.observed.runs(id), slow.observed.runs(id), "how often {id:?} ran: {stmt:?}");
        }
        for (id, _) in program.blocks.iter() {
            assert_eq!(fast.observed.entries(id), slow.observed.entries(id), "how often {id:?} was entered");
        }
        Ran { outcome, output: fast.take_output(), footprint: fast.footprint() }
    })
}

/// Preprocesses with gcc, reads, validates and runs a file.
pub fn run_file(path: &Path) -> Result<Ran, Box<dyn Error>> {
    let text = Compiler::gcc().preprocess(path, &[])?;
    let config = Config { max_steps: 10_000_000, ..Config::default() };
    Ok(execute(&program(&text, Target::LP64)?, config))
}

/// Compiles a file with gcc and runs the binary: its exit code, and what it printed.
pub fn gcc(path: &Path, flags: &[&str]) -> Result<(Option<i32>, Vec<u8>), Box<dyn Error>> {
    let flags: Vec<&str> = ["-w"].iter().chain(flags).copied().collect();
    let ran = Compiler::gcc().build_file(path, &flags)?.run(&[]);
    if !ran.stderr.is_empty() {
        return Err(String::from_utf8_lossy(&ran.stderr).into_owned().into());
    }
    Ok((ran.code, ran.stdout))
}
