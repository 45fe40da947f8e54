//! What a campaign learns from what it finds. Each draw of a test (its profile, swarm's draws, its size, its flags) is an arm of a
//! bandit that is paid in new things: a bucket that nobody has seen in this campaign, and, on a small sample of the tests, counters
//! and remarks of the compiler's that are new. What a bucket pays is shared by the tests that find it, so that chance counts less the
//! more of them there are. An arm that was paid more than its share of the work is drawn more often, one that
//! was paid less, less often; a third of the tests is drawn as if nothing had been learned, so that no combination dies out.
//!
//! All is a pure function of the accounts; who keeps them is [`crate::run`], and where is [`crate::store`].

use std::collections::{BTreeMap, BTreeSet};

use generate::Drawn;
use serde::{Deserialize, Serialize};

use crate::draw::seed::{Purpose, draw};

/// Whether a campaign learns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Learning {
    On,
    #[default]
    Off,
}

/// One option of one choice.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Arm {
    pub choice: String,
    pub option: String,
}

impl Arm {
    pub fn new(choice: &str, option: &str) -> Arm {
        Arm { choice: choice.to_owned(), option: option.to_owned() }
    }
}

impl From<Drawn> for Arm {
    fn from(drawn: Drawn) -> Arm {
        Arm::new(&drawn.draw, drawn.option)
    }
}

/// The choices of the campaign's own; those of swarm have their own names.
pub const PROFILE: &str = "profile";
pub const FLAGS: &str = "flags";
pub const HAS_FLAGS: &str = "has-flags";
pub const WITH: &str = "with";
pub const WITHOUT: &str = "without";

/// What tests are drawn by: how likely options are beside what is usual, in per cent.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Odds {
    /// Zero is before anything was learned.
    pub generation: u64,
    pub rows: generate::Odds,
}

/// As likely as before anything was learned.
pub const USUAL: u32 = 100;

impl Odds {
    pub fn of(&self, choice: &str, option: &str) -> u32 {
        self.rows.get(choice).and_then(|row| row.get(option)).copied().unwrap_or(USUAL)
    }

    /// Whether a choice is made as usual.
    pub fn leaves(&self, choice: &str) -> bool {
        !self.rows.contains_key(choice)
    }
}

/// One of so many tests is drawn as usual, whatever was learned.
const PLAIN: u64 = 3;

/// Whether the test of a seed heeds what was learned.
pub fn heeds(seed: u64) -> bool {
    !draw(seed, Purpose::Learning, 0).is_multiple_of(PLAIN)
}

/// What came of one test, as far as it is paid for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Trial {
    pub arms: Vec<Arm>,
    /// It was drawn by what was learned.
    pub heeds: bool,
    /// Of its program: compilers take time in proportion.
    pub bytes: u64,
    /// What the compiler told, if it was asked.
    pub told: Option<BTreeSet<String>>,
}

/// What an arm has cost and brought; or all tests together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Account {
    pub tests: u64,
    pub bytes: u64,
    /// Those of the bytes that were drawn by what was learned.
    pub heeding: u64,
    /// Those of the bytes whose compiler was asked what it did, and would have been paid for news.
    pub sampled: u64,
    /// New counters and remarks.
    pub news: u64,
}

/// The account of a campaign.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Learned {
    pub all: Account,
    pub arms: BTreeMap<String, BTreeMap<String, Account>>,
    pub bugs: BTreeMap<String, Bug>,
    /// How often compilers were asked what they did.
    pub samples: u64,
    /// Counters and remarks that were seen.
    pub seen: BTreeSet<String>,
}

/// A bucket, and what the tests had drawn that found it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Bug {
    pub tests: u64,
    /// Those that were drawn by what was learned.
    pub heeding: u64,
    pub arms: BTreeMap<String, BTreeMap<String, u64>>,
}

/// So many tests tell what a bug needs.
const ENOUGH: u64 = 16;

/// So many more that drew everything in its share are taken to have found it: the first test tells little.
const IMAGINED: f64 = 1.0;

/// What is known of an arm before it is tried, in buckets: the more, the more it takes to change its odds.
const PRIOR: f64 = 1.0;

/// How much is made of an advantage: this power of it. A feature that half of the bugs need is paid little more than others.
const ZEAL: i32 = 8;

/// What a new counter or remark is worth, in buckets.
const NEWS: f64 = 0.1;

/// So many of one program are paid.
const MOST_NEWS: u64 = 3;

/// What so many samples show is common, and is not paid.
const COMMON: u64 = 5;

/// How far odds go from what is usual, in either direction.
const MOST: f64 = 4.0;

/// Odds are rounded to so many per cent, so that chance is not stored.
const STEP: f64 = 5.0;

impl Account {
    fn add(&mut self, other: Account) {
        self.tests += other.tests;
        self.bytes += other.bytes;
        self.heeding += other.heeding;
        self.sampled += other.sampled;
        self.news += other.news;
    }

    /// The share of an arm in what tests of either kind find. Those that heed what was learned find more than the others,
    /// whatever else they draw: that is no merit of all their arms.
    fn share(&self, all: &Account, found: Found) -> f64 {
        found.heeding * share(self.heeding, all.heeding)
            + found.plain * share(self.bytes - self.heeding, all.bytes - all.heeding)
    }

    /// What an arm was paid beside what it would have been if all work were paid alike, as odds.
    fn odds(&self, all: &Account, paid: f64, expected: f64) -> u32 {
        let paid = paid + NEWS * self.news as f64;
        let expected = expected + NEWS * all.news as f64 * share(self.sampled, all.sampled);
        let odds = ((PRIOR + paid) / (PRIOR + expected)).powi(ZEAL).clamp(1.0 / MOST, MOST);
        ((odds * f64::from(USUAL) / STEP).round() * STEP) as u32
    }
}

/// How much of a bucket was found by tests of either kind; one in all.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    plain: f64,
    heeding: f64,
}

fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

impl Learned {
    /// A test was run. Tells whether anything new was seen.
    pub fn tried(&mut self, trial: &Trial) -> bool {
        let new = trial.told.iter().flatten().filter(|one| !self.seen.contains(*one)).count() as u64;
        self.seen.extend(trial.told.iter().flatten().cloned());
        self.samples += u64::from(trial.told.is_some());
        let is_paid = trial.told.is_some() && self.samples > COMMON;
        let (sampled, news) = if is_paid { (trial.bytes, new.min(MOST_NEWS)) } else { (0, 0) };
        let heeding = if trial.heeds { trial.bytes } else { 0 };
        self.add(&trial.arms, Account { tests: 1, bytes: trial.bytes, heeding, sampled, news });
        news > 0
    }

    /// A test has found a bug. Tells whether it is a new one.
    pub fn found(&mut self, bucket: &str, trial: &Trial) -> bool {
        let bug = self.bugs.entry(bucket.to_owned()).or_default();
        if bug.tests >= ENOUGH {
            return false;
        }
        bug.tests += 1;
        bug.heeding += u64::from(trial.heeds);
        for arm in &trial.arms {
            *bug.arms.entry(arm.choice.clone()).or_default().entry(arm.option.clone()).or_default() += 1;
        }
        bug.tests == 1
    }

    /// What somebody else has learned of the same campaign.
    pub fn add_all(&mut self, other: &Learned) {
        self.all.add(other.all);
        for (choice, options) in &other.arms {
            let own = self.arms.entry(choice.clone()).or_default();
            for (option, account) in options {
                own.entry(option.clone()).or_default().add(*account);
            }
        }
        for (bucket, bug) in &other.bugs {
            let own = self.bugs.entry(bucket.clone()).or_default();
            own.tests += bug.tests;
            own.heeding += bug.heeding;
            for (choice, options) in &bug.arms {
                let row = own.arms.entry(choice.clone()).or_default();
                options.iter().for_each(|(option, times)| *row.entry(option.clone()).or_default() += times);
            }
        }
        self.samples += other.samples;
        self.seen.extend(other.seen.iter().cloned());
    }

    /// The buckets that an arm was paid, and those that would be its share.
    fn buckets(&self, choice: &str, option: &str, account: &Account) -> (f64, f64) {
        let (mut paid, mut expected) = (0.0, 0.0);
        for bug in self.bugs.values() {
            let heeding = share(bug.heeding, bug.tests);
            let own = account.share(&self.all, Found { plain: 1.0 - heeding, heeding });
            let times = bug.arms.get(choice).and_then(|row| row.get(option)).copied().unwrap_or(0);
            paid += (times as f64 + IMAGINED * own) / (bug.tests as f64 + IMAGINED);
            expected += own;
        }
        (paid, expected)
    }

    fn add(&mut self, arms: &[Arm], account: Account) {
        self.all.add(account);
        for arm in arms {
            let options = self.arms.entry(arm.choice.clone()).or_default();
            options.entry(arm.option.clone()).or_default().add(account);
        }
    }

    /// The odds that follow, without those that are as usual.
    pub fn odds(&self) -> generate::Odds {
        let mut rows = generate::Odds::new();
        for (choice, options) in &self.arms {
            for (option, account) in options {
                let (paid, expected) = self.buckets(choice, option, account);
                let odds = account.odds(&self.all, paid, expected);
                if odds != USUAL {
                    rows.entry(choice.clone()).or_default().insert(option.clone(), odds);
                }
            }
        }
        rows
    }

    /// Whether, after so many tests with the same odds, it is time for others.
    pub fn is_due(&self, since: u64) -> bool {
        since >= (self.all.tests / 16).max(64)
    }
}

/// A line of a report: what one option has cost and brought.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Line {
    pub choice: String,
    pub option: String,
    #[serde(flatten)]
    pub account: Account,
    /// What it was paid: its share of each bucket.
    pub buckets: f64,
    /// Beside what is usual, in per cent.
    pub odds: u32,
}

impl Learned {
    /// All arms, those that are drawn most beside what is usual first.
    pub fn lines(&self, odds: &Odds) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for (choice, options) in &self.arms {
            lines.extend(options.iter().map(|(option, account)| Line {
                choice: choice.clone(),
                option: option.clone(),
                account: *account,
                buckets: self.buckets(choice, option, account).0,
                odds: odds.of(choice, option),
            }));
        }
        lines.sort_by(|a, b| {
            b.odds.cmp(&a.odds).then_with(|| (&a.choice, &a.option).cmp(&(&b.choice, &b.option)))
        });
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_follow_what_was_paid_for_the_work() {
        let all = Account { tests: 1000, bytes: 1000, heeding: 500, sampled: 100, news: 20 };
        let arm = |bytes, sampled, paid: f64, news| {
            let account = Account { tests: bytes, bytes, heeding: bytes / 2, sampled, news };
            account.odds(&all, paid, 10.0 * account.share(&all, Found { plain: 0.2, heeding: 0.8 }))
        };
        for (what, odds, expected) in [
            ("nothing is known", arm(0, 0, 0.0, 0), 100),
            ("its share", arm(100, 10, 1.0, 2), 100),
            ("all of it in a tenth of the work", arm(100, 10, 10.0, 20), 400),
            ("a tenth of a bucket more than its share", arm(100, 10, 1.1, 2), 145),
            ("none in half of the work", arm(500, 50, 0.0, 0), 25),
            ("news alone", arm(100, 10, 1.0, 3), 145),
        ] {
            assert_eq!(odds, expected, "{what}");
        }
        // An arm that only heeding tests draw has its share of what they find, and no merit of its own.
        let follower = Account { tests: 100, bytes: 100, heeding: 100, ..Account::default() };
        assert_eq!(follower.share(&all, Found { plain: 0.5, heeding: 0.5 }), 0.1);
    }

    #[test]
    fn a_bucket_pays_one_whoever_finds_it_how_often() {
        let mut learned = Learned::default();
        let trial =
            |option| Trial { arms: vec![Arm::new("has-int128", option)], bytes: 10, ..Trial::default() };
        for option in [WITH, WITHOUT] {
            learned.tried(&trial(option));
        }
        assert!(learned.found("a", &trial(WITH)));
        (0..2).for_each(|_| assert!(!learned.found("a", &trial(WITHOUT)), "it is no news"));
        let paid = |learned: &Learned| {
            let account = |option| &learned.arms["has-int128"][option];
            [WITH, WITHOUT].map(|option| learned.buckets("has-int128", option, account(option)).0)
        };
        // One of three, and half of one that is imagined.
        assert_eq!(paid(&learned), [1.5 / 4.0, 2.5 / 4.0]);
        (0..1000).for_each(|_| assert!(!learned.found("a", &trial(WITH))));
        assert_eq!(learned.bugs["a"].tests, ENOUGH);
        assert_eq!(paid(&learned).iter().sum::<f64>(), 1.0);
    }

    #[test]
    fn new_things_are_paid_once_and_few_of_one_program() {
        let mut learned = Learned::default();
        let told = |words: &[&str]| Some(words.iter().map(|&word| word.to_owned()).collect());
        let arms = vec![Arm::new("has-int128", WITH)];
        let trial = |told| Trial { arms: arms.clone(), heeds: false, bytes: 10, told };
        (0..COMMON).for_each(|_| assert!(!learned.tried(&trial(told(&["common"])))));
        assert!(learned.tried(&trial(told(&["a", "b", "c", "d", "common"]))));
        assert!(!learned.tried(&trial(told(&["a", "d"]))));
        assert!(!learned.tried(&trial(None)));
        learned.found("a", &trial(None));
        let expected = Account { tests: COMMON + 3, bytes: 80, heeding: 0, sampled: 20, news: MOST_NEWS };
        assert_eq!((learned.all, learned.arms["has-int128"][WITH]), (expected, expected));
        assert_eq!(learned.odds(), generate::Odds::new(), "the only arm has its share");
    }

    #[test]
    fn a_third_of_the_tests_heeds_nothing() {
        let plain = (0..3000).filter(|seed| !heeds(crate::draw::seed::of_test(1, *seed))).count();
        assert!((900..1100).contains(&plain), "{plain}");
    }

    /// Twenty switches, each on in a fifth of the tests. Ten bugs need two of six of them, and one of the others each.
    fn tests_until_ten_bugs(campaign: u64, learning: Learning) -> u64 {
        const SHARE: u32 = 20;
        let mut learned = Learned::default();
        let (mut odds, mut found, mut test) = (Odds::default(), BTreeSet::new(), 0);
        while found.len() < 10 {
            let seed = crate::draw::seed::of_test(campaign, test);
            test += 1;
            let plain = Odds::default();
            let heeds = learning == Learning::On && heeds(seed) && !odds.rows.is_empty();
            let heeded = if heeds { &odds } else { &plain };
            let is_on = |switch: u64| {
                let name = format!("switch {switch}");
                let with = u64::from(SHARE * heeded.of(&name, WITH));
                let without = u64::from((100 - SHARE) * heeded.of(&name, WITHOUT));
                draw(seed, Purpose::Features, switch) % (with + without) < with
            };
            let on: Vec<bool> = (0..20).map(is_on).collect();
            let arm = |(at, on): (usize, &bool)| {
                Arm::new(&format!("switch {at}"), if *on { WITH } else { WITHOUT })
            };
            let arms: Vec<Arm> = on.iter().enumerate().map(arm).collect();
            let trial = Trial { arms, heeds, bytes: 1, told: None };
            learned.tried(&trial);
            let new = (0..10)
                .filter(|bug| on[bug % 6] && on[(bug + 1) % 6] && on[10 + bug])
                .collect::<Vec<usize>>();
            for bug in new {
                learned.found(&bug.to_string(), &trial);
                found.insert(bug);
            }
            odds.rows = learned.odds();
        }
        test
    }

    #[test]
    fn bugs_that_share_what_they_need_are_found_sooner() {
        let all = |learning| (1..=20).map(|campaign| tests_until_ten_bugs(campaign, learning)).sum::<u64>();
        let (plain, learning) = (all(Learning::Off), all(Learning::On));
        assert!(learning * 3 < plain * 2, "{learning} tests with learning, {plain} without");
    }
}
