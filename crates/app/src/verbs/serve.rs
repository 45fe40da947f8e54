//! `assay serve`: a campaign in a browser, also while it runs. The pages themselves are the crate `dashboard`.

use crate::failure::Failure;
use crate::place::Shared;
use crate::terminal;
use campaign::Place;

use dashboard::{Options, ServeError, Source, SourceError, Stored};
use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Show a campaign in a browser, also while it runs
#[derive(clap::Args)]
#[command(
    after_help = "Beside pages: a JSON API (/api/openapi.json), Prometheus (/metrics), a feed of new bugs (/feed.atom). Ctrl-C ends it. \
        Exit codes: 2 no such campaign, 3 the port is taken"
)]
pub struct Args {
    /// The campaign's folder [default: assay-campaign]
    dir: Option<PathBuf>,
    #[command(flatten)]
    shared: Shared,
    /// Where to listen; 0 for any port that is free
    #[arg(long, value_name = "N", default_value_t = 8377)]
    port: u16,
    /// On which address to listen; 0.0.0.0 for all, where everybody who reaches it can read the campaign
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// A name by which browsers may ask for it, beside localhost, as in assay.example.org; again for more
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// A campaign to compare it with: a folder, or with --store a name there; again for more
    #[arg(long, value_name = "DIR|NAME")]
    beside: Vec<PathBuf>,
    /// A file with a token. Who has it may change the state of bugs from other machines, too
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
}

/// A shorter token can be guessed.
const LEAST_TOKEN: usize = 16;

pub fn run(args: Args) -> Result<u8, Failure> {
    let place = args.shared.or(args.dir.as_deref())?;
    let source = opened(&place)?;
    let others = args.beside.iter().map(|other| opened(&beside(&place, other)?));
    let others = others.collect::<Result<_, Failure>>()?;
    let token = args.token_file.as_deref().map(token).transpose()?;
    let listener = TcpListener::bind((args.listen, args.port)).map_err(|error| {
        let (listen, port) = (args.listen, args.port);
        Failure::Environment(format!(
            "cannot listen on {listen}, port {port}: {error}; choose another --port"
        ))
    })?;
    let address = listener.local_addr().map_err(|error| Failure::Environment(error.to_string()))?;
    let options = Options { listener, source, others, token, hosts: args.host };
    let shown = format!("{place} is shown at http://{address}/\n");
    dashboard::serve(options, || terminal::print(shown.as_bytes()).map_err(|_| ServeError::Unheard))
        .map_err(failure)?;
    Ok(0)
}

fn opened(place: &Place) -> Result<Arc<dyn Source>, Failure> {
    Ok(Arc::new(Stored::open(place)?))
}

/// Another campaign: a folder, or a name on the same server.
fn beside(place: &Place, other: &Path) -> Result<Place, Failure> {
    match place {
        Place::Server { url, .. } if !other.is_dir() => {
            Place::server(url, &other.display().to_string()).map_err(Failure::Usage)
        }
        Place::Server { .. } | Place::Folder(_) => Ok(Place::Folder(other.to_owned())),
    }
}

fn token(file: &Path) -> Result<String, Failure> {
    let text =
        std::fs::read_to_string(file).map_err(|error| Failure::File { file: file.to_owned(), error })?;
    let token = text.trim();
    if token.len() < LEAST_TOKEN {
        let file = file.display();
        return Err(Failure::Usage(format!("the token in {file} is shorter than {LEAST_TOKEN} characters")));
    }
    Ok(token.to_owned())
}

fn failure(error: ServeError) -> Failure {
    match error {
        ServeError::Source(SourceError::Store(error)) => error.into(),
        ServeError::Unheard => Failure::BrokenPipe,
        error @ ServeError::Io(_) => Failure::Environment(error.to_string()),
    }
}
