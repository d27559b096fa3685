//! GeoJSON out and in again gives the same map; files of others become packs; crossing rings and other faults are named.

use std::path::{Path, PathBuf};

use chartroom_atlas::zones::Areas;
use chartroom_exchange::geojson;
use chartroom_exchange::report::Report;
use chartroom_exchange::zoning::pack::{self, NewMap};
use chartroom_format::content::Content;
use chartroom_format::fs::{DiskFs, MemoryFs};
use chartroom_format::grid::zones::neighbours;
use chartroom_format::load::{self, Loaded};
use chartroom_format::starter::{self, Starter};

pub(crate) fn loaded(files: impl IntoIterator<Item = (impl AsRef<Path>, String)>) -> Loaded {
    let mut fs = MemoryFs::default();
    for (file, text) in files {
        fs.files.insert(PathBuf::from("packs/demo").join(file), text);
    }
    load::load(&fs, Path::new("packs/demo")).expect("loads")
}

/// The pack of a map; its files must load without errors.
pub(crate) fn made(map: NewMap) -> Loaded {
    let made = pack::pack(map, "demo", Report::default()).expect("a pack");
    let pack = loaded(made.files);
    assert!(!pack.has_errors(), "{:#?}", pack.findings);
    pack
}

type Rings = Vec<Vec<(i32, i32)>>;

/// Every zone's lines: rings cut where they come back to a point, each with its smallest point first, so that it does not matter
/// where a ring begins and which way it takes at a corner in which a zone touches itself.
fn rings(content: &Content) -> Vec<(String, Rings)> {
    let areas = Areas::read(content.shapes.as_ref().expect("shapes")).0;
    let mut zones = Vec::new();
    for (id, area) in &areas.zones {
        let mut loops: Vec<Vec<(i32, i32)>> = Vec::new();
        for ring in &area.rings {
            let mut walked: Vec<(i32, i32)> = Vec::new();
            for &point in ring {
                if let Some(at) = walked.iter().position(|known| *known == point) {
                    loops.push(walked.split_off(at));
                }
                walked.push(point);
            }
            loops.push(walked);
        }
        for points in &mut loops {
            let first = points.iter().enumerate().min_by_key(|(_, point)| **point).map_or(0, |(at, _)| at);
            points.rotate_left(first);
        }
        loops.sort();
        zones.push((id.to_string(), loops));
    }
    zones
}

fn same_map(before: &Content, after: &Content) {
    assert_eq!(rings(before), rings(after));
    let near = |content: &Content| -> Vec<String> {
        let shapes = content.shapes.as_ref().expect("shapes");
        neighbours(shapes).keys().map(|(one, other)| format!("{one}-{other}")).collect()
    };
    assert_eq!(near(before), near(after));
    for (id, space) in &before.spaces {
        let back = &after.spaces[id];
        assert_eq!(
            (space.surface, &space.name, &space.terrain, &space.value),
            (back.surface, &back.name, &back.terrain, &back.value),
            "{id}"
        );
        assert!(space.features.iter().all(|(feature, amount)| back.features.get(feature) == Some(amount)), "{id}");
        assert!(space.country.is_none() || space.country == back.country, "{id}");
    }
}

#[test]
fn a_map_goes_out_and_comes_back_the_same() {
    let starter = loaded(starter::files(Starter::Zones, "demo"));
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    let war_game = load::load(&DiskFs, &content.join("war-game-ww2")).expect("loads");
    for pack in [starter, war_game] {
        let text = geojson::write(&pack.content).expect("GeoJSON");
        let read = geojson::read(&text, None).expect("it can be read");
        assert!(read.map.laid.is_exact, "every point is where it was");
        assert!(!read.map.laid.has_rest, "the zones fill the map");
        same_map(&pack.content, &made(read.map).content);
    }
}

/// Features by name and rings.
fn collection(features: &[(&str, &str)]) -> String {
    let feature = |(name, rings): &(&str, &str)| {
        format!(
            "{{\"type\":\"Feature\",\"properties\":{{\"name\":\"{name}\"}},\"geometry\":{{\"type\":\"Polygon\",\"coordinates\":[{rings}]}}}}"
        )
    };
    let features: Vec<String> = features.iter().map(feature).collect();
    format!("{{\"type\":\"FeatureCollection\",\"features\":[{}]}}", features.join(","))
}

const WEST: &str = "[[0,0],[5,0],[5,5],[0,5],[0,0]]";
const EAST: &str = "[[5,0],[9,0],[9,5],[5,5],[5,0]]";

#[test]
fn areas_of_another_program_become_a_pack_with_shared_borders() {
    let read = geojson::read(&collection(&[("West Land", WEST), ("East Land", EAST)]), None).expect("readable");
    assert!(read.map.laid.is_exact && read.map.laid.has_rest);
    let pack = made(read.map);
    let shapes = pack.content.shapes.as_ref().expect("shapes");
    let near: Vec<String> = neighbours(shapes).keys().map(|(one, other)| format!("{one} {other}")).collect();
    assert_eq!(near, ["east-land off-map", "east-land west-land", "off-map west-land"]);
    assert_eq!(pack.content.spaces["west-land"].name.as_deref(), Some("West Land"));
}

#[test]
fn a_corner_in_the_middle_of_a_neighbours_side_is_no_gap() {
    let north = "[[5,2],[9,2],[9,5],[5,5],[5,2]]";
    let south = "[[5,0],[9,0],[9,2],[5,2],[5,0]]";
    let read = geojson::read(&collection(&[("a", WEST), ("b", north), ("c", south)]), None).expect("readable");
    assert!(read.map.laid.is_exact);
    let near = neighbours(&read.map.laid.shapes).len();
    // a-b, a-c, b-c, and each with what lies around.
    assert_eq!(near, 6);
}

#[test]
fn areas_that_do_not_meet_exactly_are_traced() {
    let near = "[[4.99,0],[9,0],[9,5],[4.98,5],[4.99,0]]";
    let read = geojson::read(&collection(&[("a", WEST), ("b", near)]), None).expect("readable");
    assert!(!read.map.laid.is_exact);
    let shapes = &read.map.laid.shapes;
    assert!(neighbours(shapes).keys().any(|(one, other)| (one.as_str(), other.as_str()) == ("a", "b")));
    assert_eq!(Areas::read(shapes).1, vec![]);
}

#[test]
fn holes_islands_and_areas_of_many_parts_are_kept() {
    let ring = "[[0,0],[9,0],[9,9],[0,9],[0,0]],[[3,3],[3,6],[6,6],[6,3],[3,3]]";
    let inner = "[[3,3],[6,3],[6,6],[3,6],[3,3]]";
    let read = geojson::read(&collection(&[("ring", ring), ("inner", inner)]), None).expect("readable");
    assert!(read.map.laid.is_exact);
    let areas = Areas::read(&read.map.laid.shapes).0;
    assert_eq!(areas.zones["ring"].rings.len(), 2);
    assert_eq!(areas.zones["inner"].rings.len(), 1);
}

#[track_caller]
fn refused(text: &str, word: &str) {
    let error = geojson::read(text, None).expect_err(text).to_string();
    assert!(error.contains(word), "`{word}` in {error}");
}

#[test]
fn faults_are_named() {
    let crossing = "[[0,0],[5,5],[5,0],[0,3],[0,0]]";
    refused(&collection(&[("Bow", crossing)]), "the outline of `Bow` crosses itself");
    refused("{", "no JSON");
    refused("[]", "lacks a list of `features`");
    refused("{\"type\":\"Topology\",\"objects\":{}}", "TopoJSON");
    refused(&collection(&[]), "no area");
    refused(&collection(&[("", WEST)]), "neither an id nor a name");
    refused(&collection(&[("a", "[[0,0],[1,\"x\"],[1,1]]")]), "is no place");
    refused(&collection(&[("a", "[[0,0],[1,1],[0,0]]")]), "has no extent");
    refused(&"[".repeat(100_000), "no JSON");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]

    /// Whatever stands in a file, it is read or refused.
    #[test]
    fn any_rings_are_read_or_refused(points in proptest::collection::vec((-20..20_i32, -20..20_i32), 0..12)) {
        let ring: Vec<String> = points.iter().map(|(x, y)| format!("[{x},{y}]")).collect();
        let text = collection(&[("a", WEST), ("b", &format!("[{}]", ring.join(",")))]);
        if let Ok(read) = geojson::read(&text, None) {
            proptest::prop_assert_eq!(Areas::read(&read.map.laid.shapes).1, vec![]);
        }
    }
}
