//! For which machine a compiler compiles. Each is asked with a program of assertions about sizes, alignments, signs and
//! byte order, which only a compiler for that machine takes; nothing is run for it. Flags count: `gcc -m32` has another
//! target than `gcc`.
//!
//! Only a plain rejection is a no: a compiler that crashes on the question is worth testing.

use std::fmt::Write as _;

use emit::Std;
use harness::{Compilation, Setup, Source, Toolchain};
use ir::target::BitFieldAbi;
use ir::{Endian, FloatFormat, SizeAlign, Target};

use crate::draw::configuration::Configuration;

/// The compiler works, but for no machine that is known here.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    #[error(
        "{label} compiles for a machine with other sizes than any known target; say which is nearest with --target: {}",
        Target::names()
    )]
    Unknown { label: String },
    #[error(transparent)]
    Harness(#[from] harness::Error),
}

/// Asks each compiler once for each set of flags, and notes the answer in its configurations.
pub fn probe(setup: &Setup, configurations: &mut [Configuration], std: Std) -> Result<(), TargetError> {
    let mut asked: Vec<(String, &'static Target)> = Vec::new();
    for configuration in configurations {
        // All levels have one target.
        let flags: Vec<String> =
            configuration.flags.iter().filter(|flag| !flag.starts_with("-O")).cloned().collect();
        let name = format!("{} {}", configuration.toolchain.command, flags.join(" "));
        let known = asked.iter().find(|(asked, _)| *asked == name).map(|(_, target)| *target);
        let question = Question { setup, toolchain: &configuration.toolchain, flags: &flags, std };
        configuration.target = match known {
            Some(target) => target,
            None => question
                .target()?
                .ok_or_else(|| TargetError::Unknown { label: configuration.label.clone() })?,
        };
        asked.push((name, configuration.target));
    }
    Ok(())
}

/// A compiler with its flags, and in which language it is asked.
pub struct Question<'a> {
    pub setup: &'a Setup,
    pub toolchain: &'a Toolchain,
    pub flags: &'a [String],
    pub std: Std,
}

impl Question<'_> {
    /// The compiler's target; the usual one if it does not take even a trivial program, which tests will tell.
    /// `None`: it is for a machine that is not known here.
    pub fn target(&self) -> Result<Option<&'static Target>, harness::Error> {
        for target in Target::PRESETS {
            if self.is_for(target)? {
                return Ok(Some(target));
            }
        }
        let works = self.takes("int main(void) { return 0; }\n".to_owned())?;
        Ok((!works).then_some(&Target::LP64))
    }

    pub fn is_for(&self, target: &Target) -> Result<bool, harness::Error> {
        self.takes(Claims::about(target).program())
    }

    fn takes(&self, text: String) -> Result<bool, harness::Error> {
        let source = Source { name: format!("target.{}", self.std.extension()), text };
        match self.setup.compile(self.toolchain, self.flags, &[source]) {
            Ok(compiled) => Ok(!matches!(compiled.result, Compilation::Rejected { .. })),
            Err(harness::Error::Environment(_)) => Ok(true),
            Err(harness::Error::Cancelled) => Err(harness::Error::Cancelled),
        }
    }
}

/// A program that is valid for one target only, in the making.
struct Claims {
    text: String,
    count: usize,
}

impl Claims {
    fn about(target: &Target) -> Claims {
        let mut claims = Claims { text: "#include <float.h>\n#include <stddef.h>\n".to_owned(), count: 0 };
        claims.sizes(target);
        claims.signs(target);
        for (name, format) in [("DBL", target.double_format), ("LDBL", target.long_double_format)] {
            claims.holds(&format!("{name}_MANT_DIG == {}", digits(format)));
        }
        claims.text += "struct b { char c; int : 0; char d; };\n";
        claims.holds(&format!("sizeof(struct b) == {}", after_a_closed_unit(target)));
        claims.macros(target);
        claims
    }

    /// An array of negative size is refused in every version of C and C++.
    fn holds(&mut self, condition: &str) {
        self.count += 1;
        let _ = writeln!(self.text, "char a{}[({condition}) ? 1 : -1];", self.count);
    }

    fn sizes(&mut self, target: &Target) {
        let rows = [
            ("short", target.short),
            ("int", target.int),
            ("long", target.long),
            ("long long", target.long_long),
            ("float", target.float),
            ("double", target.double),
            ("long double", target.long_double),
            ("void *", target.pointer),
        ];
        for (name, SizeAlign { size, align }) in rows {
            let word = name.replace([' ', '*'], "_");
            let _ = writeln!(self.text, "struct s_{word} {{ char c; {name} x; }};");
            self.holds(&format!("sizeof({name}) == {size}"));
            self.holds(&format!("offsetof(struct s_{word}, x) == {align}"));
        }
        for (name, kind) in
            [("size_t", target.size_t), ("ptrdiff_t", target.ptrdiff_t), ("wchar_t", target.wchar_t)]
        {
            self.holds(&format!("sizeof({name}) == {}", target.int_size(kind).size));
        }
    }

    fn signs(&mut self, target: &Target) {
        for (name, signed) in [("char", target.char_signed), ("wchar_t", target.is_signed(target.wchar_t))] {
            let sign = if signed { "<" } else { ">" };
            self.holds(&format!("({name})-1 {sign} ({name})0"));
        }
    }

    /// A compiler that says nothing of these is believed to be as usual.
    fn macros(&mut self, target: &Target) {
        let order = match target.endian {
            Endian::Little => "LITTLE",
            Endian::Big => "BIG",
        };
        let mut refuse = |condition: String| {
            let _ = writeln!(self.text, "#if {condition}\n#error another target\n#endif");
        };
        refuse(format!("defined __BYTE_ORDER__ && __BYTE_ORDER__ != __ORDER_{order}_ENDIAN__"));
        if target.int128.is_none() {
            refuse("defined __SIZEOF_INT128__".to_owned());
        }
    }

    fn program(mut self) -> String {
        self.text += "int main(void) { return 0; }\n";
        self.text
    }
}

fn digits(format: FloatFormat) -> u32 {
    match format {
        FloatFormat::Single => 24,
        FloatFormat::Double => 53,
        FloatFormat::X87 => 64,
        FloatFormat::Quad => 113,
    }
}

/// The size of `struct { char c; int : 0; char d; }`, in which the rules for bit-fields differ.
fn after_a_closed_unit(target: &Target) -> u64 {
    let int = target.int.align;
    match target.bit_fields {
        BitFieldAbi::SysV => int + 1,
        BitFieldAbi::Aapcs => 2 * int,
        BitFieldAbi::Microsoft => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use harness::Template;

    fn target(command: &str) -> Option<&'static str> {
        let toolchain = Toolchain::from_template(Template::parse(command).unwrap()).ok()?;
        let question =
            Question { setup: &Setup::default(), toolchain: &toolchain, flags: &[], std: Std::C11 };
        Some(question.target().unwrap().map_or("unknown", |target| target.name))
    }

    #[test]
    fn compilers_tell_their_target() {
        assert_eq!(target("gcc -O2"), Some("lp64"));
        // Sizes of no target at all.
        assert_eq!(target("gcc -fshort-wchar"), Some("unknown"));
        assert_eq!(target("gcc -funsigned-char"), Some("unknown"));
        let rows = [
            ("tcc", "lp64"),
            ("pcc", "lp64"),
            ("clang-19", "lp64"),
            ("aarch64-linux-gnu-gcc", "aarch64"),
            ("arm-linux-gnueabihf-gcc", "arm"),
            ("riscv64-linux-gnu-gcc", "riscv64"),
            ("s390x-linux-gnu-gcc", "s390x"),
        ];
        for (command, name) in rows {
            // Those that are not installed have no answer.
            assert!(target(command).is_none_or(|found| found == name), "{command}: {:?}", target(command));
        }
    }

    #[test]
    fn no_two_targets_make_the_same_claims() {
        let programs = Target::PRESETS.map(|target| Claims::about(target).program());
        for (at, program) in programs.iter().enumerate() {
            assert!(!programs[..at].contains(program), "{}", Target::PRESETS[at].name);
        }
    }
}
