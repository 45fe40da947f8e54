//! Programs of a size that is asked for, and that end within so many steps: grown again, larger or smaller, until one
//! fits. How a program is grown is [`crate::driver::attempt`]'s.

use crate::choice::Draws;
use crate::driver::attempt::{ATTEMPTS, Attempter, GrowError, Grown, Request, grow_once};
use ir::Program;
use machine::Config;

/// How often a program is grown again.
const SIZINGS: u32 = 72;

/// Steps that a token of a program is given where only the steps are asked for: most such programs end in time.
const STEPS_PER_TOKEN: u32 = 4;

/// There is no smaller program.
const LEAST_SIZE: u64 = 100;

/// How far a program is from what was asked for: the steps first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Misfit {
    steps_beyond: u64,
    tokens_off: u64,
}

/// Where a size is asked for it is met within a fifth, if that can be done; steps that are asked for are never exceeded.
/// A policy of a program that is there already has what was found for it.
pub fn grow_by(request: &Request, draws: &Draws, by: Attempter) -> Result<Grown, GrowError> {
    if let Some(first) = request.policy.drawn {
        return grow_once(request, draws, first, by);
    }
    let wish = &request.policy.shape;
    let limit = wish.limit();
    if !wish.exact_size && limit.is_none() {
        return grow_once(request, draws, 0, by);
    }
    let mut again = request.clone();
    if let (Some(limit), false) = (limit, wish.exact_size) {
        let affordable = limit / u64::from(STEPS_PER_TOKEN);
        again.policy.shape.size = wish.size.min(affordable.max(LEAST_SIZE) as u32);
    }
    let mut best: Option<(Misfit, Grown)> = None;
    for sizing in 0..=SIZINGS {
        // The same program over again at first, then others: small ones come in few sizes.
        let grown = match grow_once(&again, draws, sizing / 3 * ATTEMPTS, by) {
            Err(GrowError::GaveUp(..)) if best.is_some() => continue,
            other => other?,
        };
        let wanted = u64::from(wish.size);
        let tokens = if wish.exact_size { tokens_of(&grown.program) } else { wanted };
        let steps = if limit.is_some() { steps_as_written(&grown) } else { 0 };
        let steps_beyond = limit.map_or(0, |limit| steps.saturating_sub(limit));
        let misfit = Misfit { steps_beyond, tokens_off: tokens.abs_diff(wanted) };
        match limit {
            Some(limit) if steps_beyond > 0 => shorten(&mut again, limit, steps),
            Some(limit) if tokens < wanted => lengthen(&mut again, limit),
            _ => {}
        }
        if wish.exact_size {
            let aim = u64::from(again.policy.shape.size) * wanted / tokens.max(1);
            again.policy.shape.size = aim.clamp(wanted / 2, wanted * 3).max(LEAST_SIZE) as u32;
        }
        if best.as_ref().is_none_or(|(least, _)| misfit < *least) {
            best = Some((misfit, grown));
        }
        if steps_beyond == 0 && misfit.tokens_off * 5 <= wanted {
            break;
        }
    }
    match (best, limit) {
        (Some((misfit, _)), Some(limit)) if misfit.steps_beyond > 0 => {
            Err(GrowError::TooLong { limit, least: limit + misfit.steps_beyond })
        }
        (Some((misfit, _)), Some(limit)) if misfit.tokens_off * 4 > u64::from(wish.size) => {
            Err(GrowError::TooShort { limit, size: wish.size })
        }
        (Some((_, grown)), _) => Ok(grown),
        (None, _) => unreachable!("the first program is the best so far"),
    }
}

/// Asks for less to do, after a run that was too long; and for a smaller program, with fewer variables to check, unless the
/// size is wanted.
fn shorten(request: &mut Request, limit: u64, steps: u64) {
    let shape = &mut request.policy.shape;
    let scaled = |n: u32| u64::from(n) * limit / steps.max(1) * 3 / 4;
    shape.max_steps = scaled(shape.max_steps).max(1) as u32;
    if !shape.exact_size {
        shape.size = scaled(shape.size).max(LEAST_SIZE) as u32;
    }
}

/// Asks for more to do, after a run that ended before the program was large enough.
fn lengthen(request: &mut Request, limit: u64) {
    let shape = &mut request.policy.shape;
    shape.max_steps = (u64::from(shape.max_steps) * 3 / 2 + 1).min(limit) as u32;
}

/// What the run of the printed program takes at most, where a guard is no longer one node. A program that is read has a few nodes
/// more than one that was made: in 80 programs, never as many as one in a thousand of its steps.
fn steps_as_written(grown: &Grown) -> u64 {
    let steps = steps_written_out(grown);
    steps + steps / 500 + 8
}

fn steps_written_out(grown: &Grown) -> u64 {
    match emit::written_out(&grown.program) {
        Ok(Some(program)) => {
            machine::run(&program, Config { max_steps: 1 << 30, ..Config::default() }).1.steps()
        }
        Ok(None) | Err(_) => grown.steps,
    }
}

fn tokens_of(program: &Program) -> u64 {
    emit::print(program, &emit::Options::default()).map_or(0, |o| emit::tokens(&o.text()) as u64)
}
