//! The bugs that can be planted: one row and one small function each.

use super::{UsageError, Which};

/// A bug by name.
#[derive(Debug)]
pub struct Plant {
    pub name: &'static str,
    pub effect: Effect,
    pub about: &'static str,
}

#[derive(Clone, Copy, Debug)]
pub enum Effect {
    /// What becomes of an instruction; `None` when it is not concerned, an empty text when it is dropped.
    Rewrite(fn(&Instruction) -> Option<String>),
    /// An internal error with a message like GCC's.
    Crash,
    /// A correct program is refused.
    Reject,
    /// Death without a word.
    Abort,
    Hang,
}

/// A line of assembly that is an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instruction<'a> {
    pub mnemonic: &'a str,
    pub operands: &'a str,
}

const fn rewrite(
    name: &'static str,
    about: &'static str,
    change: fn(&Instruction) -> Option<String>,
) -> Plant {
    Plant { name, effect: Effect::Rewrite(change), about }
}

pub const PLANTS: [Plant; 14] = [
    rewrite("sar-to-shr", "a signed right shift fills with zeros", sar_to_shr),
    rewrite("compare-off-by-one", "less is less or equal, and the other way round", compare_off_by_one),
    rewrite("movsbl-to-movzbl", "a signed char is extended with zeros", movsbl_to_movzbl),
    rewrite("signed-to-unsigned", "a signed comparison is made unsigned", signed_to_unsigned),
    rewrite("dropped-store", "a store to a global variable is lost", dropped_store),
    rewrite("swapped-branch", "a branch on less is taken on greater or equal", swapped_branch),
    rewrite("bit-field-mask", "storing into a bit-field clears a bit of its neighbour", bit_field_mask),
    rewrite("struct-copy", "half of a block of a struct is not copied", struct_copy),
    rewrite("sub-to-add", "a subtraction adds", sub_to_add),
    rewrite("float-add-to-sub", "a floating-point addition subtracts", float_add_to_sub),
    Plant { name: "reject", effect: Effect::Reject, about: "an error message on a pattern" },
    Plant { name: "crash", effect: Effect::Crash, about: "an internal compiler error on a pattern" },
    Plant { name: "abort", effect: Effect::Abort, about: "death by SIGABRT on a pattern" },
    Plant { name: "hang", effect: Effect::Hang, about: "no end on a pattern" },
];

pub fn find(name: String) -> Result<&'static Plant, UsageError> {
    PLANTS.iter().find(|plant| plant.name == name).ok_or(UsageError::UnknownPlant { name })
}

/// Applies a change to one, or every, instruction that it concerns and in which a text stands.
pub fn apply(assembly: &str, which: Which, only: &str, change: fn(&Instruction) -> Option<String>) -> String {
    let mut met = 0;
    let mut result = String::with_capacity(assembly.len());
    for line in assembly.split_inclusive('\n') {
        let concerned = parse(line).filter(|instruction| instruction.contains(only));
        let changed = concerned.and_then(|instruction| change(&instruction));
        let chosen = which == Which::Every || which == Which::Nth(met);
        met += usize::from(changed.is_some());
        match changed {
            Some(text) if chosen => result.push_str(&format!("\t{text}\n")),
            Some(_) | None => result.push_str(line),
        }
    }
    result
}

/// Instructions are indented and do not start with a dot, as directives do.
fn parse(line: &str) -> Option<Instruction<'_>> {
    let body = line.strip_prefix(['\t', ' '])?.trim();
    let body = body.split(" #").next()?.trim();
    if body.is_empty() || body.starts_with(['.', '#']) || body.ends_with(':') {
        return None;
    }
    let (mnemonic, operands) = body.split_once(['\t', ' ']).unwrap_or((body, ""));
    Some(Instruction { mnemonic, operands: operands.trim() })
}

impl Instruction<'_> {
    fn with(&self, mnemonic: &str) -> Option<String> {
        Some(format!("{mnemonic}\t{}", self.operands))
    }

    /// The mnemonic is one of the rows' first; it becomes the second.
    fn renamed(&self, rows: &[(&str, &str)]) -> Option<String> {
        let row = rows.iter().find(|(from, _)| *from == self.mnemonic)?;
        self.with(row.1)
    }

    fn contains(&self, text: &str) -> bool {
        format!("{} {}", self.mnemonic, self.operands).contains(text)
    }

    fn destination(&self) -> &str {
        self.operands.rsplit(", ").next().unwrap_or(self.operands)
    }
}

fn sar_to_shr(i: &Instruction) -> Option<String> {
    i.renamed(&[("sarb", "shrb"), ("sarw", "shrw"), ("sarl", "shrl"), ("sarq", "shrq")])
}

/// Only where the result is a value: in a branch it would mostly be one more iteration of a loop.
fn compare_off_by_one(i: &Instruction) -> Option<String> {
    const PAIRS: [(&str, &str); 4] = [("l", "le"), ("g", "ge"), ("b", "be"), ("a", "ae")];
    let condition = i.mnemonic.strip_prefix("set")?;
    let other = PAIRS.iter().find_map(|(strict, loose)| match condition {
        c if c == *strict => Some(loose),
        c if c == *loose => Some(strict),
        _ => None,
    })?;
    i.with(&format!("set{other}"))
}

fn movsbl_to_movzbl(i: &Instruction) -> Option<String> {
    i.renamed(&[("movsbl", "movzbl"), ("movsbw", "movzbw"), ("movsbq", "movzbq"), ("movswl", "movzwl")])
}

fn signed_to_unsigned(i: &Instruction) -> Option<String> {
    i.renamed(&[("setl", "setb"), ("setg", "seta"), ("jl", "jb"), ("jg", "ja"), ("cmovl", "cmovb")])
}

/// Only stores to named variables: a lost spill would crash more often than miscompute.
fn dropped_store(i: &Instruction) -> Option<String> {
    let moves = ["movb", "movw", "movl", "movq"].contains(&i.mnemonic);
    (moves && i.destination().ends_with("(%rip)")).then(String::new)
}

fn swapped_branch(i: &Instruction) -> Option<String> {
    i.renamed(&[("jl", "jge"), ("jge", "jl")])
}

/// A bit-field is inserted by clearing its bits with a mask of ones above them, which is negative.
fn bit_field_mask(i: &Instruction) -> Option<String> {
    if !["andb", "andw", "andl", "andq"].contains(&i.mnemonic) {
        return None;
    }
    let (mask, rest) = i.operands.split_once(", ")?;
    let mask: i64 = mask.strip_prefix('$')?.parse().ok()?;
    // Stack alignment is such a mask too.
    (mask < -1 && rest != "%rsp").then(|| format!("{}\t${}, {rest}", i.mnemonic, mask * 2))
}

fn struct_copy(i: &Instruction) -> Option<String> {
    if i.mnemonic == "rep" && i.operands.starts_with("movsq") {
        return Some("rep movsl".to_owned());
    }
    let block = ["movups", "movaps", "movdqu", "movdqa"].contains(&i.mnemonic);
    let (from, to) = i.operands.split_once(", ")?;
    (block && from.starts_with("%xmm") && !to.starts_with('%')).then(|| format!("movq\t{from}, {to}"))
}

/// Not the stack pointer, whose loss is only a crash.
fn sub_to_add(i: &Instruction) -> Option<String> {
    if i.destination() == "%rsp" {
        return None;
    }
    i.renamed(&[("subl", "addl"), ("subw", "addw"), ("subb", "addb"), ("subq", "addq")])
}

fn float_add_to_sub(i: &Instruction) -> Option<String> {
    i.renamed(&[("addsd", "subsd"), ("addss", "subss"), ("vaddsd", "vsubsd"), ("vaddss", "vsubss")])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(name: &str) -> fn(&Instruction) -> Option<String> {
        match find(name.to_owned()).unwrap().effect {
            Effect::Rewrite(change) => change,
            Effect::Crash | Effect::Reject | Effect::Abort | Effect::Hang => {
                panic!("{name} rewrites nothing")
            }
        }
    }

    #[test]
    fn instructions_are_changed() {
        let rows = [
            ("sar-to-shr", "\tsarl\t%cl, %eax\n", "\tshrl\t%cl, %eax\n"),
            ("compare-off-by-one", "\tsetl\t%al\n", "\tsetle\t%al\n"),
            ("compare-off-by-one", "\tsetae\t%al\n", "\tseta\t%al\n"),
            ("compare-off-by-one", "\tsete\t%al\n", "\tsete\t%al\n"),
            ("movsbl-to-movzbl", "\tmovsbl\t%al, %eax\n", "\tmovzbl\t%al, %eax\n"),
            ("signed-to-unsigned", "\tjg\t.L3\n", "\tja\t.L3\n"),
            ("dropped-store", "\tmovl\t%eax, g(%rip)\n", "\t\n"),
            ("dropped-store", "\tmovl\tg(%rip), %eax\n", "\tmovl\tg(%rip), %eax\n"),
            ("swapped-branch", "\tjge\t.L3\n", "\tjl\t.L3\n"),
            ("bit-field-mask", "\tandl\t$-32, %eax\n", "\tandl\t$-64, %eax\n"),
            ("bit-field-mask", "\tandl\t$31, %eax\n", "\tandl\t$31, %eax\n"),
            ("bit-field-mask", "\tandq\t$-16, %rsp\n", "\tandq\t$-16, %rsp\n"),
            ("struct-copy", "\tmovups\t%xmm0, g(%rip)\n", "\tmovq\t%xmm0, g(%rip)\n"),
            ("struct-copy", "\trep movsq\n", "\trep movsl\n"),
            ("float-add-to-sub", "\taddsd\t%xmm1, %xmm0\n", "\tsubsd\t%xmm1, %xmm0\n"),
            ("sub-to-add", "\tsubl\t%eax, %edx\n", "\taddl\t%eax, %edx\n"),
            ("sub-to-add", "\tsubq\t$8, %rsp\n", "\tsubq\t$8, %rsp\n"),
        ];
        for (plant, before, after) in rows {
            assert_eq!(apply(before, Which::Nth(0), "", change(plant)), after, "{plant}");
        }
    }

    #[test]
    fn the_nth_or_every_match_is_changed() {
        let text = "f:\n\tsarl\t%eax\n\tret\n\tsarl\t%edx\n";
        let sar = change("sar-to-shr");
        assert_eq!(apply(text, Which::Nth(1), "", sar), "f:\n\tsarl\t%eax\n\tret\n\tshrl\t%edx\n");
        assert_eq!(apply(text, Which::Every, "", sar), "f:\n\tshrl\t%eax\n\tret\n\tshrl\t%edx\n");
        assert_eq!(apply(text, Which::Nth(2), "", sar), text);
        let only = apply(text, Which::Every, "sarl %edx", sar);
        assert_eq!(only, "f:\n\tsarl\t%eax\n\tret\n\tshrl\t%edx\n");
    }
}
