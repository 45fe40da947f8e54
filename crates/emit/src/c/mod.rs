//! A program as C text. Bodies are printed first, and note what they need; what stands above them is printed
//! afterwards, with just that. So there is one pass, and no header or helper that is not used.

mod assembly;
mod c89;
mod container;
mod cxx;
mod decl;
mod expr;
mod init;
mod literal;
mod order;
mod out;
mod spell;
mod stmt;
mod types;

use crate::dialect;
use crate::guard;
use crate::lowering::VarForm;
use crate::names::fresh;
use crate::options::{EmitError, Holes, Layout, Looks, Notes, Options, Output, Parens, SourceFile, Std};
use decl::Select;
use ir::{FuncId, Id, Program, Symbol, VarId};
use out::Out;
use rustc_hash::FxHashMap;
use spell::Spellings;

/// A guess at the text that a node becomes, so that the buffer seldom grows.
const BYTES_PER_NODE: usize = 6;

/// Prints a whole program.
pub fn print(p: &Program, o: &Options) -> Result<Output, EmitError> {
    let lowered = guard::lower(p)?;
    let (p, funcs, macros) = match &lowered {
        None => (p, p.funcs.ids().collect(), &[][..]),
        Some(lowered) => (&lowered.program, lowered.functions(), lowered.macros.as_slice()),
    };
    let translated = if o.std.is_cxx() { dialect::lower(p, o.std)? } else { None };
    let mut printer = Printer::new(translated.as_ref().unwrap_or(p), funcs, macros, o);
    if o.std.is_cxx() {
        printer.give_forms(&o.lowering);
    }
    let files = match o.layout {
        Layout::Single => single(&mut printer, o),
        Layout::Split => split(&mut printer, o),
    };
    match printer.error {
        None => Ok(Output { files }),
        Some(error) => Err(error),
    }
}

fn single(printer: &mut Printer<'_>, o: &Options) -> Vec<SourceFile> {
    let globals = printer.section(|p| p.globals());
    let functions = printer.section(|p| p.functions(Select::All));
    let macros = printer.section(|p| p.macros());
    let prototypes = printer.section(|p| p.prototypes());
    let forward = printer.section(|p| p.forward_declarations());
    let classes = printer.section(|p| p.classes());
    let types = printer.section(|p| p.type_definitions());
    let head = printer.section(|p| p.head(Extensions::Define));
    let sections = [&head, &types, &classes, &macros, &prototypes, &forward, &globals, &functions];
    let text = printer.file("", &sections.map(String::as_str));
    vec![SourceFile { name: format!("{}.{}", o.name, o.std.extension()), text }]
}

fn split(printer: &mut Printer<'_>, o: &Options) -> Vec<SourceFile> {
    let header = format!("{}.h", o.name);
    let include = format!("#include \"{header}\"\n");
    let globals = printer.section(|p| p.globals());
    // The header declares all variables.
    printer.forward.clear();
    let main = printer.section(|p| p.functions(Select::Driver));
    let data_text = printer.source(&include, &[&globals, &main]);
    let functions = printer.section(|p| p.functions(Select::Tested));
    let functions_text = printer.source(&include, &[&functions]);
    let macros = printer.section(|p| p.macros());
    let prototypes = printer.section(|p| p.prototypes());
    let variables = printer.section(|p| p.extern_declarations());
    let classes = printer.section(|p| p.classes());
    let types = printer.section(|p| p.type_definitions());
    let head = printer.section(|p| p.head(Extensions::Define));
    let guard = fresh(printer.p, "TEST_H");
    let header_text = printer.file(
        &format!("#ifndef {guard}\n#define {guard}\n"),
        &[&head, &types, &classes, &macros, &prototypes, &variables, "#endif\n"],
    );
    vec![
        SourceFile { name: header, text: header_text },
        SourceFile { name: format!("{}_main.{}", o.name, o.std.extension()), text: data_text },
        SourceFile { name: format!("{}_funcs.{}", o.name, o.std.extension()), text: functions_text },
    ]
}

/// Whether a file names the types that are extensions, or includes a file that does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extensions {
    Define,
    Included,
}

/// What a file needs to have above its text.
#[derive(Default)]
struct Uses {
    headers: Vec<&'static str>,
    noipa: Option<String>,
    assume: Option<String>,
}

impl Uses {
    fn header(&mut self, name: &'static str) {
        if !self.headers.contains(&name) {
            self.headers.push(name);
        }
    }

    /// The macro that stands for GCC's `noipa`, which clang does not know.
    fn noipa(&mut self, p: &Program) -> &str {
        self.noipa.get_or_insert_with(|| fresh(p, "NOIPA"))
    }

    /// The macro for a condition that holds, which each compiler is told in other words.
    fn assume(&mut self, p: &Program) -> &str {
        self.assume.get_or_insert_with(|| fresh(p, "ASSUME"))
    }
}

struct Printer<'p> {
    p: &'p Program,
    /// The functions in the order in which they are printed.
    funcs: Vec<FuncId>,
    /// The functions that are macros.
    macros: &'p [FuncId],
    std: Std,
    layout: Layout,
    parens: Parens,
    looks: Looks,
    holes: Holes,
    notes: &'p Notes,
    comment: Option<&'p str>,
    out: Out,
    uses: Uses,
    spellings: Spellings,
    /// Functions that are mentioned before they are defined, and those whose definition was begun.
    early: Vec<bool>,
    begun: Vec<bool>,
    /// The function that is being printed.
    func: Option<FuncId>,
    /// What is being printed is the body of a macro.
    in_macro: bool,
    /// A label or case was printed that no statement has followed yet.
    open_label: bool,
    /// While variables at file scope are printed: which were not yet, by their index.
    undeclared: Option<Vec<bool>>,
    /// Variables to declare before all others.
    forward: Vec<VarId>,
    /// See [`ambiguous_names`]; only C90 asks.
    ambiguous: Vec<bool>,
    /// What variables become in C++, by their index; empty in C.
    forms: Vec<VarForm>,
    class_names: Vec<String>,
    /// What is being printed is the definition of a class.
    in_class: bool,
    /// How many elements of containers with two ways to them have been printed.
    accesses: usize,
    /// The first thing that went wrong.
    error: Option<EmitError>,
}

impl<'p> Printer<'p> {
    fn new(p: &'p Program, funcs: Vec<FuncId>, macros: &'p [FuncId], o: &'p Options) -> Self {
        let mut out = Out::new(o.looks);
        out.text.reserve(p.node_count() * BYTES_PER_NODE);
        Printer {
            p,
            funcs,
            macros,
            std: o.std,
            layout: o.layout,
            parens: o.parens,
            looks: o.looks,
            early: vec![false; p.funcs.len()],
            begun: vec![false; p.funcs.len()],
            holes: o.holes,
            notes: &o.notes,
            comment: o.header_comment.as_deref(),
            out,
            uses: Uses::default(),
            spellings: Spellings::new(p, o.std),
            func: None,
            in_macro: false,
            open_label: false,
            undeclared: None,
            forward: Vec::new(),
            ambiguous: if o.std == Std::C89 { ambiguous_names(p) } else { Vec::new() },
            forms: Vec::new(),
            class_names: Vec::new(),
            in_class: false,
            accesses: 0,
            error: None,
        }
    }

    /// Printing goes on after a failure, and its outcome is thrown away.
    fn fail(&mut self, error: EmitError) {
        self.error.get_or_insert(error);
    }

    fn is_ambiguous(&self, var: VarId) -> bool {
        self.ambiguous.get(var.index()).copied().unwrap_or(false)
    }

    /// Prints into a text of its own.
    fn section(&mut self, print: impl FnOnce(&mut Self)) -> String {
        let inner = Out::new(self.looks);
        let outer = std::mem::replace(&mut self.out, inner);
        print(self);
        std::mem::replace(&mut self.out, outer).text
    }

    /// A file of the split layout, from the text that was printed since the last.
    fn source(&mut self, include: &str, sections: &[&str]) -> String {
        let head = self.section(|p| p.head(Extensions::Included));
        let mut all: Vec<&str> = vec![&head, include];
        all.extend(sections);
        self.file("", &all)
    }

    /// Puts sections together, with an empty line between them.
    fn file(&self, before: &str, sections: &[&str]) -> String {
        let mut out = Out::new(self.looks);
        let length: usize = sections.iter().map(|s| s.len() + 1).sum();
        out.text.reserve(length + 256);
        if let Some(comment) = self.comment {
            // The end of a comment within it would end it (C17 6.4.9p1).
            out.fmt(format_args!("/* {} */\n", comment.replace("*/", "* /")));
        }
        out.str(before);
        for section in sections.iter().filter(|s| !s.is_empty()) {
            if self.looks == Looks::Roomy {
                out.blank();
            }
            out.str(section.trim_start_matches('\n'));
        }
        out.text
    }

    /// Includes, names of extensions and macros. What they cover is forgotten.
    fn head(&mut self, extensions: Extensions) {
        let mut uses = std::mem::take(&mut self.uses);
        uses.headers.sort_unstable();
        for header in uses.headers {
            self.out.fmt(format_args!("#include <{header}>\n"));
        }
        if extensions == Extensions::Define {
            self.spellings.define(&mut self.out);
        }
        if let Some(name) = uses.noipa {
            self.out.str("#if defined(__GNUC__) && !defined(__clang__)\n");
            self.out.fmt(format_args!("#define {name} __attribute__((noipa))\n"));
            self.out.str("#else\n");
            self.out.fmt(format_args!("#define {name} __attribute__((noinline))\n"));
            self.out.str("#endif\n");
        }
        if let Some(name) = uses.assume {
            if self.std >= Std::Cxx23 {
                self.out.str("#if __has_cpp_attribute(assume)\n");
                self.out.fmt(format_args!("#define {name}(c) [[assume(c)]]\n"));
                self.out.str("#elif defined(__clang__)\n");
            } else {
                self.out.str("#if defined(__clang__)\n");
            }
            self.out.fmt(format_args!("#define {name}(c) __builtin_assume(c)\n"));
            self.out.str("#elif defined(__GNUC__) && __GNUC__ >= 13\n");
            self.out.fmt(format_args!("#define {name}(c) __attribute__((__assume__(c)))\n"));
            self.out.str("#else\n");
            self.out.fmt(format_args!("#define {name}(c) ((c) ? (void)0 : __builtin_unreachable())\n"));
            self.out.str("#endif\n");
        }
    }
}

/// The local variables whose name stands for another variable of the function or of the file too, by index.
fn ambiguous_names(p: &Program) -> Vec<bool> {
    let mut ambiguous = vec![false; p.vars.len()];
    let mut first: FxHashMap<(Symbol, Option<FuncId>), VarId> = FxHashMap::default();
    for var in &p.globals {
        first.insert((p.vars[*var].name, None), *var);
    }
    for (id, var) in p.vars.iter().filter(|(_, var)| var.owner.is_some()) {
        let shadows = first.contains_key(&(var.name, None));
        let other = *first.entry((var.name, var.owner)).or_insert(id);
        if shadows || other != id {
            ambiguous[id.index()] = true;
            ambiguous[other.index()] = true;
        }
    }
    ambiguous
}
