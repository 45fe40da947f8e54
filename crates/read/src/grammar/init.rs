//! Initialisers (C17 6.7.9): braces that are left out, designators, later ones that replace earlier ones.
//! What is written in any of these ways becomes one nested list, ordered, with each place once.

use crate::error::{Construct, ErrorKind, Res, fail, unsupported};
use crate::grammar::declarator::MAX_OBJECT;
use crate::reader::Reader;
use crate::text::token::{Punct, Tok};
use ir::{ExprId, ExprKind, Init, InitId, InitItem, RecordId, RecordKind, StrId, Ty, TypeKind, VarId};

/// An initialiser under construction.
#[derive(Debug)]
pub(crate) enum Node {
    Expr(ExprId),
    List(Vec<Item>),
}

#[derive(Debug)]
pub(crate) struct Item {
    place: u32,
    node: Node,
    designated: bool,
}

/// An object whose parts are being initialised, and which part is next.
#[derive(Clone, Copy)]
struct Frame {
    ty: Ty,
    parts: Parts,
    /// The part that comes next, or `None` behind the last.
    next: Option<u32>,
    designated: bool,
}

#[derive(Clone, Copy)]
enum Parts {
    Elements(Option<u64>),
    Members(RecordId),
    /// A union: of its members, one.
    Alternatives(RecordId),
}

impl Reader<'_> {
    /// `= initialiser` of a variable, whose type it may complete.
    pub fn initialise(&mut self, at: u32, var: VarId) -> Res<()> {
        self.advance();
        let (before, from) = (self.p.vars[var].ty, self.p.exprs.len());
        let (init, ty) = self.initialiser_of(at, before)?;
        self.p.vars[var].ty = ty;
        if ty != before {
            // It may have mentioned the variable while its type was incomplete (C17 6.2.1p7).
            self.retype_exprs(from);
        }
        if self.p.vars[var].init.replace(init).is_some() {
            let name = self.p.name(self.p.vars[var].name).to_owned();
            return fail(at, ErrorKind::Redefined(name));
        }
        Ok(())
    }

    /// An initialiser for an object of the type, and the type with the length that it gives an array.
    pub fn initialiser_of(&mut self, at: u32, ty: Ty) -> Res<(InitId, Ty)> {
        let unsized_array = matches!(self.p.types.element(ty), Some((_, None)));
        if !unsized_array {
            self.require_complete(at, ty)?;
        }
        let node = self.initialiser(ty)?;
        let ty = self.completed(at, ty, &node)?;
        Ok((self.lower(node), ty))
    }

    /// The length of an array is that of its initialiser (C17 6.7.9p22).
    fn completed(&mut self, at: u32, ty: Ty, node: &Node) -> Res<Ty> {
        let Some((element, None)) = self.p.types.element(ty) else { return Ok(ty) };
        let len = match node {
            Node::Expr(e) => self.string_of(*e).map_or(0, |id| self.p.strings[id].bytes.len() as u64 + 1),
            Node::List(items) => items.last().map_or(0, |item| u64::from(item.place) + 1),
        };
        let sized = self.sized_array(at, element, len)?;
        Ok(self.p.types.qualify(sized, ty.quals()))
    }

    fn lower(&mut self, node: Node) -> InitId {
        let init = match node {
            Node::Expr(e) => Init::Expr(e),
            Node::List(items) => Init::List(
                items
                    .into_iter()
                    .map(|Item { place, node, designated }| InitItem {
                        place,
                        init: self.lower(node),
                        designated,
                    })
                    .collect(),
            ),
        };
        self.p.push_init(init)
    }

    fn initialiser(&mut self, ty: Ty) -> Res<Node> {
        self.enter()?;
        let node = if self.is(Punct::LBrace) { self.braced(ty)? } else { self.unbraced(ty)? };
        self.leave();
        Ok(node)
    }

    fn unbraced(&mut self, ty: Ty) -> Res<Node> {
        let at = self.offset();
        let e = self.assignment()?;
        match self.whole(at, ty, e)? {
            Some(node) => Ok(node),
            None => fail(at, ErrorKind::BadInitialiser),
        }
    }

    fn braced(&mut self, ty: Ty) -> Res<Node> {
        let at = self.expect(Punct::LBrace)?;
        if self.string_in_braces(ty) {
            let node = self.unbraced(ty)?;
            self.accept(Punct::Comma);
            self.expect(Punct::RBrace)?;
            return Ok(node);
        }
        match self.frame(ty) {
            Some(frame) if self.is_zero_list(frame) => {
                self.advance();
                self.advance();
                Ok(Node::List(Vec::new()))
            }
            Some(frame) => self.list(frame),
            None => self.braced_scalar(at, ty),
        }
    }

    /// `{ "abc" }` initialises an array of characters (C17 6.7.9p14).
    fn string_in_braces(&self, ty: Ty) -> bool {
        let wide = self.is_wide_string()
            && self.p.types.element(ty).is_some_and(|(e, _)| self.p.types.is_integer(e));
        if !(wide || self.is_character_array(ty)) || self.tok() != Tok::Str {
            return false;
        }
        let mut distance = 1;
        while self.ahead(distance) == Tok::Str {
            distance += 1;
        }
        let comma = usize::from(self.ahead(distance) == Tok::Punct(Punct::Comma));
        self.ahead(distance + comma) == Tok::Punct(Punct::RBrace)
    }

    /// `{ 0 }` says the same as no initialisers at all (C17 6.7.9p21), where the length is known without it.
    fn is_zero_list(&self, frame: Frame) -> bool {
        !matches!(frame.parts, Parts::Elements(None))
            && self.tok() == Tok::Number
            && self.token_text(self.tokens[self.at]) == "0"
            && self.ahead(1) == Tok::Punct(Punct::RBrace)
    }

    /// A scalar may stand in braces (C17 6.7.9p11); in C23 they may be empty.
    fn braced_scalar(&mut self, at: u32, ty: Ty) -> Res<Node> {
        if self.accept(Punct::RBrace) {
            let zero = self.p.int_lit(0, ir::IntKind::Int);
            return Ok(Node::Expr(self.assign_convert(at, zero, ty)?));
        }
        let node = self.initialiser(ty)?;
        self.accept(Punct::Comma);
        if !self.is(Punct::RBrace) {
            return fail(self.offset(), ErrorKind::ExcessInitialiser);
        }
        self.advance();
        Ok(node)
    }

    /// The list behind an opening brace.
    fn list(&mut self, outer: Frame) -> Res<Node> {
        let mut items = Vec::new();
        let mut frames = vec![outer];
        while !self.accept(Punct::RBrace) {
            if matches!(self.tok(), Tok::Punct(Punct::Dot | Punct::LBracket)) {
                frames.truncate(1);
                self.designators(&mut frames)?;
            } else if matches!(self.tok(), Tok::Ident(_)) && self.ahead(1) == Tok::Punct(Punct::Colon) {
                // GNU's older `member: value`.
                frames.truncate(1);
                self.member_designator(&mut frames)?;
                self.advance();
            }
            if frames[0].next.is_none() {
                return fail(self.offset(), ErrorKind::ExcessInitialiser);
            }
            let (region, depth) = (self.region.take(), frames.len());
            self.element(&mut frames, &mut items)?;
            self.region = region;
            self.fill_region(&mut frames, &mut items, depth)?;
            self.step(&mut frames);
            if !self.accept(Punct::Comma) {
                self.expect(Punct::RBrace)?;
                break;
            }
        }
        Ok(Node::List(items))
    }

    /// Moves on to the part behind the one just initialised.
    fn step(&self, frames: &mut Vec<Frame>) {
        loop {
            let Some(top) = frames.last_mut() else { return };
            top.next = top.next.and_then(|n| self.part_from(top.parts, u64::from(n) + 1));
            top.designated = false;
            if matches!(top.parts, Parts::Alternatives(_)) {
                top.next = None;
            }
            if top.next.is_some() || frames.len() == 1 {
                return;
            }
            frames.pop();
        }
    }

    /// The first part at or behind an index that an initialiser without designator reaches.
    fn part_from(&self, parts: Parts, from: u64) -> Option<u32> {
        match parts {
            Parts::Elements(len) => {
                u32::try_from(from).ok().filter(|n| len.is_none_or(|len| u64::from(*n) < len))
            }
            Parts::Members(id) | Parts::Alternatives(id) => {
                let fields = &self.p.types.records[id].fields;
                let reached = |f: &ir::Field| f.name.is_some() || f.bits.is_none();
                let from = usize::try_from(from).ok()?;
                (from..fields.len()).find(|i| reached(&fields[*i])).map(|i| i as u32)
            }
        }
    }

    /// The frame of an array or record; a scalar has none.
    fn frame(&self, ty: Ty) -> Option<Frame> {
        let parts = match self.p.types.kind(ty) {
            TypeKind::Array(_, len) => Parts::Elements(len),
            TypeKind::Vector(_, lanes) => Parts::Elements(Some(u64::from(lanes))),
            TypeKind::Record(id) => match self.p.types.records[id].kind {
                RecordKind::Struct => Parts::Members(id),
                RecordKind::Union => Parts::Alternatives(id),
            },
            TypeKind::Void
            | TypeKind::Int(_)
            | TypeKind::Float(_)
            | TypeKind::VaList
            | TypeKind::Enum(_)
            | TypeKind::Pointer(_)
            | TypeKind::Function(_)
            | TypeKind::Alias(_) => return None,
        };
        Some(Frame { ty, parts, next: self.part_from(parts, 0), designated: false })
    }

    /// The type of the part that is next.
    fn part_type(&mut self, frame: Frame) -> Option<Ty> {
        match frame.parts {
            Parts::Elements(_) => match self.p.types.lanes(frame.ty) {
                Some((element, _)) => Some(element),
                None => self.p.types.element(frame.ty).map(|(element, _)| element),
            },
            Parts::Members(_) | Parts::Alternatives(_) => self.member_type(frame.ty, frame.next?),
        }
    }

    /// One initialiser for the part that is next, or for the first part within it that it fits.
    fn element(&mut self, frames: &mut Vec<Frame>, items: &mut Vec<Item>) -> Res<()> {
        let at = self.offset();
        if self.is(Punct::LBrace) {
            let ty = self.next_type(at, frames)?;
            let node = self.initialiser(ty)?;
            return put(at, items, frames, node);
        }
        let e = self.assignment()?;
        loop {
            let ty = self.next_type(at, frames)?;
            if let Some(node) = self.whole(at, ty, e)? {
                return put(at, items, frames, node);
            }
            match self.frame(ty) {
                Some(frame) if frame.next.is_some() => frames.push(frame),
                _ => return fail(at, ErrorKind::BadInitialiser),
            }
        }
    }

    fn next_type(&mut self, at: u32, frames: &[Frame]) -> Res<Ty> {
        match frames.last().and_then(|frame| self.part_type(*frame)) {
            Some(ty) if matches!(self.p.types.element(ty), Some((_, None))) => {
                unsupported(at, Construct::FlexibleArray)
            }
            Some(ty) => Ok(ty),
            None => fail(at, ErrorKind::BadInitialiser),
        }
    }

    /// The expression as initialiser of the object itself; `None` if it can only be for a part of it.
    fn whole(&mut self, at: u32, ty: Ty, e: ExprId) -> Res<Option<Node>> {
        if self.p.types.is_array(ty) {
            return match self.wide_for(at, ty, e)? {
                Some(node) => Ok(Some(node)),
                None => self.string_for(at, ty, e),
            };
        }
        let whole = self.p.types.is_record(ty) || self.p.types.is_vector(ty);
        if whole && !self.p.types.same_unqualified(ty, self.p.value_type(e)) {
            return Ok(None);
        }
        Ok(Some(Node::Expr(self.assign_convert(at, e, ty)?)))
    }

    /// A string literal for an array of characters; its final zero may find no room (C17 6.7.9p14).
    fn string_for(&mut self, at: u32, ty: Ty, e: ExprId) -> Res<Option<Node>> {
        let Some(id) = self.string_of(e).filter(|_| self.is_character_array(ty)) else { return Ok(None) };
        let len = self.p.strings[id].bytes.len() as u64;
        match self.p.types.element(ty) {
            Some((_, Some(room))) if len > room => fail(at, ErrorKind::ExcessInitialiser),
            _ => Ok(Some(Node::Expr(e))),
        }
    }

    /// A wide string literal for an array of its elements (C17 6.7.9p15).
    fn wide_for(&mut self, at: u32, ty: Ty, e: ExprId) -> Res<Option<Node>> {
        let Some((element, room)) = self.p.types.element(ty) else { return Ok(None) };
        let Some(values) = self.wide_characters(e).map(<[u32]>::to_vec) else { return Ok(None) };
        if !self.p.types.same_unqualified(element, self.p.types.element(self.p.ty(e)).map_or(ty, |(e, _)| e))
        {
            return Ok(None);
        }
        let room = room.map_or(values.len(), |room| room as usize);
        if values.len() - 1 > room {
            return fail(at, ErrorKind::ExcessInitialiser);
        }
        let mut items = Vec::new();
        for (place, value) in values.into_iter().take(room).enumerate() {
            let number = self.p.int_const(i128::from(value), element.unqualified());
            items.push(Item {
                place: place as u32,
                node: Node::Expr(self.marked(at, number)),
                designated: false,
            });
        }
        Ok(Some(Node::List(items)))
    }

    fn string_of(&self, e: ExprId) -> Option<StrId> {
        match self.p.exprs[e].kind {
            ExprKind::Str(id) => Some(id),
            _ => None,
        }
    }

    fn is_character_array(&self, ty: Ty) -> bool {
        self.p.types.element(ty).is_some_and(|(element, _)| self.p.types.is_character(element))
    }

    /// `.a.b[2] =`: each designator opens the part that it names.
    fn designators(&mut self, frames: &mut Vec<Frame>) -> Res<()> {
        loop {
            match self.tok() {
                Tok::Punct(Punct::Dot) => {
                    self.advance();
                    self.member_designator(frames)?;
                }
                Tok::Punct(Punct::LBracket) => self.index_designator(frames)?,
                _ => {
                    self.expect(Punct::Assign)?;
                    return Ok(());
                }
            }
            if matches!(self.tok(), Tok::Punct(Punct::Dot | Punct::LBracket)) {
                self.open_part(frames)?;
            }
        }
    }

    fn open_part(&mut self, frames: &mut Vec<Frame>) -> Res<()> {
        let at = self.offset();
        let ty = self.next_type(at, frames)?;
        match self.frame(ty) {
            Some(frame) => frames.push(frame),
            None => return fail(at, ErrorKind::BadInitialiser),
        }
        Ok(())
    }

    fn member_designator(&mut self, frames: &mut Vec<Frame>) -> Res<()> {
        let at = self.offset();
        let name = self.expect_name()?;
        let record = match frames.last().map(|f| f.parts) {
            Some(Parts::Members(id) | Parts::Alternatives(id)) => id,
            _ => return fail(at, ErrorKind::BadInitialiser),
        };
        let Some(path) = self.find_member(record, name) else {
            return fail(at, ErrorKind::UnknownMember(self.name_text(name).to_owned()));
        };
        for (i, field) in path.iter().enumerate() {
            if i > 0 {
                self.open_part(frames)?;
            }
            if let Some(top) = frames.last_mut() {
                (top.next, top.designated) = (Some(*field), true);
            }
        }
        Ok(())
    }

    fn index_designator(&mut self, frames: &mut [Frame]) -> Res<()> {
        self.advance();
        let at = self.offset();
        let index = self.constant()?;
        let last = if self.accept(Punct::Ellipsis) { Some((at, self.constant()?)) } else { None };
        self.expect(Punct::RBracket)?;
        let Some(top) = frames.last_mut() else { return fail(at, ErrorKind::BadInitialiser) };
        let Parts::Elements(len) = top.parts else { return fail(at, ErrorKind::BadInitialiser) };
        let room = len.unwrap_or(MAX_OBJECT);
        match u32::try_from(index) {
            Ok(index) if u64::from(index) < room => (top.next, top.designated) = (Some(index), true),
            _ => return fail(at, ErrorKind::ExcessInitialiser),
        }
        match last {
            None => Ok(()),
            Some((at, last)) => {
                let last = u32::try_from(last)
                    .ok()
                    .filter(|last| u64::from(*last) < room && i128::from(*last) >= index);
                match last {
                    Some(last) => self.region = Some((at, last)),
                    None => return fail(at, ErrorKind::ExcessInitialiser),
                }
                Ok(())
            }
        }
    }

    /// GNU's `[1 ... 5] = value`: what was put at the first place is put at the others, too.
    fn fill_region(&mut self, frames: &mut [Frame], items: &mut Vec<Item>, depth: usize) -> Res<()> {
        let Some((at, last)) = self.region.take() else { return Ok(()) };
        let first = match frames {
            [frame] if depth == 1 => frame.next,
            _ => None,
        };
        let found =
            first.and_then(|first| items.iter().position(|item| item.place == first).map(|i| (first, i)));
        let Some((first, index)) = found else { return unsupported(at, Construct::RegionInitialiser) };
        for place in first + 1..=last {
            let node = self.copied(at, &items[index].node)?;
            frames[0].next = Some(place);
            put(at, items, frames, node)?;
        }
        Ok(())
    }

    fn copied(&mut self, at: u32, node: &Node) -> Res<Node> {
        Ok(match node {
            // It is evaluated once, in whatever number of places it is put.
            Node::Expr(e) if !self.p.is_pure(*e) => return unsupported(at, Construct::RegionInitialiser),
            Node::Expr(e) => {
                let copy = self.p.copy_expr(*e);
                Node::Expr(self.marked(at, copy))
            }
            Node::List(items) => {
                let mut list = Vec::new();
                for item in items {
                    let node = self.copied(at, &item.node)?;
                    list.push(Item { place: item.place, node, designated: item.designated });
                }
                Node::List(list)
            }
        })
    }
}

/// Puts an initialiser where the frames point to, in place of what was there (C17 6.7.9p19).
fn put(at: u32, items: &mut Vec<Item>, frames: &[Frame], node: Node) -> Res<()> {
    let mut list = items;
    let Some((last, outer)) = frames.split_last() else { return Ok(()) };
    for frame in outer {
        let item = slot(list, frame, || Node::List(Vec::new()));
        list = match &mut item.node {
            Node::List(inner) => inner,
            Node::Expr(_) => return unsupported(at, Construct::OverriddenPart),
        };
    }
    let mut node = Some(node);
    let item = slot(list, last, || node.take().unwrap_or(Node::List(Vec::new())));
    if let Some(node) = node {
        item.node = node;
        item.designated |= last.designated;
    }
    Ok(())
}

/// The item of the part that is next, made if it is missing. A union keeps one member only.
fn slot<'a>(list: &'a mut Vec<Item>, frame: &Frame, missing: impl FnOnce() -> Node) -> &'a mut Item {
    let place = frame.next.unwrap_or(0);
    if matches!(frame.parts, Parts::Alternatives(_)) {
        list.retain(|item| item.place == place);
    }
    let index = match list.last() {
        Some(last) if last.place < place => list.len(),
        _ => list.partition_point(|item| item.place < place),
    };
    if list.get(index).is_none_or(|item| item.place != place) {
        list.insert(index, Item { place, node: missing(), designated: frame.designated });
    }
    &mut list[index]
}
