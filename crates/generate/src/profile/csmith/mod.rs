//! The profile `csmith`: programs as Csmith makes them. The weights are those of tables 3.1 to 3.3 of the dissertation,
//! the limits are the defaults of Csmith's own options. How the engine does it is in [`crate::expr::csmith`].

pub mod options;
pub mod refused;

use super::options::ProfileOption;
use super::{Aim, CRASH_LIVE, Profile};
use crate::policy::knob::{Kind, Knobs};
use crate::policy::{
    Barriers, Constants, Contexts, Dead, Expressions, GuardStyles, Ints, Loops, Manner, Operators, Policy,
    Rates, Relax, Repairs, Scopes, Shape, Statements, TypePolicy,
};

#[derive(Debug)]
pub struct Csmith;

impl Profile for Csmith {
    fn name(&self) -> &'static str {
        "csmith"
    }

    fn about(&self) -> &'static str {
        "whole programs in the manner of Csmith: its weights, every operation guarded"
    }

    fn policy(&self, aim: Aim) -> Policy {
        policy(aim)
    }

    fn options(&self) -> &'static [&'static [ProfileOption]] {
        &[options::OPTIONS]
    }
}

pub fn policy(aim: Aim) -> Policy {
    let mut policy = Policy {
        shape: shape(),
        types: types(),
        statements: statements(),
        expressions: expressions(),
        operators: Operators { contexts: Contexts::default().without(Kind::Weight), ..Operators::default() },
        constants: Constants { small: 40, limit: 10, bits: 0, any: 50, reused: 0, ..Constants::default() },
        repairs: repairs(),
        dead: Dead { wild: 0, max_statements: 4, tokens_per_block: u32::MAX, no_empty_blocks: false },
        loops: Loops::plain(),
        manner: manner(),
        relax: Relax { rates: Rates::default(), ..Relax::default() },
        ..super::plain()
    };
    policy.barriers = Barriers { static_function: 100, ..Barriers::default().without(Kind::Percent) };
    policy.statements.new_function = 45;
    policy.amounts.more_params = 75;
    policy.amounts.more_dims = 59;
    (policy.weights.returns.record, policy.weights.params.record) = (1, 1);
    keep_to_the_tables(&mut policy);
    match aim {
        Aim::WrongCode => {}
        Aim::Crash => policy.shape.live = CRASH_LIVE,
    }
    policy
}

/// Turns off what Csmith has nothing like: promises, conflicts that are left to the repair, and array loops beyond the
/// plain ones.
fn keep_to_the_tables(policy: &mut Policy) {
    let p = &mut policy.promises;
    (p.pure, p.r#const, p.nonnull, p.returns_nonnull, p.restrict) = (0, 0, 0, 0, 0);
    (p.malloc, p.aligned, p.at_least) = (0, 0, 0);
    policy.repairs.unsequenced = 0;
    policy.repairs.wild_offset = 0;
    policy.expressions.inner_call = 0;
    let o = &mut policy.odds;
    (o.nested_arrays, o.array_condition, o.array_search, o.extremum) = (0, 0, 0, 0);
    (o.array_stride, o.held_stride, o.small_elements) = (0, 0, 0);
    (o.direct_call, o.special_result) = (20, 40);
    (o.zero_array, o.short_list, o.designated) = (5, 5, 0);
    o.neighbour = 0;
    policy.arrays.values.shift = 0;
    policy.arrays.max_times = 4000;
}

fn shape() -> Shape {
    Shape {
        size: 150_000,
        live: 40,
        max_functions: 10,
        // Of the function's body and those within it together there are five.
        max_block_depth: 4,
        max_block_statements: 4,
        expression_tokens: 500,
        max_params: 5,
        max_call_depth: 10,
        ..Shape::default()
    }
}

/// Those that have an exact width on every target.
fn ints() -> Ints {
    Ints {
        schar: 10,
        uchar: 10,
        short: 10,
        ushort: 10,
        int: 10,
        uint: 10,
        long: 10,
        ulong: 10,
        long_long: 3,
        ulong_long: 3,
        ..Ints::default().without(Kind::Weight)
    }
}

fn types() -> TypePolicy {
    TypePolicy {
        ints: ints(),
        max_array_len: 10,
        max_dims: 3,
        max_fields: 10,
        max_pointer_depth: 5,
        array: 29,
        pointer: 45,
        volatile: 10,
        mixed_union: 0,
        enums: 0,
        float: 0,
        pointer_offset: 0,
        pointer_index: 0,
        string_init: 0,
        string_pointer: 0,
        function_pointer: 0,
        exact_names: 100,
        static_global: 100,
        ..TypePolicy::default()
    }
}

/// Table 3.1. What is not in it has no weight; the kinds of assignments share what is left to make a hundred.
fn statements() -> Statements {
    Statements {
        assign: 25,
        compound_assign: 4,
        increment: 3,
        pointer_assign: 6,
        record_assign: 2,
        r#if: 15,
        r#for: 15,
        array_loop: 10,
        goto_forward: 3,
        goto_back: 2,
        r#break: 5,
        r#continue: 5,
        r#return: 5,
        r#else: 100,
        taken: 50,
        known_condition: 10,
        recursive_function: 0,
        static_local: 0,
        uninitialised: 0,
        expect: 0,
        ..Statements::default().without(Kind::Weight)
    }
}

/// Table 3.2: an operation stands in for a call that cannot be made.
fn expressions() -> Expressions {
    Expressions {
        call: 70,
        constant: 10,
        variable: 20,
        comma: 10,
        assign: 10,
        region: 0,
        common: 0,
        ..Expressions::default()
    }
}

fn repairs() -> Repairs {
    Repairs {
        flip: 0,
        insert: 0,
        guard: 100,
        orange: 0,
        table: 0,
        styles: GuardStyles { inline: 0, function: 100, r#macro: 0 },
        another_pointer: 0,
        short_lived: 0,
        wild_pointer: 0,
        wild_index: 0,
        ..Repairs::default()
    }
}

fn manner() -> Manner {
    Manner {
        local_pointee: 30,
        guard_all: 100,
        expression_table: true,
        call_in_assignment: 30,
        call_while_few: 80,
        call_in_condition: 60,
        max_expression_depth: 15,
        // Table 3.3.
        scopes: Scopes { global: 35, local: 30, parameter: 30, new: 5 },
        shared_counter: 50,
        argument_tokens: 160,
        fresh_local: 35,
        fresh_global: 9,
        no_pointer: 84,
        pointer_leaf: 8,
        fresh_pointer: 80,
        embedded_through_pointer: 40,
        array_of_pointers: 18,
        init_loop: 50,
        small_bodies: true,
        records_up_front: true,
        max_union_fields: 5,
        max_struct_nesting: 3,
        max_loop_len: 10,
        pointer_to_volatile: 10,
        const_field: 10,
        volatile_field: 10,
        ..Manner::default()
    }
}
