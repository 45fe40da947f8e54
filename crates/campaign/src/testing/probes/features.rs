//! What a compiler does not have at all. A small compiler rejects `__int128`; that is no bug, and if every program had
//! one, it would never be tested. So each compiler is asked once, with a few lines for each feature, and half of the
//! tests leave out what somebody lacks.
//!
//! Only a plain rejection counts as a lack: a compiler that crashes on the question is worth testing with it.

use std::time::Duration;

use emit::Std;
use generate::Feature;
use harness::{Compilation, Setup, Source};

use crate::draw::configuration::Configuration;
use crate::draw::seed::{Purpose, draw};

/// A feature of the generator, and a program that needs it.
struct Probe {
    feature: &'static str,
    text: &'static str,
}

/// Names end in their own letter, so that all texts together are a program too.
const PROBES: [Probe; 22] = [
    Probe { feature: "int128", text: "unsigned __int128 a; int fa(void) { return (int)(a >> 64); }" },
    Probe {
        feature: "longlong",
        text: "unsigned long long b = 1ULL; int fb(void) { return (int)(b >> 63); }",
    },
    Probe { feature: "bool", text: "_Bool c = 1; int fc(void) { return c; }" },
    Probe {
        feature: "packed",
        text: "struct __attribute__((packed)) d { char c; int i; }; char sd[sizeof(struct d) == 5 ? 1 : -1];",
    },
    Probe { feature: "exact-names", text: "#include <stdint.h>\nint64_t e; int fe(void) { return (int)e; }" },
    Probe { feature: "bitfields", text: "struct f { signed f0 : 3; } f; int ff(void) { return f.f0; }" },
    Probe {
        feature: "promises",
        text: "int fg(int x) { if (x) __builtin_unreachable(); return (int)__builtin_expect(x, 1); }",
    },
    Probe { feature: "attributes", text: "__attribute__((noinline)) int fh(int x) { return x; }" },
    Probe {
        feature: "vectors",
        text: "typedef int __attribute__((vector_size(16))) vi; typedef short __attribute__((vector_size(8))) wi; \
               vi xi = {1, 2, 3, 4}; int fi(void) { return (__builtin_convertvector(xi + 1, wi) < 2)[0]; }",
    },
    Probe {
        feature: "asm",
        text: "int fj(int x) { __asm__ (\"\" : \"+r\" (x)); __asm__ (\"\" : \"+m\" (x) : : \"memory\"); \
               __asm__ goto (\"\" : : \"r\" (x) : : Lj); Lj: ; return x; }",
    },
    Probe {
        feature: "bit-builtins",
        text: "int fk(unsigned x) { int r; __builtin_prefetch(&r, 1, 3); \
               if (__builtin_add_overflow(x, 1, &r) || __builtin_object_size(&r, 0) < 4) return 1; \
               __builtin_bcopy(&x, &r, 4); __builtin_bzero(&r, 1); \
               return r + __builtin_clz(x | 1) + __builtin_clrsb(r) + __builtin_popcountll(x) + __builtin_bswap16(x); }",
    },
    Probe {
        feature: "alloca",
        text: "int fm(int n) { char *p = __builtin_alloca(n + 1); p[0] = 1; return p[0]; }",
    },
    Probe {
        feature: "variadic",
        text: "#include <stdarg.h>\nint fn(int n, ...) { va_list a, b; va_start(a, n); va_copy(b, a); \
               n = va_arg(b, int); va_end(b); va_end(a); return n; }",
    },
    Probe {
        feature: "compound-literals",
        text: "struct fo { int a, b; }; int go(int x) { struct fo s = (struct fo){ x, 2 }; int *p = &(int){ s.a }; \
               return *p + (int[2]){ x, 1 }[x & 1]; }",
    },
    Probe {
        feature: "aligned",
        text: "int xp __attribute__((aligned(64))); struct __attribute__((aligned(32))) sp { char c; int i __attribute__((aligned(16))); }; \
               int fp(void) { struct sp l __attribute__((aligned(64))) = { 1, 2 }; return l.i + xp; }",
    },
    Probe {
        feature: "variable-arrays",
        text: "int ft(int n) { short a[n + 1]; a[n] = 1; return a[n] + (int)sizeof(a); }",
    },
    Probe {
        feature: "float-specials",
        text: "int fu(float x) { double y = x ? __builtin_inf() : __builtin_nan(\"\"); \
               return __builtin_isnan(y) + __builtin_isless(x, y) + !__builtin_signbit(__builtin_copysignf(x, 1)); }",
    },
    Probe {
        feature: "atomics",
        text: "int fv(long *p, char *q) { char c = 1; return __atomic_fetch_nand(p, 1, 5) + __sync_add_and_fetch(q, 2) + \
               __atomic_compare_exchange_n(q, &c, 2, 0, 4, 0) + __sync_bool_compare_and_swap(p, 1, 2); }",
    },
    Probe { feature: "thread-local", text: "static __thread int xq = 1; int fq(void) { return xq++; }" },
    Probe {
        feature: "unroll",
        text: "int fr(int n) { int s = 0, i;\n#pragma GCC unroll 4\nfor (i = 0; i < n; i++) s += i;\nreturn s; }",
    },
    Probe {
        feature: "case-ranges",
        text: "int fs(int n) { switch (n) { case 1 ... 5: return 1; } return 0; }",
    },
    Probe { feature: "statement-expressions", text: "int fl(int x) { return ({ int t = x; t + 1; }); }" },
];

const MAIN: &str = "int main(void) { return 0; }";

/// A compiler that needs longer for a few lines gets no second question.
const PATIENCE: Duration = Duration::from_secs(5);

/// Asks each compiler, and notes in its configurations what it lacks.
pub fn probe(setup: &Setup, configurations: &mut [Configuration], std: Std) -> Result<(), harness::Error> {
    let setup = Setup { compile: setup.compile.clone().with_time(PATIENCE), ..setup.clone() };
    let mut asked: Vec<(String, Vec<&'static Feature>)> = Vec::new();
    for configuration in configurations {
        let name = configuration.toolchain.command.to_string();
        let known = asked.iter().find(|(asked, _)| *asked == name).map(|(_, lacks)| lacks.clone());
        configuration.lacks = match known {
            Some(lacks) => lacks,
            None => lacking(&setup, configuration, std)?,
        };
        asked.push((name, configuration.lacks.clone()));
    }
    Ok(())
}

fn lacking(
    setup: &Setup,
    configuration: &Configuration,
    std: Std,
) -> Result<Vec<&'static Feature>, harness::Error> {
    let all: Vec<&str> = PROBES.iter().map(|probe| probe.text).collect();
    if !rejects(setup, configuration, &all.join("\n"), std)? {
        return Ok(Vec::new());
    }
    let mut lacks = Vec::new();
    for probe in &PROBES {
        if rejects(setup, configuration, probe.text, std)? {
            lacks.extend(Feature::find(probe.feature));
        }
    }
    // One that rejects everything is broken, and will be told so by the tests.
    Ok(if lacks.len() == PROBES.len() { Vec::new() } else { lacks })
}

fn rejects(
    setup: &Setup,
    configuration: &Configuration,
    text: &str,
    std: Std,
) -> Result<bool, harness::Error> {
    // The one word that C++ has another name for.
    let text = if std.is_cxx() { text.replace("_Bool", "bool") } else { text.to_owned() };
    let name = format!("probe.{}", std.extension());
    let source = Source { name, text: format!("{text}\n{MAIN}\n") };
    match setup.compile(&configuration.toolchain, &configuration.flags, &[source]) {
        Ok(compiled) => Ok(matches!(compiled.result, Compilation::Rejected { .. })),
        Err(harness::Error::Environment(_)) => Ok(false),
        Err(harness::Error::Cancelled) => Err(harness::Error::Cancelled),
    }
}

/// What one test does about lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Programs for everybody, without what somebody lacks.
    Common,
    /// Programs with everything, for those that have it.
    Full,
}

pub fn choose(configurations: &[&Configuration], seed: u64) -> Choice {
    let complete = configurations.iter().filter(|one| one.lacks.is_empty()).count();
    let heads = draw(seed, Purpose::Features, 0).is_multiple_of(2);
    if complete == configurations.len() || (complete > 0 && heads) { Choice::Full } else { Choice::Common }
}

impl Choice {
    /// What programs for these configurations leave out.
    pub fn left_out(self, configurations: &[&Configuration]) -> Vec<&'static Feature> {
        let mut all: Vec<&'static Feature> = Vec::new();
        if self == Choice::Common {
            for lack in configurations.iter().flat_map(|one| &one.lacks) {
                if !all.iter().any(|other| other.name == lack.name) {
                    all.push(lack);
                }
            }
        }
        all
    }

    /// Whether a configuration has what programs for others may need.
    pub fn suits(self, configuration: &Configuration, others: &[&Configuration]) -> bool {
        let is_left_out = |lack: &&'static Feature| match self {
            Choice::Full => false,
            Choice::Common => others.iter().flat_map(|one| &one.lacks).any(|other| other.name == lack.name),
        };
        configuration.lacks.iter().all(is_left_out)
    }
}
