//! VASSAL out, and back by our own reader: every place, piece, stack, chart and turn, on zones and on hexes.

use std::collections::BTreeSet;
use std::path::Path;

use chartroom_exchange::files;
use chartroom_exchange::triplea::{Source, import};
use chartroom_exchange::vassal::module::{Places, Slot};
use chartroom_exchange::vassal::{ExportError, Exported, Look, ReadError, export, read};
use chartroom_format::content::Content;
use chartroom_format::load;
use proptest::prelude::*;

const LOOK: Look<'_> = Look { width: 800, counter: 24, geography: None };

pub(crate) fn isles() -> Content {
    let source = Source::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/isles")).expect("readable");
    super::triplea::content(&import(&source, None, "isles").expect("imported"))
}

pub(crate) fn hexes() -> Content {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/hundred-days");
    load::load(&chartroom_format::fs::DiskFs, &folder).expect("loaded").content
}

pub(crate) fn first(content: &Content) -> String {
    content.scenarios.keys().next().expect("a scenario").to_string()
}

fn exported(content: &Content) -> Exported {
    export(content, &first(content), LOOK).expect("exported")
}

#[test]
fn our_reader_gets_every_piece_back() {
    for content in [isles(), hexes()] {
        let exported = exported(&content);
        let bytes = files::archive(&exported.files).expect("packed");
        assert_eq!(read(&bytes), Ok(exported.module));
    }
}

#[test]
fn the_set_up_is_that_of_the_scenario() {
    let exported = exported(&isles());
    let count = |place: &str, unit: &str| {
        let stack = exported.module.stacks.iter().find(|stack| stack.name == place).expect("a stack");
        let is = |slot: &&Slot| slot.marks.contains(&("Unit".to_owned(), unit.to_owned()));
        stack.slots.iter().filter(is).count()
    };
    assert_eq!((count("north", "infantry"), count("middle", "tank"), count("south", "fighter")), (5, 2, 1));
    assert_eq!(count("middle", "control"), 1, "the map names the blues, the reds hold it");
    let Places::Zones(zones) = &exported.module.board.places else { panic!("zones") };
    assert_eq!(zones.iter().filter(|(name, _)| name == "North").count(), 2, "of two parts");
}

#[test]
fn hexes_bear_their_printed_numbers() {
    let content = hexes();
    let exported = exported(&content);
    let Places::Hexes(hexes) = &exported.module.board.places else { panic!("hexes") };
    let names: BTreeSet<&str> = hexes.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), hexes.len());
    assert!(content.spaces.keys().filter(|id| !names.contains(id.as_str())).count() < content.spaces.len() / 10);
    for (_, (x, y)) in hexes {
        assert!(
            (0..exported.module.board.width as i32).contains(x) && (0..exported.module.board.height as i32).contains(y)
        );
    }
}

#[test]
fn every_piece_has_a_picture_and_an_id_of_its_own() {
    let exported = exported(&isles());
    let files: BTreeSet<&str> = exported.files.iter().map(|(name, _)| name.as_str()).collect();
    let slots = exported
        .module
        .palettes
        .iter()
        .flat_map(|palette| &palette.slots)
        .chain(exported.module.stacks.iter().flat_map(|stack| &stack.slots));
    let mut ids = BTreeSet::new();
    for slot in slots {
        assert!(files.contains(format!("images/{}", slot.image).as_str()), "{}", slot.image);
        assert!(ids.insert(slot.id), "{} has the id of another", slot.name);
    }
    for chart in &exported.module.charts {
        assert!(files.contains(chart.file.as_str()), "{}", chart.file);
    }
}

#[test]
fn ids_stay_when_the_pack_grows() {
    let before = exported(&isles());
    let mut grown = isles();
    let tank = grown.units["tank"].clone();
    grown.units.insert_before(0, "heavy-tank".into(), tank);
    let after = exported(&grown);
    let ids = |exported: &Exported| -> BTreeSet<(String, u32)> {
        exported
            .module
            .stacks
            .iter()
            .flat_map(|stack| stack.slots.iter().map(|slot| (slot.image.clone(), slot.id)))
            .collect()
    };
    assert_eq!(ids(&before), ids(&after));
}

#[test]
fn what_is_no_module_is_refused() {
    assert!(matches!(read(b"nonsense"), Err(ReadError::Archive(_))));
    let pack = |name: &str, text: &str| files::archive(&[(name.to_owned(), text.as_bytes().to_vec())]).expect("packed");
    assert_eq!(read(&pack("other.xml", "<a/>")), Err(ReadError::Missing("buildFile".to_owned())));
    let refused = |text: &str| read(&pack("buildFile.xml", text)).expect_err("refused").to_string();
    assert!(refused("<a").contains("buildFile.xml:1:"), "{}", refused("<a"));
    assert!(refused("<!DOCTYPE a [<!ENTITY b \"c\">]><a/>").contains("entities are not read"));
    assert!(refused(&"<a>".repeat(100)).contains("nested"));
    // A bomb: small in the archive, too large outside.
    let bomb = files::archive(&[("buildFile.xml".to_owned(), vec![b' '; 65 * 1024 * 1024])]).expect("packed");
    assert_eq!(read(&bomb), Err(ReadError::TooLarge("buildFile.xml".to_owned())));
    assert_eq!(export(&isles(), "finish", LOOK).err(), Some(ExportError::NoScenario("finish".to_owned())));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The reader answers whatever is done to an archive.
    #[test]
    fn no_damage_makes_the_reader_panic(cut in 0_usize..4000, byte in any::<u8>()) {
        let text = "<VASSAL.build.GameModule name=\"a\"><VASSAL.build.widget.PieceSlot gpid=\"x\">+/null/piece;;;a/</VASSAL.build.widget.PieceSlot></VASSAL.build.GameModule>";
        let mut bytes = files::archive(&[("buildFile.xml".to_owned(), text.as_bytes().to_vec())]).expect("packed");
        let at = cut % bytes.len();
        bytes[at] = byte;
        let _ = read(&bytes);
        bytes.truncate(at);
        let _ = read(&bytes);
    }
}
