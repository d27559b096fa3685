//! The mutation harness works: on every bundled pack a few mutations are made and caught, and the packs themselves are clean.

#[path = "../../examples/mutation_score/harness/mod.rs"]
mod harness;

use std::path::Path;

use chartroom_validator::run;

/// Few, because each is a whole check of a pack.
const PER_PACK: usize = 3;

#[test]
fn a_few_mutations_of_every_pack_are_caught() {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("workspace").join("content");
    let packs = run::packs_at(&content).expect("packs");
    assert_eq!(packs.len(), 8);
    let mut scores = Vec::new();
    for pack in &packs {
        let score = harness::score(pack, PER_PACK).expect("the pack can be looked at");
        assert!(score.clean, "{} has findings of its own", score.pack);
        assert_eq!(score.made(), PER_PACK, "{}", score.pack);
        scores.push(score);
    }
    let (mut breaking, mut caught) = (0, 0);
    for ((_, breaks), count) in scores.iter().flat_map(|score| &score.by_kind) {
        if *breaks {
            breaking += count.made;
            caught += count.caught;
        }
    }
    assert!(breaking >= packs.len(), "only {breaking} mutations break anything");
    let missed: Vec<String> = scores.iter().flat_map(|score| &score.missed).map(ToString::to_string).collect();
    assert!(caught * 10 >= breaking * 9, "{caught} of {breaking} caught; missed {missed:#?}");
    assert!(harness::page::text(&scores).contains("| **all** |"));
}
