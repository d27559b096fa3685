//! Movement by steps and battles by table, on a small pack of its own: seven by seven hexes, two armies, a table that says what it does.
//! Cases are worked examples in RON, run as a modder's would be.

mod battle;
mod bots;
mod findings;
mod movement;
mod odds;
mod stages;

use chartroom_engine::{Options, Playable, compile, examples};
use chartroom_format::content::Content;
use chartroom_format::diag::Diagnostic;
use chartroom_format::fs::MemoryFs;
use chartroom_format::load;

/// The parts of the pack that cases change.
#[derive(Clone, Debug)]
pub(crate) struct Mini {
    pub(crate) move_settings: String,
    pub(crate) battle_settings: String,
    pub(crate) results: String,
    pub(crate) table: String,
    pub(crate) modifiers: String,
    pub(crate) sequence: String,
    pub(crate) more_procedures: String,
    pub(crate) reinforcements: String,
    pub(crate) set_up: String,
    pub(crate) units: String,
    /// Further files by their path in the pack.
    pub(crate) files: Vec<(&'static str, String)>,
}

impl Default for Mini {
    fn default() -> Self {
        let text = str::to_owned;
        Self {
            move_settings: text("zones: (enter: Stop), stacking: Units(3)"),
            battle_settings: text(r#"column: Ratio(round: ForDefender), table: "crt", die: 6, stacking: Units(3)"#),
            results: text(RESULTS),
            table: text(TABLE),
            modifiers: text(""),
            sequence: text(SEQUENCE),
            more_procedures: text(""),
            reinforcements: text(""),
            set_up: text(r#""red": [At("0104", {"foot": 1})], "blue": [At("0704", {"foot": 1})]"#),
            units: text(""),
            files: Vec::new(),
        }
    }
}

/// The row of the roll says what comes up: each row holds one code from end to end.
const TABLE: &str = r#"Table(
    schema: 2, id: "crt", title: "Results",
    axes: [Die(sides: 6), Words(name: "odds", keys: ["1-2", "1-1", "2-1", "3-1"])],
    cells: Code(["AE", "AR", "EX", "DR", "DE", "DS", "-"]),
    rows: {
        1: ["AE", "AE", "AE", "AE"], 2: ["AR", "AR", "AR", "AR"], 3: ["EX", "EX", "EX", "EX"],
        4: ["DR", "DR", "DR", "DR"], 5: ["DE", "DE", "DE", "DE"], 6: ["DS", "DS", "DS", "-"],
    },
)"#;

const RESULTS: &str = r#""AE": [Eliminate(Attacking)], "AR": [Retreat(Attacking, 1)], "EX": [Exchange, Advance(May)],
    "DR": [Retreat(Defending, 2), Advance(May)], "DE": [Eliminate(Defending), Advance(Must)], "DS": [Lose(Defending, 1)]"#;

const SEQUENCE: &str = r#"Stage(id: "turn", each: Of(["east", "west"]), steps: [
        Phase(id: "supply", do: "supply"), Phase(id: "march", do: "march"), Phase(id: "battle", do: "battle"),
    ]), Phase(id: "end", do: "end")"#;

impl Mini {
    pub(crate) fn load(&self) -> Content {
        let loaded = load::load(&self.files(), "mini".as_ref()).expect("the pack loads");
        let faults: Vec<&str> = loaded.findings.iter().map(|finding| finding.message.as_str()).collect();
        assert!(faults.is_empty(), "{faults:?}");
        loaded.content
    }

    fn files(&self) -> MemoryFs {
        let Self {
            move_settings,
            battle_settings,
            results,
            table,
            modifiers,
            sequence,
            more_procedures,
            reinforcements,
            set_up,
            units,
            files,
        } = self;
        let mut fs = MemoryFs::default();
        for (file, text) in files {
            fs = fs.with(format!("mini/{file}"), text.as_str());
        }
        fs.with("mini/pack.ron", r#"Pack(schema: 2, id: "mini", title: "Mini", version: "0.1.0", about: "A test.", licence: "CC0-1.0")"#)
            .with(
                "mini/map/map.ron",
                r#"Map(schema: 2, title: "Mini", grid: Hexes((orientation: Pointy, shifted: Odd, columns: 7, rows: 7,
                    numbering: (pattern: [Column(2), Row(2)], rows: (first: 1, toward: South), columns: (first: 1, toward: East)), miles: 1)),
                    unlisted: Land)"#,
            )
            .with(
                "mini/map/spaces.ron",
                r#"Spaces(schema: 2, spaces: {
                    "0104": (surface: Land, country: "redland", features: {"depot": 1}),
                    "0704": (surface: Land, country: "blueland", features: {"depot": 1}),
                    "0301": (surface: Land, terrain: "hill"), "0401": (surface: Land, terrain: "hill"),
                    "0501": (surface: Land, terrain: "lake"),
                })"#,
            )
            .with(
                "mini/map/links.ron",
                r#"Links(schema: 2, sides: {"0205/0305": ["river"], "0206/0306": ["wall"], "0207/0307": ["road"]})"#,
            )
            .with(
                "mini/map/regions.ron",
                r#"Regions(schema: 2, regions: {
                    "redland": (title: "Redland", kind: Country, power: "red"), "blueland": (title: "Blueland", kind: Country, power: "blue"),
                })"#,
            )
            .with(
                "mini/terrain.ron",
                r##"Terrain(schema: 2, default: "clear",
                    terrains: {
                        "clear": (title: "Clear", colour: "#e6dcb8"), "hill": (title: "Hill", colour: "#b89f7c", cost: {Land: 2}),
                        "lake": (title: "Lake", colour: "#5b8fb9", bars: [Land]),
                    },
                    sides: {
                        "river": (title: "River", colour: "#5b8fb9", cost: {Land: 1}),
                        "wall": (title: "Wall", colour: "#333333", bars_retreat: true, bars_control: true),
                        "road": (title: "Road", colour: "#999999", cost: {Land: "-1/2"}),
                    },
                    features: {"depot": (title: "Depot", role: SupplyCentre)},
                    links: {"land": (title: "Land", passes: [Land])})"##,
            )
            .with(
                "mini/powers.ron",
                r##"Powers(schema: 2,
                    sides: {"east": (title: "East", colour: "#b5483a"), "west": (title: "West", colour: "#3f6f9f")},
                    powers: {
                        "red": (title: "Red", side: "east", colour: "#c0594a", home: ["redland"]),
                        "blue": (title: "Blue", side: "west", colour: "#4f7fae", home: ["blueland"]),
                    },
                    order: [(title: "Red", powers: ["red"]), (title: "Blue", powers: ["blue"])])"##,
            )
            .with(
                "mini/units.ron",
                format!(
                    r#"Units(schema: 2, classes: {{"line": "Line"}}, units: {{
                    "foot": (title: "Foot", domain: Land, classes: ["line"], abilities: [AdvanceAfterCombat],
                        stats: (attack_strength: 4, defence_strength: 4, movement: 2, hits: 2, zone: 1),
                        damaged: [(attack_strength: 2, defence_strength: 2, movement: 1)]),
                    "horse": (title: "Horse", domain: Land, classes: ["line"], abilities: [AdvanceAfterCombat],
                        stats: (attack_strength: 2, defence_strength: 1, movement: 4)),
                    "fort": (title: "Fort", domain: Land, classes: ["line"], abilities: [Immobile],
                        stats: (attack_strength: 0, defence_strength: 3)),
                    {units}
                }})"#
                ),
            )
            .with("mini/tables/crt.ron", table.as_str())
            .with(
                "mini/rules/procedures.ron",
                format!(
                    r#"Rules(schema: 2, procedures: {{
                    "supply": (do: TraceSupply(full: ["depot"], full_from_home: true, length: 4, zones_block: true, lost_after: 1)),
                    "march": (do: Move({move_settings})),
                    "battle": (do: Battle({battle_settings}, results: {{{results}}})),
                    {more_procedures}
                    "end": (do: EndTurn),
                }}, modifiers: {{{modifiers}}})"#
                ),
            )
            .with("mini/sequence.ron", format!("Sequence(schema: 2, each_turn: [{sequence}])"))
            .with(
                "mini/scenarios/first.ron",
                format!(
                    r#"Scenario(schema: 2, id: "first", title: "First", turns: (first: 1, last: 6), wars: [(["east"], ["west"])],
                    set_up: {{{set_up}}}, reinforcements: [{reinforcements}],
                    victory: [(winner: "east", check: TurnEnd, when: Holds(Controls("east", ["0704"]))),
                        (winner: "west", check: TurnEnd, when: Holds(Controls("west", ["0104"]))), (check: GameEnd, when: Otherwise)])"#
                ),
            )
    }

    /// The findings of compiling the scenario; none if it can be played.
    pub(crate) fn findings(&self) -> Vec<Diagnostic> {
        let fs = self.files();
        let texts =
            |file: &str| fs.files.get(std::path::Path::new(file)).map(|text| std::sync::Arc::from(text.as_str()));
        let content = self.load();
        compile(&content, "first", Options { texts: Some(&texts), ..Options::default() }).err().unwrap_or_default()
    }

    /// Runs worked examples, `"name": (given: .., expect: ..)`.
    pub(crate) fn check(&self, examples: &str) {
        let mut parts: Vec<String> = examples.split("\": (given:").map(str::to_owned).collect();
        let last = parts.len() - 1;
        parts[..last].iter_mut().for_each(|part| *part = slug(part));
        let entries = parts.join(r#"": (source: [], origin: Own, runs: Procedure("play"), given:"#);
        let fs = self.files().with("mini/examples/all.ron", format!("Examples(schema: 2, examples: {{{entries}}})"));
        let loaded = load::load(&fs, "mini".as_ref()).expect("the pack loads");
        let faults: Vec<&str> = loaded.findings.iter().map(|finding| finding.message.as_str()).collect();
        assert!(faults.is_empty(), "{faults:?}");
        let playable = Playable::new(&loaded.content);
        assert!(!loaded.content.examples.is_empty());
        for (id, example) in &loaded.content.examples {
            let result = examples::run(&playable, example);
            assert_eq!(result, Some(Ok(())), "{}", id.as_str());
        }
    }
}

/// The name at the end of a text, after its last quote, as ids are written.
fn slug(text: &str) -> String {
    let Some((before, name)) = text.rsplit_once('"') else { return text.to_owned() };
    let words: Vec<&str> =
        name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    format!("{before}\"{}", words.join("-").to_lowercase())
}
