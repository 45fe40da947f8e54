//! Where a campaign is kept: in a folder of this machine, or on a server that many machines share.

use std::fmt;
use std::path::PathBuf;

use super::engine::address::without_password;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    Folder(PathBuf),
    Server {
        /// As in `postgres://USER@HOST/DATABASE`.
        url: String,
        campaign: String,
    },
}

/// Names have no more letters; PostgreSQL's have 63.
const LONGEST: usize = 50;

impl Place {
    /// A campaign on a server. The error says what is wrong with its name.
    pub fn server(url: &str, campaign: &str) -> Result<Place, String> {
        let is_fine = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        if campaign.is_empty() || campaign.len() > LONGEST || !campaign.chars().all(is_fine) {
            return Err(format!(
                "`{campaign}` is no name of a campaign; give one to {LONGEST} letters, digits, dots, - or _"
            ));
        }
        Ok(Place::Server { url: url.to_owned(), campaign: campaign.to_owned() })
    }

    pub fn is_server(&self) -> bool {
        matches!(self, Place::Server { .. })
    }

    /// The options that name it on a command line.
    pub fn options(&self) -> String {
        match self {
            Place::Folder(dir) => format!("--dir {}", dir.display()),
            Place::Server { url, campaign } => {
                format!("--store {} --campaign {campaign}", without_password(url))
            }
        }
    }

    /// The same for verbs that take a folder without an option.
    pub fn argument(&self) -> String {
        match self {
            Place::Folder(dir) => dir.display().to_string(),
            Place::Server { .. } => self.options(),
        }
    }

    /// The option that names another one.
    pub(super) fn option(&self) -> &'static str {
        match self {
            Place::Folder(_) => "--dir",
            Place::Server { .. } => "--campaign",
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Folder(dir) => write!(f, "{}", dir.display()),
            Place::Server { url, campaign } => {
                write!(f, "campaign {campaign} of {}", without_password(url))
            }
        }
    }
}
