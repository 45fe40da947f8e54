//! `assay hunt --store`: how a worker joins a campaign on a server, and where it keeps what is its own.

use super::{Args, asked, configurations};
use crate::failure::Failure;
use crate::place::Shared;
use crate::settings::Settings;
use crate::terminal;
use campaign::config::Present;
use campaign::store::Changed;
use campaign::text::plural;
use campaign::{Config, Configuration, Draws, Place, Plan, Rate, Scope, Store, StoreError, Wanted};
use emit::Std;
use harness::Setup;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The campaign of the command line; else that of the file.
pub(super) fn shared(args: &Args, config: &Config) -> Shared {
    match (&args.shared.store, &args.dir) {
        (None, Some(_)) => args.shared.clone(),
        (None, None) | (Some(_), _) => args.shared.or_config(config),
    }
}

/// Joins a campaign on a server, with a folder of its own for what is under way here.
pub(super) fn joined(
    plan: &mut Plan,
    args: &Args,
    config: &Config,
    place: &Place,
) -> Result<(Store, Vec<Changed>), Failure> {
    if args.new_settings {
        let words = "the settings of a campaign on a server are everybody's; choose another --campaign";
        return Err(Failure::Usage(words.to_owned()));
    }
    let mut number = 0;
    loop {
        let dir = match (&args.dir, place) {
            (Some(dir), _) => dir.clone(),
            (None, Place::Server { campaign, .. }) => state_dir().join(campaign).join(number.to_string()),
            (None, Place::Folder(dir)) => dir.clone(),
        };
        plan.known = config.known_in(&dir)?;
        match Store::join(place, &dir, plan, args.lease) {
            // Another worker on this machine has it.
            Err(StoreError::Busy { .. }) if args.dir.is_none() && number < MOST_WORKERS => number += 1,
            joined => {
                let (mut store, changed) = joined?;
                leave(&mut store, args)?;
                return Ok((store, changed));
            }
        }
    }
}

/// So many workers of one user and one campaign are on a machine.
const MOST_WORKERS: u32 = 1000;

/// Where a worker keeps what it has not stored yet: it has to outlive the worker.
fn state_dir() -> PathBuf {
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/state"));
    let base = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).or_else(home);
    base.unwrap_or_else(std::env::temp_dir).join("assay")
}

/// Where a campaign's corpora are read from and their cache is: on a server, each machine has its own.
pub(super) fn corpora_dir(args: &Args, place: &Place) -> PathBuf {
    match place {
        Place::Folder(dir) => dir.clone(),
        Place::Server { campaign, .. } => {
            args.dir.clone().unwrap_or_else(|| state_dir().join(campaign).join("corpora"))
        }
    }
}

/// What a worker brings.
pub(super) struct Offer {
    pub configurations: Vec<Configuration>,
    /// What it would have the campaign want, if it is the first.
    pub wanted: Vec<Wanted>,
}

/// Of the toolchains that assay.toml names, those that are here; else as everywhere.
pub(super) fn offered(args: &Args, config: &Config, std: Std, setup: &Setup) -> Result<Offer, Failure> {
    if !args.cc.is_empty() || config.toolchain.is_empty() {
        let configurations = configurations(args, config, std, setup)?;
        return Ok(Offer { configurations, wanted: Vec::new() });
    }
    let Present { here, wanted, missing } = config.present()?;
    if here.is_empty() {
        let why: Vec<String> = missing.into_iter().map(|(_, why)| why).collect();
        return Err(Failure::Environment(format!(
            "this machine has none of the campaign's toolchains: {}",
            why.join("; ")
        )));
    }
    for (name, why) in missing {
        terminal::report(format_args!("assay: note: {name} is left to other machines: {why}\n"));
    }
    Ok(Offer { configurations: here, wanted })
}

/// Settles which toolchains the campaign is about, and leaves out what it is not about.
pub(super) fn route(plan: &mut Plan, named: Vec<Wanted>, place: &Place) -> Result<(), Failure> {
    let own = Wanted::of(&plan.configurations);
    // In the order of assay.toml, which is the same everywhere; what was found here is all of it otherwise.
    let all = if named.is_empty() { own.clone() } else { named };
    plan.wanted = Store::settle_wanted(place, &all)?;
    let (fit, unfit) = Wanted::split(&plan.wanted, std::mem::take(&mut plan.configurations));
    let mut told = BTreeSet::new();
    for one in &unfit {
        let name = &one.toolchain.name;
        let other = plan.wanted.iter().find(|wanted| wanted.name == *name && wanted.version.is_some());
        let version = &one.toolchain.fingerprint.version;
        let words = match other.and_then(|wanted| wanted.version.as_ref()).filter(|wanted| *wanted != version)
        {
            Some(wanted) => format!("{name} is left out: it is {version} here, and {wanted} in the campaign"),
            None => format!("{} is left out: the campaign does not want it", one.label),
        };
        if told.insert(words.clone()) {
            terminal::report(format_args!("assay: note: {words}\n"));
        }
    }
    let names = || plan.wanted.iter().map(|one| one.name.clone()).collect::<Vec<_>>().join(", ");
    if fit.is_empty() {
        let words =
            format!("this machine has nothing that {place} is about: {}; choose another --campaign", names());
        return Err(Failure::Usage(words));
    }
    plan.configurations = fit;
    let is_all = Wanted::of(&plan.configurations).len() == plan.wanted.len();
    if plan.scope_of_tests() == Scope::Every && !is_all {
        return Err(Failure::Usage(format!(
            "where each program is for every configuration, each machine has to have them all: {}",
            names()
        )));
    }
    Ok(())
}

/// What tests draw from is the same for all workers.
pub(super) fn settle_draws(plan: &mut Plan, place: &Place) -> Result<(), Failure> {
    plan.draws.add_flags(&Draws::usual(&plan.configurations));
    plan.draws.fill(&plan.wanted);
    plan.draws = Store::settle_draws(place, &plan.draws)?;
    for one in plan.configurations.iter_mut().filter(|one| one.random.rate == Rate::HalfOfTests) {
        if let Some(flags) = plan.draws.flags.get(&one.toolchain.command.to_string()) {
            one.random.from = flags.clone();
        }
    }
    Ok(())
}

/// What a worker cannot do is no reason to wait for ever, and none to be silent.
pub(super) fn tell_rest(place: &Place, plan: &Plan) {
    // Should the server be away just now, `assay fleet` tells it later.
    let waiting = Store::look_in(place).and_then(|store| store.waiting_elsewhere()).unwrap_or(0);
    let own = Wanted::of(&plan.configurations);
    let missing: Vec<&str> = plan.wanted.iter().map(|one| one.name.as_str()).collect();
    let missing: Vec<&str> =
        missing.into_iter().filter(|name| own.iter().all(|one| one.name != *name)).collect();
    if waiting > 0 && !missing.is_empty() {
        terminal::report(format_args!(
            "assay: note: {} left for machines with {}; `assay fleet {}` tells who has what\n",
            plural(waiting, "test"),
            missing.join(" or "),
            place.argument()
        ));
    }
}

/// The names of what the first worker leaves for those to come.
const SETTINGS: &str = "settings";
const CONFIG: &str = "assay.toml";

/// What the campaign's first worker was started with, if there was one; its assay.toml, where this one has none.
pub(super) fn left_for(place: &Place, args: &Args, config: &mut Config) -> Result<Option<Settings>, Failure> {
    let mut kept = match Store::look_in(place) {
        Ok(store) => store.identity()?,
        Err(StoreError::Missing(_) | StoreError::Older { .. }) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    if let Some(words) = kept.remove(CONFIG).filter(|_| args.config.is_none()) {
        *config = Config::of_words(&words, Path::new(&format!("{CONFIG} of {place}")))?;
    }
    let Some(words) = kept.remove(SETTINGS) else { return Ok(None) };
    let stored = Settings::of_words(&words, &format!("the settings of {place}"))?;
    // What is only of this machine.
    let own = asked(args);
    Ok(Some(Settings {
        config: own.config,
        cc: if own.cc.is_empty() { stored.cc } else { own.cc },
        ..stored
    }))
}

/// Leaves the same for those to come.
fn leave(store: &mut Store, args: &Args) -> Result<(), Failure> {
    store.settle_words(SETTINGS, &asked(args).words()?)?;
    if let Some(file) = &args.config {
        store.settle_words(CONFIG, &Config::words_of(file)?)?;
    }
    Ok(())
}
