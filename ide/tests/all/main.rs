//! The language server as its clients see it: messages in, messages out.

mod client;
mod conversation;
mod fixture;
mod random;
mod rename;
