//! A campaign in a browser, and for other programs: pages, a JSON API, metrics, a feed of news. Reads a campaign through
//! [`source::Source`], and changes nothing but what people say of its bugs. This crate and nothing else is asynchronous.

mod model;
mod page;
pub mod source;
mod web;

mod export;
mod keeper;
mod stored;

pub use source::{Source, SourceError};
pub use stored::Stored;
pub use web::{Options, ServeError, serve};
