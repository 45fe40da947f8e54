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
        /// A folder that all machines share, with the files of findings, if this one was told where it sees it.
        files: Option<PathBuf>,
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
        Ok(Place::Server { url: url.to_owned(), campaign: campaign.to_owned(), files: None })
    }

    /// The same with the files of findings in a folder that all machines share, as in `file:///mnt/assay` or `/mnt/assay`.
    pub fn with_files(self, at: &str) -> Result<Place, String> {
        let place = PathBuf::from(at.strip_prefix("file://").unwrap_or(at));
        if at.contains("://") && !at.starts_with("file://") {
            return Err(format!("`{at}` is no folder; mount it, and give its place as in file:///mnt/assay"));
        }
        if !place.is_absolute() {
            return Err(format!(
                "`{at}` is not the same folder everywhere; give its whole place, as in /mnt/assay"
            ));
        }
        match self {
            Place::Server { url, campaign, .. } => Ok(Place::Server { url, campaign, files: Some(place) }),
            Place::Folder(dir) => Err(format!(
                "the findings of {} have their files there; --files goes with --store",
                dir.display()
            )),
        }
    }

    pub fn is_server(&self) -> bool {
        matches!(self, Place::Server { .. })
    }

    /// The options that name it on a command line.
    pub fn options(&self) -> String {
        match self {
            Place::Folder(dir) => format!("--dir {}", dir.display()),
            Place::Server { url, campaign, .. } => {
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
            Place::Server { url, campaign, .. } => {
                write!(f, "campaign {campaign} of {}", without_password(url))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_in_a_folder_that_has_one_name_everywhere() {
        let place = || Place::server("postgres://a@b/c", "x").expect("a place");
        let files = |at: &str| match place().with_files(at) {
            Ok(Place::Server { files, .. }) => Ok(files.expect("they are there")),
            Ok(Place::Folder(dir)) => Ok(dir),
            Err(words) => Err(words),
        };
        assert_eq!(files("file:///mnt/a"), Ok(PathBuf::from("/mnt/a")));
        assert_eq!(files("/mnt/a"), Ok(PathBuf::from("/mnt/a")));
        for wrong in ["mnt/a", "s3://bucket/a", "file://mnt", ""] {
            assert!(files(wrong).is_err(), "{wrong}");
        }
        assert!(Place::Folder(PathBuf::from("c")).with_files("/mnt/a").is_err());
    }
}
