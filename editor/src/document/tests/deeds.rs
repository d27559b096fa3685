//! Deeds in any order: undone they leave the original bytes, done again the edited ones.

use proptest::prelude::*;

use super::super::ops::space::SpaceFact;
use super::super::ops::table::CellText;
use super::super::ops::{Planned, control, links, setup, sides, space, table, units};
use super::super::*;
use super::{open, texts};
use crate::testing::TestPack;

/// One random thing a user may do.
#[derive(Clone, Debug)]
enum Deed {
    Fact(usize, SpaceFact),
    Cell(usize, usize, String),
    Stat(usize, usize, String),
    Side(usize, usize, bool),
    Give(usize, usize),
    Units(usize, usize, i64),
    Link(usize, usize),
    Undo,
    Redo,
    Begin,
    Commit,
}

const SPACES: [&str; 7] = ["0101", "0102", "0103", "0202", "0404", "0506", "0304"];

fn deeds() -> impl Strategy<Value = Deed> {
    let fact = prop_oneof![
        prop::option::of(prop::sample::select(vec!["clear".to_owned(), "hills".into(), "forest".into()]))
            .prop_map(SpaceFact::Terrain),
        prop::option::of("[a-z\"\\\\é]{1,6}").prop_map(SpaceFact::Name),
        prop::option::of(Just("redland".to_owned())).prop_map(SpaceFact::Country),
        prop::option::of(0..99_i64).prop_map(SpaceFact::Value),
        any::<bool>().prop_map(|member| SpaceFact::Region("north".into(), member)),
        (prop::sample::select(vec!["port".to_owned(), "factory".into()]), 0..4_i64)
            .prop_map(|(feature, amount)| SpaceFact::Feature(feature, amount)),
    ];
    prop_oneof![
        4 => (0..7_usize, fact).prop_map(|(at, fact)| Deed::Fact(at, fact)),
        2 => (0..2_usize, 0..2_usize, "[0-9]{1,3}|-|[a-z]{1,3}").prop_map(|(row, column, text)| Deed::Cell(row, column, text)),
        2 => (0..2_usize, 0..10_usize, "[1-9]|1/3|").prop_map(|(unit, stat, text)| Deed::Stat(unit, stat, text)),
        1 => (0..6_usize, 0..2_usize, any::<bool>()).prop_map(|(at, side, present)| Deed::Side(at, side, present)),
        1 => (0..7_usize, 0..3_usize).prop_map(|(at, holder)| Deed::Give(at, holder)),
        3 => (0..7_usize, 0..8_usize, 0..4_i64).prop_map(|(at, unit, count)| Deed::Units(at, unit, count)),
        2 => (0..6_usize, 0..4_usize).prop_map(|(at, kind)| Deed::Link(at, kind)),
        1 => Just(Deed::Undo),
        1 => Just(Deed::Redo),
        1 => Just(Deed::Begin),
        1 => Just(Deed::Commit),
    ]
}

fn plan(document: &Document, deed: &Deed) -> Planned {
    let space = |at: &usize| SPACES[*at].to_owned();
    match deed {
        Deed::Fact(at, fact) => space::set(document, &[space(at)], fact),
        Deed::Cell(row, column, text) => {
            let row = ["infantry", "armor"][*row].to_owned();
            table::set_cells(document, "unit-cost", &[CellText { row, column: *column, text: text.clone() }])
        }
        Deed::Stat(unit, stat, text) => {
            units::set_stat(document, ["infantry", "armor"][*unit], units::STATS[*stat], text)
        }
        Deed::Side(at, side, present) => {
            sides::set(document, SPACES[*at], SPACES[at + 1], ["river", "wall"][*side], *present)
        }
        Deed::Give(at, holder) => {
            control::set(document, "start", &[space(at)], [None, Some("red"), Some("blue")][*holder])
        }
        Deed::Units(at, unit, count) => {
            let manners = [
                setup::Manner::Plain,
                setup::Manner::Damaged,
                setup::Manner::Aboard("armor".into()),
                setup::Manner::Formation("First army".into()),
            ];
            let place = setup::Place {
                power: "red",
                space: SPACES[*at],
                unit: ["infantry", "armor"][*unit % 2],
                manner: &manners[*unit / 2],
            };
            setup::set_count(document, "start", &place, *count)
        }
        Deed::Link(at, 0) => links::add(document, SPACES[*at], SPACES[at + 1], "ferry", at % 2 == 1),
        Deed::Link(at, 1) => links::deny(document, SPACES[*at], SPACES[at + 1], (at % 2 == 1).then_some("Sea")),
        Deed::Link(at, _) => links::passage(document, SPACES[*at], SPACES[at + 1], &[space(at)], "FriendlyHoldsAll"),
        Deed::Undo | Deed::Redo | Deed::Begin | Deed::Commit => Ok(Vec::new()),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn as_many_undos_give_the_original_bytes_and_redos_the_edited_ones(deeds in prop::collection::vec(deeds(), 1..24)) {
        let pack = TestPack::new();
        let mut document = open(&pack);
        let original = texts(&document);
        for deed in &deeds {
            match deed {
                Deed::Undo => drop(document.undo()),
                Deed::Redo => drop(document.redo()),
                Deed::Begin => document.begin("step"),
                Deed::Commit => document.commit(),
                deed => {
                    if let Ok(changes) = plan(&document, deed) {
                        prop_assert!(document.change("deed", &changes).is_ok(), "{deed:?} gave edits that do not fit");
                    }
                }
            }
            for (name, file) in document.files() {
                let (root, errors) = chartroom_format::cst::parse(&file.text);
                prop_assert!(root.is_some() && errors.is_empty(), "{name} after {deed:?}: {errors:?}\n{}", file.text);
                prop_assert_eq!(file.spaces.clone(), if file.kind == Some(Kind::Spaces) { EntryIndex::of(&file.text, "spaces") } else { None });
            }
        }
        document.commit();
        let edited = texts(&document);
        let steps = document.history().done();
        document.rewind(0);
        prop_assert_eq!(&texts(&document), &original);
        prop_assert!(!document.is_dirty());
        document.rewind(steps);
        prop_assert_eq!(&texts(&document), &edited);
        let saved = document.save();
        prop_assert!(saved.is_ok());
        prop_assert_eq!(&texts(&open(&pack)), &edited);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn outlines_are_written_undone_and_read_back_exactly(
        deeds in prop::collection::vec((0..3_usize, prop::collection::vec((0..=400_i32, 0..=300_i32), 4..5)), 1..6)
    ) {
        use super::super::ops::shapes;
        use crate::outline::{applied, carve, merge, vertex};
        use chartroom_format::schema::ids::SpaceId;
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().join("zones");
        chartroom_format::starter::write(&root, chartroom_format::starter::Starter::Zones).expect("a starter");
        let mut document = Document::open(&root).expect("it opens");
        let original = texts(&document);
        for (number, (kind, points)) in deeds.iter().enumerate() {
            let known = document.content().shapes.clone().expect("shapes");
            let new = SpaceId(format!("new-{number}"));
            let changes = match kind {
                0 => carve::carve(&known, points, &new, None, &|_| Some(SpaceId("middle-sea".into()))),
                1 => {
                    let all: Vec<_> = known.borders.iter().flat_map(|border| border.points.clone()).collect();
                    vertex::shift(&known, all[points[0].0 as usize % all.len()], points[1])
                }
                _ => merge::merge(&known, &SpaceId("redburg".into()), &SpaceId("red-hills".into())),
            };
            let Ok(changes) = changes else { continue };
            let planned = shapes::plan(&document, &changes).expect("planned");
            document.change("outline", &planned).expect("fits");
            let mut wanted = applied(&known, &changes).borders;
            let mut read = document.content().shapes.clone().expect("shapes").borders;
            wanted.sort_by(|a, b| a.points.cmp(&b.points));
            read.sort_by(|a, b| a.points.cmp(&b.points));
            prop_assert_eq!(read, wanted, "what is written is what was meant");
        }
        let (edited, steps) = (texts(&document), document.history().done());
        document.rewind(0);
        prop_assert_eq!(&texts(&document), &original);
        document.rewind(steps);
        prop_assert_eq!(&texts(&document), &edited);
        document.save().expect("saved");
        prop_assert_eq!(&texts(&Document::open(&root).expect("it opens")), &edited);
    }
}
