//! Every bundled map is what its recipe draws, byte for byte: drawing is deterministic, and the committed files are in step. What
//! hands have listed beside the drawing is left alone.

use std::path::Path;

use chartroom_atlas::redraw::{ByHand, DRAWN_SHAPES, DRAWN_SIDES, DRAWN_SPACES, Redrawn, redraw};
use chartroom_atlas::source::Sources;
use chartroom_format::fs::{DiskFs, Fs, MemoryFs};
use chartroom_format::load::{self, Loaded};
use chartroom_tests::repository;

fn load(fs: &dyn Fs, root: &Path) -> Loaded {
    load::load(fs, root).expect("the pack loads")
}

fn drawn(loaded: &Loaded) -> Redrawn {
    let geography = |name: &str| std::fs::read_to_string(repository().join(format!("content/geo/{name}.json"))).ok();
    let picture = |file: &str| Err(format!("{file}: no pack draws from a picture"));
    redraw(loaded, &Sources { geography: &geography, picture: &picture }).expect("the recipe can be drawn")
}

fn check(pack: &str, files: &[&str]) {
    let loaded = load(&DiskFs, &repository().join("content").join(pack));
    let drawn = drawn(&loaded);
    let names: Vec<&str> = drawn.files.iter().map(|(relative, _)| *relative).collect();
    assert_eq!(names, files, "{pack}");
    for (relative, text) in &drawn.files {
        let committed = std::fs::read_to_string(loaded.root.join(relative)).expect("the drawn file is committed");
        assert!(
            committed == *text,
            "{pack}: {relative} is not what the recipe draws; run `chartroom draw {pack}`\n{}",
            differences(&committed, text)
        );
    }
}

fn differences(committed: &str, drawn: &str) -> String {
    let lines = committed.lines().filter(|line| !drawn.contains(line)).map(|line| format!("- {line}"));
    let new = drawn.lines().filter(|line| !committed.contains(line)).map(|line| format!("+ {line}"));
    lines.chain(new).take(20).collect::<Vec<_>>().join("\n")
}

#[test]
fn global_war_of_1975_is_what_its_recipe_draws() {
    check("global-war-1975", &[DRAWN_SPACES, DRAWN_SIDES]);
}

#[test]
fn hitlers_global_war_is_what_its_recipe_draws() {
    check("hitlers-global-war", &[DRAWN_SPACES, DRAWN_SIDES]);
}

#[test]
fn the_classic_map_is_what_its_recipe_draws() {
    check("hitlers-war-cg3", &[DRAWN_SPACES, DRAWN_SIDES]);
}

#[test]
fn global_war_1939_is_what_its_recipe_draws() {
    check("global-war-1939", &[DRAWN_SHAPES]);
}

#[test]
fn the_war_game_is_what_its_recipe_draws() {
    check("war-game-ww2", &[DRAWN_SHAPES]);
}

/// A pack copied into memory, to be changed.
fn copy(pack: &str) -> (MemoryFs, std::path::PathBuf) {
    let root = repository().join("content").join(pack);
    let mut fs = MemoryFs::default();
    for file in DiskFs.list(&root).expect("a pack") {
        fs = fs.with(root.join(&file), DiskFs.read(&root, &file).expect("a file"));
    }
    (fs, root)
}

#[test]
fn what_hands_list_survives_and_stays_out_of_the_drawing() {
    let (fs, root) = copy("hitlers-war-cg3");
    let loaded = load(&fs, &root);
    let before = drawn(&loaded).files[0].1.clone();
    let line = before.lines().find(|line| line.contains("surface: Land")).expect("some land is drawn");
    let id = line.split('"').nth(1).expect("a quoted number");
    assert!(!ByHand::of(&loaded).spaces.contains_key(id));
    let correction = format!("Spaces(schema: 2, spaces: {{\"{id}\": (surface: Impassable)}})");
    let corrected = load(&fs.with(root.join("map/own.ron"), correction), &root);
    let after = drawn(&corrected).files[0].1.clone();
    let gone: Vec<&str> = before.lines().filter(|line| !after.contains(line)).collect();
    assert_eq!(gone, [line], "only the corrected hex leaves the drawing");
    assert!(after.lines().all(|line| before.contains(line)), "and nothing else changes");
}
