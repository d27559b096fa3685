//! Classes of coverage: what counts as printed, played and held, whatever a pack says of itself.

use std::path::{Path, PathBuf};

use chartroom_format::fs::MemoryFs;
use chartroom_format::load;
use chartroom_validator::checks::coverage::not_played;
use chartroom_validator::coverage::{Class, Counts, classes, count};
use chartroom_validator::run;

const PACK: &str = r#"Pack(schema: 2, id: "t", title: "T", version: "1",
    rulebook: (title: "R", prefix: "t", index: "rulebook/rules.tsv"))"#;
const UNITS: &str =
    r#"Units(schema: 2, classes: {}, units: {"infantry": (title: "Infantry", domain: Land, stats: (movement: 1))})"#;
const EXAMPLES: &str = r#"Examples(schema: 2, examples: {"look-up": (source: ["t:1"], origin: Rule, runs: Unit,
    given: {"unit": "infantry"}, expect: {"hits": 1})})"#;

/// The classes of two rules, a figure and behaviour, that are covered the same way.
fn judged(covered: &str) -> (Vec<Class>, Counts, usize) {
    let index = "id\tsection\tkind\ttestable\trule\nt:1\tS\ttable\ty\tA figure.\nt:2\tS\tcombat\ty\tBehaviour.\nt:3\tS\tnote\tn\tA note.\n";
    let coverage = format!(r#"Coverage(schema: 2, rules: {{"t:1": {covered}, "t:2": {covered}}})"#);
    let fs = MemoryFs::default()
        .with("p/t/pack.ron", PACK)
        .with("p/t/units.ron", UNITS)
        .with("p/t/examples/one.ron", EXAMPLES)
        .with("p/t/rulebook/rules.tsv", index)
        .with("p/t/coverage.ron", &coverage);
    let loaded = load::load(&fs, Path::new("p/t")).expect("loads");
    assert!(!loaded.has_errors(), "{covered}: {:#?}", loaded.findings);
    let found = classes(&fs, &loaded).into_iter().map(|(_, class)| class).collect();
    let said = run::check(&fs, &[PathBuf::from("p/t")]).expect("the pack can be looked at");
    let held = said.findings().filter(|(_, finding)| finding.code == not_played::CODE).count();
    (found, count(&fs, &loaded), held)
}

#[test]
fn behaviour_is_played_only_when_play_shows_it() {
    use Class::{Held, Open, OutOfScope, Played, Printed};
    for (covered, figure, behaviour, findings) in [
        (r#"Data(at: ["unit:infantry"], proved_by: [Transcription])"#, Printed, Held, 1),
        (r#"Engine(procedure: "x", proved_by: [Transcription])"#, Printed, Held, 1),
        (r#"Printed(at: ["unit:infantry"], proved_by: [Example("look-up")])"#, Printed, Held, 1),
        (r#"Played(proved_by: [Check("T101")])"#, Printed, Held, 1),
        (r#"Played(proved_by: [Test("a_battle_is_fought")])"#, Printed, Played, 0),
        (r#"Held(at: ["unit:infantry"], why: "nobody moves")"#, Held, Held, 0),
        (r#"Open("not yet")"#, Open, Open, 0),
        (r#"OutOfScope("a ruler is laid on the table")"#, OutOfScope, OutOfScope, 0),
    ] {
        let (found, counts, said) = judged(covered);
        assert_eq!(found, [figure, behaviour], "{covered}");
        assert_eq!((counts.total, counts.behaviour), (2, 1), "{covered}");
        assert_eq!(counts.behaviour_played, usize::from(behaviour == Played), "{covered}");
        assert_eq!(said, findings, "{covered}: C105");
    }
}
