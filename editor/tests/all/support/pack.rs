//! A small pack in a temporary folder: a hex map of 8 x 6, terrain, two powers, a price list, a scenario.

use std::path::PathBuf;

/// The pack's folder; it goes when this goes.
pub(crate) struct TestPack {
    pub(crate) folder: tempfile::TempDir,
}

pub(crate) const FILES: &[(&str, &str)] = &[
    ("pack.ron", "Pack(\n    schema: 2,\n    id: \"small\",\n    title: \"Small\",\n    version: \"1.0.0\",\n)\n"),
    (
        "map/map.ron",
        "Map(\n    schema: 2,\n    title: \"Small map\",\n    grid: Hexes((\n        orientation: Pointy,\n        shifted: Odd,\n        columns: 8,\n        rows: 6,\n        numbering: (pattern: [Row(2), Column(2)], rows: (first: 1, toward: South), columns: (first: 1, toward: East)),\n        miles: 10,\n    )),\n    unlisted: Sea,\n)\n",
    ),
    (
        "map/spaces.ron",
        "// The land.\nSpaces(\n    schema: 2,\n    spaces: {\n        \"0101\": (surface: Land, country: \"redland\"),\n        \"0102\": (surface: Land, terrain: \"hills\", country: \"redland\"), // a hill\n        \"0103\": (surface: Coast, country: \"blueland\"),\n        // the second row\n        \"0202\": (surface: Land, name: \"Town\", country: \"blueland\", features: {\"port\": 1}),\n        \"0404\": (surface: Land, country: \"blueland\"),\n    },\n)\n",
    ),
    ("map/links.ron", "Links(\n    schema: 2,\n    sides: {\n        \"0101/0102\": [\"river\"],\n    },\n)\n"),
    (
        "map/regions.ron",
        "Regions(\n    schema: 2,\n    regions: {\n        \"redland\": (title: \"Red land\", kind: Country, power: \"red\"),\n        \"blueland\": (title: \"Blue land\", kind: Country, power: \"blue\"),\n        \"north\": (title: \"The north\", kind: Weather),\n    },\n)\n",
    ),
    (
        "terrain.ron",
        "Terrain(\n    schema: 2,\n    default: \"clear\",\n    terrains: {\n        \"clear\": (title: \"Clear\", colour: \"#e8dcae\"),\n        \"hills\": (title: \"Hills\", colour: \"#c9a56b\", symbol: Hills),\n        \"forest\": (title: \"Forest\", colour: \"#7c9a5e\", symbol: Forest),\n    },\n    sides: {\n        \"river\": (title: \"River\", colour: \"#3a78b0\"),\n        \"wall\": (title: \"Wall\", colour: \"#333333\"),\n    },\n    features: {\n        \"port\": (title: \"Port\", symbol: Port, role: Port),\n        \"factory\": (title: \"Factory\", symbol: Factory, role: Factory),\n    },\n    links: {\n        \"ferry\": (title: \"Ferry\", passes: [Land]),\n    },\n)\n",
    ),
    (
        "powers.ron",
        "Powers(\n    schema: 2,\n    sides: {\n        \"reds\": (title: \"The Reds\", colour: \"#b03030\"),\n        \"blues\": (title: \"The Blues\", colour: \"#3050b0\"),\n    },\n    powers: {\n        \"red\": (title: \"Red\", side: \"reds\", colour: \"#c04040\"),\n        \"blue\": (title: \"Blue\", side: \"blues\", colour: \"#4060c0\"),\n    },\n)\n",
    ),
    (
        "units.ron",
        "Units(\n    schema: 2,\n    units: {\n        \"infantry\": (title: \"Infantry\", domain: Land, stats: (attack: [2], defend: [4], movement: 1)),\n        \"armor\": (title: \"Armor\", domain: Land, stats: (attack: [6], defend: [4], movement: 2)),\n    },\n)\n",
    ),
    (
        "tables/unit-cost.ron",
        "// What units cost.\nTable(\n    schema: 2,\n    id: \"unit-cost\",\n    title: \"Unit prices\",\n    axes: [Words(name: \"unit\"), Words(name: \"power\", of: Power, keys: [\"red\", \"blue\"])],\n    cells: Money,\n    rows: {\n        //           red blue\n        \"infantry\": [ 5,  6],\n        \"armor\":    [11, 12],\n    },\n    marks: {\n        \"armor, blue\": Reconstructed(\"a guess\"),\n    },\n)\n",
    ),
    (
        "scenarios/start.ron",
        "Scenario(\n    schema: 2,\n    id: \"start\",\n    title: \"The start\",\n    turns: (first: 1, last: 5),\n    control: {\n        \"red\": [\"0103\"],\n    },\n    set_up: {\n        \"red\": [\n            At(\"0101\", {\"infantry\": 3}), // the garrison\n        ],\n    },\n    victory: [\n        (check: GameEnd, when: Otherwise),\n    ],\n)\n",
    ),
];

impl TestPack {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let pack = Self { folder };
        for (name, text) in FILES {
            pack.write(name, text);
        }
        pack
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join("small")
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.root().join(name);
        std::fs::create_dir_all(path.parent().expect("a file in a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.root().join(name)).expect("a file of the pack")
    }
}

/// The lines that differ between two texts: gone, then new.
pub(crate) fn diff(before: &str, after: &str) -> (Vec<String>, Vec<String>) {
    let (a, b): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let gone = a.iter().filter(|line| a.iter().filter(|l| l == line).count() > b.iter().filter(|l| l == line).count());
    let new = b.iter().filter(|line| b.iter().filter(|l| l == line).count() > a.iter().filter(|l| l == line).count());
    (gone.map(|line| (*line).to_owned()).collect(), new.map(|line| (*line).to_owned()).collect())
}
