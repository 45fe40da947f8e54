//! What a process may reach beside its own directory. Landlock keeps it from writing elsewhere, from TCP, and from
//! sending signals to processes that are not its own, as far as the kernel knows how; reading and executing stay free.
//!
//! Landlock restricts a thread and what it starts from then on. So each process is started by a thread of its own, which
//! restricts itself first and then ends: nothing has to run between fork and exec, and we ourselves stay free.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    RestrictionStatus, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};

/// Where a process may write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Wherever we may ourselves.
    Anywhere,
    /// Below its own directory, and below these.
    Own(Vec<PathBuf>),
}

impl Default for Reach {
    fn default() -> Reach {
        Reach::Own(Vec::new())
    }
}

impl Reach {
    /// The same, with one more place.
    pub fn with(&self, more: &Path) -> Reach {
        match self {
            Reach::Anywhere => Reach::Anywhere,
            Reach::Own(places) => Reach::Own(places.iter().cloned().chain([more.to_owned()]).collect()),
        }
    }
}

/// Devices that swallow, or are the terminal: many programs open them for writing.
const DEVICES: [&str; 4] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/tty"];

/// The rights that are withheld: all that change something. Later kernels know more of them; what ours does not know is
/// not withheld.
fn changes() -> BitFlags<AccessFs> {
    AccessFs::from_write(ABI::V3)
}

/// Runs a function on a thread that may only change what is below a directory and some places.
pub(super) fn confined<T: Send>(
    dir: &Path,
    places: &[PathBuf],
    f: impl FnOnce() -> T + Send,
) -> io::Result<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().spawn_scoped(scope, || {
            restrict(CompatLevel::BestEffort, Some(dir), places).map_err(io::Error::other)?;
            Ok(f())
        })?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn restrict(
    level: CompatLevel,
    dir: Option<&Path>,
    places: &[PathBuf],
) -> Result<RestrictionStatus, RulesetError> {
    let mut rules = Ruleset::default()
        .set_compatibility(level)
        .handle_access(changes())?
        .handle_access(AccessNet::from_all(ABI::V4))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?;
    let folders = dir.into_iter().chain(places.iter().map(PathBuf::as_path));
    let files = DEVICES.iter().map(Path::new);
    for (path, rights) in folders.map(|path| (path, changes())).chain(files.map(|path| (path, on_files()))) {
        // What is not there needs no right.
        if let Ok(opened) = PathFd::new(path) {
            let rights = if path.is_dir() { rights } else { rights & on_files() };
            rules = rules.add_rule(PathBeneath::new(opened, rights))?;
        }
    }
    rules.restrict_self()
}

fn on_files() -> BitFlags<AccessFs> {
    changes() & AccessFs::from_file(ABI::V3)
}

/// What this kernel can keep a process from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sandbox {
    pub files: bool,
    pub network: bool,
    pub signals: bool,
}

/// Asks the kernel once.
pub fn sandbox() -> Sandbox {
    static FOUND: OnceLock<Sandbox> = OnceLock::new();
    *FOUND.get_or_init(|| Sandbox {
        files: holds(|rules| rules.handle_access(changes())),
        network: holds(|rules| rules.handle_access(AccessNet::from_all(ABI::V4))),
        signals: holds(|rules| rules.scope(Scope::from_all(ABI::V6))),
    })
}

/// Whether a restriction is enforced in full, tried on a thread that ends at once.
fn holds(ask: impl FnOnce(Ruleset) -> Result<Ruleset, RulesetError> + Send) -> bool {
    let attempt = || {
        let rules = ask(Ruleset::default().set_compatibility(CompatLevel::HardRequirement))?;
        rules.create()?.restrict_self()
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().spawn_scoped(scope, attempt);
        let status = thread.ok().and_then(|thread| thread.join().ok());
        status.and_then(Result::ok).is_some_and(|status| status.ruleset == RulesetStatus::FullyEnforced)
    })
}
