//! What the policy is where nobody says otherwise: the default profile, which the others change.

use super::{
    Arithmetic, Arrays, Barriers, Constants, Cxx, Dead, Expressions, Idioms, Loops, Odds, Operators,
    Promises, Repairs, Shape, Statements, Swarm, TypePolicy, Weights,
};

impl Default for Arrays {
    fn default() -> Self {
        Arrays {
            enough: 3,
            max_extra: 2,
            max_times: 64,
            len: [4, 40],
            side: [3, 24],
            max_given: 48,
            max_turns: 1500,
            max_stride: 3,
            max_statements: 3,
            max_shift: 7,
            depth: 3,
            values: [2, 2, 4, 1, 1, 1, 4],
        }
    }
}

impl Default for Loops {
    fn default() -> Self {
        Loops {
            forms: [10, 3, 3, 3, 1],
            starts: [4, 4, 2, 2],
            max_small: 6,
            max_negative: 20,
            near_limit: 12,
            lowest: 50,
            steps: [10, 5, 2, 2, 1, 1],
            max_step: 7,
            bounds: [5, 4, 2],
            pair: 12,
            unlocked: 25,
            bare: 50,
            while_one: 40,
            jump_into: 15,
            array_counter: 35,
            narrow: 15,
            held_bound: 15,
        }
    }
}

impl Default for Idioms {
    fn default() -> Self {
        Idioms {
            values: [2, 1, 1, 2, 2, 3, 3, 2, 1, 1, 1, 1, 2, 1, 3, 3, 3, 3],
            statement: 45,
            shapes: [3, 1, 2, 2, 4, 4, 4, 3, 3, 4],
            run_len: [2, 8],
            table_len: [3, 9],
            max_clamp: 255,
            overlap_len: [2, 12],
            overlap_statements: [1, 3],
            overlap_whole: 30,
            scoped_turns: [2, 9],
            scopes: [2, 3],
            scoped_len: [2, 6],
            scoped_stores: [1, 3],
            scoped_constant: 40,
        }
    }
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            returns: [1, 1, 2, 9],
            params: [3, 2, 6],
            fields: [1, 1, 8],
            union_members: [4, 2, 3, 2],
            enum_steps: [1, 1, 1, 7],
            pointer_values: [1, 3, 6],
            vector_sizes: [2, 5, 3],
            vector_values: [4, 10, 3, 2, 2, 3, 3, 3, 3, 2],
            float_vector_values: [4, 10, 2, 3, 3, 2],
            float_nodes: [6, 1, 1, 1, 1, 2],
            float_statements: [1, 3, 6],
            inexact_nodes: [8, 1, 1, 1, 1],
        }
    }
}

impl Default for Swarm {
    fn default() -> Self {
        Swarm {
            changes: [1, 2, 5, 1, 1],
            expression_tokens: [8, 28],
            block_statements: [5, 16],
            block_depth: [3, 6],
            functions: [5, 60],
            int128: 20,
            switch: 40,
            floats: 40,
            odds: Odds::default(),
        }
    }
}

impl Default for Promises {
    fn default() -> Self {
        Promises {
            unreachable: 4,
            assume: 3,
            noreturn: 3,
            max_fatal: 3,
            pure: 8,
            r#const: 7,
            nonnull: 35,
            returns_nonnull: 50,
            malloc: 4,
            aligned: 40,
            restrict: 25,
            at_least: 25,
            max_at_least: 3,
        }
    }
}

impl Default for Cxx {
    fn default() -> Self {
        Cxx { arrays: [7, 1, 1, 1], at: 30, member: 5 }
    }
}

impl Default for Arithmetic {
    fn default() -> Self {
        Arithmetic {
            expressions: 0,
            operators: 0,
            operations: 1000,
            depth: 60,
            variables: 30,
            max_variables: 200,
            result_leaf: 25,
            local: 50,
        }
    }
}

impl Default for Shape {
    fn default() -> Self {
        Shape {
            size: 12_000,
            exact_size: false,
            steps_per_token: 6,
            max_steps: 0,
            live: 80,
            entries: 1,
            max_functions: 40,
            max_block_depth: 5,
            max_block_statements: 10,
            expression_tokens: 16,
            max_params: 6,
            max_call_depth: 12,
            max_recursion: 4,
            max_self_calls: 2,
            max_trips: 24,
            fuel: 64,
        }
    }
}

impl Default for TypePolicy {
    fn default() -> Self {
        TypePolicy {
            ints: [2, 3, 6, 8, 6, 8, 20, 14, 8, 10, 5, 7, 1, 1],
            array: 22,
            record: 14,
            pointer: 16,
            max_array_len: 10,
            max_dims: 3,
            max_fields: 7,
            max_records: 6,
            union: 20,
            mixed_union: 50,
            bit_field: 25,
            wide_bit_field: 0,
            packed: 15,
            max_pointer_depth: 3,
            r#const: 8,
            volatile: 6,
            enums: 5,
            max_enums: 4,
            max_enum_constants: 9,
            negative_enum: 30,
            float: 7,
            floats: [40, 55, 5],
            inexact: 0,
            one_in: 10_000,
            vector: 0,
            vector_float: 20,
            pointer_offset: 15,
            pointer_index: 25,
            string_init: 40,
            string_pointer: 50,
            max_string_len: 14,
            function_pointer: 3,
            max_function_families: 8,
            exact_names: 40,
            new_global: 18,
            static_global: 30,
            parts: [1, 0, 0],
            local_aggregates: 100,
            known_record: 70,
            pointers: true,
            records: true,
        }
    }
}

impl Default for Statements {
    fn default() -> Self {
        Statements {
            assign: 40,
            compound_assign: 18,
            increment: 5,
            pointer_assign: 8,
            record_assign: 5,
            call: 12,
            indirect_call: 4,
            float_assign: 6,
            vector_assign: 0,
            move_pointer: 6,
            walk_loop: 3,
            heap: 2,
            library: 3,
            recurse: 2,
            declare: 14,
            r#if: 14,
            r#for: 9,
            r#while: 3,
            do_while: 3,
            switch: 4,
            goto_forward: 3,
            goto_over: 4,
            goto_back: 2,
            r#break: 3,
            r#continue: 2,
            r#return: 1,
            block: 2,
            array_loop: 7,
            idiom: 9,
            effect: 6,
            new_function: 28,
            recursive_function: 15,
            r#else: 45,
            fallthrough: 25,
            taken: 75,
            known_condition: 100,
            targets: [0; 6],
            static_local: 6,
            uninitialised: 8,
            promise: 3,
            counted_loop: 16,
            expect: 4,
        }
    }
}

impl Default for Expressions {
    fn default() -> Self {
        Expressions {
            constant: 18,
            variable: 40,
            binary: 40,
            compare: 8,
            unary: 9,
            cast: 8,
            conditional: 4,
            logic: 5,
            comma: 2,
            assign: 3,
            increment: 3,
            call: 4,
            inner_call: 4,
            dereference: 10,
            pointer_test: 2,
            sizeof: 1,
            enum_constant: 2,
            float_compare: 2,
            float_to_int: 2,
            float_constant: 35,
            float_tokens: 16,
            pointer_pair: 2,
            character: 1,
            common: 5,
            remember: 20,
            leaves: [0; 4],
            actual: 40,
            region: 12,
            block_region: 0,
        }
    }
}

impl Default for Operators {
    fn default() -> Self {
        Operators {
            add: 20,
            sub: 16,
            mul: 12,
            div: 6,
            rem: 6,
            shl: 7,
            shr: 7,
            and: 12,
            or: 12,
            xor: 12,
            edge: 0,
            contexts: [2, 2, 1, 1, 2, 2],
        }
    }
}

impl Default for Constants {
    fn default() -> Self {
        Constants {
            small: 40,
            limit: 14,
            bits: 12,
            any: 14,
            reused: 20,
            changes: [2, 1, 1],
            hex: 30,
            octal: 2,
            all_constant_region: 4,
            half_constant_region: 15,
        }
    }
}

impl Default for Repairs {
    fn default() -> Self {
        Repairs {
            flip: 45,
            insert: 35,
            guard: 20,
            table: 10,
            negative_right_shift: false,
            styles: [50, 35, 15],
            another_pointer: 40,
            around_null: 60,
            short_lived: 25,
            static_pointee: 40,
            another_variable: 40,
            wild_offset: 12,
            wild_pointer: 15,
            replace_operand: 30,
            unsequenced: 12,
            wild_index: 25,
            max_copied_tokens: 60,
            orange: 15,
            inserted_variable: 60,
        }
    }
}

impl Default for Dead {
    fn default() -> Self {
        Dead { wild: 50, max_statements: 40, tokens_per_block: 300, no_empty_blocks: true }
    }
}

impl Default for Barriers {
    fn default() -> Self {
        Barriers {
            noinline: 20,
            noipa: 15,
            static_function: 45,
            inline: 8,
            volatile_global: 4,
            other_file: 10,
            check_noinline: true,
        }
    }
}
