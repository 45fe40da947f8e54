//! The words of C: keywords with GNU's spellings of them, and punctuators. Tables, no reading.

/// An identifier, by its place in the reader's own list of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Name(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tok {
    Ident(Name),
    Word(Keyword),
    Punct(Punct),
    /// A preprocessing number: what it means is decided when it is used.
    Number,
    /// A character constant with its quotes.
    Char,
    /// A string literal with its quotes.
    Str,
    /// `#pragma pack` or `#pragma GCC unroll`, with its arguments.
    Pragma,
    End,
}

#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub tok: Tok,
    pub start: u32,
    pub end: u32,
}

macro_rules! keywords {
    ($($variant:ident $($text:literal)+;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Keyword {
            $($variant,)*
        }

        /// Every spelling, with its meaning.
        pub const KEYWORDS: &[(&str, Keyword)] = &[$($(($text, Keyword::$variant),)+)*];
    };
}

keywords! {
    Alignas "_Alignas" "alignas";
    Alignof "_Alignof" "__alignof__" "__alignof" "alignof";
    Asm "asm" "__asm__" "__asm";
    Assay "__assay";
    Atomic "_Atomic";
    Attribute "__attribute__" "__attribute";
    Auto "auto";
    AutoType "__auto_type";
    Bool "_Bool";
    Break "break";
    Case "case";
    Char "char";
    Complex "_Complex" "__complex__" "__complex" "_Imaginary";
    Const "const" "__const" "__const__";
    Continue "continue";
    Default "default";
    Do "do";
    Double "double";
    Else "else";
    Enum "enum";
    ExtendedFloat "_Float128" "__float128" "__float80" "_Float16" "_Decimal32" "_Decimal64" "_Decimal128" "__bf16";
    Extension "__extension__";
    Extern "extern";
    Float "float";
    For "for";
    Generic "_Generic";
    Goto "goto";
    If "if";
    Inline "inline" "__inline" "__inline__";
    Int "int";
    Int128 "__int128" "__int128__" "__int128_t";
    Label "__label__";
    Long "long";
    Noreturn "_Noreturn";
    Register "register";
    Restrict "restrict" "__restrict" "__restrict__";
    Return "return";
    Short "short";
    Signed "signed" "__signed" "__signed__";
    Sizeof "sizeof";
    Static "static";
    StaticAssert "_Static_assert" "static_assert";
    Struct "struct";
    Switch "switch";
    Thread "_Thread_local" "__thread" "thread_local";
    Typedef "typedef";
    Typeof "typeof" "__typeof__" "__typeof";
    UInt128 "__uint128_t";
    Union "union";
    Unsigned "unsigned" "__unsigned" "__unsigned__";
    VaList "__builtin_va_list";
    Void "void";
    Volatile "volatile" "__volatile" "__volatile__";
    While "while";
}

macro_rules! puncts {
    ($($variant:ident $text:literal;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Punct {
            $($variant,)*
        }

        /// Every punctuator. Those that start alike stand together, longer ones first.
        pub const PUNCTS: &[(&str, Punct)] = &[$(($text, Punct::$variant),)*];
    };
}

puncts! {
    ShlAssign "<<=";
    Shl "<<";
    Le "<=";
    DigraphLBracket "<:";
    DigraphLBrace "<%";
    Lt "<";
    ShrAssign ">>=";
    Shr ">>";
    Ge ">=";
    Gt ">";
    Ellipsis "...";
    Dot ".";
    Arrow "->";
    MinusMinus "--";
    MinusAssign "-=";
    Minus "-";
    PlusPlus "++";
    PlusAssign "+=";
    Plus "+";
    AndAnd "&&";
    AndAssign "&=";
    And "&";
    OrOr "||";
    OrAssign "|=";
    Or "|";
    EqEq "==";
    Assign "=";
    NotEq "!=";
    Not "!";
    StarAssign "*=";
    Star "*";
    SlashAssign "/=";
    Slash "/";
    PercentAssign "%=";
    DigraphRBrace "%>";
    Percent "%";
    XorAssign "^=";
    Xor "^";
    Tilde "~";
    Question "?";
    DigraphRBracket ":>";
    Colon ":";
    Semi ";";
    Comma ",";
    LParen "(";
    RParen ")";
    LBracket "[";
    RBracket "]";
    LBrace "{";
    RBrace "}";
}

impl Punct {
    /// C17 6.4.6p3: the digraphs behave as what they stand for.
    pub fn without_digraph(self) -> Punct {
        const DIGRAPHS: [(Punct, Punct); 4] = [
            (Punct::DigraphLBracket, Punct::LBracket),
            (Punct::DigraphRBracket, Punct::RBracket),
            (Punct::DigraphLBrace, Punct::LBrace),
            (Punct::DigraphRBrace, Punct::RBrace),
        ];
        DIGRAPHS.iter().find(|(from, _)| *from == self).map_or(self, |(_, to)| *to)
    }

    /// Whether the operator stores something.
    pub fn modifies(self) -> bool {
        matches!(
            self,
            Punct::PlusPlus
                | Punct::MinusMinus
                | Punct::Assign
                | Punct::PlusAssign
                | Punct::MinusAssign
                | Punct::StarAssign
                | Punct::SlashAssign
                | Punct::PercentAssign
                | Punct::AndAssign
                | Punct::OrAssign
                | Punct::XorAssign
                | Punct::ShlAssign
                | Punct::ShrAssign
        )
    }

    pub fn text(self) -> &'static str {
        PUNCTS.iter().find(|(_, p)| *p == self).map_or("", |(text, _)| text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_punctuators_come_first() {
        for (i, (text, _)) in PUNCTS.iter().enumerate() {
            assert!(!PUNCTS[..i].iter().any(|(earlier, _)| text.starts_with(earlier)), "{text}");
        }
    }
}
