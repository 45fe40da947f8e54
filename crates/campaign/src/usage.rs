//! Who uses the CPU: the compilers, the test programs, other tools, and Assay itself.

use std::collections::BTreeMap;
use std::time::Duration;

use harness::Trial;
use harness::compile::Cost;
use rustix::time::{ClockId, clock_gettime};
use serde::{Deserialize, Serialize, Serializer};

/// CPU time of what was started, by who it was.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Usage {
    #[serde(serialize_with = "all_seconds")]
    pub compilers: BTreeMap<String, Duration>,
    #[serde(serialize_with = "seconds")]
    pub programs: Duration,
    /// Compilers and programs, for candidates of reductions.
    #[serde(serialize_with = "seconds")]
    pub reducing: Duration,
    /// Validators, foreign generators, preprocessors.
    #[serde(serialize_with = "seconds")]
    pub tools: Duration,
    /// Compilers, asked what they did.
    #[serde(serialize_with = "seconds")]
    pub learning: Duration,
    #[serde(serialize_with = "seconds")]
    pub own: Duration,
    /// What the tests were given to, by label.
    pub configurations: BTreeMap<String, Tally>,
}

/// How much one configuration was tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// That it was given.
    pub programs: u64,
    /// Those that were repeated counted each time.
    pub compilations: u64,
}

/// One line of the account.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Share {
    pub who: String,
    pub seconds: f64,
    pub percent: f64,
}

impl Usage {
    pub fn add_trial(&mut self, compiler: &str, trial: &Trial) {
        self.add_compiler(compiler, trial.compiled.cost);
        self.programs += trial.executed.as_ref().map(|executed| executed.cost.cpu).unwrap_or_default();
    }

    pub fn add_compiler(&mut self, compiler: &str, cost: Cost) {
        *self.compilers.entry(compiler.to_owned()).or_default() += cost.cpu;
    }

    pub fn add_program(&mut self, configuration: &str) {
        self.configurations.entry(configuration.to_owned()).or_default().programs += 1;
    }

    pub fn add_compilation(&mut self, configuration: &str) {
        self.configurations.entry(configuration.to_owned()).or_default().compilations += 1;
    }

    pub fn add(&mut self, other: &Usage) {
        for (label, tally) in &other.configurations {
            let own = self.configurations.entry(label.clone()).or_default();
            own.programs += tally.programs;
            own.compilations += tally.compilations;
        }
        for (name, time) in &other.compilers {
            *self.compilers.entry(name.clone()).or_default() += *time;
        }
        self.programs += other.programs;
        self.reducing += other.reducing;
        self.tools += other.tools;
        self.learning += other.learning;
        self.own += other.own;
    }

    pub fn of_compilers(&self) -> Duration {
        self.compilers.values().sum()
    }

    pub fn total(&self) -> Duration {
        self.of_compilers() + self.programs + self.reducing + self.tools + self.learning + self.own
    }

    fn share(&self, who: &str, time: Duration) -> Share {
        let total = self.total().as_secs_f64().max(1e-9);
        let seconds = time.as_secs_f64();
        Share { who: who.to_owned(), seconds, percent: 100.0 * seconds / total }
    }

    /// The compilers' parts of all the time.
    pub fn by_compiler(&self) -> Vec<Share> {
        self.compilers.iter().map(|(name, time)| self.share(name, *time)).collect()
    }

    /// The same time by what was done in it.
    pub fn steps(&self) -> Vec<Share> {
        let rows = [
            ("compiling", self.of_compilers()),
            ("running programs", self.programs),
            ("reducing", self.reducing),
            ("other tools", self.tools),
            ("learning", self.learning),
            ("assay itself", self.own),
        ];
        let spent = rows.into_iter().filter(|(_, time)| !time.is_zero());
        spent.map(|(what, time)| self.share(what, time)).collect()
    }

    /// Everybody's part, compilers first.
    pub fn shares(&self) -> Vec<Share> {
        let share = |who: &str, time: Duration| self.share(who, time);
        let mut shares = self.by_compiler();
        shares.push(share("test programs", self.programs));
        for (who, time) in
            [("reductions", self.reducing), ("other tools", self.tools), ("learning", self.learning)]
        {
            if !time.is_zero() {
                shares.push(share(who, time));
            }
        }
        shares.push(share("assay itself", self.own));
        shares
    }

    /// What the whole is for: the part of compilers and test programs, in per cent.
    pub fn useful_percent(&self) -> f64 {
        let useful = self.of_compilers() + self.programs + self.reducing;
        100.0 * useful.as_secs_f64() / self.total().as_secs_f64().max(1e-9)
    }
}

pub(crate) fn seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

fn all_seconds<S: Serializer>(times: &BTreeMap<String, Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(times.iter().map(|(name, time)| (name, time.as_secs_f64())))
}

/// CPU time of this process so far, without its children's.
pub fn own_cpu() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// CPU time of all children that have ended, from proc_pid_stat(5), which counts in ticks of 10 ms.
pub fn children_cpu() -> Duration {
    const TICK: Duration = Duration::from_millis(10);
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    // Fields 16 and 17, counted from 1; the third is the first behind the name.
    let ticks: u32 =
        fields.split(' ').skip(16 - 3).take(2).filter_map(|field| field.parse::<u32>().ok()).sum();
    TICK * ticks
}
