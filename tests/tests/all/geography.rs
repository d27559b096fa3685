//! The maps of hexes held against the real coast: nobody walks over water or sails over land but where a rule or a correction says
//! so with its reason, and nobody is kept from walking where there is land.

use chartroom_atlas::source::Sources;
use chartroom_atlas::truth;
use chartroom_format::fs::{DiskFs, Fs, MemoryFs};
use chartroom_format::load;
use chartroom_format::schema::units::Domain;
use chartroom_tests::repository;
use chartroom_tests::topology::Topology;

fn untruths(fs: &dyn Fs, pack: &str) -> Vec<String> {
    let loaded = load::load(fs, &repository().join("content").join(pack)).expect("the pack loads");
    let geography = |name: &str| std::fs::read_to_string(repository().join(format!("content/geo/{name}.json"))).ok();
    let picture = |file: &str| Err(format!("{file}: no pack draws from a picture"));
    let sources = Sources { geography: &geography, picture: &picture };
    let found = truth::of_pack(&loaded.content, &sources).expect("drawable").expect("hexes from geography");
    found.iter().map(truth::Finding::message).collect()
}

#[test]
fn armies_walk_on_land_and_ships_sail_on_water() {
    for pack in ["hitlers-global-war", "hitlers-war-cg3", "global-war-1975"] {
        let found = untruths(&DiskFs, pack);
        assert!(found.is_empty(), "{pack}:\n{}", found.join("\n"));
    }
}

/// A map that lost its measured hexsides is found out: the test above can fail.
#[test]
fn a_map_without_measured_hexsides_is_untrue() {
    let root = repository().join("content/hitlers-war-cg3");
    let mut fs = MemoryFs::default();
    for folder in ["hitlers-war-cg3", "hitlers-global-war"] {
        let from = repository().join("content").join(folder);
        for file in DiskFs.list(&from).expect("a pack") {
            fs = fs.with(from.join(&file), DiskFs.read(&from, &file).expect("a file"));
        }
    }
    let bare = fs.with(root.join("map/drawn-sides.ron"), "Links(schema: 2)".to_owned());
    let found = untruths(&bare, "hitlers-war-cg3");
    for expected in ["armies walk from `O7` to `P7`", "ships sail from `W13` to `X12`"] {
        assert!(found.iter().any(|finding| finding.starts_with(expected)), "{expected}\n{}", found.join("\n"));
    }
}

/// Which straits and isthmuses part what, by hand: (pack, from, to, by land, by sea). A way may lead through many hexes.
const NEIGHBOURS: &[(&str, &str, &str, bool, bool)] = &[
    // The Channel, the Irish Sea, Gibraltar.
    ("hitlers-global-war", "1333", "1434", false, true),
    ("hitlers-war-cg3", "P7", "O8", false, true),
    ("hitlers-global-war", "2031", "2032", false, true),
    // Korea to Japan, Singapore to Sumatra, Florida to Cuba, India to Ceylon, Turkey to the Crimea.
    ("hitlers-global-war", "2073", "2173", false, true),
    ("hitlers-global-war", "3264", "3265", false, false),
    ("hitlers-global-war", "2408", "2507", false, true),
    ("hitlers-war-cg3", "J16", "K17", false, true),
    ("hitlers-war-cg3", "I13", "I14", false, true),
    // Crossing arrows stay.
    ("hitlers-global-war", "1937", "1938", true, true),
    ("hitlers-war-cg3", "R10", "R11", true, true),
    // The Americas are one by land, and ships cross them by the canal alone.
    ("global-war-1975", "W1803", "W1903", true, true),
    ("global-war-1975", "W1803", "W1904", true, true),
    ("global-war-1975", "E2003", "E2004", true, false),
    ("global-war-1975", "E2711", "E2611", true, false),
    ("hitlers-war-cg3", "W13", "X12", true, false),
    ("hitlers-war-cg3", "T10", "T11", true, false),
];

#[test]
fn straits_part_armies_and_isthmuses_part_fleets() {
    let mut wrong = Vec::new();
    for &(pack, from, to, by_land, by_sea) in NEIGHBOURS {
        let loaded = load::load(&DiskFs, &repository().join("content").join(pack)).expect("the pack loads");
        let topology = Topology::of(&loaded.content).expect("a graph");
        let ways = [Domain::Land, Domain::Sea].map(|way| topology.linked(from, to, Some(way)));
        if ways != [by_land, by_sea] {
            wrong.push(format!("{pack}: {from} to {to} is open to armies and ships: {ways:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
