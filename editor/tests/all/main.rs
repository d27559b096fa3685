//! The tests of the editor, one binary. A new file of tests is a module here.

mod battle;
mod complete;
mod dialogs;
mod findings;
mod games;
mod jobs;
mod overlay;
mod packs;
mod real_window;
mod snapshots;
mod support;
mod tools;
mod trouble;
mod view;
mod window;
