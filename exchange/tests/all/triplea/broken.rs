//! Bad input: a message with its place, or a report; never a panic, never a pack by halves.

use std::io::Write as _;

use chartroom_exchange::triplea::source::TextFile;
use chartroom_exchange::triplea::{Source, import};
use proptest::prelude::*;

use super::{changed, isles};

#[test]
fn broken_games_are_refused_with_their_place() {
    let line_of =
        |text: &str| isles().games[0].text.lines().position(|line| line.contains(text)).map_or(0, |at| at + 1);
    let cases = [
        (changed("</gamePlay>", "</gamePla>"), format!("isles.xml:{}:", line_of("</gamePlay>"))),
        (changed("<territory name=\"South\"/>", "<territory name=\"North\"/>"), "`North` is defined twice".to_owned()),
        (changed("<connection t1=\"Peak\"", "<connection t1=\"Pike\""), "there is no territory `Pike`".to_owned()),
        (changed("unitType=\"submarine\"", "unitType=\"raft\""), "there is no unit `raft`".to_owned()),
        (changed("quantity=\"4\" owner", "quantity=\"four\" owner"), "`four` is no number".to_owned()),
        (changed("foreach=\"$lands$:$lords$\"", "foreach=\"$lands$:$kings$\""), "`kings`".to_owned()),
        (changed("\"game.dtd\">", "\"game.dtd\" [<!ENTITY a \"b\">]>"), "entities are not read".to_owned()),
        (changed("<loader", &format!("{}<loader", "<a>".repeat(100))), "nested".to_owned()),
        (Source { polygons: None, ..isles() }, "polygons.txt".to_owned()),
    ];
    for (source, expected) in cases {
        let message = import(&source, None, "isles").expect_err(&expected).to_string();
        assert!(message.contains(&expected), "{message} does not say {expected}");
    }
    let mut source = isles();
    source.polygons = Some(TextFile { name: "polygons.txt".to_owned(), text: "North < (1,2) (3;4) >".to_owned() });
    assert_eq!(
        import(&source, None, "isles").expect_err("broken").to_string(),
        "polygons.txt:1:15: a point is written (x,y), in whole pixels"
    );
    let mut huge = isles();
    huge.properties =
        Some(TextFile { name: "map.properties".to_owned(), text: "map.width=90000\nmap.height=90000".to_owned() });
    assert!(import(&huge, None, "isles").expect_err("huge").to_string().contains("too large"));
}

#[test]
fn a_territory_without_an_outline_gets_a_place_below_the_map() {
    let mut source = isles();
    let polygons = source.polygons.as_mut().expect("polygons");
    polygons.text =
        polygons.text.lines().filter(|line| !line.starts_with("Peak")).map(|line| format!("{line}\n")).collect();
    let imported = import(&source, None, "isles").expect("imported");
    assert!(imported.report.entries.iter().any(|entry| entry.note.contains("`Peak` is a square below the map")));
    assert!(
        super::content(&imported)
            .shapes
            .expect("shapes")
            .borders
            .iter()
            .any(|border| border.left == Some("peak".into()) || border.right == Some("peak".into()))
    );
}

#[test]
fn an_archive_that_leads_out_of_itself_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let archive = |name: &str, entry: &str| {
        let path = folder.path().join(name);
        let mut zip = zip::ZipWriter::new(std::fs::File::create(&path).expect("created"));
        for (inside, text) in
            [(entry, &isles().games[0].text), ("map/polygons.txt", &isles().polygons.expect("polygons").text)]
        {
            zip.start_file(inside, zip::write::SimpleFileOptions::default()).expect("started");
            zip.write_all(text.as_bytes()).expect("written");
        }
        zip.finish().expect("finished");
        Source::open(&path)
    };
    let sound = archive("sound.zip", "map/games/isles.xml").expect("readable");
    assert_eq!(import(&sound, None, "isles").map(|imported| imported.territories), Ok(6));
    let message = archive("bad.zip", "../games/isles.xml").expect_err("leads out").to_string();
    assert!(message.contains("leads out of the archive"), "{message}");
}

#[test]
fn archives_that_swell_or_hold_two_maps_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = |name: &str, entries: &[(&str, Vec<u8>)]| {
        let path = folder.path().join(name);
        let files: Vec<(String, Vec<u8>)> =
            entries.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.clone())).collect();
        chartroom_exchange::files::write_archive(&path, &files).expect("written");
        Source::open(&path).expect_err("refused").to_string()
    };
    let game = isles().games[0].text.clone().into_bytes();
    // 65 MB of spaces are 64 KB in the archive.
    let swollen = refused("bomb.zip", &[("games/a.xml", game.clone()), ("polygons.txt", vec![b' '; 65 * 1024 * 1024])]);
    assert!(swollen.contains("larger than any map"), "{swollen}");
    let twice =
        refused("two.zip", &[("one/polygons.txt", b"A (1,1)".to_vec()), ("two/polygons.txt", b"B (1,1)".to_vec())]);
    assert!(twice.contains("two files `polygons.txt`"), "{twice}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The reader answers whatever is done to a game: cut, doubled or with bytes changed.
    #[test]
    fn no_damage_makes_the_reader_panic(start in 0_usize..20_000, length in 0_usize..400, letter in "[ -~<>&\"]{0,6}", in_polygons in any::<bool>()) {
        let mut source = isles();
        let text = if in_polygons { &mut source.polygons.as_mut().expect("polygons").text } else { &mut source.games[0].text };
        let whole = |at: usize| (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let (from, to) = (whole(start % text.len()), whole((start % text.len() + length).min(text.len())));
        text.replace_range(from..to, &letter);
        if let Ok(imported) = import(&source, None, "isles") {
            prop_assert!(imported.files.iter().any(|(name, _)| name == "pack.ron"));
        }
    }
}
