//! A small base pack and one that builds on it. Names between `@` are those that a rename of the space must change; everything
//! else of that spelling means something else.

use std::path::Path;

pub(crate) const NAME: &str = "red-land";

const FILES: &[(&str, &str)] = &[
    ("base/pack.ron", "Pack(schema: 2, id: \"base\", title: \"About red-land\", version: \"1\")\n"),
    ("base/map/map.ron", "Map(schema: 2, title: \"Map\", grid: Zones((width: 100, height: 100)))\n"),
    (
        "base/map/spaces.ron",
        r#"// The red-land of this comment stays.
Spaces(schema: 2, spaces: {
    "@red-land@": (surface: Land, name: "red-land", country: "red-land", note: "red-land is flat"),
    "blue-land": (surface: Land, name: "Blue 😀 Land"), "red-land-2": (surface: Land),
    "straits": (surface: Sea),
})
"#,
    ),
    (
        "base/map/links.ron",
        r#"Links(schema: 2,
    sides: {"@red-land@/blue-land": ["river"], "straits/@red-land@": ["river"], "red-land-2/blue-land": ["river"]},
    added: [(from: "@red-land@", to: "straits", class: "ferry")],
)
"#,
    ),
    (
        "base/map/regions.ron",
        "Regions(schema: 2, regions: {\"red-land\": (title: \"Red\", kind: Country, spaces: [\"@red-land@\"], power: \"red\")})\n",
    ),
    (
        "base/terrain.ron",
        r#"Terrain(schema: 2, sides: {"river": (title: "River")}, features: {"factory": (title: "Factory")},
    links: {"ferry": (title: "Ferry", passes: [Land])})
"#,
    ),
    (
        "base/powers.ron",
        r##"Powers(schema: 2, sides: {"reds": (title: "Reds", colour: "#ff0000")}, powers: {
    "red": (title: "Red", side: "reds", colour: "#ff0000", capitals: ["@red-land@"], home: ["red-land"]),
    "blue": (title: "Blue", colour: "#0000ff"),
})
"##,
    ),
    (
        "base/units.ron",
        r#"Units(schema: 2,
    classes: {"foot": "Foot"},
    units: {
        "infantry": (title: "Infantry", domain: Land, classes: ["foot"], stats: (attack: [2], defend: [3], movement: 1)),
        "armor": (title: "Armor", domain: Land, stats: (attack: [4], defend: [4], movement: 2)),
    },
)
"#,
    ),
    (
        "base/tables/unit-cost.ron",
        r#"Table(schema: 2, id: "unit-cost", title: "Prices", axes: [Words(name: "unit"), Words(name: "power", of: Power, keys: ["red", "blue"])],
    cells: Money,
    rows: {
        "infantry": [3, 4],
        "armor": [6, 7],
    },
    marks: {"infantry, red": Reading("so we read it")},
)
"#,
    ),
    (
        "base/tables/value.ron",
        r#"Table(schema: 2, id: "value", title: "Values", axes: [Words(name: "space", of: Space)], cells: Number,
    rows: {"@red-land@": 3, "blue-land": 2}, marks: {"@red-land@": Reading("red-land")})
"#,
    ),
    (
        "base/scenarios/one.ron",
        r#"Scenario(schema: 2, id: "one", title: "One", turns: (first: 1, last: 4),
    control: {"red": ["@red-land@"], "blue": ["blue-land"]},
    set_up: {"red": [At("@red-land@", {"infantry": 3}), From("gw:1", [Damaged("@red-land@", {"armor": 1})])]},
    devastated: {"@red-land@": 1}, features: {"@red-land@": {"factory": 1}},
    victory: [(winner: "red", check: GameEnd, when: Otherwise, note: "red-land")],
)
"#,
    ),
    (
        "base/examples.ron",
        r#"Examples(schema: 2, examples: {
    "space": (source: [], origin: Own, runs: Space, given: {"space": "@red-land@"}, expect: {"surface": "land"}),
    "price": (source: [], origin: Own, runs: Table("unit-cost"), given: {"unit": "infantry", "power": "red"}, expect: {"value": 3}),
})
"#,
    ),
    (
        "over/pack.ron",
        "Pack(schema: 2, id: \"over\", title: \"Over\", version: \"1\", extends: \"base\", removes: [\"space:@red-land@\"])\n",
    ),
    (
        "over/scenarios/two.ron",
        r#"Scenario(schema: 2, id: "two", title: "Two", turns: (first: 1, last: 2), control: {"blue": ["@red-land@"]}, victory: [])
"#,
    ),
    // A pack of its own, whose names have nothing to do with the others'.
    ("alone/pack.ron", "Pack(schema: 2, id: \"alone\", title: \"Alone\", version: \"1\")\n"),
    ("alone/map/map.ron", "Map(schema: 2, title: \"Map\", grid: Zones((width: 100, height: 100)))\n"),
    ("alone/map/spaces.ron", "Spaces(schema: 2, spaces: {\"red-land\": (surface: Land)})\n"),
];

/// The files as they are before a rename, or after one to a new name.
pub(crate) fn files(name: &str) -> Vec<(&'static str, String)> {
    FILES.iter().map(|(path, text)| (*path, text.replace(&format!("@{NAME}@"), name))).collect()
}

pub(crate) fn write(folder: &Path) {
    for (path, text) in files(NAME) {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
}
