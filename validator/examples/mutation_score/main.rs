//! How much `check` catches: takes each pack, makes single semantic mutations of its files in memory, checks the changed pack
//! and counts, by kind of mutation, how many bring up a finding that the pack itself does not have.
//!
//! `cargo run --release -p chartroom-validator --example mutation_score -- [PER_PACK] [PACK..]` writes docs/mutation-score.md.
//! The same arguments give the same page, byte for byte. Mutations that are missed though they break something are listed on
//! stderr.

mod harness;

use std::path::{Path, PathBuf};

use chartroom_validator::run;

/// Mutations of each pack.
const PER_PACK: usize = 600;
const PAGE: &str = "docs/mutation-score.md";

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let per_pack: usize =
        arguments.next().map_or(Ok(PER_PACK), |text| text.parse()).map_err(|_| "PER_PACK is a number")?;
    let named: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let packs = if named.is_empty() { run::packs_at(Path::new("content"))? } else { named.clone() };
    let mut scores = Vec::new();
    for pack in &packs {
        let score = harness::score(pack, per_pack)?;
        for missed in &score.missed {
            eprintln!("missed {missed}");
        }
        eprintln!("{}: {} mutations", pack.display(), score.made());
        scores.push(score);
    }
    let text = harness::page::text(&scores);
    // Only a run over all packs is the page.
    if named.is_empty() {
        return std::fs::write(PAGE, text).map_err(|error| format!("cannot write {PAGE}: {error}"));
    }
    eprintln!("{text}");
    Ok(())
}
