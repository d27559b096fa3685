//! Packs as a static web site: one folder of pages that need no server, no network and, for reading, no script.
//!
//! ```text
//! packs ──book──▶ Book (content, links, start positions, coverage) ──pages──▶ Site (files in memory) ──write──▶ folder
//! ```
//!
//! * [`build`] makes all files of a site in memory; the same packs give the same bytes;
//! * [`write`](fn@write) lays them into a folder and touches nothing there that it has not written itself.
//!
//! `book` gathers what pages speak of, `links` knows where every entry stands, `words` turns conditions and effects into sentences,
//! `pages` holds one file per kind of page and `search` the index. Markup stands in `templates/` and is escaped by the templates;
//! the few pieces made by hand go through `html`. Knows no command line.
#![warn(missing_docs)]

mod book;
mod changes;
mod html;
mod links;
mod pages;
mod search;
mod words;
mod write;

use std::collections::BTreeMap;

use chartroom_format::fs::Fs;
use chartroom_format::load::Loaded;
use rayon::prelude::*;
use thiserror::Error;

pub use changes::{Changes, Detail, Entry, Topic};
pub use write::{Written, write};

/// A pack that becomes part of a site.
pub struct Source<'a> {
    /// The pack, loaded as a whole.
    pub loaded: &'a Loaded,
    /// Where the index of its rulebook is read.
    pub fs: &'a (dyn Fs + Sync),
    /// The text of the geography that its map is drawn on, where the true coasts are wanted.
    pub geography: Option<String>,
    /// What differs from another version of it, if that is to be told.
    pub changes: Option<Changes>,
}

/// Why there is no site.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SiteError {
    /// Nothing to show.
    #[error("there is no pack to make a site of")]
    NoPacks,
    /// A folder without a sound `pack.ron`.
    #[error("`{0}` is no pack: its pack.ron cannot be read")]
    NoPack(String),
    /// Two packs that would share a folder.
    #[error("two packs are called `{0}`; a site has one folder for each")]
    TwoOfAName(String),
    /// A page whose template failed.
    #[error("the page `{page}` cannot be written: {why}")]
    Page {
        /// The file.
        page: String,
        /// What the template said.
        why: String,
    },
    /// Something that is not of a site lies in the way.
    #[error("`{0}` is in the way and is not of a site made here: choose another folder, or move it away")]
    InTheWay(String),
    /// The folder cannot be used.
    #[error("cannot write {path}: {why}")]
    Io {
        /// The file or folder.
        path: String,
        /// What the system said.
        why: String,
    },
}

/// All files of a site: their paths with forward slashes, and what they hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// By path, relative to the folder of the site.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// Makes a site of packs.
pub fn build(sources: &[Source<'_>]) -> Result<Site, SiteError> {
    if sources.is_empty() {
        return Err(SiteError::NoPacks);
    }
    let books = sources.par_iter().map(book::Book::new).collect::<Result<Vec<_>, _>>()?;
    for (at, book) in books.iter().enumerate() {
        if books[..at].iter().any(|other| other.id == book.id) {
            return Err(SiteError::TwoOfAName(book.id.clone()));
        }
    }
    let parts = books.par_iter().map(pages::of_pack).collect::<Result<Vec<_>, _>>()?;
    let mut site = Site { files: pages::of_site(&books)? };
    site.files.extend(parts.into_iter().flatten());
    Ok(site)
}

/// What README.md shows must work.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
