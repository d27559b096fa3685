//! Defects that users found, each as a row: what was, and what is. Those that need more than a command and its words stand elsewhere:
//! mistakes in packs (`validator/tests/all/mistakes`), attacks (`attack_corpus`), overlays (`format/tests/all/overlay_cells`).

use std::path::Path;
use std::process::Command;

struct Row {
    /// What was.
    was: &'static str,
    /// Files to write into the starter pack `x`, or to change: path, from, to.
    files: &'static [(&'static str, &'static str, &'static str)],
    command: &'static [&'static str],
    code: i32,
    says: &'static [&'static str],
    never: &'static [&'static str],
}

const fn row(
    was: &'static str,
    files: &'static [(&'static str, &'static str, &'static str)],
    command: &'static [&'static str],
    code: i32,
    says: &'static [&'static str],
    never: &'static [&'static str],
) -> Row {
    Row { was, files, command, code, says, never }
}

const CHECK: &[&str] = &["check", "--quick", "--format", "concise", "x"];

const ROWS: &[Row] = &[
    row(
        "the wrong file of a table took the place of the base's, and no price could be changed alone",
        &[
            ("o/pack.ron", "", "Pack(schema: 2, id: \"o\", title: \"O\", version: \"1\", extends: \"x\")"),
            ("o/o.ron", "", "Overlay(schema: 2, changes: {\"table:unit-cost\": Cells({\"armor, red\": 9})})"),
        ],
        &["table", "o", "unit-cost", "armor", "red"],
        0,
        &["9"],
        &[],
    ),
    row(
        "the schema refused all that convert writes",
        &[],
        &["schema", "Units"],
        0,
        &["\"kind\": {", "\"const\": \"Units\""],
        &[],
    ),
    row(
        "a misspelt procedure of an example passed as one that is not built",
        &[(
            "x/examples/e.ron",
            "",
            "Examples(schema: 2, examples: {\"e\": (source: [\"a:1\"], origin: Own, runs: Procedure(\"hit-rol-combat\"), given: {}, expect: {\"a\": 1})})",
        )],
        CHECK,
        1,
        &["W102", "hit-rol-combat"],
        &[],
    ),
    row(
        "a treasury was cut down in silence",
        &[("x/scenarios/first.ron", "\"red\": 10", "\"red\": 9000000000000000000")],
        CHECK,
        1,
        &["at most 1000000 here; 9000000000000000000 asked"],
        &[],
    ),
    row(
        "a price was cut down in silence",
        &[("x/tables/unit-cost.ron", "[  3,", "[ 100000000000,")],
        CHECK,
        1,
        &["at most 100000 here; 100000000000 asked"],
        &[],
    ),
    row(
        "a colour of five digits passed",
        &[("x/powers.ron", "#c0594a", "#c0594")],
        CHECK,
        1,
        &["has 5 digits; 6 are needed"],
        &[],
    ),
    row(
        "any word passed as a colour",
        &[("x/powers.ron", "#c0594a", "reddish")],
        CHECK,
        1,
        &["`reddish` is no colour"],
        &[],
    ),
    row(
        "what differs was told in Rust",
        &[(
            "x/examples/e.ron",
            "",
            "Examples(schema: 2, examples: {\"e\": (source: [\"a:1\"], origin: Own, runs: Unit, given: {\"unit\": \"armor\"}, expect: {\"attack\": [7]})})",
        )],
        CHECK,
        1,
        &["attack should be [7] but is [6]"],
        &["Whole(", "List(", "Map("],
    ),
    row(
        "a misspelt field of the rulebook was told as a wrong form",
        &[("x/pack.ron", "licence:", "rulebook: (titel: \"T\", prefix: \"t\", index: \"i.tsv\"), licence:")],
        CHECK,
        1,
        &["M110", "titel"],
        &[],
    ),
    row(
        "a byte order mark gave three errors",
        &[("x/units.ron", "// Unit types", "\u{feff}// Unit types")],
        CHECK,
        0,
        &["X109", "byte order mark"],
        &["X101", "X107"],
    ),
    row(
        "Windows line ends failed the formatter",
        &[("x/options.ron", "", "Options(\r\n    schema: 2,\r\n    options: {},\r\n)\r\n")],
        &["fmt", "--check", "x"],
        0,
        &["0 would change"],
        &[],
    ),
    row(
        "a wrong row was told without the one that is meant",
        &[],
        &["table", "x", "unit-cost", "armour", "red"],
        2,
        &["did you mean `armor`?"],
        &[],
    ),
    row(
        "help said nothing of --json",
        &[],
        &["table", "--help"],
        0,
        &["Print one JSON document", "Print comma-separated values", "Examples:"],
        &[],
    ),
    row(
        "a side without wins was left out",
        &[],
        &["simulate", "x", "first", "--games", "16", "--json"],
        0,
        &["\"east\"", "\"west\""],
        &[],
    ),
    row(
        "a new pack here was refused with an empty name",
        &[],
        &["new", "."],
        2,
        &["`.` is no name for a pack"],
        &["write ``"],
    ),
    row("a name of other letters became another name", &[], &["new", "Ünï"], 2, &["write `uni`"], &["write `n`"]),
    row(
        "a capital was said not to be on the map where only its mark was missing",
        &[(
            "x/map/spaces.ron",
            "\"capital\": 1, \"factory\": 1}, value: 4),\n        \"0203\"",
            "\"factory\": 1}, value: 4),\n        \"0203\"",
        )],
        CHECK,
        1,
        &["the map does not mark it as one"],
        &["not on the map"],
    ),
    row(
        "a count was refused without its limit",
        &[("x/scenarios/first.ron", "\"infantry\": 4", "\"infantry\": 60000")],
        CHECK,
        1,
        &["60000 of `infantry` cannot be set up: 1 to 1000 can"],
        &[],
    ),
    row(
        "an editor without a display told of the window system",
        &[],
        &["edit", "x"],
        2,
        &["needs a display"],
        &["winit", "registry"],
    ),
    row(
        "a folder for the output was made without a word",
        &[],
        &["render", "x", "-o", "missing/m.png"],
        2,
        &["no folder"],
        &[],
    ),
    row(
        "a file was converted onto itself",
        &[],
        &["convert", "x/units.ron", "-o", "x/units.ron"],
        2,
        &["nothing was written"],
        &[],
    ),
    row(
        "a syntax error spoke of the parser",
        &[("x/units.ron", "movement: 2", "movement = 2")],
        CHECK,
        1,
        &["a name and its value are parted by `:`"],
        &["unexpected", "expected"],
    ),
    row(
        "a broken pack was migrated with success",
        &[("x/broken.ron", "", "Units(")],
        &["migrate", "x"],
        1,
        &["could not be read"],
        &[],
    ),
];

fn check(row: &Row) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("folder");
    let run = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chartroom"));
        for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
            command.env_remove(display);
        }
        let output = command.args(words).current_dir(folder.path()).output().expect("the command runs");
        let said = [&output.stdout[..], &output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&said).into_owned())
    };
    assert_eq!(run(&["new", "--grid", "hex", "x"]).0, Some(0));
    for (file, from, to) in row.files {
        let path = folder.path().join(file);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("folder");
        let before = std::fs::read_to_string(&path).unwrap_or_default();
        let after = if from.is_empty() { (*to).to_owned() } else { before.replacen(from, to, 1) };
        assert_ne!(before, after, "{}: `{from}` is not in {file}", row.was);
        std::fs::write(&path, after).expect("write");
    }
    let (code, said) = run(row.command);
    if code != Some(row.code) {
        return Err(format!("{}: ends with {code:?}: {said}", row.was));
    }
    if let Some(word) = row.says.iter().find(|word| !said.contains(**word)) {
        return Err(format!("{}: does not say `{word}`: {said}", row.was));
    }
    match row.never.iter().find(|word| said.contains(**word)) {
        Some(word) => Err(format!("{}: says `{word}`: {said}", row.was)),
        None => Ok(()),
    }
}

#[test]
fn what_users_found_is_mended() {
    let wrong: Vec<String> = ROWS.iter().filter_map(|row| check(row).err()).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), ROWS.len(), wrong.join("\n\n"));
}
