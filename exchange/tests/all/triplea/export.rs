//! What goes out comes in again: the pack of an imported game is the same after export and import, but for pixels of its borders.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_atlas::raster::{Label, Raster, fill};
use chartroom_atlas::zones::Areas;
use chartroom_exchange::report::Fidelity;
use chartroom_exchange::triplea::source::TextFile;
use chartroom_exchange::triplea::{ExportError, Exported, Source, export, import, read, write};
use chartroom_format::content::Content;
use chartroom_format::grid::zones::neighbours;
use chartroom_format::schema::ids::SpaceId;
use chartroom_format::schema::map_shapes::Shapes;
use chartroom_format::schema::scenario::{Force, Placement};
use proptest::prelude::*;

use super::{content, isles};

/// The files of an export as a source to import.
fn source(exported: &Exported) -> Source {
    let file = |name: &str| {
        let bytes = &exported.files.iter().find(|(file, _)| file == name).expect("the file").1;
        TextFile { name: name.to_owned(), text: String::from_utf8(bytes.clone()).expect("text") }
    };
    let games = exported.files.iter().filter_map(|(name, _)| {
        let stem = name.strip_prefix("games/")?.strip_suffix(".xml")?;
        Some(TextFile { name: stem.to_owned(), ..file(name) })
    });
    Source {
        games: games.collect(),
        polygons: Some(file("polygons.txt")),
        centers: Some(file("centers.txt")),
        properties: Some(file("map.properties")),
    }
}

fn before_and_after() -> (Content, Content, Exported) {
    let before = content(&import(&isles(), None, "isles").expect("imported"));
    let exported = export(&before, "start", "isles").expect("exported");
    let after = content(&import(&source(&exported), None, "isles").expect("imported again"));
    (before, after, exported)
}

/// Neighbours as the game has them: drawn or stated, whatever the drawing gives by itself.
fn links(content: &Content) -> BTreeSet<String> {
    let ordered =
        |one: &SpaceId, other: &SpaceId| if one < other { format!("{one} {other}") } else { format!("{other} {one}") };
    let mut links: BTreeSet<String> = neighbours(content.shapes.as_ref().expect("shapes"))
        .into_keys()
        .map(|(one, other)| ordered(one, other))
        .collect();
    for link in &content.denied_links {
        links.remove(&ordered(&link.from, &link.to));
    }
    links.extend(content.added_links.iter().map(|link| ordered(&link.from, &link.to)));
    links.retain(|link| !link.contains("off-map"));
    links
}

/// Who stands where, without the order in which it is written.
fn standing(content: &Content) -> BTreeMap<(String, String), Force> {
    let mut found: BTreeMap<(String, String), Force> = BTreeMap::new();
    for (power, placements) in &content.scenarios["start"].set_up {
        for placement in placements {
            let Placement::At(space, force) = placement else { panic!("{placement:?}") };
            for (unit, count) in force {
                *found.entry((power.to_string(), space.to_string())).or_default().entry(unit.clone()).or_insert(0) +=
                    count;
            }
        }
    }
    found
}

#[test]
fn an_imported_pack_is_the_same_after_export_and_import() {
    let (before, after, _) = before_and_after();
    assert_eq!(before.layers, after.layers);
    assert_eq!(before.spaces, after.spaces);
    assert_eq!(links(&before), links(&after));
    assert_eq!(before.passages, after.passages);
    assert_eq!(before.regions, after.regions);
    assert_eq!((&before.terrains, &before.features), (&after.terrains, &after.features));
    assert_eq!((&before.sides, &before.powers, &before.order), (&after.sides, &after.powers, &after.order));
    assert_eq!((&before.classes, &before.units), (&after.classes, &after.units));
    assert_eq!(before.tables, after.tables);
    assert_eq!(before.sequence, after.sequence);
    assert_eq!(before.procedures, after.procedures);
    assert_eq!((&before.modifiers, &before.tracks), (&after.modifiers, &after.tracks));
    assert_eq!((&before.rules, &before.objectives), (&after.rules, &after.objectives));
    assert_eq!(before.options, after.options);
    let (start, again) = (&before.scenarios["start"], &after.scenarios["start"]);
    assert_eq!((&start.control, &start.treasury, &start.wars), (&again.control, &again.treasury, &again.wars));
    assert_eq!((&start.title, start.turns), (&again.title, again.turns));
    assert_eq!(start.victory, again.victory);
    assert_eq!(standing(&before), standing(&after));
}

/// A sheet with the number of the zone in every square.
fn sheet(shapes: &Shapes) -> Raster {
    let (areas, problems) = Areas::read(shapes);
    assert!(problems.is_empty(), "{problems:?}");
    let mut sheet = Raster::new(shapes.width as usize, shapes.height as usize, shapes.wraps, Label::MAX);
    for (label, area) in areas.zones.values().enumerate() {
        let rings: Vec<Vec<(f64, f64)>> =
            area.rings.iter().map(|ring| ring.iter().map(|&(x, y)| (f64::from(x), f64::from(y))).collect()).collect();
        fill::fill(&mut sheet, &rings, label as Label);
    }
    sheet
}

#[test]
fn borders_come_back_within_two_pixels() {
    let (before, after, _) = before_and_after();
    let (one, other) = (sheet(before.shapes.as_ref().expect("shapes")), sheet(after.shapes.as_ref().expect("shapes")));
    assert_eq!((one.width(), one.height()), (other.width(), other.height()));
    for (index, (label, found)) in one.cells().iter().zip(other.cells()).enumerate() {
        if label == found {
            continue;
        }
        let (x, y) = one.at(index);
        let near = (-2..=2_i64).flat_map(|dy| (-2..=2_i64).map(move |dx| (dx, dy)));
        let mut labels = near.filter_map(|(dx, dy)| one.get(x as i64 + dx, y as i64 + dy));
        assert!(labels.any(|label| label == *found), "({x}, {y}) went from {label} to {found}");
    }
}

#[test]
fn the_report_names_what_the_game_cannot_say() {
    let mut pack = content(&import(&isles(), None, "isles").expect("imported"));
    pack.units.get_mut("tank").expect("a tank").silences.push("air".into());
    let objective = pack.objectives.values_mut().next().expect("an objective");
    objective.when = chartroom_format::schema::condition::Condition::Surrendered("reds".into());
    let report = export(&pack, "start", "isles").expect("exported").report;
    let left_out: Vec<String> =
        report.of(Fidelity::LeftOut).map(|entry| format!("{}: {}", entry.feature, entry.note)).collect();
    for expected in ["unit that silences whom it hits: Tank", "`Surrendered` cannot be said"] {
        assert!(left_out.iter().any(|line| line.contains(expected)), "{expected} is not in {left_out:#?}");
    }
}

#[test]
fn packs_that_are_no_such_game_are_refused() {
    let sound = || content(&import(&isles(), None, "isles").expect("imported"));
    let refused = |pack: &Content, scenario: &str| export(pack, scenario, "isles").expect_err("refused");
    assert_eq!(refused(&Content::default(), "start"), ExportError::NoZones);
    assert_eq!(refused(&sound(), "finish"), ExportError::NoScenario("finish".to_owned()));
    let mut pack = sound();
    pack.procedures.shift_remove("combat");
    assert_eq!(refused(&pack, "start"), ExportError::NoHitRolls);
    let mut pack = sound();
    pack.powers.shift_remove("reds");
    assert!(matches!(refused(&pack, "start"), ExportError::Unsound { .. }));
    let mut pack = sound();
    pack.shapes = None;
    assert!(matches!(refused(&pack, "start"), ExportError::NoShapes(_) | ExportError::Unsound { .. }));
}

#[test]
fn names_that_its_files_cannot_hold_are_told_apart() {
    let mut pack = content(&import(&isles(), None, "isles").expect("imported"));
    for (id, name) in [("north", "Land (north): <a|b>"), ("south", "Land north a b"), ("east-sea", "")] {
        pack.spaces.get_mut(id).expect("a space").name = Some(name.to_owned());
    }
    for unit in ["infantry", "tank"] {
        pack.units.get_mut(unit).expect("a unit").title = "Reds".to_owned();
    }
    let exported = export(&pack, "start", "isles").expect("exported");
    let again = import(&source(&exported), None, "isles").expect("imported again");
    let territories: BTreeSet<String> = content(&again)
        .spaces
        .values()
        .filter_map(|space| space.name.clone())
        .filter(|name| name.contains("north"))
        .collect();
    assert_eq!(territories.into_iter().collect::<Vec<_>>(), ["Land north a b", "Land north a b 2"]);
}

#[test]
fn pictures_of_the_map_are_pictures() {
    let (_, _, exported) = before_and_after();
    let pictures: Vec<&(String, Vec<u8>)> = exported.files.iter().filter(|(name, _)| name.ends_with(".png")).collect();
    assert!(pictures.iter().any(|(name, _)| name == "baseTiles/0_0.png"));
    for (name, bytes) in pictures {
        let reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info();
        assert!(reader.is_ok_and(|reader| reader.info().width <= 256), "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Whatever stands in names and values, what is written is read as it was.
    #[test]
    fn what_is_written_is_read(title in "[ -~äß<>&\"']{0,20}", value in "[ -~é<>&\"]{0,20}") {
        let mut game = read::game(&isles().games[0]).expect("read");
        game.title = title.trim().to_owned();
        for setting in game.attachments.iter_mut().flat_map(|attachment| &mut attachment.settings) {
            setting.value = value.replace(['$', '@'], "").trim().to_owned();
        }
        let text = write::game(&game);
        let again = read::game(&TextFile { name: "isles".to_owned(), text: text.clone() }).expect("read again");
        prop_assert_eq!(&again.title, &game.title);
        prop_assert_eq!(again.attachments.len(), game.attachments.len());
        prop_assert_eq!(&again.attachments[0].settings[0].value, &game.attachments[0].settings[0].value);
        prop_assert_eq!(write::game(&again), text);
    }
}
