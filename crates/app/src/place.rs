//! Which campaign a verb is about: a folder, or `--store URL --campaign NAME`.

use crate::failure::Failure;
use campaign::{Place, Store};
use std::path::PathBuf;

#[derive(clap::Args, Clone, Default)]
pub struct Shared {
    /// PostgreSQL, where many machines share the campaign, in the place of a folder: postgres://USER@HOST/DATABASE. The PG*
    /// variables and ~/.pgpass say what it leaves out, such as the password
    #[arg(long, value_name = "URL")]
    pub store: Option<String>,
    /// The name of the campaign there
    #[arg(long, value_name = "NAME")]
    pub campaign: Option<String>,
}

impl Shared {
    /// The campaign on a server, if that is what is meant.
    pub fn server(&self) -> Result<Option<Place>, Failure> {
        match (&self.store, &self.campaign) {
            (Some(url), Some(name)) => Place::server(url, name).map(Some).map_err(Failure::Usage),
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

    /// The campaign on a server, or that in a folder.
    pub fn or(&self, dir: impl FnOnce() -> PathBuf) -> Result<Place, Failure> {
        Ok(self.server()?.unwrap_or_else(|| Place::Folder(dir())))
    }
}
