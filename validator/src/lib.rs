//! Checks over packs, from syntax to played games.
