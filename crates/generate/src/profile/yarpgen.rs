//! YARPGen: loop-free arithmetic over globals that are inputs, outputs or both. What makes the profile is its policy; what
//! the policy asks for is in [`crate::repair::yarpgen`] (its table of rewrites), [`crate::types::roles`] (inputs and outputs) and
//! [`crate::driver::lowering`] (C++). `docs/profiles/yarpgen.md` lists the paper's features one by one.

use super::options::{ProfileOption, Takes};
use super::{Aim, Profile};
use crate::policy::knob::{Kind, Knobs};
use crate::policy::{
    ArrayForms, Barriers, Cxx, Expressions, Ints, Leaves, Loops, Policy, Repairs, Roles, Shape, Statements,
    Swarm, Targets, TypePolicy,
};

#[derive(Debug)]
pub struct Yarpgen;

impl Profile for Yarpgen {
    fn name(&self) -> &'static str {
        "yarpgen"
    }

    fn about(&self) -> &'static str {
        "loop-free arithmetic over inputs and outputs, raw and rewritten by YARPGen's table"
    }

    fn policy(&self, aim: Aim) -> Policy {
        policy(aim)
    }

    fn is_swarmed(&self) -> bool {
        true
    }
}

#[derive(Debug)]
pub struct YarpgenExperimental;

impl Profile for YarpgenExperimental {
    fn name(&self) -> &'static str {
        "yarpgen-experimental"
    }

    fn about(&self) -> &'static str {
        "the same with YARPGen's experimental features: loops, short vectors and floating point"
    }

    fn policy(&self, aim: Aim) -> Policy {
        experimental(aim)
    }

    fn is_swarmed(&self) -> bool {
        true
    }

    fn options(&self) -> &'static [&'static [ProfileOption]] {
        &[OPTIONS]
    }
}

const OPTIONS: &[ProfileOption] = &[ProfileOption {
    name: "float-tolerance",
    about: "Floating values are inexact, and compared within this relative tolerance, as in 1e-4; with 0 all are exact",
    takes: Takes::Share,
    hidden: false,
    apply: |s, one_in| {
        s.policy.types.inexact = if one_in == 0 { 0 } else { 100 };
        s.policy.types.one_in = one_in.max(1);
    },
}];

/// Programs as in the paper: no loops, no calls, no side effects within expressions.
fn policy(aim: Aim) -> Policy {
    let mut policy = Policy {
        shape: Shape { entries: 3, max_block_depth: 4, max_block_statements: 12, ..Shape::default() },
        types: types(),
        statements: statements(),
        expressions: expressions(),
        repairs: repairs(),
        loops: Loops::plain(),
        cxx: Cxx {
            arrays: ArrayForms { plain: 3, std_array: 2, vector: 3, valarray: 2 },
            at: 40,
            member: 15,
        },
        ..super::plain()
    };
    policy.barriers = Barriers { noinline: 15, noipa: 8, static_function: 0, ..Barriers::default() };
    policy.swarm = Swarm::default().with_all();
    policy.dead.no_empty_blocks = false;
    policy.operators.edge = 12;
    policy.constants.half_constant_region = 25;
    policy.constants.all_constant_region = 8;
    match aim {
        Aim::WrongCode => {}
        Aim::Crash => {
            policy.shape.live = super::CRASH_LIVE;
            policy.dead.wild = super::CRASH_WILD;
        }
    }
    policy
}

/// Its experimental features on top: loops with induction and reduction variables, floating point, and short vectors.
fn experimental(aim: Aim) -> Policy {
    let mut policy = policy(aim);
    policy.statements.r#for = 6;
    policy.statements.array_loop = 10;
    policy.statements.r#break = 2;
    policy.statements.r#continue = 2;
    // A reduction is a compound assignment.
    policy.statements.compound_assign = 4;
    policy.types.float = 25;
    policy.types.inexact = 50;
    policy.expressions.float_tokens = 30;
    policy.statements.float_assign = 40;
    policy.types.vector = 15;
    policy.types.vector_float = 30;
    policy.statements.vector_assign = 12;
    // Where code runs more than once, a guard may be all that keeps what it did before.
    policy.repairs.negative_right_shift = false;
    policy
}

fn ints() -> Ints {
    Ints {
        bool: 3,
        char: 4,
        schar: 8,
        uchar: 8,
        short: 8,
        ushort: 8,
        int: 12,
        uint: 12,
        long: 12,
        ulong: 12,
        long_long: 6,
        ulong_long: 6,
        int128: 0,
        uint128: 0,
    }
}

/// Integers, arrays and structs of them, and pointers that are set once.
fn types() -> TypePolicy {
    TypePolicy {
        ints: ints(),
        array: 25,
        record: 20,
        pointer: 15,
        wide_bit_field: 40,
        union: 0,
        packed: 0,
        r#const: 25,
        volatile: 0,
        enums: 0,
        float: 0,
        string_init: 0,
        string_pointer: 0,
        function_pointer: 0,
        pointer_offset: 0,
        pointer_index: 0,
        exact_names: 0,
        static_global: 0,
        roles: Roles { mixed: 3, input: 3, output: 3 },
        local_aggregates: 0,
        ..TypePolicy::default()
    }
}

/// A definition, an assignment, or a conditional: its statements do nothing else.
fn statements() -> Statements {
    Statements {
        assign: 60,
        declare: 25,
        r#if: 15,
        known_condition: 40,
        taken: 60,
        r#else: 50,
        targets: Targets { local: 3, mixed: 3, output: 3, element: 2, member: 2, indirection: 2 },
        static_local: 0,
        uninitialised: 0,
        expect: 0,
        ..Statements::default().without(Kind::Weight)
    }
}

/// Unary, binary and ternary operators, casts, common subexpressions and data: nothing with an effect.
fn expressions() -> Expressions {
    Expressions {
        binary: 45,
        unary: 12,
        cast: 10,
        conditional: 8,
        compare: 10,
        logic: 8,
        common: 12,
        region: 20,
        block_region: 15,
        leaves: Leaves { scalar: 4, element: 2, member: 2, indirection: 2 },
        comma: 0,
        assign: 0,
        increment: 0,
        call: 0,
        inner_call: 0,
        pointer_test: 0,
        sizeof: 0,
        enum_constant: 0,
        float_compare: 0,
        float_to_int: 0,
        pointer_pair: 0,
        character: 0,
        actual: 10,
        ..Expressions::default()
    }
}

/// The table, and nothing but the table.
fn repairs() -> Repairs {
    Repairs {
        table: 100,
        orange: 0,
        flip: 0,
        insert: 0,
        guard: 0,
        negative_right_shift: true,
        short_lived: 0,
        wild_pointer: 0,
        wild_index: 0,
        ..Repairs::default()
    }
}
