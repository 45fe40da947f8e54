//! Layouts of random records, compared with what gcc does: sizes, alignments, offsets, and the very bits of
//! bit-fields. One C program per target asks about all records at once. Not a test of any program's meaning.

use assay_ir::ids::Id;
use assay_ir::target::BitFieldAbi;
use assay_ir::{Field, IntKind, Names, RecordId, RecordKind, Symbol, Target, Ty, TypeKind, Types};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;
use test_support::{Compiler, Random};

const RECORDS: usize = 2500;

/// How a batch differs from plain C for the host.
struct Batch {
    name: &'static str,
    target: Target,
    compiler: &'static str,
    /// What runs its programs; nothing for the host's.
    runner: &'static [&'static str],
    flags: &'static [&'static str],
    /// An attribute of every record.
    attribute: &'static str,
}

/// The host's own compiler, without anything special.
const PLAIN: Batch = Batch {
    name: "lp64",
    target: Target::LP64,
    compiler: "gcc",
    runner: &[],
    flags: &["-m64"],
    attribute: "",
};

#[test]
fn lp64() {
    compare(&PLAIN);
}

#[test]
fn ilp32() {
    compare(&Batch { name: "ilp32", target: Target::ILP32, flags: &["-m32"], ..PLAIN });
}

/// Where a cross compiler and an emulator are installed.
#[test]
fn other_machines() {
    let rows: [(Target, &str, &[&str]); 4] = [
        (Target::AARCH64, "aarch64-linux-gnu-gcc", &["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]),
        (Target::ARM, "arm-linux-gnueabihf-gcc", &["qemu-arm", "-L", "/usr/arm-linux-gnueabihf"]),
        (Target::RISCV64, "riscv64-linux-gnu-gcc", &["qemu-riscv64", "-L", "/usr/riscv64-linux-gnu"]),
        (Target::S390X, "s390x-linux-gnu-gcc", &["qemu-s390x", "-L", "/usr/s390x-linux-gnu"]),
    ];
    for (target, compiler, runner) in rows {
        compare(&Batch { name: target.name, target, compiler, runner, flags: &[], attribute: "" });
    }
}

#[test]
fn microsoft_bit_fields() {
    let target = Target { bit_fields: BitFieldAbi::Microsoft, ..Target::LP64 };
    compare(&Batch { name: "ms", target, attribute: "__attribute__((ms_struct))", ..PLAIN });
}

fn compare(batch: &Batch) {
    let mut invent = Invent::new(batch.target.clone());
    for _ in 0..RECORDS {
        invent.record();
    }
    let Some(told) = ask_gcc(batch, &invent.program(batch.attribute)) else {
        return test_support::skip(&format!(
            "{} {} does not work here",
            batch.compiler,
            batch.flags.join(" ")
        ));
    };
    let told: Vec<&str> = told.lines().collect();
    assert_eq!(told.len(), RECORDS);
    let wrong: Vec<String> = (0..RECORDS)
        .map(RecordId::from_index)
        .filter(|id| invent.expected(*id) != told[id.index()])
        .map(|id| {
            let (decl, ours) = (invent.declaration(id, batch.attribute), invent.expected(id));
            format!("{decl}  ours {ours}\n  gcc  {}\n", told[id.index()])
        })
        .collect();
    let shown = wrong.iter().take(8).cloned().collect::<String>();
    assert!(wrong.is_empty(), "{} of {RECORDS} layouts differ on {}:\n{shown}", wrong.len(), batch.name);
}

/// What the compiled program prints, or `None` if a trivial program does not work either, which no compiler but the host's
/// has to.
fn ask_gcc(batch: &Batch, text: &str) -> Option<String> {
    if batch.compiler == PLAIN.compiler {
        Compiler::gcc();
    }
    run_c(batch, "probe", "#include <stdio.h>\nint main(void) { return puts(\"\") < 0; }\n").ok()?;
    match run_c(batch, "layout", text) {
        Ok(told) => Some(told),
        Err(error) => panic!("gcc accepts a trivial program but not ours: {error}"),
    }
}

fn run_c(batch: &Batch, stem: &str, text: &str) -> Result<String, String> {
    let base = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{stem}-{}", batch.name));
    let source = base.with_extension("c");
    std::fs::write(&source, text).map_err(|e| e.to_string())?;
    let compiled = Command::new(batch.compiler)
        .args(["-std=gnu11", "-O0", "-w"])
        .args(batch.flags)
        .arg("-o")
        .arg(&base)
        .arg(&source)
        .output()
        .map_err(|e| e.to_string())?;
    if !compiled.status.success() {
        return Err(String::from_utf8_lossy(&compiled.stderr).into_owned());
    }
    let words: Vec<PathBuf> = batch.runner.iter().map(PathBuf::from).chain([base]).collect();
    let ran = Command::new(&words[0]).args(&words[1..]).output().map_err(|e| e.to_string())?;
    if ran.status.success() {
        Ok(String::from_utf8_lossy(&ran.stdout).into_owned())
    } else {
        Err(ran.status.to_string())
    }
}

/// Invents records and remembers how C spells them.
struct Invent {
    rng: Random,
    types: Types,
    names: Names,
    /// Scalar types with their names in C.
    scalars: Vec<(Ty, &'static str)>,
    done: Vec<RecordId>,
}

const INTS: [(IntKind, &str); 14] = [
    (IntKind::Bool, "_Bool"),
    (IntKind::Char, "char"),
    (IntKind::SChar, "signed char"),
    (IntKind::UChar, "unsigned char"),
    (IntKind::Short, "short"),
    (IntKind::UShort, "unsigned short"),
    (IntKind::Int, "int"),
    (IntKind::UInt, "unsigned int"),
    (IntKind::Long, "long"),
    (IntKind::ULong, "unsigned long"),
    (IntKind::LongLong, "long long"),
    (IntKind::ULongLong, "unsigned long long"),
    (IntKind::Int128, "__int128"),
    (IntKind::UInt128, "unsigned __int128"),
];

const PRELUDE: &str = "#include <stdio.h>\n#include <string.h>\n#include <stddef.h>\n\
    enum e_unsigned { A, B, C };\nenum e_signed { D = -1, E };\n\
    static void bits(const unsigned char *p, size_t n) {\n\
    \x20 size_t i, first = 0, last = 0, count = 0;\n\
    \x20 const int little = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;\n\
    \x20 for (i = 0; i < n * 8; i++)\n\
    \x20   if (p[i / 8] >> (little ? i % 8 : 7 - i % 8) & 1) { if (!count++) first = i; last = i; }\n\
    \x20 printf(\" %zu:%zu+%zu\", first / 8, first % 8, last - first + 1 == count ? count : 0);\n}\n";

impl Invent {
    fn new(target: Target) -> Invent {
        let mut types = Types::new(target);
        let mut names = Names::default();
        let scalars = scalars(&mut types, &mut names);
        Invent { rng: Random::new(1), types, names, scalars, done: Vec::new() }
    }

    fn record(&mut self) {
        let kind = if self.rng.percent(80) { RecordKind::Struct } else { RecordKind::Union };
        let tag = self.names.intern(&format!("s{}", self.done.len()));
        let id = self.types.declare_record(tag, kind);
        self.types.records[id].packed = self.rng.percent(25);
        let aligned = *self.rng.pick(&[1, 2, 4, 8, 16, 32]);
        self.types.records[id].aligned = self.rng.percent(15).then_some(aligned);
        let count = 1 + self.rng.below(7);
        let mut fields: Vec<Field> = (0..count).map(|i| self.field(i)).collect();
        if fields.iter().all(|f| f.name.is_none()) {
            fields.push(self.plain_field(count));
        }
        if kind == RecordKind::Struct && self.rng.percent(5) {
            fields.push(self.flexible_array(fields.len()));
        }
        self.types.complete_record(id, fields);
        self.done.push(id);
    }

    fn field(&mut self, i: usize) -> Field {
        if self.rng.percent(55) { self.bit_field(i) } else { self.plain_field(i) }
    }

    fn field_name(&mut self, i: usize) -> Symbol {
        self.names.intern(&format!("f{i}"))
    }

    fn plain_field(&mut self, i: usize) -> Field {
        let mut ty = if self.rng.percent(20) { self.nested() } else { self.rng.pick(&self.scalars).0 };
        if self.rng.percent(20) {
            for _ in 0..1 + self.rng.below(2) {
                ty = self.types.array(ty, 1 + self.rng.below(3) as u64);
            }
        }
        Field { name: Some(self.field_name(i)), ty, bits: None }
    }

    /// An earlier record, small and without a flexible array, or a scalar if there is none yet.
    fn nested(&mut self) -> Ty {
        for _ in 0..4 {
            if self.done.is_empty() {
                break;
            }
            let id = *self.rng.pick(&self.done);
            let last = self.types.records[id].fields.last().map(|f| self.types.kind(f.ty));
            if self.types.layout(id).size < 100 && !matches!(last, Some(TypeKind::Array(_, None))) {
                return self.types.record_type(id);
            }
        }
        Ty::DOUBLE
    }

    fn flexible_array(&mut self, i: usize) -> Field {
        let element = self.rng.pick(&self.scalars).0;
        let ty = self.types.unsized_array(element);
        Field { name: Some(self.field_name(i)), ty, bits: None }
    }

    fn bit_field(&mut self, i: usize) -> Field {
        let ints: Vec<Ty> =
            self.scalars.iter().map(|(ty, _)| *ty).filter(|ty| self.types.is_integer(*ty)).collect();
        let ty = *self.rng.pick(&ints);
        let max = self.types.int_type(ty).map_or(1, |t| t.bits);
        let width = match self.rng.below(10) {
            0 => return Field { name: None, ty, bits: Some(0) },
            1 => max,
            2..4 => 1 + self.rng.below(max as usize) as u8,
            _ => 1 + self.rng.below(max.min(9) as usize) as u8,
        };
        let name = if self.rng.percent(85) { Some(self.field_name(i)) } else { None };
        Field { name, ty, bits: Some(width) }
    }

    // --- what we say ---

    /// The line that the C program should print for a record.
    fn expected(&self, id: RecordId) -> String {
        let layout = self.types.layout(id);
        let mut line = format!("{} {}", layout.size, layout.align);
        for (field, place) in self.types.records[id].fields.iter().zip(&layout.fields) {
            match (field.name, field.bits) {
                (None, _) => {}
                (Some(_), None) => write!(line, " {}", place.offset).unwrap(),
                (Some(_), Some(_)) => {
                    write!(line, " {}:{}+{}", place.offset, place.bit, place.width).unwrap();
                }
            }
        }
        line
    }

    // --- what C says ---

    fn program(&self, attribute: &str) -> String {
        let mut text = String::from(PRELUDE);
        let ids = || self.types.records.ids();
        ids().for_each(|id| text += &self.declaration(id, attribute));
        ids().for_each(|id| text += &self.question(id));
        text += "int main(void) {\n";
        ids().for_each(|id| writeln!(text, "  ask{}();", id.index()).unwrap());
        text + "  return 0;\n}\n"
    }

    fn declaration(&self, id: RecordId, attribute: &str) -> String {
        let record = &self.types.records[id];
        let mut text = format!("{} {{", self.spell_record(id));
        for field in &record.fields {
            let name = field.name.map_or("", |n| self.names.text(n));
            let (base, dims) = self.spell(field.ty);
            let bits = field.bits.map_or(String::new(), |w| format!(" : {w}"));
            write!(text, " {base} {name}{dims}{bits};").unwrap();
        }
        text += " }";
        if record.packed {
            text += " __attribute__((packed))";
        }
        if let Some(n) = record.aligned {
            write!(text, " __attribute__((aligned({n})))").unwrap();
        }
        writeln!(text, " {attribute};").unwrap();
        text
    }

    /// A function that prints where a record's fields are.
    fn question(&self, id: RecordId) -> String {
        let of = self.spell_record(id);
        let mut text = format!("static void ask{}(void) {{\n  static {of} v;\n", id.index());
        writeln!(text, "  printf(\"%zu %zu\", sizeof v, (size_t)_Alignof({of}));").unwrap();
        for field in &self.types.records[id].fields {
            let Some(name) = field.name.map(|n| self.names.text(n)) else { continue };
            match field.bits {
                None => writeln!(text, "  printf(\" %zu\", offsetof({of}, {name}));").unwrap(),
                Some(_) => {
                    let set = format!("memset(&v, 0, sizeof v); v.{name} = -1;");
                    writeln!(text, "  {set} bits((void *)&v, sizeof v);").unwrap();
                }
            }
        }
        text + "  puts(\"\");\n}\n"
    }

    fn spell_record(&self, id: RecordId) -> String {
        let record = &self.types.records[id];
        let keyword = match record.kind {
            RecordKind::Struct => "struct",
            RecordKind::Union => "union",
        };
        format!("{keyword} {}", self.names.text(record.tag))
    }

    /// A type as the part before a name and the part after it.
    fn spell(&self, ty: Ty) -> (String, String) {
        if let Some((element, len)) = self.types.element(ty) {
            let (base, dims) = self.spell(element);
            return (base, format!("[{}]{dims}", len.map_or(String::new(), |n| n.to_string())));
        }
        match self.types.record(ty) {
            Some(id) => (self.spell_record(id), String::new()),
            None => {
                let name = self.scalars.iter().find(|(t, _)| *t == ty).map(|(_, name)| *name);
                (name.expect("a scalar is in the list").to_owned(), String::new())
            }
        }
    }
}

fn scalars(types: &mut Types, names: &mut Names) -> Vec<(Ty, &'static str)> {
    let mut scalars: Vec<(Ty, &str)> = INTS
        .iter()
        .filter(|(kind, _)| types.target().has(*kind))
        .map(|(kind, name)| (Ty::int(*kind), *name))
        .collect();
    let enums = [("e_unsigned", 0, "enum e_unsigned"), ("e_signed", -1, "enum e_signed")];
    for (tag, first, text) in enums {
        let (tag, constant) = (names.intern(tag), names.intern(&format!("{tag}_first")));
        let id = types.add_enum(Some(tag), vec![(constant, first)]);
        scalars.push((types.enum_type(id), text));
    }
    scalars.push((types.pointer(Ty::VOID), "void *"));
    scalars.extend([(Ty::FLOAT, "float"), (Ty::DOUBLE, "double"), (Ty::LDOUBLE, "long double")]);
    scalars
}
