//! Every weight, probability and bound of the generator, in one value that can be stored and read back (TOML).
//! Numbers beside a draw in the code are of the language, or count the ways that are written there: bits of a type, values of
//! a byte, one of three forms. A number is one row in [`sections`]; see [`knob`] for what comes of it.

mod document;
pub mod features;
pub mod forbidden;
pub mod knob;
mod sections;
mod swarm;
mod text;

use crate::policy::forbidden::Forbidden;
pub use document::document;
use knob::{Kind, Knobs, Moved, Row, Slot, Visitor};
pub use sections::amounts::Bounds;
pub use sections::arithmetic::Arithmetic;
pub use sections::csmith::{Manner, Rates, Relax, Scope, Scopes};
pub use sections::expressions::{
    ConstantChange, Constants, Contexts, Expressions, Leaves, OperatorContext, Operators,
};
pub use sections::extensions::{Extensions, Literal, Special, SpecialQuestion};
pub use sections::loops::{ArrayValue, Arrays, LoopBound, LoopForm, LoopStart, LoopStep, Loops};
pub use sections::menus::{
    Atomic, Barrier, BitFunction, EnumStep, FieldType, FloatNode, FloatStatement, FloatVectorValues,
    InexactNode, LibraryCall, Param, PointerValue, Return, UnionMember, VectorSize, VectorValues, Weights,
    ZeroForm,
};
pub use sections::mutations::{Mutation, MutationKinds, Mutations};
pub use sections::odds::Probabilities;
pub use sections::programs::{
    ArrayForms, Barriers, Change, Changes, Cxx, Dead, FunctionAttribute, Shape, Swarm,
};
pub use sections::repairs::{GuardStyles, Promises, Repairs};
pub use sections::statements::{IdiomShapes, IdiomValues, Idioms, Statements, Targets};
pub use sections::types::{Floats, Ints, Levels, Roles, TypePolicy};
pub use swarm::{Drawn, Odds};
pub use text::NotAPolicy;

/// The sections of a policy, in the order in which they are written.
macro_rules! policy {
    ($($(#[doc = $doc:literal])+ $name:ident: $section:ident;)+) => {
        /// How a program is made.
        #[derive(Clone, Debug, PartialEq, Default)]
        pub struct Policy {
            /// The sub-seed whose program has this policy, where it was one program's: then it is taken as it is, from that sub-seed on, so that
            /// the same seed makes the same program again.
            pub drawn: Option<u32>,
            /// What no program has, whatever makes it; weights say only how often something is drawn.
            pub left_out: Vec<Forbidden>,
            /// What swarm draws more or less often than usual, as a campaign has learned it.
            pub learned: Odds,
            $($(#[doc = $doc])+ pub $name: $section,)+
        }

        impl Policy {
            /// Goes through all knobs, in the order of their rows.
            pub fn visit(&mut self, visitor: &mut dyn Visitor) {
                $(
                    let row =
                        Row { name: stringify!($name), doc: &[$($doc),+], kind: Kind::Table, moved: Moved::Never };
                    self.$name.visit("", &row, visitor);
                )+
            }
        }
    };
}

policy! {
    /// How large the program is, and how much of it runs.
    shape: Shape;
    /// Types, and the variables that have them.
    types: TypePolicy;
    /// Qualifiers at all levels of types, and pointers within records.
    levels: Levels;
    /// The kinds of statements, and what is decided for each.
    statements: Statements;
    /// The nodes of expressions, and what is decided for each.
    expressions: Expressions;
    /// Binary operators.
    operators: Operators;
    /// Integer constants.
    constants: Constants;
    /// What becomes of a site that is about to be undefined for the first time.
    repairs: Repairs;
    /// Code that is never reached.
    dead: Dead;
    /// What keeps a compiler from simply evaluating the program.
    barriers: Barriers;
    /// What the compiler is told, and cannot check.
    promises: Promises;
    /// What makes programs like Csmith's. The defaults are the engine's own ways.
    manner: Manner;
    /// How far Csmith's restrictions are relaxed.
    relax: Relax;
    /// The programs of the profile `orange`, which are expressions and nothing else.
    arithmetic: Arithmetic;
    /// Loops over arrays.
    arrays: Arrays;
    /// Loops that count in a variable that is there already.
    loops: Loops;
    /// What compilers have a better way for.
    idioms: Idioms;
    /// Weights of alternatives that are mostly the same.
    weights: Weights;
    /// How the policies of programs differ from the one they are drawn around.
    swarm: Swarm;
    /// What C has had since C99, and compilers have besides.
    extensions: Extensions;
    /// Small decisions, by the names of their draws.
    odds: Probabilities;
    /// Small bounds.
    amounts: Bounds;
    /// What C++ has more than one way for.
    cxx: Cxx;
    /// Programs that were there already: what mutants are made of them.
    mutations: Mutations;
}

/// A number of a policy that is too large: with it a program would not fit into the machine's memory, or would never be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// The knob, with its section: `repairs.flip`.
    pub name: String,
    /// The value that it was given.
    pub value: u32,
    /// The largest one that it can have.
    pub most: u32,
}

impl Policy {
    /// The first number that is too large, if any is.
    pub fn too_large(&self) -> Option<TooLarge> {
        let mut first = None;
        self.clone().visit(&mut |section: &str, row: &Row, slot: Slot| {
            if let (Kind::Number(Some(most)), Slot::Number(value)) = (row.kind, slot)
                && *value > most
                && first.is_none()
            {
                first = Some(TooLarge { name: knob::join(section, row.name), value: *value, most });
            }
        });
        first
    }
}
