//! Scenes of small packs: everything the pack says is in the picture, and nothing else in the legend.

use chartroom_format::document::ron_options;
use chartroom_format::schema::{Document, Kind};

use super::*;
use crate::raster::Raster;
use crate::zones::shapes_from_raster;

fn decoded(kind: Kind, text: &str) -> Document {
    Document::decode(kind, text, &ron_options()).unwrap_or_else(|error| panic!("{kind:?}: {error}"))
}

fn content(grid: &str, spaces: &str) -> Content {
    let mut content = Content::default();
    let map = format!("Map(schema: 1, title: \"Little map\", grid: {grid}, unlisted: Sea)");
    if let Document::Map(map) = decoded(Kind::Map, &map) {
        content.map = Some(*map);
    }
    if let Document::Spaces(spaces) = decoded(Kind::Spaces, &format!("Spaces(schema: 1, spaces: {spaces})")) {
        content.spaces = spaces.spaces;
    }
    let terrain = r##"Terrain(schema: 1, default: "plain",
        terrains: {"plain": (title: "Plain", colour: "#e8dfc3"), "rough": (title: "Rough", colour: "#cbb790", symbol: Hills)},
        sides: {"ridge": (title: "Mountain", colour: "#7a5c3d"), "canal": (title: "Canal", colour: "#3f7fb0")},
        features: {"port": (title: "Port", symbol: Port, role: Port), "yard": (title: "Yard", symbol: Yard, role: Other),
            "capital": (title: "Capital", symbol: Capital, role: Capital), "points": (title: "Points", role: Production)})"##;
    if let Document::Terrain(terrain) = decoded(Kind::Terrain, terrain) {
        content.default_terrain = terrain.default;
        content.terrains = terrain.terrains;
        content.side_types = terrain.sides;
        content.features = terrain.features;
    }
    let powers = r##"Powers(schema: 1, sides: {}, powers: {
        "red": (title: "Reds", colour: "#c04030"), "blue": (title: "Blues", colour: "#3040c0"), "idle": (title: "Idle", colour: "#00ff00")})"##;
    if let Document::Powers(powers) = decoded(Kind::Powers, powers) {
        content.powers = powers.powers;
    }
    let regions = r#"Regions(schema: 1, regions: {
        "redland": (title: "Redland", kind: Country, power: "red"), "blueland": (title: "Blueland", kind: Country, power: "blue")})"#;
    if let Document::Regions(regions) = decoded(Kind::Regions, regions) {
        content.regions = regions.regions;
    }
    content
}

fn hexes() -> Content {
    let grid = r"Hexes((orientation: Pointy, shifted: Odd, columns: 4, rows: 3, miles: 50,
        numbering: (pattern: [Row(2), Column(2)], rows: (toward: South), columns: (toward: East))))";
    let spaces = r#"{"0102": (surface: Land, country: "redland", name: "Rotburg", features: {"capital": 1, "points": 4}),
        "0103": (surface: Coast, terrain: "rough", country: "blueland", features: {"port": 1}),
        "0203": (surface: Land, country: "blueland")}"#;
    let mut content = content(grid, spaces);
    content.hexsides.insert("0102/0103".to_owned(), vec!["ridge".into()]);
    content
}

#[test]
fn a_board_of_hexes_becomes_a_scene() {
    let holdings = Holdings {
        subtitle: "Spring".to_owned(),
        holders: BTreeMap::from([("0203".into(), Some("red".into()))]),
        features: BTreeMap::new(),
        stacks: BTreeMap::from([(
            "0103".into(),
            vec![Standing::new("blue", "foot", 3), Standing::new("red", "foot", 1)],
        )]),
    };
    let scene = chart(&hexes(), &holdings, None).expect("a chart");
    let Ground::Hexes(ground) = &scene.ground else { panic!("hexes") };
    let hex = |number: &str| ground.hexes.iter().find(|hex| hex.number == number).expect("on the board");
    assert_eq!(ground.hexes.len(), 12);
    assert_eq!((hex("0101").surface, hex("0101").owner), (Surface::Sea, None));
    assert_eq!((hex("0102").owner, hex("0103").owner, hex("0203").owner), (Some(0), Some(1), Some(0)));
    assert_eq!(hex("0103").symbol, Some(Symbol::Hills));
    assert_eq!(ground.sides.len(), 1);
    assert_eq!(ground.sides[0].style.pattern, SidePattern::Ridge);
    let place = |name: Option<&str>| scene.places.iter().find(|place| place.name.as_deref() == name).expect("placed");
    let capital = place(Some("Rotburg"));
    assert_eq!(
        (capital.rank, capital.value, capital.features.as_slice()),
        (Place::CAPITAL, Some(4), [(Symbol::Capital, None)].as_slice())
    );
    let stacks: Vec<_> = place(None).stacks.iter().map(|stack| (stack.owner, stack.counters[0].count)).collect();
    assert_eq!(stacks, [(Some(1), 3), (Some(0), 1)]);
    assert_eq!(place(None).stacks[0].counters[0].label, "foot", "a unit that the pack lacks is drawn all the same");
    let legend: Vec<&str> = scene.owners.iter().map(|key| key.name.as_str()).collect();
    assert_eq!(legend, ["Reds", "Blues", ""]);
    assert_eq!(scene.features.len(), 2, "only symbols that are on the map");
    assert_eq!(scene.sides.len(), 1, "only sides that are on the map");
    assert_eq!((scene.across.len(), scene.down[2].1.as_str(), scene.subtitle.as_str()), (4, "03", "Spring"));
    assert!(crate::render::png(&scene, 300).is_ok());
}

#[test]
fn a_map_of_zones_becomes_a_scene() {
    let spaces = r#"{"east": (surface: Land, country: "redland", value: 5), "mid": (surface: Land, country: "blueland"), "west": (surface: Sea)}"#;
    let mut content = content("Zones((width: 60, height: 20))", spaces);
    let sheet = (0..20).flat_map(|_| (0..60).map(|x| x / 20)).collect();
    let raster = Raster::from_cells(60, 20, false, sheet).expect("fits");
    assert_eq!(chart(&content, &Holdings::default(), None).err(), Some(ChartError::NoShapes));
    content.shapes = Some(shapes_from_raster(&raster, &["west", "mid", "east"].map(SpaceId::from), 0.0));
    let scene = chart(&content, &Holdings::default(), None).expect("a chart");
    let Ground::Zones(ground) = &scene.ground else { panic!("zones") };
    assert_eq!(ground.zones.len(), 3);
    let mut kinds: Vec<_> = ground.borders.iter().map(|border| border.kind).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, [crate::render::scene::BorderKind::Country, crate::render::scene::BorderKind::Coast]);
    assert_eq!(scene.places.iter().filter_map(|place| place.value).collect::<Vec<_>>(), [5]);
    assert!(crate::render::png(&scene, 300).is_ok());
}

#[test]
fn a_pack_without_a_map_has_no_chart() {
    assert_eq!(chart(&Content::default(), &Holdings::default(), None).err(), Some(ChartError::NoMap));
}
