//! Mutants of small programs: every row of the table is seen, each mutant does what it says it does, and what is meant to keep
//! the meaning keeps it.

use generate::{Aim, Policy};
use ir::Target;
use machine::{Config, Outcome};
use mutate::{Budget, GaveUp, Mutant, ROWS, Reason, Request, Row, Seed, import, mutate};
use std::collections::BTreeSet;
use test_support::Compiler;

/// Records, arrays, pointers, loops of all kinds, calls, checks that abort, and output.
const RICH: &str = r#"
int printf(const char *, ...);
void abort(void);
struct pair { int first; short second; unsigned char third; };
static int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
int total, count = 3;
static struct pair pairs[3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
static int weigh(int value, int by) { int result = value * by; if (by > 2) result += 1; else result -= 1; return result; }
static void add(int *to, int what) { *to += what; }
int main(void)
{
    int i, low = 0, high = 7;
    struct pair own = {10, 20, 30};
    for (i = 0; i < 8; i++) { table[i] = weigh(table[i], i & 3); add(&total, table[i]); }
    while (low < high) { int swap = table[low]; table[low] = table[high]; table[high] = swap; low++; high--; }
    do { count--; own.first += count; } while (count > 0 && own.first < 100);
    if (own.first > 10) { total = total + own.first; } else { total = total - own.second; }
    switch (total & 3) { case 0: total += 4; break; case 1: total += 8; break; default: total += 16; }
    pairs[1].second = (short)(total * 8);
    for (i = 0; i < 3; i++) total += pairs[i].first * 2 + pairs[i].second;
    for (int j = 0; j < 4; j++) { total += j; }
    for (int j = 0; j < 6; j++) { total ^= table[j]; }
    for (int j = 0; j < 2; j++) for (int k = 0; k < 3; k++) total = total * 3 + table[j + k];
    if (low != 4) abort();
    printf("%d %d %d\n", total, own.first, table[2]);
    return 0;
}
"#;

/// What torture tests are like: it exits, and its variables are pointers.
const PLAIN: &str = r#"
void abort(void); void exit(int);
unsigned char bytes[16]; long sum; int *where; unsigned u = 7; unsigned v = 9;
int f(unsigned char *p, int n) { int r = 0; while (n--) r = r * 2 + *p++; return r; }
int main(int argc, char **argv)
{
    int i;
    for (i = 0; i < 16; i++) bytes[i] = i * 17;
    where = &i;
    sum = f(bytes, 5) + (u ^ v) + *where;
    if (sum != 1050) u = v; else v = u;
    if (sum == 0) abort();
    exit(0);
}
"#;

fn seed(text: &str) -> Seed {
    import(text, &Target::LP64, Budget::default()).expect("a program of the subset")
}

fn policy() -> Policy {
    generate::find_profile("default").expect("the default profile").policy(Aim::WrongCode)
}

fn make(seeds: &[Seed], number: u64, row: Option<&Row>) -> Result<Mutant, GaveUp> {
    let policy = policy();
    mutate(&Request { seed: number, policy: &policy, seeds, swarm: true, only: row.map(|row| row.kind) })
}

fn text(mutant: &Mutant) -> String {
    emit::print(&mutant.program, &emit::Options::default()).expect("it can be printed").text()
}

/// All that a mutant says of itself is true, also when it is read back.
fn check(mutant: &Mutant, what: &str) {
    let (outcome, machine) = machine::run(&mutant.program, Config::default());
    assert_eq!(outcome, Outcome::Finished { exit_code: 0 }, "{what}");
    assert_eq!(machine.output(), mutant.expected, "{what}");
    let last = String::from_utf8_lossy(&mutant.expected).lines().last().unwrap_or_default().to_owned();
    assert!(last.starts_with("checksum = "), "{what}: {last}");
}

#[test]
fn every_row_is_seen() {
    machine::on_deep_stack(|| {
        let seeds = [seed(RICH), seed(PLAIN)];
        let mut missing: BTreeSet<&str> = ROWS.iter().map(|row| row.name).collect();
        for row in ROWS {
            for number in 0..12 {
                if number >= 2 && !missing.contains(row.name) {
                    break;
                }
                let Ok(mutant) = make(&seeds, number, Some(row)) else { continue };
                check(&mutant, &format!("{} {number}", row.name));
                if mutant.trail.kept.iter().any(|step| step.row == row.name) {
                    missing.remove(row.name);
                }
            }
        }
        assert!(missing.is_empty(), "never made: {missing:?}");
    });
}

#[test]
fn a_seed_makes_the_same_mutant() {
    machine::on_deep_stack(|| {
        let seeds = [seed(PLAIN), seed(RICH)];
        for number in 0..6 {
            let (a, b) =
                (make(&seeds, number, None).expect("a mutant"), make(&seeds, number, None).expect("again"));
            check(&a, "mixed");
            assert_eq!(text(&a), text(&b));
            assert_eq!(a.trail, b.trail);
        }
    });
}

/// Rows after which the program still prints what it printed.
const KEEP: [&str; 12] = [
    "loop-form",
    "branch-form",
    "hide",
    "equal",
    "outline",
    "inline",
    "wrap",
    "copy",
    "split",
    "decorate",
    "promise",
    "barrier",
];

#[test]
fn what_keeps_the_meaning_keeps_it() {
    machine::on_deep_stack(|| {
        let seeds = [seed(RICH)];
        let unit = read::read(RICH, Target::LP64).expect("it is C");
        let (_, mut machine) = machine::run(&unit.program, Config::default());
        let own = machine.take_output();
        for row in ROWS.iter().filter(|row| KEEP.contains(&row.name)) {
            for number in 0..8 {
                let Ok(mutant) = make(&seeds, number, Some(row)) else { continue };
                assert!(mutant.expected.starts_with(&own), "{} {number}:\n{}", row.name, text(&mutant));
            }
        }
    });
}

#[test]
fn a_check_that_no_longer_holds_is_changed() {
    machine::on_deep_stack(|| {
        let text = "void abort(void); int x = 4; int main(void) { if (x * 3 != 12) abort(); return 0; }";
        let seeds = [seed(text)];
        let row = ROWS.iter().find(|row| row.name == "constant");
        let made = (0..8).filter_map(|number| make(&seeds, number, row).ok());
        assert!(made.inspect(|mutant| check(mutant, "a check")).count() > 4);
    });
}

/// Found by a soak: what a program has of types must not be in the way of what its mutant includes, and may be incomplete.
#[test]
fn types_of_a_program_are_in_nobodys_way() {
    let text = "typedef struct { int lock; } pthread_mutex_t; typedef char ulong; pthread_mutex_t m; ulong u;\n\
                struct unknown; struct unknown *at; int n; int g(struct unknown *p) { return !p; }\n\
                int main(void) { for (n = 0; n < 3; n++) u += g(at); return m.lock; }";
    machine::on_deep_stack(|| {
        let seeds = [seed(text)];
        let grow = ROWS.iter().find(|row| row.name == "grow");
        let made: Vec<_> = (0..24).filter_map(|number| make(&seeds, number, grow).ok()).collect();
        assert!(made.len() > 4, "{}", made.len());
        for mutant in &made {
            check(mutant, text);
            let text = self::text(mutant);
            assert!(!text.contains(" pthread_mutex_t") && !text.contains(" ulong"), "{text}");
        }
    });
}

/// Found by a hunt: compilers know what `ffs` does, and a mutant of a program with its own did something else.
#[test]
fn functions_of_the_library_get_other_names() {
    let text = "int ffs(int x) { int i; if (!x) return 0; for (i = 1; !(x & 1); i++) x >>= 1; return i; }\n\
                int abs(int x) { return x < 0 ? -x : x; } int n; int main(void) { n = ffs(abs(-8)); return n - 4; }";
    machine::on_deep_stack(|| {
        let made: Vec<_> = (0..8).filter_map(|number| make(&[seed(text)], number, None).ok()).collect();
        assert!(made.len() > 4, "{}", made.len());
        for mutant in &made {
            check(mutant, text);
            let text = self::text(mutant);
            assert!(!text.contains("int ffs(") && !text.contains("int abs("), "{text}");
        }
    });
}

/// Found by a hunt: a mutation grew into the comparison that an earlier one had given to qsort, and each library calls it as it likes.
#[test]
fn comparisons_of_the_library_are_left_alone() {
    let text = "void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *)); int a[4] = {3, 1, 2, 0};\n\
                int by(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }\n\
                int main(void) { qsort(a, 4, sizeof a[0], by); return a[0]; }";
    machine::on_deep_stack(|| {
        let seeds = [seed(text)];
        for number in 0..8 {
            assert!(matches!(make(&seeds, number, None), Err(GaveUp::Nothing(_))), "{number}");
        }
        // Growth gives programs comparisons of their own, and is the last mutation then.
        for number in 0..60 {
            let Ok(mutant) = make(&[seed(PLAIN)], number, None) else { continue };
            let text = self::text(&mutant);
            if text.contains("qsort(") || text.contains("bsearch(") {
                assert_eq!(mutant.trail.kept.last().map(|step| step.row), Some("grow"), "{text}");
            }
        }
    });
}

#[test]
fn main_is_given_its_usual_arguments() {
    let text = "int n; char c; int main(int argc, char *argv[]) {\n\
                n = argc; c = argv[0][0]; argv[0][0]++; if (argv[argc]) return 1; return argc - 1; }";
    machine::on_deep_stack(|| {
        let seeds = [seed(text)];
        let made: Vec<_> = (0..8).filter_map(|number| make(&seeds, number, None).ok()).collect();
        assert!(made.len() > 4, "{}", made.len());
        for mutant in &made {
            check(mutant, text);
        }
    });
}

#[test]
fn what_is_no_seed_says_why() {
    let rows: [(&str, &str); 9] = [
        ("int main(void) { return y; }", "not C"),
        ("int x;", "no main"),
        ("int main(int n, char **v, char **e) { return !e; }", "other parameters of main"),
        ("int x, a[2]; int main(void) { return a[x + 2]; }", "undefined behaviour"),
        ("int main(void) { for (;;) ; }", "endless"),
        ("int n; int main(void) { while (1) n ^= 1; }", "too many steps"),
        ("void abort(void); int main(void) { abort(); }", "calls abort"),
        (
            "void exit(int); void f(void) { exit(0); } int main(void) { f(); return 1; }",
            "exits in the middle",
        ),
        ("double d = 0.1; long x; int main(void) { x = d * 3 * 1e17; return 0; }", "depends on rounding"),
    ];
    machine::on_deep_stack(|| {
        for (text, class) in rows {
            let reason: Result<Seed, Reason> =
                import(text, &Target::LP64, Budget { steps: 20_000, memory: 1 << 20 });
            assert_eq!(reason.err().map(|reason| reason.class()), Some(class), "{text}");
        }
    });
}

/// The compilers on this machine agree with the machine.
#[test]
fn a_compiler_prints_the_same() {
    machine::on_deep_stack(|| {
        let seeds = [seed(RICH), seed(PLAIN)];
        for number in 100..108 {
            let mutant = make(&seeds, number, None).expect("a mutant");
            let printed = Compiler::gcc().output_of(&text(&mutant), &["-std=gnu11", "-O0"]);
            assert_eq!(printed.as_bytes(), mutant.expected, "seed {number}:\n{}", text(&mutant));
        }
    });
}
