//! What programs a campaign asks a profile for: its settings, changed by options of `assay gen`, and those options as words, so that
//! each program can be made again by a command. How options are written is decided in `app`.

use std::fmt::Write as _;
use std::path::PathBuf;

use emit::{Layout, Std};
use generate::{Aim, Comments, Feature, Policy, Profile, SeedString, Seeds, Settings};
use ir::Target;

/// How the file of what was learned is called beside a program, and that of a policy.
pub const ODDS_FILE: &str = "odds.toml";
pub const POLICY_FILE: &str = "policy.toml";

const AIM: &str = "--aim=";

#[derive(Clone, Debug)]
pub struct Recipe {
    pub profile: &'static dyn Profile,
    pub settings: Settings,
    pub aim: Aim,
    /// The options of `assay gen` that were given. A file of a policy is called as it is in a finding's folder.
    pub words: Vec<String>,
    /// The text of that file.
    pub policy_file: Option<String>,
}

/// What the command of one program has beside the recipe.
pub struct Particulars<'a> {
    pub seed: u64,
    pub std: Std,
    pub layout: Layout,
    pub target: &'a Target,
    /// The programs that it is a mutant of.
    pub from: &'a [PathBuf],
    /// Features that a compiler lacks.
    pub without: &'a [&'static Feature],
    /// It is drawn by odds that a campaign has learned.
    pub has_learned: bool,
}

impl Recipe {
    /// A profile as it is.
    pub fn of(profile: &'static dyn Profile, aim: Aim) -> Recipe {
        let settings = Settings::of(profile.policy(aim), profile.is_swarmed());
        Recipe { profile, settings, aim, words: Vec::new(), policy_file: None }
    }

    /// The options that are not the profile's own, as campaigns tell and compare them.
    pub fn words(&self) -> String {
        let mut text = self.words.join(" ");
        if let Some(policy) = &self.policy_file {
            let lines = policy.lines().map(|line| line.split('#').next().unwrap_or("").trim());
            let _ =
                write!(text, " ({})", lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; "));
        }
        text
    }

    /// The command that makes a program of this recipe again, in the folder of its finding.
    pub fn command(&self, drawn: &Policy, with: &Particulars) -> String {
        let mut words = Vec::new();
        for file in with.from {
            words.extend(["--from".to_owned(), file.display().to_string()]);
        }
        if with.from.is_empty() && self.profile.name() != generate::PROFILES[0].name() {
            words.extend(["--profile".to_owned(), self.profile.name().to_owned()]);
        }
        words.extend(self.words.iter().cloned());
        if self.aim == Aim::Crash && !self.words.iter().any(|word| word.starts_with(AIM)) {
            words.push(format!("{AIM}crash"));
        }
        if with.std != Std::C11 && self.settings.std != Some(with.std) {
            words.extend(["--std".to_owned(), with.std.name().to_owned()]);
        }
        if with.layout == Layout::Split {
            words.push("--layout=split".to_owned());
        }
        if *with.target != Target::LP64 {
            words.extend(["--target".to_owned(), with.target.name.to_owned()]);
        }
        words.extend(with.without.iter().map(|feature| format!("--no-{}", feature.name)));
        if with.has_learned {
            words.extend(["--odds".to_owned(), ODDS_FILE.to_owned()]);
        }
        let flags: String = words.iter().map(|word| format!(" {}", harness::command::quote(word))).collect();
        command(self.profile, with.seed, drawn, &flags)
    }
}

/// The command that makes a program again, by the policy that it was grown with and its other flags.
pub fn command(profile: &dyn Profile, seed: u64, drawn: &Policy, flags: &str) -> String {
    let seed = match profile.seeds() {
        Seeds::Strings => SeedString::of(seed, drawn).to_string(),
        Seeds::Numbers => seed.to_string(),
    };
    format!("assay gen --seed {seed}{flags}")
}

/// The first lines of a program: who made it, and the command that makes it again.
pub fn header(seed: u64, command: &str, comments: Comments) -> String {
    let first = format!("assay {}, seed {seed}\n", env!("CARGO_PKG_VERSION"));
    match comments {
        Comments::Little => first,
        Comments::Full => format!("{first}   {command}"),
    }
}

/// How grown programs are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Writing {
    pub std: Std,
    /// Where there is none, the program's own policy decides.
    pub layout: Option<Layout>,
}

impl Default for Writing {
    fn default() -> Self {
        Writing { std: Std::C11, layout: Some(Layout::Single) }
    }
}

/// What is not as usual, in words.
impl std::fmt::Display for Writing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.std != Writing::default().std {
            write!(f, " in {}", self.std)?;
        }
        match self.layout {
            None => f.write_str(" in files as drawn"),
            Some(Layout::Single) => Ok(()),
            Some(Layout::Split) => f.write_str(" in several files"),
        }
    }
}
