//! Declarations in headers are read when something uses them, so that a program holds what it needs and not
//! what `<stdio.h>` declares. This file finds out what a declaration would declare, by its tokens alone.

use crate::error::Res;
use crate::grammar::declare::Bodies;
use crate::grammar::specifiers::{is_type_word, is_unsupported};
use crate::reader::Reader;
use crate::text::lex::FastMap;
use crate::text::source::Origin;
use crate::text::token::{Keyword, Name, Punct, Tok, Token};
use ir::RecordKind;

/// The two name spaces in which a declaration at file scope can put a name (C17 6.2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Space {
    Ordinary,
    Tag,
}

#[derive(Default)]
pub(crate) struct Deferred {
    items: Vec<Item>,
    /// The item that is being read: it sees those before it only.
    reading: Option<u32>,
    by_name: FastMap<(Space, Name), Vec<u32>>,
    /// Definitions of functions that are used, by the place of their first token.
    pub bodies: Vec<usize>,
}

struct Item {
    start: usize,
    pack: Option<u64>,
    read: bool,
}

impl Deferred {
    pub fn has(&self, space: Space, name: Name) -> bool {
        self.by_name.contains_key(&(space, name))
    }
}

impl Reader<'_> {
    /// Puts the declaration at the current token aside, if it stands in a header and can wait.
    pub fn defer(&mut self) -> bool {
        let can_begin = matches!(
            self.tokens[self.at].tok,
            Tok::Word(Keyword::Extern | Keyword::Typedef | Keyword::Extension)
        );
        if self.map.lines.origin(self.offset()) == Origin::Main && !can_begin {
            return false;
        }
        let Some(scan) = scan(&self.tokens, self.at) else { return false };
        if !self.waits(self.at, &scan) {
            return false;
        }
        let index = self.deferred.items.len() as u32;
        let pack = self.pack.last().copied().flatten();
        self.deferred.items.push(Item { start: self.at, pack, read: false });
        for name in scan.names {
            self.deferred.by_name.entry(name).or_default().push(index);
        }
        self.at = scan.end;
        true
    }

    /// Whether the declaration at a token is read only when something uses it.
    fn waits(&self, at: usize, scan: &Scan) -> bool {
        match self.map.lines.origin(self.tokens[at].start) {
            // The text of headers may be here without a word about where it came from. What is only declared, with a type
            // that there are no words for, does no harm.
            Origin::Main => {
                scan.can_wait && scan.body_of.is_none() && has_unsupported(&self.tokens[at..scan.end])
            }
            // What an included file of the program's own defines for others is part of the program.
            Origin::Included => scan.can_wait,
            Origin::System => true,
        }
    }

    /// Gives the functions and records that the program defines their places in it, in the order of their
    /// definitions, whatever mentions them first: so that a program that is printed and read again is the same.
    pub fn reserve_places(&mut self) {
        let mut records = Vec::new();
        let mut at = 0;
        while at + 1 < self.tokens.len() {
            if matches!(self.tokens[at].tok, Tok::Pragma | Tok::Word(Keyword::StaticAssert | Keyword::Assay))
            {
                at = behind_assertion(&self.tokens, at);
                continue;
            }
            // Where it makes no sense, reading will end with an error.
            let Some(mut scan) = scan(&self.tokens, at) else { break };
            if !self.waits(at, &scan) {
                records.append(&mut scan.records);
                self.reserve_function(self.tokens[at].start, &scan);
            }
            at = scan.end;
        }
        self.reserve_records(&records);
    }

    fn reserve_function(&mut self, at: u32, scan: &Scan) {
        if let Some(name) = scan.body_of.filter(|name| !self.reserved.contains_key(name)) {
            let id = self.p.add_func(self.names.text(name), ir::Ty::VOID, &[]);
            self.place_func(at, id);
            self.reserved.insert(name, id);
        }
    }

    /// A record that is declared and never defined is placed where it is declared.
    fn reserve_records(&mut self, mentions: &[Mention]) {
        let mut defined = FastMap::default();
        for mention in mentions.iter().filter(|m| m.defines) {
            defined.insert(mention.tag, ());
        }
        for Mention { tag, kind, defines } in mentions {
            let place = *defines || !defined.contains_key(tag);
            if place && !self.reserved_tags.contains_key(tag) {
                let id = self.declare_record(Some(*tag), *kind);
                self.reserved_tags.insert(*tag, id);
            }
        }
    }

    /// Reads all declarations of a name that wait.
    pub fn force(&mut self, space: Space, name: Name) -> Res<()> {
        let Some(items) = self.deferred.by_name.get_mut(&(space, name)) else { return Ok(()) };
        let limit = self.deferred.reading.unwrap_or(u32::MAX);
        let visible: Vec<u32> = items.drain(..items.partition_point(|i| *i < limit)).collect();
        if items.is_empty() {
            self.deferred.by_name.remove(&(space, name));
        }
        for index in visible {
            self.read_deferred(index)?;
        }
        Ok(())
    }

    /// Reads one of them at file scope, whatever is being read at the moment.
    fn read_deferred(&mut self, index: u32) -> Res<()> {
        let item = &mut self.deferred.items[index as usize];
        if std::mem::replace(&mut item.read, true) {
            return Ok(());
        }
        let (start, pack) = (item.start, item.pack);
        self.pack.push(pack);
        let reading = self.deferred.reading.replace(index);
        self.aside(start, |r| r.external_declaration(Bodies::Later))?;
        self.deferred.reading = reading;
        self.pack.pop();
        Ok(())
    }

    /// Reads at another place, and at file scope.
    pub fn aside<T>(&mut self, start: usize, read: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        self.enter()?;
        let at = std::mem::replace(&mut self.at, start);
        let function = self.function.take();
        let hidden = (self.ordinary.hide(), self.tags.hide());
        let result = read(self)?;
        self.ordinary.unhide(hidden.0);
        self.tags.unhide(hidden.1);
        self.function = function;
        self.at = at;
        self.leave();
        Ok(result)
    }
}

/// A struct or union that is defined, or declared as `struct tag;`.
#[derive(Clone, Copy)]
struct Mention {
    tag: Name,
    kind: RecordKind,
    defines: bool,
}

/// What the tokens of a declaration say.
struct Scan {
    /// The token behind it.
    end: usize,
    names: Vec<(Space, Name)>,
    records: Vec<Mention>,
    /// The function that it defines, if it does.
    body_of: Option<Name>,
    /// It is `static`, `extern` or a typedef, so that it is not missed where it is not used.
    can_wait: bool,
}

#[derive(Default)]
struct Scanner<'a> {
    tokens: &'a [Token],
    at: usize,
    names: Vec<(Space, Name)>,
    records: Vec<Mention>,
    can_wait: bool,
}

/// The token behind a static assertion, a pragma or a macro that is kept.
fn behind_assertion(tokens: &[Token], at: usize) -> usize {
    if tokens[at].tok == Tok::Pragma {
        return at + 1;
    }
    let semi = tokens[at..].iter().position(|t| t.tok == Tok::Punct(Punct::Semi));
    semi.map_or(tokens.len(), |distance| at + distance + 1)
}

/// Whether a function is being defined, if this stands behind its parameters: a body, or a declaration of a parameter.
fn starts_body(tok: Tok) -> bool {
    match tok {
        Tok::Punct(punct) => punct == Punct::LBrace,
        Tok::Word(word) => !matches!(word, Keyword::Attribute | Keyword::Asm),
        Tok::Ident(_) => true,
        Tok::Number | Tok::Char | Tok::Str | Tok::Pragma | Tok::End => false,
    }
}

fn has_unsupported(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| matches!(token.tok, Tok::Word(word) if is_unsupported(word)))
}

/// `None` if it does not look like a declaration; then it is read at once, and gives the error.
fn scan(tokens: &[Token], start: usize) -> Option<Scan> {
    let mut scanner = Scanner { tokens, at: start, names: Vec::new(), records: Vec::new(), can_wait: false };
    scanner.specifiers()?;
    let mut body_of = None;
    while !scanner.accept(Punct::Semi) {
        if scanner.declarator()? {
            body_of = scanner.names.last().map(|(_, name)| *name);
            break;
        }
    }
    let Scanner { at: end, names, records, can_wait, .. } = scanner;
    Some(Scan { end, names, records, body_of, can_wait })
}

impl Scanner<'_> {
    fn tok(&self) -> Tok {
        self.tokens.get(self.at).map_or(Tok::End, |t| t.tok)
    }

    fn accept(&mut self, punct: Punct) -> bool {
        let found = self.tok() == Tok::Punct(punct);
        self.at += usize::from(found);
        found
    }

    /// Skips from an opening bracket to behind its partner, and notes the tags between.
    fn balanced(&mut self) -> Option<()> {
        self.group(Self::tag)
    }

    fn group(&mut self, on_tag: fn(&mut Self)) -> Option<()> {
        let mut open = 0usize;
        loop {
            match self.tok() {
                Tok::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => open += 1,
                Tok::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => open = open.checked_sub(1)?,
                Tok::Word(Keyword::Struct | Keyword::Union | Keyword::Enum) => on_tag(self),
                Tok::End => return None,
                _ => {}
            }
            self.at += 1;
            if open == 0 {
                return Some(());
            }
        }
    }

    /// An identifier is a typedef name as long as there was no other type specifier (C17 6.7.2p2).
    fn specifiers(&mut self) -> Option<()> {
        let mut typed = false;
        loop {
            match self.tok() {
                Tok::Ident(_) if typed || self.means_int() => return Some(()),
                Tok::Ident(_) => {
                    typed = true;
                    self.at += 1;
                }
                Tok::Punct(Punct::Star | Punct::LParen | Punct::Semi) => return Some(()),
                Tok::Punct(Punct::LBracket | Punct::LBrace) => self.balanced()?,
                Tok::Word(word) => {
                    typed |= is_type_word(word);
                    self.can_wait |= matches!(word, Keyword::Static | Keyword::Extern | Keyword::Typedef);
                    self.word(word)?;
                }
                Tok::Punct(_) | Tok::Number | Tok::Char | Tok::Str | Tok::Pragma | Tok::End => return None,
            }
        }
    }

    /// Whether the identifier is what is declared, and its type was left out: `main() {`, `static x = 1;`.
    fn means_int(&self) -> bool {
        let tok = |at: usize| self.tokens.get(at).map_or(Tok::End, |t| t.tok);
        match tok(self.at + 1) {
            Tok::Punct(Punct::Assign | Punct::Semi | Punct::Comma | Punct::LBracket) => true,
            Tok::Punct(Punct::LParen) => {
                let ahead = Scanner { tokens: self.tokens, at: self.at + 1, ..Scanner::default() };
                ahead.behind_group().is_some_and(|at| starts_body(tok(at)))
            }
            _ => false,
        }
    }

    fn behind_group(mut self) -> Option<usize> {
        self.group(|_| ()).map(|()| self.at)
    }

    fn word(&mut self, word: Keyword) -> Option<()> {
        if word == Keyword::StaticAssert || word == Keyword::Asm {
            return None;
        }
        if matches!(word, Keyword::Struct | Keyword::Union | Keyword::Enum) {
            return self.record();
        }
        self.at += 1;
        let argument =
            matches!(word, Keyword::Attribute | Keyword::Alignas | Keyword::Typeof | Keyword::Atomic);
        if argument && self.tok() == Tok::Punct(Punct::LParen) { self.balanced() } else { Some(()) }
    }

    /// `struct tag { … }` among the specifiers.
    fn record(&mut self) -> Option<()> {
        self.tag();
        self.at += 1;
        self.attributes();
        if let Tok::Ident(_) = self.tok() {
            self.at += 1;
        }
        if self.tok() == Tok::Punct(Punct::LBrace) { self.balanced() } else { Some(()) }
    }

    /// Notes the tag and the constants that a definition at the current token would declare.
    fn tag(&mut self) {
        let start = self.at;
        let kind = match self.tok() {
            Tok::Word(Keyword::Struct) => Some(RecordKind::Struct),
            Tok::Word(Keyword::Union) => Some(RecordKind::Union),
            _ => None,
        };
        self.at += 1;
        self.attributes();
        let tag = match self.tok() {
            Tok::Ident(name) => {
                self.at += 1;
                Some(name)
            }
            _ => None,
        };
        let defines = self.tok() == Tok::Punct(Punct::LBrace);
        if let (Some(tag), Some(kind)) = (tag, kind)
            && (defines || self.tok() == Tok::Punct(Punct::Semi))
        {
            self.records.push(Mention { tag, kind, defines });
        }
        if defines {
            self.names.extend(tag.map(|name| (Space::Tag, name)));
            if kind.is_none() {
                self.enumerators();
            }
        }
        self.at = start;
    }

    fn attributes(&mut self) {
        while self.tok() == Tok::Word(Keyword::Attribute) {
            self.at += 1;
            if self.group(|_| ()).is_none() {
                return;
            }
        }
    }

    fn enumerators(&mut self) {
        let mut open = 0usize;
        loop {
            match self.tok() {
                Tok::Punct(Punct::LBrace | Punct::LParen) => open += 1,
                Tok::Punct(Punct::RBrace | Punct::RParen) => open -= 1,
                Tok::Ident(name) if self.starts_enumerator() => self.names.push((Space::Ordinary, name)),
                Tok::End => return,
                _ => {}
            }
            self.at += 1;
            if open == 0 {
                return;
            }
        }
    }

    fn starts_enumerator(&self) -> bool {
        matches!(self.tokens[self.at - 1].tok, Tok::Punct(Punct::LBrace | Punct::Comma))
    }

    /// One declarator with its initialiser, up to behind the comma; true if a body ended the declaration.
    fn declarator(&mut self) -> Option<bool> {
        loop {
            match self.tok() {
                Tok::Ident(name) => {
                    self.names.push((Space::Ordinary, name));
                    self.at += 1;
                    break;
                }
                Tok::Word(Keyword::Attribute) => {
                    self.at += 1;
                    self.balanced()?;
                }
                Tok::Punct(Punct::Star | Punct::LParen) | Tok::Word(_) => self.at += 1,
                Tok::Punct(_) | Tok::Number | Tok::Char | Tok::Str | Tok::Pragma | Tok::End => return None,
            }
        }
        self.rest_of_declarator()
    }

    fn rest_of_declarator(&mut self) -> Option<bool> {
        let mut initialised = false;
        loop {
            match self.tok() {
                Tok::Punct(Punct::Semi) => return Some(false),
                Tok::Punct(Punct::Comma) => {
                    self.at += 1;
                    return Some(false);
                }
                // Tags in here are local to the parameters or the body.
                Tok::Punct(Punct::LBrace) if !initialised => return self.group(|_| ()).map(|()| true),
                Tok::Punct(Punct::LParen) => {
                    self.group(|_| ())?;
                    if !initialised && starts_body(self.tok()) {
                        self.skip_to_body()?;
                    }
                }
                Tok::Punct(Punct::LBracket | Punct::LBrace) => self.group(|_| ())?,
                Tok::End => return None,
                tok => {
                    initialised |= tok == Tok::Punct(Punct::Assign);
                    self.at += 1;
                }
            }
        }
    }

    /// Skips declarations of old-style parameters.
    fn skip_to_body(&mut self) -> Option<()> {
        while self.tok() != Tok::Punct(Punct::LBrace) {
            if self.tok() == Tok::End {
                return None;
            }
            self.at += 1;
        }
        Some(())
    }
}
