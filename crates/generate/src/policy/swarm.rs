//! How each program draws a policy of its own around a given one, and how a policy is made to agree with itself.

use super::features::Feature;
use super::{Policy, Swarm};
use crate::choice::Choice;

/// What only some programs have: where it is in all of them, it stands in the way of other things.
struct Seldom {
    feature: &'static str,
    draw: &'static str,
    share: fn(&Swarm) -> u32,
}

const SELDOM: [Seldom; 3] = [
    Seldom { feature: "int128", draw: "has-int128", share: |s| s.int128 },
    Seldom { feature: "switch", draw: "has-switch", share: |s| s.switch },
    Seldom { feature: "floats", draw: "has-floats", share: |s| s.floats },
];

impl Policy {
    /// A policy of this program's own, drawn around a base: some features are off, others more frequent.
    pub fn swarm(base: &Policy, ch: &mut Choice) -> Policy {
        let mut policy = base.clone();
        let drawn = draw_size(ch, base.shape.size);
        policy.shape.size = if base.shape.exact_size { base.shape.size } else { drawn };
        let weights = policy.weights_mut();
        for weight in weights {
            *weight = match ch.weighted("swarm", base.swarm.changes.into_iter()) {
                Some(0) => 0,
                Some(1) => *weight / 3,
                Some(3) => *weight * 2,
                Some(4) => *weight * 4,
                _ => *weight,
            };
        }
        // What nothing can do without.
        policy.statements.assign = policy.statements.assign.max(10);
        policy.expressions.variable = policy.expressions.variable.max(10);
        policy.expressions.constant = policy.expressions.constant.max(5);
        policy.expressions.binary = policy.expressions.binary.max(10);
        policy.types.ints[6] = policy.types.ints[6].max(2);
        policy.constants.small = policy.constants.small.max(5);
        policy.constants.changes[0] = policy.constants.changes[0].max(1);
        policy.types.parts[0] = policy.types.parts[0].max(1);
        policy.operators.add = policy.operators.add.max(2);
        policy.shape.expression_tokens = within(ch, "expression-tokens", base.swarm.expression_tokens);
        policy.shape.max_block_statements = within(ch, "block-statements", base.swarm.block_statements);
        policy.shape.max_block_depth = within(ch, "block-depth", base.swarm.block_depth);
        policy.shape.max_functions = within(ch, "functions", base.swarm.functions);
        for Seldom { feature, draw, share } in SELDOM {
            let share = share(&base.swarm);
            if share < 100 && !ch.chance(draw, share) {
                let feature = Feature::find(feature).expect("a row of the features");
                feature.turn_off(&mut policy);
            }
        }
        policy
    }

    /// Where nearly all code is to run, nothing is made that would not: branches are taken, jumps are left out.
    pub fn settle(&mut self) {
        const NEARLY_ALL: u32 = 90;
        if self.shape.live <= NEARLY_ALL {
            return;
        }
        let s = &mut self.statements;
        s.taken = 100;
        for weight in [
            &mut s.r#else,
            &mut s.switch,
            &mut s.goto_forward,
            &mut s.goto_over,
            &mut s.r#break,
            &mut s.r#continue,
            &mut s.r#return,
        ] {
            *weight = 0;
        }
    }

    /// The relative weights, which swarm moves.
    fn weights_mut(&mut self) -> Vec<&mut u32> {
        let s = &mut self.statements;
        let e = &mut self.expressions;
        let o = &mut self.operators;
        let c = &mut self.constants;
        let t = &mut self.types;
        let x = &mut self.cxx;
        let mut all = vec![
            &mut s.assign,
            &mut s.compound_assign,
            &mut s.increment,
            &mut s.pointer_assign,
            &mut s.record_assign,
            &mut s.call,
            &mut s.indirect_call,
            &mut s.recurse,
            &mut s.declare,
            &mut s.r#if,
            &mut s.r#for,
            &mut s.r#while,
            &mut s.do_while,
            &mut s.switch,
            &mut s.goto_forward,
            &mut s.goto_over,
            &mut s.goto_back,
            &mut s.r#break,
            &mut s.r#continue,
            &mut s.r#return,
            &mut s.block,
            &mut s.array_loop,
            &mut s.idiom,
            &mut s.effect,
            &mut s.promise,
            &mut s.expect,
            &mut e.constant,
            &mut e.variable,
            &mut e.binary,
            &mut e.compare,
            &mut e.unary,
            &mut e.cast,
            &mut e.conditional,
            &mut e.logic,
            &mut e.comma,
            &mut e.assign,
            &mut e.increment,
            &mut e.call,
            &mut e.inner_call,
            &mut e.dereference,
            &mut e.pointer_test,
            &mut o.add,
            &mut o.sub,
            &mut o.mul,
            &mut o.div,
            &mut o.rem,
            &mut o.shl,
            &mut o.shr,
            &mut o.and,
            &mut o.or,
            &mut o.xor,
            &mut c.small,
            &mut c.limit,
            &mut c.bits,
            &mut c.any,
            &mut c.reused,
            &mut t.array,
            &mut t.record,
            &mut t.pointer,
            &mut t.union,
            &mut t.bit_field,
            &mut t.packed,
            &mut t.volatile,
            &mut t.r#const,
            &mut t.enums,
            &mut t.function_pointer,
            &mut t.pointer_offset,
            &mut t.pointer_index,
            &mut t.string_init,
            &mut s.float_assign,
            &mut s.move_pointer,
            &mut s.walk_loop,
            &mut s.heap,
            &mut s.library,
            &mut e.float_compare,
            &mut e.float_to_int,
            &mut e.pointer_pair,
            &mut e.character,
            &mut e.enum_constant,
        ];
        // Without floating variables there is no floating arithmetic but on constants.
        all.push(&mut t.float);
        all.extend(t.ints.iter_mut());
        all.extend(t.parts.iter_mut());
        all.extend(s.targets.iter_mut());
        all.extend(e.leaves.iter_mut());
        all.extend(o.contexts.iter_mut());
        all.extend(c.changes.iter_mut());
        all.extend(x.arrays.iter_mut());
        all.extend([&mut c.all_constant_region, &mut c.half_constant_region, &mut e.common, &mut e.remember]);
        all.extend([&mut e.region, &mut e.block_region, &mut t.known_record, &mut x.at, &mut x.member]);
        all.extend([&mut t.wide_bit_field, &mut s.vector_assign, &mut t.vector]);

        all.extend(self.levels.all_mut());
        all
    }
}

fn within(ch: &mut Choice, name: &'static str, [low, high]: [u32; 2]) -> u32 {
    ch.between(name, low, high)
}

/// Around the base: between two thirds and four thirds of it.
fn draw_size(ch: &mut Choice, base: u32) -> u32 {
    ch.between("size", base * 2 / 3, base * 4 / 3)
}
