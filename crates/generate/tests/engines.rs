//! Grown programs run as code do what the tree does, in all that can be seen.

use assay_generate::{Check, Policy, Request, grow};
use ir::Target;
use machine::{Cold, Config, Engine, Machine, Outcome};

#[test]
fn grown_programs_run_alike() {
    machine::on_deep_stack(|| {
        for seed in 5000..5100 {
            let mut policy = Policy::default();
            (policy.types.vector, policy.statements.vector_assign) = (5, 5);
            let request = Request { seed, target: Target::LP64, policy, swarm: true, check: Check::Print };
            let grown = grow(&request).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
            let run = |engine| machine::run(&grown.program, Config { engine, ..Config::default() });
            let ((outcome, fast), (slow_outcome, slow)) = (run(Engine::Bytecode), run(Engine::Tree));
            assert_eq!(outcome, Outcome::Finished { exit_code: 0 }, "seed {seed}");
            assert_eq!(outcome, slow_outcome, "seed {seed}");
            let state =
                |m: &Machine<Cold>| (m.output().to_vec(), m.steps(), m.finals(), m.observed.volatile_count);
            assert_eq!(state(&fast), state(&slow), "seed {seed}");
            for (id, _) in grown.program.stmts.iter() {
                assert_eq!(fast.observed.runs(id), slow.observed.runs(id), "seed {seed}, {id:?}");
            }
        }
    });
}
