//! Who writes programs: our profiles, and the generators of others that are installed.

use crate::Error;
use crate::clock::timed;
use generate::{Aim, Check, GrowError, Grown, PROFILES, Profile, Request};
use harness::generator::{GeneratorError, generate_measured};
use harness::toolchain::find_program;
use harness::{Setup, Source, Template};
use ir::Target;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Clone, Debug)]
pub enum Producer {
    Profile(&'static dyn Profile),
    Peer(Peer),
}

/// A generator of somebody else's.
#[derive(Clone, Debug)]
pub struct Peer {
    pub name: String,
    pub command: Template,
    /// Where the header is that its programs include.
    pub include: Option<PathBuf>,
}

/// A known peer: its command, and the header that its programs need, with the package that has it.
struct Known {
    name: &'static str,
    command: &'static str,
    header: Option<(&'static str, &'static str)>,
}

const KNOWN: [Known; 2] = [
    Known { name: "csmith", command: "csmith --seed {seed}", header: Some(("csmith.h", "libcsmith-dev")) },
    Known { name: "yarpgen", command: "yarpgen --std=c --seed={seed} -o {dir}", header: None },
];

/// Where headers are looked for, and one level below.
const INCLUDE: [&str; 2] = ["/usr/include", "/usr/local/include"];

/// All profiles, all peers that are installed, and why others are left out.
pub fn all() -> (Vec<Producer>, Vec<String>) {
    let mut producers: Vec<Producer> = PROFILES.iter().copied().map(Producer::Profile).collect();
    let mut missing = Vec::new();
    for known in &KNOWN {
        match known.peer() {
            Ok(peer) => producers.push(Producer::Peer(peer)),
            Err(why) => missing.push(why),
        }
    }
    (producers, missing)
}

impl Known {
    fn peer(&self) -> Result<Peer, String> {
        let Known { name, command, header } = self;
        if find_program(name).is_none() {
            return Err(format!("{name} is not installed"));
        }
        let include = match header {
            None => None,
            Some((header, package)) => {
                let missing = || format!("{name} is left out: {header} is not here (package {package})");
                Some(dir_of(header).ok_or_else(missing)?)
            }
        };
        let command = Template::parse(command).map_err(|error| format!("{name}: {error}"))?;
        // There are profiles of the same names.
        Ok(Peer { name: format!("peer-{name}"), command, include })
    }
}

fn dir_of(header: &str) -> Option<PathBuf> {
    INCLUDE.iter().flat_map(|root| dirs_in(Path::new(root))).find(|dir| dir.join(header).is_file())
}

/// A folder, and those in it, by name.
fn dirs_in(root: &Path) -> Vec<PathBuf> {
    let mut dirs: Vec<PathBuf> = std::fs::read_dir(root)
        .map(|entries| entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect())
        .unwrap_or_default();
    dirs.sort();
    dirs.insert(0, root.to_owned());
    dirs
}

/// A program, and what it took to write it.
pub(crate) struct Produced {
    pub sources: Vec<Source>,
    pub cpu: Duration,
    /// What is known of a program of ours.
    pub grown: Option<Box<Grown>>,
}

impl Produced {
    pub fn tokens(&self) -> u64 {
        self.sources.iter().map(|source| emit::tokens(&source.text) as u64).sum()
    }

    pub fn bytes(&self) -> u64 {
        self.sources.iter().map(|source| source.text.len() as u64).sum()
    }
}

impl Producer {
    pub fn name(&self) -> &str {
        match self {
            Producer::Profile(profile) => profile.name(),
            Producer::Peer(peer) => &peer.name,
        }
    }

    /// What a compiler needs to be told to find the headers.
    pub(crate) fn flags(&self) -> Vec<String> {
        match self {
            Producer::Profile(_) => Vec::new(),
            Producer::Peer(peer) => peer.include.iter().map(|dir| format!("-I{}", dir.display())).collect(),
        }
    }

    /// The program of a seed, or nothing where the generator gives up on it.
    pub(crate) fn produce(&self, setup: &Setup, seed: u64) -> Result<Option<Produced>, Error> {
        match self {
            Producer::Profile(profile) => grown(*profile, seed),
            Producer::Peer(peer) => match generate_measured(setup, &peer.command, seed) {
                Ok(made) => Ok(Some(Produced { sources: made.sources, cpu: made.cost.cpu, grown: None })),
                Err(GeneratorError::Ours(error)) => Err(error.into()),
                Err(
                    GeneratorError::Failed { .. }
                    | GeneratorError::TooSlow { .. }
                    | GeneratorError::Nothing { .. },
                ) => Ok(None),
            },
        }
    }
}

fn grown(profile: &'static dyn Profile, seed: u64) -> Result<Option<Produced>, Error> {
    let internal = |words| Error::Internal { profile: profile.name(), seed, words };
    let request = Request {
        seed,
        target: Target::LP64,
        policy: profile.policy(Aim::WrongCode),
        swarm: profile.is_swarmed(),
        check: Check::Print,
    };
    let (made, cpu) = timed(|| {
        let grown = profile.grow(&request)?;
        let output = emit::print(&grown.program, &emit::Options::default());
        Ok::<_, GrowError>((grown, output))
    });
    let (grown, output) = match made {
        Ok(made) => made,
        Err(GrowError::GaveUp(..) | GrowError::TooLong { .. } | GrowError::TooShort { .. }) => {
            return Ok(None);
        }
        Err(error) => return Err(internal(error.to_string())),
    };
    let output = output.map_err(|error| internal(error.to_string()))?;
    let sources = output.files.into_iter().map(|file| Source { name: file.name, text: file.text }).collect();
    Ok(Some(Produced { sources, cpu, grown: Some(Box::new(grown)) }))
}
