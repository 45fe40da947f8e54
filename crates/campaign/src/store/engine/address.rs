//! Where a PostgreSQL server is and who we are there, as everybody else says it: an address, the PG* variables, ~/.pgpass.

use std::fmt;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use postgres::Config;
use postgres::config::{Host, SslMode};

#[derive(Clone)]
pub(crate) struct Address {
    pub config: Config,
    /// Whose signature the server's certificate must have.
    pub root: Option<PathBuf>,
    pub trust: Trust,
}

/// Whether the server has to prove who it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trust {
    /// As everybody's clients do by default: what is sent is secret, if the server can, and who reads it is not asked.
    Anybody,
    Certificate,
}

/// Looks up a variable of the environment.
type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

/// What an address begins with.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

impl Address {
    /// From an address, with what it leaves out from the environment.
    pub fn parse(url: &str) -> Result<Address, String> {
        Address::with(url, &|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
    }

    fn with(url: &str, environment: Lookup) -> Result<Address, String> {
        let wrong = |why: &str| {
            let shown = without_password(url);
            format!("`{shown}` is no address of a store: {why}; write postgres://USER@HOST/DATABASE")
        };
        if !SCHEMES.iter().any(|scheme| url.starts_with(scheme)) {
            return Err(wrong("it does not begin with postgres://"));
        }
        let (url, mode) = without(url, "sslmode");
        let (url, root) = without(&url, "sslrootcert");
        let mut config: Config = url.parse().map_err(|error: postgres::Error| wrong(&error.to_string()))?;
        fill(&mut config, environment).map_err(|why| wrong(&why))?;
        if config.get_dbname().is_none_or(str::is_empty) {
            return Err(wrong("it names no database"));
        }
        let root = root.or_else(|| environment("PGSSLROOTCERT")).map(PathBuf::from);
        let mode = mode.or_else(|| environment("PGSSLMODE")).unwrap_or_else(|| "prefer".to_owned());
        let (ssl, trust) = match mode.as_str() {
            "disable" => (SslMode::Disable, Trust::Anybody),
            "allow" | "prefer" => (SslMode::Prefer, Trust::Anybody),
            // A certificate that is named is meant.
            "require" if root.is_none() => (SslMode::Require, Trust::Anybody),
            "require" | "verify-ca" | "verify-full" => (SslMode::Require, Trust::Certificate),
            other => return Err(wrong(&format!("there is no sslmode `{other}`"))),
        };
        config.ssl_mode(ssl);
        if config.get_password().is_none()
            && let Some(password) = password(&config, environment)
        {
            config.password(password);
        }
        Ok(Address { config, root, trust })
    }

    pub fn user(&self) -> &str {
        self.config.get_user().unwrap_or("this user")
    }
}

/// HOST:PORT/DATABASE: what is told of it.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let database = self.config.get_dbname().unwrap_or_default();
        write!(f, "{}:{}/{database}", host(&self.config), port(&self.config))
    }
}

fn host(config: &Config) -> String {
    match config.get_hosts().first() {
        Some(Host::Tcp(name)) => name.clone(),
        Some(Host::Unix(place)) => place.display().to_string(),
        None => "localhost".to_owned(),
    }
}

fn port(config: &Config) -> u16 {
    config.get_ports().first().copied().unwrap_or(5432)
}

/// What the address leaves out.
fn fill(config: &mut Config, environment: Lookup) -> Result<(), String> {
    if config.get_hosts().is_empty() {
        config.host(environment("PGHOST").as_deref().unwrap_or("localhost"));
    }
    if config.get_ports().is_empty()
        && let Some(port) = environment("PGPORT")
    {
        config.port(port.parse().map_err(|_| format!("PGPORT is `{port}`, and no port"))?);
    }
    if config.get_user().is_none()
        && let Some(user) =
            environment("PGUSER").or_else(|| environment("USER")).or_else(|| environment("LOGNAME"))
    {
        config.user(&user);
    }
    if config.get_dbname().is_none()
        && let Some(database) = environment("PGDATABASE")
    {
        config.dbname(&database);
    }
    Ok(())
}

/// An address without one of its settings, and what that was.
fn without(url: &str, name: &str) -> (String, Option<String>) {
    let Some((base, query)) = url.split_once('?') else { return (url.to_owned(), None) };
    let is_it = |pair: &&str| pair.split('=').next() == Some(name);
    let value =
        query.split('&').find(is_it).and_then(|pair| pair.split_once('=')).map(|(_, value)| value.to_owned());
    let rest: Vec<&str> = query.split('&').filter(|pair| !is_it(pair)).collect();
    let url = if rest.is_empty() { base.to_owned() } else { format!("{base}?{}", rest.join("&")) };
    (url, value)
}

/// An address as it may be shown.
pub(crate) fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    match rest[..end].rsplit_once('@') {
        Some((who, host)) => {
            let user = who.split(':').next().unwrap_or(who);
            format!("{scheme}://{user}@{host}{}", &rest[end..])
        }
        None => url.to_owned(),
    }
}

fn password(config: &Config, environment: Lookup) -> Option<String> {
    if let Some(password) = environment("PGPASSWORD") {
        return Some(password);
    }
    let file = match environment("PGPASSFILE") {
        Some(file) => PathBuf::from(file),
        None => Path::new(&environment("HOME")?).join(".pgpass"),
    };
    // As libpq has it: a file that others may read is no secret.
    let about = fs::metadata(&file).ok()?;
    if about.permissions().mode() & 0o077 != 0 {
        return None;
    }
    let wanted = [
        host(config),
        port(config).to_string(),
        config.get_dbname()?.to_owned(),
        config.get_user()?.to_owned(),
    ];
    let text = fs::read_to_string(&file).ok()?;
    text.lines().find_map(|line| matching(line, &wanted))
}

/// The password of a line `host:port:database:user:password`, if it is for us; a `*` is for everybody.
fn matching(line: &str, wanted: &[String; 4]) -> Option<String> {
    if line.starts_with('#') {
        return None;
    }
    let (mut fields, mut letters) = (vec![String::new()], line.chars());
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => fields.last_mut()?.extend(letters.next()),
            ':' if fields.len() < 5 => fields.push(String::new()),
            letter => fields.last_mut()?.push(letter),
        }
    }
    let [given @ .., password] = fields.as_slice() else { return None };
    let is_ours =
        given.len() == 4 && given.iter().zip(wanted).all(|(given, own)| given == "*" || given == own);
    is_ours.then(|| password.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(url: &str, environment: &[(&str, &str)]) -> Result<Address, String> {
        let find = |name: &str| {
            environment.iter().find(|(one, _)| *one == name).map(|(_, value)| (*value).to_owned())
        };
        Address::with(url, &find)
    }

    #[test]
    fn what_an_address_leaves_out_is_in_the_environment() {
        let full = parsed("postgres://ann:secret@db:6000/fuzz", &[("PGPASSWORD", "other")]).unwrap();
        assert_eq!((full.to_string().as_str(), full.user()), ("db:6000/fuzz", "ann"));
        assert_eq!(full.config.get_password(), Some(&b"secret"[..]));
        let environment = [
            ("PGHOST", "there"),
            ("PGPORT", "7"),
            ("PGUSER", "bob"),
            ("PGDATABASE", "d"),
            ("PGPASSWORD", "p"),
        ];
        let bare = parsed("postgres://", &environment).unwrap();
        assert_eq!((bare.to_string().as_str(), bare.user()), ("there:7/d", "bob"));
        assert_eq!(bare.config.get_password(), Some(&b"p"[..]));
        let sure = parsed("postgres://a@b/c?sslmode=verify-full&sslrootcert=/x.pem", &[]).unwrap();
        assert_eq!((sure.trust, sure.root), (Trust::Certificate, Some(PathBuf::from("/x.pem"))));
    }

    #[test]
    fn what_is_no_address_is_told_without_the_password() {
        for url in ["http://x/y", "host=x", "postgres://a:secret@b", "postgres://a:secret@b/c?sslmode=maybe"]
        {
            let words = parsed(url, &[]).err().unwrap();
            assert!(
                words.contains("write postgres://USER@HOST/DATABASE") && !words.contains("secret"),
                "{words}"
            );
        }
    }

    #[test]
    fn the_password_file_is_that_of_everybodys_clients() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("pass");
        fs::write(&file, "# mine\nother:*:*:*:no\n*:5432:d:ann:se\\:cret\n").unwrap();
        let name = file.display().to_string();
        let found = || {
            let address = parsed("postgres://ann@h/d", &[("PGPASSFILE", &name)]).unwrap();
            address.config.get_password().map(<[u8]>::to_vec)
        };
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!(found(), None, "others may read it");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        assert_eq!(found(), Some(b"se:cret".to_vec()));
    }
}
