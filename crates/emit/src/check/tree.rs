//! What the check looks at, as a tree of each variable's parts. An array whose elements are all looked at alike is one
//! node, and becomes a loop; so the check stays small beside the program.

use super::build::{Build, typed};
use super::scalars::{Leaf, Shape, contains_union, observed, shape};
use super::{Oracle, Readable};
use ir::{BinaryOp, BlockId, ExprId, FuncId, PathStep, PathSteps, Program, Ty, VarId, name_of};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Tree {
    Scalar(Leaf),
    /// The parts by field or index.
    Parts(Vec<(PathStep, Tree)>),
    /// So many elements, all looked at alike.
    Elements(u64, Box<Tree>),
}

/// Which scalars are looked at.
#[derive(Clone, Copy)]
pub(super) enum Shows<'a> {
    /// All but those in members of unions that must not be read.
    Members(Readable<'a>),
    /// Those with a known value.
    Known(&'a dyn Oracle),
}

/// A global variable and what is looked at in it.
pub(super) struct Checked {
    var: VarId,
    tree: Tree,
}

/// All that is looked at, in the order of the program.
pub(super) fn checked(p: &Program, shows: Shows<'_>) -> Vec<Checked> {
    let of = |var: VarId| {
        let tree = Grow { p, shows, var, steps: PathSteps::new() }.tree(p.vars[var].ty)?;
        Some(Checked { var, tree })
    };
    observed(p).into_iter().filter_map(of).collect()
}

struct Grow<'a> {
    p: &'a Program,
    shows: Shows<'a>,
    var: VarId,
    steps: PathSteps,
}

impl Grow<'_> {
    /// `None`: nothing of it is looked at.
    fn tree(&mut self, ty: Ty) -> Option<Tree> {
        match shape(self.p, ty) {
            Shape::Scalar(leaf) => self.shows_scalar().then_some(Tree::Scalar(leaf)),
            Shape::Array(element, len) => self.array(element, len),
            Shape::Struct(fields) => self.parts(fields.into_iter().map(|(n, ty)| (PathStep::Field(n), ty))),
            Shape::Union(fields) => {
                let fields: Vec<_> = fields.into_iter().map(|(n, ty)| (PathStep::Field(n), ty)).collect();
                let fields =
                    fields.into_iter().filter(|(step, _)| self.shows_member(*step)).collect::<Vec<_>>();
                self.parts(fields.into_iter())
            }
            Shape::Opaque => None,
        }
    }

    fn array(&mut self, element: Ty, len: u64) -> Option<Tree> {
        let alike = matches!(self.shows, Shows::Members(_)) && !contains_union(self.p, element);
        if alike {
            let tree = self.part(PathStep::Element(0), element)?;
            return (len > 0).then(|| Tree::Elements(len, Box::new(tree)));
        }
        let elements: Vec<Option<Tree>> =
            (0..len).map(|i| self.part(PathStep::Element(i), element)).collect();
        match elements.first()? {
            Some(first) if elements.iter().all(|other| other.as_ref() == Some(first)) => {
                Some(Tree::Elements(len, Box::new(first.clone())))
            }
            _ => {
                let parts =
                    (0..len).zip(elements).filter_map(|(i, tree)| Some((PathStep::Element(i), tree?)));
                some_parts(parts.collect())
            }
        }
    }

    fn parts(&mut self, parts: impl Iterator<Item = (PathStep, Ty)>) -> Option<Tree> {
        some_parts(parts.filter_map(|(step, ty)| Some((step, self.part(step, ty)?))).collect())
    }

    fn part(&mut self, step: PathStep, ty: Ty) -> Option<Tree> {
        self.steps.push(step);
        let tree = self.tree(ty);
        self.steps.pop();
        tree
    }

    fn shows_scalar(&self) -> bool {
        match self.shows {
            Shows::Members(_) => true,
            Shows::Known(oracle) => oracle.scalar(self.var, &self.steps).is_some(),
        }
    }

    fn shows_member(&mut self, step: PathStep) -> bool {
        let Shows::Members(readable) = self.shows else { return true };
        self.steps.push(step);
        let shown = readable(self.var, &self.steps);
        self.steps.pop();
        shown
    }
}

fn some_parts(parts: Vec<(PathStep, Tree)>) -> Option<Tree> {
    (!parts.is_empty()).then_some(Tree::Parts(parts))
}

// --- the scalars, one by one ---

/// Each scalar in the order in which the check looks at them.
pub(super) fn for_each(checked: &[Checked], visit: &mut dyn FnMut(VarId, &[PathStep], Leaf)) {
    for Checked { var, tree } in checked {
        expand(tree, &mut PathSteps::new(), &mut |steps, leaf| visit(*var, steps, leaf));
    }
}

fn expand(tree: &Tree, steps: &mut PathSteps, visit: &mut dyn FnMut(&[PathStep], Leaf)) {
    let mut enter = |step: PathStep, part: &Tree| {
        steps.push(step);
        expand(part, steps, visit);
        steps.pop();
    };
    match tree {
        Tree::Scalar(leaf) => visit(steps, *leaf),
        Tree::Parts(parts) => parts.iter().for_each(|(step, part)| enter(*step, part)),
        Tree::Elements(len, element) => (0..*len).for_each(|i| enter(PathStep::Element(i), element)),
    }
}

/// The name of each scalar, by its number.
pub(super) fn names(p: &Program, checked: &[Checked]) -> Vec<String> {
    let mut names = Vec::new();
    for_each(checked, &mut |var, steps, _| names.push(name_of(p, var, steps)));
    names
}

// --- the text ---

/// A check: which function of its own each scalar's value is given to. Of a pointer that is whether it is set, as an `int`.
pub(super) trait Look<'p> {
    fn build(&mut self) -> &mut Build<'p>;
    fn function(&mut self, leaf: Leaf) -> FuncId;
}

/// The loops' variables, from the outside in. C90 wants declarations first, so they come before everything else.
pub(super) fn declare_indices(
    b: &mut Build<'_>,
    main: FuncId,
    body: BlockId,
    checked: &[Checked],
) -> Vec<VarId> {
    let deepest = checked.iter().map(|c| depth(&c.tree)).max().unwrap_or(0);
    (0..deepest)
        .map(|n| {
            let name = b.fresh(&format!("i{n}"));
            typed(b.p.declare(body, main, &name, Ty::INT, None))
        })
        .collect()
}

/// How deep loops are nested.
fn depth(tree: &Tree) -> usize {
    match tree {
        Tree::Scalar(_) => 0,
        Tree::Parts(parts) => parts.iter().map(|(_, part)| depth(part)).max().unwrap_or(0),
        Tree::Elements(_, element) => 1 + depth(element),
    }
}

/// A step in the text, where an index may be a loop's variable.
#[derive(Clone, Copy)]
enum Access {
    Step(PathStep),
    Loop(VarId),
}

/// Looks at everything, in loops where elements are alike.
pub(super) fn look<'p>(to: &mut impl Look<'p>, block: BlockId, checked: &[Checked], indices: &[VarId]) {
    for Checked { var, tree } in checked {
        Text { to, var: *var, path: Vec::new() }.tree(block, tree, indices);
    }
}

struct Text<'t, T> {
    to: &'t mut T,
    var: VarId,
    path: Vec<Access>,
}

impl<'p, T: Look<'p>> Text<'_, T> {
    fn tree(&mut self, block: BlockId, tree: &Tree, indices: &[VarId]) {
        match tree {
            Tree::Scalar(leaf) => {
                let func = self.to.function(*leaf);
                let value = self.value(*leaf);
                self.to.build().call(block, func, &[value]);
            }
            Tree::Parts(parts) => {
                for (step, part) in parts {
                    self.part(block, Access::Step(*step), part, indices);
                }
            }
            Tree::Elements(len, element) => {
                let (index, inner) = indices.split_first().expect("a variable for each depth");
                let body = self.to.build().count(block, *index, *len);
                self.part(body, Access::Loop(*index), element, inner);
            }
        }
    }

    fn part(&mut self, block: BlockId, access: Access, part: &Tree, indices: &[VarId]) {
        self.path.push(access);
        self.tree(block, part, indices);
        self.path.pop();
    }

    fn value(&mut self, leaf: Leaf) -> ExprId {
        let value = self.lvalue();
        if leaf != Leaf::Pointer {
            return value;
        }
        let b = self.to.build();
        let null = b.int(0);
        b.binary(BinaryOp::Ne, value, null)
    }

    fn lvalue(&mut self) -> ExprId {
        let b = self.to.build();
        self.path.iter().fold(b.p.var(self.var), |e, access| match access {
            Access::Step(PathStep::Field(n)) => typed(b.p.member(e, *n)),
            Access::Step(PathStep::Element(i)) => {
                let index = b.int(*i);
                typed(b.p.index(e, index))
            }
            Access::Loop(var) => {
                let index = b.p.var(*var);
                typed(b.p.index(e, index))
            }
        })
    }
}
