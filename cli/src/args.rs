//! The command line as people type it.

use std::path::PathBuf;

use chartroom_format::schema::recipe::Extent;
use clap::{Parser, Subcommand, ValueEnum};

/// Scenario editor and rule-table toolkit for grand-strategy board wargames.
#[derive(Parser)]
#[command(name = "chartroom", version, about, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Check packs: every mistake with its file, line, column and way out.
    Check(Check),
    /// Explain a code: what it means, why it matters, what to do.
    Explain {
        /// A code such as M110.
        code: String,
    },
    /// Write a pack as another program's files.
    Export(crate::commands::export::Args),
    /// Make a pack of another program's files.
    Import(crate::commands::import::Args),
    Diff(crate::commands::diff::Args),
    MergeDriver(crate::commands::merge_driver::Args),
    /// List packs with their scenarios and tables.
    List {
        #[arg(long)]
        json: bool,
    },
    /// Print a table, or one cell of it.
    Table {
        /// A pack folder, or the name of one under content/.
        pack: String,
        /// The id of the table.
        table: String,
        /// Keys in axis order: none for the whole table, one for a row, all for one cell.
        #[arg(allow_hyphen_values = true)]
        keys: Vec<String>,
        #[arg(long, conflicts_with = "csv")]
        json: bool,
        #[arg(long)]
        csv: bool,
    },
    /// Show a unit: its numbers, abilities and cost.
    Unit {
        /// A pack folder, or the name of one under content/.
        pack: String,
        /// The id of the unit type.
        unit: String,
        /// Only the price this power pays.
        #[arg(long)]
        power: Option<String>,
        /// The scenario whose start decides which changes of the price hold.
        #[arg(long)]
        scenario: Option<String>,
        #[arg(long)]
        json: bool,
    },
    /// Print the pack after overlays, with the origin of every entry.
    Resolve {
        /// A pack folder, or the name of one under content/.
        pack: String,
        #[arg(long)]
        json: bool,
    },
    /// Print the JSON Schema of a kind of file, or list the kinds.
    Schema {
        /// A kind such as Table or Scenario.
        kind: Option<String>,
        /// An older schema version.
        #[arg(long)]
        version: Option<u32>,
    },
    /// Start a new pack that passes `check`.
    New {
        /// The id of the pack: its folder.
        name: PathBuf,
        /// A map of hexes or of zones.
        #[arg(long, value_enum, default_value_t = GridKind::Hex)]
        grid: GridKind,
        /// Hexes on the real world: its coasts, and today's countries to start from.
        #[arg(long, conflicts_with = "grid")]
        world: bool,
        /// The part of the world to show: degrees north, south, west, east, such as 71,34,-11,45 for Europe. All of it if left out.
        #[arg(long, requires = "world", value_name = "N,S,W,E", allow_hyphen_values = true, value_parser = extent)]
        extent: Option<Extent>,
        /// How many hexes lie side by side.
        #[arg(long, requires = "world", default_value_t = 100)]
        columns: u32,
    },
    /// Lay files out in the one canonical way; comments stay.
    Fmt {
        /// Files, packs or folders of packs; all of content/ if left out.
        paths: Vec<PathBuf>,
        /// Write nothing; exit 1 if a file would change.
        #[arg(long)]
        check: bool,
    },
    /// Upgrade packs to the current schema version. Shows what would change unless told to write.
    Migrate {
        /// Packs or folders of packs; all of content/ if left out.
        paths: Vec<PathBuf>,
        /// Write the upgraded files.
        #[arg(long)]
        write: bool,
        #[arg(long)]
        json: bool,
    },
    /// Convert RON to JSON and back.
    Convert {
        /// A .ron or .json file, or a folder of them.
        path: PathBuf,
        /// Write here instead of to stdout; a folder if the input is one.
        #[arg(short, long)]
        output: Option<PathBuf>,
    },
    /// Draw the map of map/recipe.ron, from geography or from a picture.
    ///
    /// Hexes go to map/drawn.ron and map/drawn-sides.ron, zones to map/shapes.ron. What other files of the map list is made by
    /// hand: it is left out of the drawing and survives.
    Draw {
        /// A pack folder, or the name of one under content/.
        pack: String,
        /// Write nothing; exit 1 if a file differs from what the recipe draws.
        #[arg(long, conflicts_with = "adopt")]
        check: bool,
        /// First move what hands have changed in map/drawn.ron to map/corrections.ron, so that it survives.
        #[arg(long)]
        adopt: bool,
        /// List how far each calibrated hex lies from its place.
        #[arg(long)]
        residuals: bool,
        /// Draw nothing: hold the map as it stands against the geography, print what is untrue, and exit 1 if anything is.
        #[arg(long, conflicts_with_all = ["check", "adopt", "residuals"])]
        truth: bool,
    },
    /// Write the map as a picture: terrain, owners, features, names, set-up stacks, legend.
    Render {
        /// A pack folder, or the name of one under content/.
        pack: String,
        /// Show who holds what and who stands where at its start.
        #[arg(long)]
        scenario: Option<String>,
        /// The file to write: .png or .svg; PACK.png if left out.
        #[arg(short, long)]
        output: Option<PathBuf>,
        /// Width in pixels.
        #[arg(long, default_value_t = 2400, value_parser = clap::value_parser!(u32).range(200..=20_000))]
        width: u32,
    },
    /// Let bots play a scenario to its end.
    Play(Play),
    /// Play a recorded game again and hold every position against its hash.
    Replay {
        /// A file that `play --record` wrote.
        file: PathBuf,
        /// The pack, if it lies elsewhere: a folder, or the name of one under content/.
        #[arg(long)]
        pack: Option<String>,
        /// Tell what happened, event by event.
        #[arg(long, conflicts_with = "json")]
        tell: bool,
        #[arg(long)]
        json: bool,
    },
    /// Let bots play many games and count who wins.
    Simulate(Simulate),
    /// Find out which of two bots is stronger: each plays each side, on the same dice.
    Duel(crate::commands::duel::Args),
    Compare(crate::commands::compare::Args),
    Sweep(crate::commands::sweep::Args),
    Worth(crate::commands::worth::Args),
    Tune(crate::commands::tune::Args),
    MergeShards(crate::commands::merge_shards::Args),
    /// Print the odds of a battle.
    Odds(Odds),
    /// Show one place: terrain, features, owner, stacks, neighbours.
    Space {
        /// A pack folder, or the name of one under content/.
        pack: String,
        /// The id of the space.
        space: String,
        /// As it stands when this scenario starts; without stacks if left out.
        #[arg(long)]
        scenario: Option<String>,
        #[arg(long)]
        json: bool,
    },
    /// Run the worked examples of packs.
    Examples {
        /// A pack folder, or the name of one under content/; all of content/ if left out.
        pack: Option<String>,
        #[arg(long)]
        json: bool,
    },
    /// Count the rules of the rulebook that are modelled and proved.
    Coverage {
        /// A pack folder, or the name of one under content/; all of content/ if left out.
        pack: Option<String>,
        #[arg(long)]
        json: bool,
    },
    /// Open the editor.
    #[cfg(feature = "editor")]
    Edit {
        /// A pack folder, or the name of one under content/; the welcome page if left out.
        pack: Option<String>,
        /// Take up unsaved work of a killed editor without asking.
        #[arg(long)]
        recover: bool,
        /// Show this place: the id of a space or of a table.
        #[arg(long, value_name = "SPACE|TABLE", requires = "pack")]
        at: Option<String>,
    },
    /// Serve a text editor: diagnostics, completion, hover, rename.
    Lsp(crate::commands::lsp::Args),
    /// Print a completion script for a shell.
    Completions {
        shell: clap_complete::Shell,
    },
}

/// Four numbers with commas between them.
fn extent(text: &str) -> Result<Extent, String> {
    let degrees: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    match degrees.as_deref() {
        Ok(&[north, south, west, east]) => Ok(Extent { north, south, west, east }),
        _ => Err("write four numbers, north, south, west and east, such as 71,34,-11,45".to_owned()),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GridKind {
    Hex,
    Zones,
}

#[derive(clap::Args)]
pub(crate) struct Check {
    /// Pack folders, folders of packs, or names of packs under content/; all of content/ if left out.
    pub(crate) paths: Vec<PathBuf>,
    /// How findings are printed.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
    /// Only findings with these codes, beginnings of codes, groups or names.
    #[arg(long, value_delimiter = ',')]
    pub(crate) select: Vec<String>,
    /// No findings with these codes, beginnings of codes, groups or names.
    #[arg(long, value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,
    /// Treat warnings as errors.
    #[arg(long, value_name = "warnings")]
    pub(crate) deny: Option<Deny>,
    /// Leave out the played games.
    #[arg(long)]
    pub(crate) quick: bool,
    /// Play the contracts of balance.ron too: exit 1 if games refute what the author wants.
    #[arg(long)]
    pub(crate) balance: bool,
    /// Write what the games of --balance say: Markdown, or JSON if the file ends in .json.
    #[arg(long, value_name = "FILE", requires = "balance")]
    pub(crate) evidence: Option<PathBuf>,
    /// Show hints too: what an author may want to look at, never a mistake for sure.
    #[arg(long)]
    pub(crate) hints: bool,
    /// Show findings that follow from another one too, and more than a hundred of a kind in a file.
    #[arg(long)]
    pub(crate) all: bool,
    /// Apply safe fixes until none is left.
    #[arg(long)]
    pub(crate) fix: bool,
    /// Apply unsafe fixes too: they may change what the content means.
    #[arg(long)]
    pub(crate) unsafe_fixes: bool,
    /// Leave out the findings that this file knows.
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write all findings into this file, for --baseline.
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    pub(crate) write_baseline: Option<PathBuf>,
    /// List all codes instead of checking.
    #[arg(long)]
    pub(crate) list: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Human,
    Concise,
    Json,
    Sarif,
    Junit,
    Github,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deny {
    Warnings,
}

#[derive(clap::Args)]
pub(crate) struct Play {
    /// A pack folder, or the name of one under content/.
    pub(crate) pack: String,
    /// The id of the scenario.
    pub(crate) scenario: String,
    /// Who plays: KIND[:STYLE] for all sides, SIDE=KIND[:STYLE] for one; kinds are greedy, strong[@POSITIONS] and random.
    #[arg(long = "bot", value_name = "[SIDE=]KIND[:STYLE]", default_value = "greedy")]
    pub(crate) bots: Vec<String>,
    /// The dice: the same seed gives the same game.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Stop after so many turns.
    #[arg(long)]
    pub(crate) turns: Option<i64>,
    /// Switch an optional rule: NAME to play with it, NAME=off to play without.
    #[arg(long = "option", value_name = "NAME[=off]")]
    pub(crate) options: Vec<String>,
    /// Say for each operation of a bot why it was chosen.
    #[arg(long, conflicts_with = "json")]
    pub(crate) explain: bool,
    /// Write every event here, one line of JSON each.
    #[arg(long)]
    pub(crate) log: Option<PathBuf>,
    /// Write a replay here: what was done, with the hash of the position after each action.
    #[arg(long)]
    pub(crate) record: Option<PathBuf>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args)]
pub(crate) struct Simulate {
    /// A pack folder, or the name of one under content/.
    pub(crate) pack: String,
    /// The id of the scenario.
    pub(crate) scenario: String,
    /// How many games.
    #[arg(long)]
    pub(crate) games: usize,
    /// Who plays: KIND[:STYLE] for all sides, SIDE=KIND[:STYLE] for one; kinds are greedy, strong[@POSITIONS] and random.
    #[arg(long = "bot", value_name = "[SIDE=]KIND[:STYLE]", default_value = "greedy")]
    pub(crate) bots: Vec<String>,
    /// The dice of the first game; the others follow from it.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Switch an optional rule: NAME to play with it, NAME=off to play without.
    #[arg(long = "option", value_name = "NAME[=off]")]
    pub(crate) options: Vec<String>,
    /// Change a value first: tables.unit-cost.infantry.germany=4, tables.unit-cost.infantry=4 for the whole row, units.infantry.attack=5.
    #[arg(long, value_name = "PATH=VALUE")]
    pub(crate) set: Vec<String>,
    #[command(flatten)]
    pub(crate) sharded: crate::commands::experiment::Sharded,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args)]
pub(crate) struct Odds {
    /// A pack folder, or the name of one under content/.
    pub(crate) pack: String,
    /// The attacker's units: "10 infantry, 5 armor".
    #[arg(long)]
    pub(crate) attack: String,
    /// The defender's units.
    #[arg(long)]
    pub(crate) defend: String,
    /// The attacking power, for prices and stats that differ.
    #[arg(long)]
    pub(crate) attacker: Option<String>,
    /// The defending power.
    #[arg(long)]
    pub(crate) defender: Option<String>,
    /// What the attacker gives up first: cheapest, keep-attack, keep-defence, or units in their order: "infantry, armor".
    #[arg(long, value_name = "POLICY")]
    pub(crate) attacker_loses: Option<String>,
    /// What the defender gives up first, in the same words.
    #[arg(long, value_name = "POLICY")]
    pub(crate) defender_loses: Option<String>,
    /// The place of the battle, for terrain, features and the rules of the place.
    #[arg(long)]
    pub(crate) at: Option<String>,
    /// The scenario whose start decides what the question cannot: turn, tracks, relations, options. A pack with one scenario
    /// needs no name.
    #[arg(long)]
    pub(crate) scenario: Option<String>,
    #[arg(long)]
    pub(crate) json: bool,
}
