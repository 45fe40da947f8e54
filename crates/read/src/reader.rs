//! The state of reading, and the moves that every part of the grammar shares: looking at tokens, expecting
//! them, recording positions, and finding names. What the grammar is stands in the other files.

use crate::error::{Construct, ErrorKind, Res, fail, unsupported};
use crate::grammar::declarator::Declares;
use crate::grammar::deferred::{Deferred, Space};
use crate::scope::Scopes;
use crate::text::guard_macros::Kept;
use crate::text::lex::{FastMap, Lexed, NameTable};
use crate::text::literal;
use crate::text::source::SourceMap;
use crate::text::token::{Keyword, Name, Punct, Tok, Token};
use ir::build::TypeError;
use ir::{BlockId, EnumId, ExprId, Id, LabelId, RecordId, Stmt, StmtId, Symbol, Target, Ty, VarId};
use ir::{FuncId, Program, constant};

pub(crate) struct Reader<'t> {
    pub text: &'t str,
    pub tokens: Vec<Token>,
    pub at: usize,
    pub names: NameTable<'t>,
    pub map: SourceMap,
    pub p: Program,
    pub ordinary: Scopes<Binding>,
    pub tags: Scopes<Tag>,
    pub deferred: Deferred,
    pub kept: Kept,
    /// Entities with linkage, by name: declarations in different scopes mean the same one (C17 6.2.2p2).
    pub linked: FastMap<Name, Binding>,
    pub typedefs: Vec<Typedef>,
    pub globals: Vec<Global>,
    pub functions: Vec<Function>,
    /// The places in the program of the functions that it defines.
    pub reserved: FastMap<Name, FuncId>,
    /// The functions whose definition is in the old style, without a prototype before it.
    pub old_style: FastMap<FuncId, usize>,
    /// The same as `reserved` for structs and unions that are defined at file scope.
    pub reserved_tags: FastMap<Name, RecordId>,
    /// What is being defined, if anything.
    pub function: Option<Definition>,
    /// How the records are laid out that are defined now: `#pragma pack`.
    pub pack: Vec<Option<u64>>,
    /// How often the loop that comes next is to be unrolled.
    pub unroll: Option<u32>,
    /// Tags that ir records have already, so that no two get the same.
    pub used_tags: FastMap<Name, ()>,
    /// The members of large records by name.
    pub member_index: FastMap<RecordId, FastMap<Symbol, u32>>,
    pub invented: u32,
    /// The pointers that stand for arrays of variable length, with the variables that hold their sizes in bytes.
    pub variable_arrays: FastMap<VarId, VarId>,
    /// The end of a range of designators that was just read.
    pub region: Option<(u32, u32)>,
    /// The arrays that stand for wide string literals.
    pub wide: FastMap<VarId, Vec<u32>>,
    /// A type was completed after its first use: see [`Reader::retype`].
    pub refined: bool,
    /// The record without tag that was defined last: it may become an anonymous member.
    pub tagless: Option<RecordId>,
    /// How many compound literals there are in the block that is being read, outside of the blocks in it.
    pub literals: u32,
    /// The block that a statement with compound literals was given last: see [`Reader::own_block`].
    pub own_block: Option<BlockId>,
    pub depth: u32,
    pub max_depth: u32,
}

/// What an ordinary identifier stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Binding {
    Typedef(usize),
    Global(usize),
    Function(usize),
    Local(VarId),
    /// An array of variable length: the pointer that stands for it.
    Variable(VarId),
    EnumConst(EnumId, u32),
    /// A constant of an enum that is not complete yet, or that has a type of its own.
    Number(i128, Ty),
    /// A parameter of a declaration without body: there is no object of its name.
    Parameter,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Tag {
    Record(RecordId),
    Enum(EnumId),
    /// An enum that is an integer type for ir.
    Integer(Ty),
}

pub(crate) struct Typedef {
    pub name: Name,
    pub ty: Ty,
    pub alias: AliasState,
    /// What it asks for beyond its type: for variables and members that are declared with it.
    pub aligned: Option<u64>,
}

/// Whether uses of a typedef name are spelled with it in ir.
#[derive(Clone, Copy)]
pub(crate) enum AliasState {
    /// Uses mean the type itself.
    Transparent,
    /// The name of a standard header: the alias is made when it is first used.
    Unused(ir::Header),
    Made(Ty),
}

/// A variable with linkage. It enters the program when it is defined or first used.
pub(crate) struct Global {
    pub name: Name,
    pub ty: Ty,
    pub is_static: bool,
    pub defined: bool,
    pub thread: bool,
    pub aligned: Option<u64>,
    pub at: u32,
    pub id: Option<VarId>,
}

/// A function. It enters the program when it is defined or first used.
pub(crate) struct Function {
    pub name: Name,
    pub ty: Ty,
    pub is_static: bool,
    pub inline: bool,
    pub attrs: ir::Attrs,
    pub defined: bool,
    /// Some declaration had a prototype.
    pub prototyped: bool,
    pub at: u32,
    pub id: Option<FuncId>,
}

/// The function whose body is being read.
pub(crate) struct Definition {
    pub id: FuncId,
    pub name: Name,
    pub ret: Ty,
    pub labels: Vec<LabelUse>,
    pub label_index: FastMap<Name, usize>,
    /// The names that labels of blocks around this place have taken, and what they meant before.
    pub covered: Vec<(Name, Option<usize>)>,
    pub computed: Vec<ComputedGoto>,
    /// The array whose elements stand for labels, and how many do.
    pub label_array: Option<(VarId, u64)>,
    /// The promoted type of each enclosing switch.
    pub switches: Vec<Ty>,
}

pub(crate) struct LabelUse {
    pub name: Name,
    pub id: LabelId,
    pub defined: bool,
    pub at: u32,
    /// The element whose address stands for that of the label, if that is taken.
    pub address: Option<u64>,
}

/// A `goto *p`, whose block is filled when all labels of the function are known.
#[derive(Clone, Copy)]
pub(crate) struct ComputedGoto {
    pub block: BlockId,
    /// Holds the value of `p`.
    pub to: VarId,
    pub at: u32,
}

/// How much there was of a program before an expression that is only looked at.
#[derive(Clone, Copy)]
pub(crate) struct Checkpoint {
    exprs: usize,
    vars: usize,
}

impl<'t> Reader<'t> {
    pub fn new(text: &'t str, lexed: Lexed<'t>, target: Target, max_depth: u32) -> Reader<'t> {
        let Lexed { tokens, mut names, lines } = lexed;
        let known = crate::grammar::declare::predefined(&mut names);
        let count = names.len();
        let mut reader = Reader {
            text,
            tokens,
            at: 0,
            names,
            map: SourceMap::new(lines),
            p: Program::new(target),
            ordinary: Scopes::new(count),
            tags: Scopes::new(count),
            deferred: Deferred::default(),
            kept: Kept::default(),
            linked: FastMap::default(),
            typedefs: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            reserved: FastMap::default(),
            old_style: FastMap::default(),
            reserved_tags: FastMap::default(),
            function: None,
            pack: vec![None],
            unroll: None,
            used_tags: FastMap::default(),
            member_index: FastMap::default(),
            invented: 0,
            variable_arrays: FastMap::default(),
            region: None,
            wide: FastMap::default(),
            refined: false,
            tagless: None,
            literals: 0,
            own_block: None,
            depth: 0,
            max_depth,
        };
        reader.bind_predefined(known);
        reader
    }

    // --- tokens ---

    #[inline]
    pub fn tok(&self) -> Tok {
        self.tokens[self.at].tok
    }

    /// The token some places ahead; behind the end it is the end.
    #[inline]
    pub fn ahead(&self, distance: usize) -> Tok {
        self.tokens.get(self.at + distance).map_or(Tok::End, |t| t.tok)
    }

    /// The offset of the current token.
    #[inline]
    pub fn offset(&self) -> u32 {
        self.tokens[self.at].start
    }

    #[inline]
    pub fn advance(&mut self) {
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
    }

    #[inline]
    pub fn is(&self, punct: Punct) -> bool {
        self.tok() == Tok::Punct(punct)
    }

    #[inline]
    pub fn is_word(&self, word: Keyword) -> bool {
        self.tok() == Tok::Word(word)
    }

    pub fn accept(&mut self, punct: Punct) -> bool {
        let found = self.is(punct);
        if found {
            self.advance();
        }
        found
    }

    pub fn accept_word(&mut self, word: Keyword) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// Takes the punctuator, and gives its offset.
    pub fn expect(&mut self, punct: Punct) -> Res<u32> {
        let at = self.offset();
        if self.accept(punct) { Ok(at) } else { self.expected(punct.text()) }
    }

    pub fn expect_name(&mut self) -> Res<Name> {
        match self.tok() {
            Tok::Ident(name) => {
                self.advance();
                Ok(name)
            }
            _ => self.expected("a name"),
        }
    }

    pub fn expected<T>(&self, wanted: &'static str) -> Res<T> {
        fail(self.offset(), ErrorKind::Expected { wanted, found: self.found() })
    }

    /// The current token as an error message shows it.
    fn found(&self) -> String {
        let token = self.tokens[self.at];
        match token.tok {
            Tok::End => "the end of the text".to_owned(),
            Tok::Pragma => "#pragma".to_owned(),
            Tok::Ident(_) | Tok::Word(_) | Tok::Punct(_) | Tok::Number | Tok::Char | Tok::Str => {
                format!("`{}`", abridged(self.token_text(token)))
            }
        }
    }

    pub fn token_text(&self, token: Token) -> &'t str {
        &self.text[token.start as usize..token.end as usize]
    }

    /// Skips from an opening bracket to behind its partner.
    pub fn skip_balanced(&mut self) -> Res<()> {
        let start = self.offset();
        let mut open = 0usize;
        loop {
            match self.tok() {
                Tok::Punct(Punct::LParen | Punct::LBracket | Punct::LBrace) => open += 1,
                Tok::Punct(Punct::RParen | Punct::RBracket | Punct::RBrace) => open = open.saturating_sub(1),
                Tok::End => return fail(start, ErrorKind::Unterminated("a bracket")),
                _ => {}
            }
            self.advance();
            if open == 0 {
                return Ok(());
            }
        }
    }

    // --- nesting ---

    /// One level deeper in the grammar. The stack is finite, so the depth is too.
    #[inline]
    pub fn enter(&mut self) -> Res<()> {
        self.depth += 1;
        if self.depth > self.max_depth { fail(self.offset(), ErrorKind::TooDeep) } else { Ok(()) }
    }

    #[inline]
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    // --- positions ---

    /// Gives the position to all expressions that have none yet.
    #[inline]
    pub fn mark(&mut self, at: u32) {
        self.map.exprs.resize(self.p.exprs.len(), at);
    }

    /// An expression that was just built, or the reason why it could not be.
    #[inline]
    pub fn built(&mut self, at: u32, built: Result<ExprId, TypeError>) -> Res<ExprId> {
        match built {
            Ok(e) => {
                self.mark(at);
                Ok(e)
            }
            Err(error) => fail(at, ErrorKind::Type(error)),
        }
    }

    pub fn marked(&mut self, at: u32, e: ExprId) -> ExprId {
        self.mark(at);
        e
    }

    pub fn stmt(&mut self, at: u32, stmt: Stmt) -> StmtId {
        let id = self.p.push_stmt(stmt);
        self.map.stmts.resize(self.p.stmts.len(), at);
        id
    }

    pub fn place_var(&mut self, at: u32, id: VarId) {
        self.map.vars.resize(self.p.vars.len(), at);
        self.map.vars[id.index()] = at;
    }

    pub fn place_func(&mut self, at: u32, id: FuncId) {
        self.map.funcs.resize(self.p.funcs.len(), at);
        self.map.funcs[id.index()] = at;
    }

    // --- names ---

    pub fn name_text(&self, name: Name) -> &'t str {
        self.names.text(name)
    }

    pub fn symbol(&mut self, name: Name) -> Symbol {
        self.p.names.intern(self.names.text(name))
    }

    /// The meaning of an identifier. Declarations in headers are read at this point.
    pub fn find(&mut self, name: Name) -> Res<Option<Binding>> {
        if let Some(binding) = self.ordinary.find(name) {
            return Ok(Some(binding));
        }
        self.force(Space::Ordinary, name)?;
        Ok(self.ordinary.find(name))
    }

    pub fn find_tag(&mut self, name: Name) -> Res<Option<Tag>> {
        if let Some(tag) = self.tags.find(name) {
            return Ok(Some(tag));
        }
        self.force(Space::Tag, name)?;
        Ok(self.tags.find(name))
    }

    pub fn open_scope(&mut self) {
        self.ordinary.open();
        self.tags.open();
    }

    pub fn close_scope(&mut self) {
        self.ordinary.close();
        self.tags.close();
    }

    /// Ends a list of parameters, whose other declarations a body may want.
    pub fn take_scope(&mut self) -> Declares {
        let mut constants = self.ordinary.take();
        constants.retain(|(_, binding)| !matches!(binding, Binding::Parameter | Binding::Local(_)));
        Declares { constants, tags: self.tags.take() }
    }

    /// Opens the scope of a body, in which its parameters have declared something.
    pub fn open_scope_with(&mut self, declares: &Declares) {
        self.open_scope();
        declares.constants.iter().for_each(|(name, binding)| self.ordinary.bind(*name, *binding));
        declares.tags.iter().for_each(|(name, tag)| self.tags.bind(*name, *tag));
    }

    /// A name for ir that occurs nowhere in the text.
    pub fn invent(&mut self, stem: &str) -> Symbol {
        loop {
            self.invented += 1;
            let text = format!("{stem}_{}", self.invented);
            if self.names.find(&text).is_none() && self.p.names.find(&text).is_none() {
                return self.p.names.intern(&text);
            }
        }
    }

    // --- constants ---

    /// Reads an integer constant expression, of which only the value is kept.
    pub fn constant(&mut self) -> Res<i128> {
        let at = self.offset();
        let before = self.checkpoint();
        let e = self.conditional()?;
        let value = constant::int_value(&self.p, e);
        self.discard(before);
        match value {
            Some(value) => Ok(value),
            None => fail(at, ErrorKind::NotConstant),
        }
    }

    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint { exprs: self.p.exprs.len(), vars: self.p.vars.len() }
    }

    /// Forgets the expressions made since, unless variables were made too, which may hold some of them.
    pub fn discard(&mut self, before: Checkpoint) {
        if self.p.vars.len() == before.vars {
            self.p.forget_exprs(before.exprs);
            self.map.exprs.truncate(before.exprs);
        }
    }

    /// Adjacent string literals, put together (C17 5.1.1.2p1).
    pub fn strings(&mut self) -> Res<Vec<u8>> {
        let mut bytes = Vec::new();
        while self.tok() == Tok::Str {
            let token = self.tokens[self.at];
            let text = self.token_text(token);
            let Some(text) = text.strip_prefix("u8").unwrap_or(text).strip_prefix('"') else {
                return unsupported(token.start, Construct::WideString);
            };
            literal::unescape(&text[..text.len() - 1], &mut bytes)
                .or_else(|why| fail(token.start, ErrorKind::BadConstant(why)))?;
            self.advance();
        }
        Ok(bytes)
    }
}

/// Long tokens are cut, at a character boundary.
fn abridged(text: &str) -> String {
    const LIMIT: usize = 40;
    match text.char_indices().nth(LIMIT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
