//! `assay gen --from FILE.c`: mutants of programs that are there already.

use super::{Args, Made, Plan};
use crate::failure::Failure;
use crate::preprocess;
use crate::programs::unknown;
use emit::Options;
use generate::Mutation;
use mutate::{Budget, GaveUp, Mutant, ROWS, Request, Seed};
use std::fmt::Write as _;
use std::path::Path;

/// The programs that are mutated; there are none where a new one is wanted.
pub(super) struct Origin {
    seeds: Vec<Seed>,
    only: Option<Mutation>,
}

impl Origin {
    pub(super) fn of(args: &Args) -> Result<Origin, Failure> {
        let only = args.mutation.as_deref().map(mutation).transpose()?;
        let seeds =
            args.from.iter().map(|file| import(args, file)).collect::<Result<Vec<Seed>, Failure>>()?;
        Ok(Origin { seeds, only })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.seeds.is_empty()
    }

    pub(super) fn make(&self, plan: &Plan, seed: u64) -> Result<Made, Failure> {
        let (policy, swarm) = (&plan.base, plan.swarm);
        let request = Request { seed, policy, seeds: &self.seeds, swarm, only: self.only };
        let mutant = mutate::mutate(&request).map_err(|error| match error {
            GaveUp::Nothing(_) | GaveUp::Inexact => {
                Failure::Usage(format!("seed {seed}: {error}; try another seed"))
            }
            GaveUp::Ended { .. } | GaveUp::NoSeed => Failure::Internal(format!("seed {seed}: {error}")),
        })?;
        let options = Options {
            std: plan.std,
            layout: plan.layout,
            header_comment: Some(header(plan, seed, &mutant)),
            ..Options::default()
        };
        let output = emit::print(&mutant.program, &options)
            .map_err(|error| Failure::Usage(format!("seed {seed}: {error}")))?;
        let policy = mutant.policy.to_toml();
        Ok(Made { output, expected: mutant.expected, checked: mutant.checked, policy })
    }
}

fn mutation(name: &str) -> Result<Mutation, Failure> {
    let found = ROWS.iter().find(|row| row.name == name).map(|row| row.kind);
    let names: Vec<&str> = ROWS.iter().map(|row| row.name).collect();
    found.ok_or_else(|| unknown("mutation", name, &names))
}

fn import(args: &Args, file: &Path) -> Result<Seed, Failure> {
    let text = preprocess::preprocess(file, &preprocess::Options::default(), args.target)?;
    mutate::import(&text, args.target, Budget::default())
        .map_err(|reason| Failure::Usage(format!("{} cannot be mutated: {reason}", file.display())))
}

/// Who made the program, the command that makes it again, and what was done.
fn header(plan: &Plan, seed: u64, mutant: &Mutant) -> String {
    let mut text = format!("assay {}, seed {seed}\n", env!("CARGO_PKG_VERSION"));
    let _ = writeln!(text, "   assay gen --seed {seed}{}", plan.flags);
    let _ = write!(text, "   mutations: {}", mutant.trail);
    text
}
