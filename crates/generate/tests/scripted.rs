//! Programs whose draws are given by name: situations that once went wrong, made to happen in every program instead of in the one
//! that a seed made then.

use assay_generate::{Aim, Check, Draws, Grown, RepairKind, Request, find_profile, grow_with};
use ir::{Quals, Target};

/// Enough for all draws of a name in a program.
const ALL: usize = 2000;

fn request(seed: u64) -> Request {
    let mut policy = find_profile("default").expect("it is there").policy(Aim::WrongCode);
    policy.shape.size = 3000;
    Request { seed, target: Target::LP64, policy, swarm: false, check: Check::Print }
}

/// Grows with draws by these names that always come out as zero: yes, where it is a question.
fn grown(request: &Request, zeros: &[&'static str]) -> Grown {
    let script: Vec<(&'static str, u64)> = zeros.iter().flat_map(|name| [(*name, 0)].repeat(ALL)).collect();
    grow_with(request, &Draws::scripted(&script)).unwrap_or_else(|e| panic!("seed {}: {e}", request.seed))
}

/// A repair copies a restrict parameter: what is reached through the copy is based on the parameter, and keeps the promise.
#[test]
fn a_temporary_that_a_repair_has_added_breaks_no_promise() {
    machine::on_deep_stack(|| {
        let (mut repairs, mut promises) = (0, 0);
        for seed in 0..60 {
            let grown = grown(&request(seed), &["restrict", "unsequenced"]);
            repairs += grown.stats.repairs.get(&RepairKind::SequenceOperands).copied().unwrap_or(0);
            let params = grown.program.funcs.iter().flat_map(|(_, f)| &f.params);
            let is_restrict = |v: &&ir::VarId| grown.program.vars[**v].ty.quals().has(Quals::RESTRICT);
            promises += params.filter(is_restrict).count();
        }
        assert!(repairs > 4 && promises > 25, "{repairs} repairs, {promises} restrict parameters");
    });
}

/// Records with wide vectors need more alignment than the heap gives.
#[test]
fn what_is_on_the_heap_is_aligned_there() {
    machine::on_deep_stack(|| {
        let (mut blocks, mut wide) = (0, 0);
        for seed in 0..25 {
            let mut request = request(seed);
            request.policy.types.vector = 40;
            (request.policy.statements.heap, request.policy.statements.vector_assign) = (60, 0);
            request.policy.weights.vector_sizes.bytes_32 = 1000;
            let grown = grown(&request, &["heap-record"]);
            let p = &grown.program;
            blocks += grown.stats.statements.get("heap").copied().unwrap_or(0);
            wide += p.vars.iter().filter(|(_, v)| p.types.align(v.ty) > machine::HEAP_ALIGN).count();
            let misaligned = |why: &&String| why.starts_with("misaligned");
            assert_eq!(grown.abandoned.iter().find(misaligned), None, "seed {seed}");
        }
        assert!(blocks > 25 && wide > 25, "{blocks} blocks with memory from the heap, {wide} wide objects");
    });
}

/// A script is followed by name, and only by name: without one the program is the seed's.
#[test]
fn an_empty_script_changes_nothing() {
    machine::on_deep_stack(|| {
        let text = |grown: &Grown| emit::print(&grown.program, &emit::Options::default()).expect("C").text();
        let plain = grow_with(&request(3), &Draws::Seed).expect("a program");
        assert_eq!(text(&grown(&request(3), &[])), text(&plain));
        assert_ne!(text(&grown(&request(3), &["restrict", "statement"])), text(&plain));
    });
}
