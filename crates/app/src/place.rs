//! Which campaign a verb is about: a folder, or `--store URL --campaign NAME`, or what assay.toml says.

use crate::failure::Failure;
use crate::verbs::hunt::DEFAULT_DIR;
use campaign::{Config, Place, Store};
use std::path::{Path, PathBuf};

/// What a team keeps about its campaigns, read where it stands.
pub const USUAL_CONFIG: &str = "assay.toml";

#[derive(clap::Args, Clone, Default)]
pub struct Shared {
    /// PostgreSQL, where many machines share the campaign, in the place of a folder: postgres://USER@HOST/DATABASE. The PG*
    /// variables and ~/.pgpass say what it leaves out, such as the password [default: that of assay.toml, where no folder is named]
    #[arg(long, value_name = "URL")]
    pub store: Option<String>,
    /// The name of the campaign there
    #[arg(long, value_name = "NAME")]
    pub campaign: Option<String>,
    /// A folder that all machines share, as in file:///mnt/assay, for the files of findings [default: that of the campaign's first
    /// worker, else the database]
    #[arg(long, value_name = "URL")]
    pub files: Option<String>,
}

impl Shared {
    /// The campaign on a server, if that is what is meant.
    pub fn server(&self) -> Result<Option<Place>, Failure> {
        match (&self.store, &self.campaign) {
            (Some(url), Some(name)) => self.named(url, name).map(Some),
            (None, None) if self.files.is_some() => Err(Failure::Usage(
                "--files goes with --store; a campaign in a folder has its files there".to_owned(),
            )),
            (None, None) => Ok(None),
            (None, Some(_)) => Err(Failure::Usage(
                "--campaign names one of a server; give --store postgres://USER@HOST/DATABASE, too"
                    .to_owned(),
            )),
            (Some(url), None) => {
                let names = Store::campaigns(url)?;
                let there = if names.is_empty() {
                    "; there is none yet".to_owned()
                } else {
                    format!("; there are {}", names.join(", "))
                };
                Err(Failure::Usage(format!("--store needs --campaign NAME{there}")))
            }
        }
    }

    fn named(&self, url: &str, name: &str) -> Result<Place, Failure> {
        let place = Place::server(url, name).map_err(Failure::Usage)?;
        match &self.files {
            Some(files) => place.with_files(files).map_err(Failure::Usage),
            None => Ok(place),
        }
    }

    /// The same with what assay.toml says where this leaves something out.
    pub fn or_config(&self, config: &Config) -> Shared {
        Shared {
            store: self.store.clone().or(config.store.clone()),
            campaign: self.campaign.clone().or(config.campaign.clone()),
            files: self.files.clone().or(config.files.clone()),
        }
    }

    /// The campaign on a server, or that in a folder; where none is named, that of assay.toml, or else the usual folder.
    pub fn or(&self, dir: Option<&Path>) -> Result<Place, Failure> {
        let place = match dir {
            Some(_) => self.server()?,
            None => self.or_usual()?.server()?,
        };
        Ok(place
            .unwrap_or_else(|| Place::Folder(dir.map_or_else(|| PathBuf::from(DEFAULT_DIR), Path::to_owned))))
    }

    /// The same with the assay.toml that is here.
    pub fn or_usual(&self) -> Result<Shared, Failure> {
        let file = Path::new(USUAL_CONFIG);
        if !file.is_file() || (self.store.is_some() && self.campaign.is_some()) {
            return Ok(self.clone());
        }
        Ok(self.or_config(&Config::read(file)?))
    }

    /// The campaign, and a finding of it, of what may be two words. A single one that is no folder names a finding of the usual
    /// campaign; so it does where the campaign is on a server.
    pub fn subject(
        &self,
        dir: Option<&Path>,
        finding: Option<&str>,
    ) -> Result<(Place, Option<String>), Failure> {
        let named = || finding.map(str::to_owned).or(dir.map(|dir| dir.display().to_string()));
        if let Some(place) = self.server()? {
            return Ok((place, named()));
        }
        let Some(word) = dir.filter(|dir| finding.is_some() || dir.exists()) else {
            return match self.or(None)? {
                Place::Folder(usual) if !usual.exists() && dir.is_some() => {
                    Ok((Place::Folder(dir.map(Path::to_owned).unwrap_or(usual)), None))
                }
                usual => Ok((usual, named())),
            };
        };
        Ok((Place::Folder(word.to_owned()), finding.map(str::to_owned)))
    }
}
