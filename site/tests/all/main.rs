//! Sites of the bundled packs and of small ones: pages sound and whole, and what writing does to a folder.

mod pages;
mod support;
mod writing;
