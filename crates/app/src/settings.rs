//! What a campaign was started with, kept in its folder: who goes on with it need not repeat it, and who changes it is asked.

use crate::failure::Failure;
use crate::output;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The name of the file in a campaign's folder.
const FILE: &str = "settings.toml";

const HEAD: &str = "# What this campaign was started with: `assay hunt --dir` goes on with it.\n";

/// Those options of `assay hunt` that make a campaign what it is; what is not there was not given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Settings {
    pub cc: Vec<String>,
    pub runner: Option<String>,
    pub profile: Option<String>,
    pub std: Option<String>,
    pub target: Option<String>,
    pub layout: Option<String>,
    pub generator: Option<String>,
    pub corpus: Vec<PathBuf>,
    pub focus: Vec<PathBuf>,
    pub mode: Option<String>,
    pub oracle: Option<String>,
    pub config: Option<PathBuf>,
    pub writable: Vec<PathBuf>,
    pub no_sandbox: bool,
    pub every_config: bool,
    pub random_flags: bool,
    pub no_random_flags: bool,
    pub no_learning: bool,
    /// What programs are like, as options of `assay gen`.
    pub program: Vec<String>,
}

impl Settings {
    /// Those of the campaign in a folder, if there are any.
    pub fn of(dir: &Path) -> Result<Option<Settings>, Failure> {
        let file = dir.join(FILE);
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if is_missing(&error) => return Ok(None),
            Err(error) => return Err(Failure::File { file, error }),
        };
        let whose = file.display().to_string();
        Settings::of_words(&text, &whose).map(Some)
    }

    /// As they were written; `whose` says where.
    pub fn of_words(text: &str, whose: &str) -> Result<Settings, Failure> {
        toml::from_str(text).map_err(|error| {
            let why = error.message().lines().collect::<Vec<_>>().join(" ");
            Failure::Usage(format!("{whose}: {why}; mend it, or remove it and repeat the campaign's options"))
        })
    }

    pub fn words(&self) -> Result<String, Failure> {
        toml::to_string(self).map_err(|error| Failure::Internal(error.to_string()))
    }

    pub fn save(&self, dir: &Path) -> Result<(), Failure> {
        output::save(&dir.join(FILE), format!("{HEAD}{}", self.words()?).as_bytes())
    }

    /// The options with their values, as on a command line.
    fn rows(&self) -> Vec<(&'static str, String)> {
        let one = |value: &Option<String>| value.clone().unwrap_or_default();
        let places =
            |all: &[PathBuf]| all.iter().map(|dir| dir.display().to_string()).collect::<Vec<_>>().join(", ");
        let switch = |given: bool| if given { "given".to_owned() } else { String::new() };
        vec![
            ("--cc", self.cc.join(", ")),
            ("--runner", one(&self.runner)),
            ("--profile", one(&self.profile)),
            ("--std", one(&self.std)),
            ("--target", one(&self.target)),
            ("--layout", one(&self.layout)),
            ("--generator", one(&self.generator)),
            ("--corpus", places(&self.corpus)),
            ("--focus", places(&self.focus)),
            ("--mode", one(&self.mode)),
            ("--oracle", one(&self.oracle)),
            ("--config", self.config.as_ref().map(|file| file.display().to_string()).unwrap_or_default()),
            ("--writable", places(&self.writable)),
            ("--no-sandbox", switch(self.no_sandbox)),
            ("--every-config", switch(self.every_config)),
            ("--random-flags", switch(self.random_flags)),
            ("--no-random-flags", switch(self.no_random_flags)),
            ("--no-learning", switch(self.no_learning)),
            ("what programs are like", self.program.join(" ")),
        ]
    }

    /// What was asked for now, with the rest from the campaign.
    pub fn filled(self, stored: &Settings) -> Settings {
        let stored = stored.clone();
        Settings {
            cc: if self.cc.is_empty() { stored.cc } else { self.cc },
            runner: self.runner.or(stored.runner),
            profile: self.profile.or(stored.profile),
            std: self.std.or(stored.std),
            target: self.target.or(stored.target),
            layout: self.layout.or(stored.layout),
            generator: self.generator.or(stored.generator),
            corpus: if self.corpus.is_empty() { stored.corpus } else { self.corpus },
            focus: if self.focus.is_empty() { stored.focus } else { self.focus },
            mode: self.mode.or(stored.mode),
            oracle: self.oracle.or(stored.oracle),
            config: self.config.or(stored.config),
            writable: if self.writable.is_empty() { stored.writable } else { self.writable },
            no_sandbox: self.no_sandbox || stored.no_sandbox,
            every_config: self.every_config || stored.every_config,
            random_flags: self.random_flags || stored.random_flags,
            no_random_flags: self.no_random_flags || stored.no_random_flags,
            no_learning: self.no_learning || stored.no_learning,
            program: if self.program.is_empty() { stored.program } else { self.program },
        }
    }

    /// The options that differ from those of the campaign, in words.
    pub fn changes(&self, stored: &Settings) -> Vec<String> {
        let or_none =
            |value: String| if value.is_empty() { "not given".to_owned() } else { format!("`{value}`") };
        self.rows()
            .into_iter()
            .zip(stored.rows())
            .filter(|((_, now), (_, before))| now != before)
            .map(|((name, now), (_, before))| {
                format!("{name} was {} and is {}", or_none(before), or_none(now))
            })
            .collect()
    }
}

/// There is no such file, or what should be its folder is none.
fn is_missing(error: &std::io::Error) -> bool {
    use std::io::ErrorKind;
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_given_is_the_campaigns_and_what_differs_is_named() {
        let stored = Settings { cc: vec!["gcc -O2".into()], std: Some("c99".into()), ..Settings::default() };
        let same = Settings { std: Some("c99".into()), ..Settings::default() }.filled(&stored);
        assert_eq!((same.changes(&stored), &same), (Vec::new(), &stored));
        let other = Settings { mode: Some("crash".into()), ..Settings::default() }.filled(&stored);
        assert_eq!(other.changes(&stored), ["--mode was not given and is `crash`"]);
        let text = toml::to_string(&other).expect("it is TOML");
        assert_eq!(toml::from_str::<Settings>(&text).expect("it is read back"), other);
    }
}
