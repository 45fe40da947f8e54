//! The grammar of C, a file for each part of it: each is a handful of methods of the reader.

pub(crate) mod assembly;
pub(crate) mod attribute;
pub(crate) mod builtin;
pub(crate) mod declarator;
pub(crate) mod declare;
pub(crate) mod deferred;
pub(crate) mod expr;
pub(crate) mod guards;
pub(crate) mod init;
pub(crate) mod knr;
pub(crate) mod labels;
pub(crate) mod pointer_compat;
pub(crate) mod record;
pub(crate) mod specifiers;
pub(crate) mod stmt;
pub(crate) mod variable;
pub(crate) mod wide;
