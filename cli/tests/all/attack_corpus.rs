//! The corpus of attacks: packs that strangers might send, each a row. Whatever they hold, the program ends by itself with 0, 1 or 2
//! (the row says which), within 20 seconds of computing and 512 MB of memory in an unoptimised build, says the word of the row, tells
//! nothing of the files outside the pack and leaves them as they were.
#![cfg(unix)]

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A row: what it is, the shell that spoils the starter pack `x`, the command, how it ends, and a word it says.
type Attack = (&'static str, &'static str, &'static str, i32, &'static str);

const CHECK: &str = "check --quick x";

const FILES: &[Attack] = &[
    ("a pipe as a file", "rm x/units.ron; mkfifo x/units.ron", CHECK, 1, "X105"),
    ("a pipe as pack.ron", "rm x/pack.ron; mkfifo x/pack.ron", "check --quick x/", 2, "pack.ron"),
    ("a pipe as a table", "mkfifo x/tables/a.ron", "table x unit-cost", 0, "has errors"),
    ("a pipe while playing", "mkfifo x/tables/a.ron", "play x first", 1, "has errors"),
    ("a pipe while rendering", "mkfifo x/tables/a.ron", "render x -o m.png", 1, "wrote"),
    ("a pipe while fixing", "mkfifo x/tables/a.ron", "check --quick --fix x", 1, "X105"),
    ("a pipe as replay", "mkfifo r.replay", "replay r.replay", 2, "r.replay"),
    ("a pipe as baseline", "mkfifo b.json", "check --quick x --baseline b.json", 2, "b.json"),
    ("a pipe to convert", "mkfifo p.ron", "convert p.ron", 2, "p.ron"),
    ("a pipe to import", "mkfifo g.zip", "import triplea g.zip -o y", 2, "g.zip"),
    ("a device", "rm x/units.ron; ln -s /dev/zero x/units.ron", CHECK, 1, "X106"),
    ("a device to format", "rm x/units.ron; ln -s /dev/zero x/units.ron", "fmt x", 1, "cannot read it"),
    ("a device to migrate", "rm x/units.ron; ln -s /dev/zero x/units.ron", "migrate x", 2, "cannot read"),
    ("a device as replay", "ln -s /dev/zero r.replay", "replay r.replay", 2, "r.replay"),
    ("a folder as a file", "mkdir x/more.ron", CHECK, 0, "no problems"),
    ("a folder as pack.ron", "rm x/pack.ron; mkdir x/pack.ron", "check --quick x", 2, "pack.ron"),
    ("a link to itself", "ln -s loop.ron x/loop.ron", CHECK, 1, "X105"),
    ("a link to the folder above", "ln -s .. x/above", CHECK, 0, "no problems"),
    ("a link to a secret", "rm x/units.ron; ln -s ../secret x/units.ron", CHECK, 1, "X106"),
    ("a chain of links to a secret", "ln -s ../secret x/a.txt; ln -s a.txt x/b.ron", CHECK, 1, "X106"),
    ("a secret to format", "rm x/units.ron; ln -s ../secret x/units.ron", "fmt x", 1, "outside the pack"),
    ("a secret to convert", "rm x/units.ron; ln -s ../secret x/units.ron", "convert x -o y", 2, "outside the pack"),
    ("a secret to resolve", "rm x/units.ron; ln -s ../secret x/units.ron", "resolve x", 0, "has errors"),
    (
        "a secret as the index",
        "sed -i 's|licence:|rulebook: (title: \"T\", prefix: \"t\", index: \"../secret\"), licence:|' x/pack.ron",
        CHECK,
        1,
        "X106",
    ),
    (
        "a whole path as the index",
        "sed -i 's|licence:|rulebook: (title: \"T\", prefix: \"t\", index: \"/etc/passwd\"), licence:|' x/pack.ron",
        CHECK,
        1,
        "X106",
    ),
    (
        "a linked index",
        "mkdir x/rulebook; ln -s ../../secret x/rulebook/r.tsv; sed -i 's|licence:|rulebook: (title: \"T\", prefix: \"t\", index: \"rulebook/r.tsv\"), licence:|' x/pack.ron",
        CHECK,
        1,
        "X106",
    ),
    (
        "a pipe as the index",
        "mkfifo x/i.tsv; sed -i 's|licence:|rulebook: (title: \"T\", prefix: \"t\", index: \"i.tsv\"), licence:|' x/pack.ron",
        CHECK,
        1,
        "R113",
    ),
    (
        "an index that is not there",
        "sed -i 's|licence:|rulebook: (title: \"T\", prefix: \"t\", index: \"i.tsv\"), licence:|' x/pack.ron",
        CHECK,
        1,
        "R113",
    ),
    (
        "the index in coverage",
        "sed -i 's|licence:|rulebook: (title: \"T\", prefix: \"t\", index: \"../secret\"), licence:|' x/pack.ron",
        "coverage x",
        0,
        "x",
    ),
    ("a base pack above", "sed -i 's|licence:|extends: \"../../etc\", licence:|' x/pack.ron", CHECK, 1, "M114"),
    ("a pack that extends itself", "sed -i 's|licence:|extends: \"x\", licence:|' x/pack.ron", CHECK, 1, "R104"),
    (
        "a whole path as a picture",
        "echo 'Recipe(schema: 2, draw: HexPicture((file: \"/etc/passwd\", points: [(\"0101\", (10.0, 10.0)), (\"0801\", (80.0, 10.0)), (\"0106\", (10.0, 60.0))], palette: [(colour: \"#a9c9dd\", surface: Sea)])))' > x/map/recipe.ron",
        CHECK,
        1,
        "P118",
    ),
    (
        "a picture above",
        "echo 'Recipe(schema: 2, draw: HexPicture((file: \"../../secret\", points: [(\"0101\", (10.0, 10.0)), (\"0801\", (80.0, 10.0)), (\"0106\", (10.0, 60.0))], palette: [(colour: \"#a9c9dd\", surface: Sea)])))' > x/map/recipe.ron",
        "draw x",
        1,
        "P118",
    ),
    (
        "a geography above",
        "echo 'Recipe(schema: 2, geography: \"../../secret\", calibrate: {\"0101\": (60.0, 0.0), \"0804\": (45.0, 35.0)}, draw: Hexes((land_from: 0.9)))' > x/map/recipe.ron",
        "draw x",
        1,
        "geography",
    ),
    (
        "a pipe as geography",
        "mkdir geo; mkfifo geo/own.json; echo 'Recipe(schema: 2, geography: \"own\", calibrate: {\"0101\": (60.0, 0.0), \"0804\": (45.0, 35.0)}, draw: Hexes((land_from: 0.9)))' > x/map/recipe.ron",
        "draw x",
        1,
        "geography",
    ),
    ("a file over the limit", "truncate -s 40M x/big.ron", CHECK, 1, "X103"),
    ("a file of a million million bytes", "truncate -s 1T x/big.ron", CHECK, 1, "X103"),
    ("bytes that are no text", "printf 'Options(\\377\\376)' > x/b.ron", CHECK, 1, "X104"),
    ("zero bytes", "head -c 4096 /dev/zero > x/b.ron", CHECK, 1, "X1"),
    (
        "a file that cannot be read",
        "echo 'Options(schema: 2, options: {})' > x/o.ron; chmod 000 x/o.ron",
        CHECK,
        -1,
        "",
    ),
    (
        "a name that steers the terminal",
        "printf 'x' > \"x/$(printf 'a\\033[31m\\nb').ron\"",
        CHECK,
        1,
        "letters that nobody sees",
    ),
];

const TEXTS: &[Attack] = &[
    (
        "nesting without end",
        "awk 'BEGIN { printf \"Options(schema: 2, options: \"; for (i = 0; i < 1000000; i++) printf \"[\"; }' > x/b.ron",
        CHECK,
        1,
        "X102",
    ),
    ("five million brackets", "awk 'BEGIN { for (i = 0; i < 5000000; i++) printf \"(\" }' > x/b.ron", CHECK, 1, "X102"),
    (
        "a text that never ends",
        "awk 'BEGIN { printf \"Options(schema: 2, a: \\\"\"; for (i = 0; i < 2000000; i++) printf \"a, b: \" }' > x/b.ron",
        CHECK,
        1,
        "never closed",
    ),
    (
        "a million quotes",
        "awk 'BEGIN { printf \"Options(\"; for (i = 0; i < 1000000; i++) printf \"\\\"\" }' > x/b.ron",
        CHECK,
        1,
        "X101",
    ),
    (
        "a million commas",
        "awk 'BEGIN { printf \"Options(\"; for (i = 0; i < 1000000; i++) printf \",\" }' > x/b.ron",
        CHECK,
        1,
        "X101",
    ),
    (
        "a million closing brackets",
        "awk 'BEGIN { printf \"Options(\"; for (i = 0; i < 1000000; i++) printf \")\" }' > x/b.ron",
        CHECK,
        1,
        "X101",
    ),
    (
        "a hundred thousand open comments",
        "awk 'BEGIN { for (i = 0; i < 100000; i++) printf \"/*\" }' > x/b.ron",
        CHECK,
        1,
        "X101",
    ),
    (
        "a name of five million letters",
        "awk 'BEGIN { for (i = 0; i < 5000000; i++) printf \"a\"; printf \"(schema: 2)\" }' > x/b.ron",
        CHECK,
        1,
        "X107",
    ),
    (
        "four hundred thousand rows",
        "awk 'BEGIN { printf \"Table(schema: 2, id: \\\"t\\\", title: \\\"T\\\", axes: [Words(name: \\\"a\\\")], cells: Number, rows: {\"; for (i = 0; i < 400000; i++) printf \"\\\"k%d\\\": 1,\", i; print \"})\" }' > x/tables/t.ron",
        CHECK,
        0,
        "no problems",
    ),
    (
        "eighty thousand wrong cells",
        "awk 'BEGIN { printf \"Table(schema: 2, id: \\\"t\\\", title: \\\"T\\\", axes: [Words(name: \\\"a\\\")], cells: Number, rows: {\"; for (i = 0; i < 80000; i++) printf \"\\\"k%d\\\": \\\"x\\\",\", i; print \"})\" }' > x/tables/t.ron",
        CHECK,
        1,
        "79900 more of T106",
    ),
    (
        "eighty thousand wrong cells as JSON",
        "awk 'BEGIN { printf \"Table(schema: 2, id: \\\"t\\\", title: \\\"T\\\", axes: [Words(name: \\\"a\\\")], cells: Number, rows: {\"; for (i = 0; i < 80000; i++) printf \"\\\"k%d\\\": \\\"x\\\",\", i; print \"})\" }' > x/tables/t.ron",
        "check --quick --format json x",
        1,
        "T106",
    ),
    (
        "ten thousand unknown names",
        "awk 'BEGIN { printf \"Regions(schema: 2, regions: {\\\"m\\\": (title: \\\"M\\\", kind: Group, spaces: [\"; for (i = 0; i < 10000; i++) printf \"\\\"zz%d\\\",\", i; print \"])})\" }' > x/map/r.ron",
        CHECK,
        1,
        "R107",
    ),
    (
        "a hundred thousand numbers that are given",
        "mkdir x/examples; awk 'BEGIN { printf \"Examples(schema: 2, examples: {\\\"e\\\": (source: [\\\"a:1\\\"], origin: Own, runs: Unit, expect: {\\\"movement\\\": 2}, given: {\\\"unit\\\": \\\"armor\\\", \\\"x\\\": [\"; for (i = 0; i < 100000; i++) printf \"%d,\", i; print \"]})})\" }' > x/examples/e.ron",
        CHECK,
        1,
        "W102",
    ),
    (
        "fifty regions that hold each other twice",
        "awk 'BEGIN { printf \"Regions(schema: 2, regions: {\\\"r0\\\": (title: \\\"R\\\", kind: Group, spaces: [\\\"0103\\\"]),\"; for (i = 1; i < 50; i++) printf \"\\\"r%d\\\": (title: \\\"R%d\\\", kind: Group, includes: [\\\"r%d\\\", \\\"r%d\\\"]),\", i, i, i - 1, i - 1; print \"})\" }' > x/map/r.ron",
        CHECK,
        0,
        "",
    ),
    (
        "words that steer the terminal",
        "sed -i 's/title: \"Armor\"/title: \"A\\\\u{1b}[2J\\\\u{202e}\"/; s/attack: \\[6\\]/attack: [13]/' x/units.ron",
        CHECK,
        1,
        "U105",
    ),
    (
        "words that forge an annotation",
        "sed -i 's/title: \"Armor\"/title: \"A\\\\n::error::forged\"/; s/attack: \\[6\\]/attack: [13]/' x/units.ron",
        "check --quick --format github x",
        1,
        "U105",
    ),
    (
        "JSON that nests without end",
        "awk 'BEGIN { for (i = 0; i < 1000000; i++) printf \"[\" }' > a.json",
        "convert a.json",
        2,
        "a.json",
    ),
    (
        "JSON that nests in a kind",
        "awk 'BEGIN { printf \"{\\\"kind\\\": \\\"Rules\\\", \\\"rules\\\": \"; for (i = 0; i < 100000; i++) printf \"{\\\"a\\\":\" }' > a.json",
        "convert a.json",
        2,
        "a.json",
    ),
    (
        "a baseline that nests without end",
        "awk 'BEGIN { for (i = 0; i < 1000000; i++) printf \"[\" }' > b.json",
        "check --quick x --baseline b.json",
        2,
        "baseline",
    ),
    (
        "a replay of brackets",
        "awk 'BEGIN { for (i = 0; i < 1000000; i++) printf \"[\" }' > r.replay",
        "replay r.replay",
        2,
        "r.replay",
    ),
    (
        "entities that double",
        "mkdir g; awk 'BEGIN { print \"<?xml version=\\\"1.0\\\"?><!DOCTYPE game [<!ENTITY a0 \\\"x\\\">\"; for (i = 1; i < 60; i++) printf \"<!ENTITY a%d \\\"&a%d;&a%d;\\\">\", i, i - 1, i - 1; print \"]><game>&a59;</game>\" }' > g/game.xml",
        "import triplea g/game.xml -o y",
        2,
        "",
    ),
    (
        "a zip of nothing but its end",
        "printf 'PK\\005\\006' > g.zip; head -c 1000000 /dev/zero >> g.zip",
        "import triplea g.zip -o y",
        2,
        "g.zip",
    ),
    (
        "two million numbers that are given",
        "mkdir x/examples; awk 'BEGIN { printf \"Examples(schema: 2, examples: {\\\"e\\\": (source: [\\\"a:1\\\"], origin: Own, runs: Unit, expect: {}, given: {\\\"x\\\": [\"; for (i = 0; i < 2000000; i++) printf \"1,\"; print \"]})})\" }' > x/examples/e.ron",
        CHECK,
        1,
        "more than 1000000 values",
    ),
    (
        "a large file of raw texts",
        "awk 'BEGIN { printf \"Options(schema: 2, options: {/* c */\"; for (i = 0; i < 60000; i++) printf \"\\\"o%d\\\": (title: r\\\"T\\\"), \", i; print \"})\" }' > x/o.ron",
        CHECK,
        1,
        "not written plainly",
    ),
    (
        "eight thousand units",
        "awk 'BEGIN { printf \"Units(schema: 2, units: {\"; for (i = 0; i < 8000; i++) printf \"\\\"u%d\\\": (title: \\\"U%d\\\", domain: Land, build: (never: true)),\", i, i; print \"})\" }' > x/more.ron",
        CHECK,
        1,
        "too many entries",
    ),
];

const NUMBERS: &[Attack] = &[
    (
        "a die of a thousand million sides",
        "echo 'Table(schema: 2, id: \"t\", title: \"T\", axes: [Die(sides: 1000000000)], cells: Number, rows: {1: 1})' > x/tables/t.ron",
        CHECK,
        1,
        "at most 255",
    ),
    (
        "a column for every number",
        "echo 'Table(schema: 2, id: \"t\", title: \"T\", axes: [Number(name: \"n\", from: 0, to: 1000000000000)], cells: Number, rows: {1: 1})' > x/tables/t.ron",
        CHECK,
        1,
        "T1",
    ),
    (
        "two such axes",
        "echo 'Table(schema: 2, id: \"t\", title: \"T\", axes: [Number(name: \"n\", from: 0, to: 1000000000000), Number(name: \"m\", from: 0, to: 1000000000000)], cells: Number, rows: {1: [1]})' > x/tables/t.ron",
        "table x t",
        -1,
        "",
    ),
    (
        "steps of nothing",
        "echo 'Table(schema: 2, id: \"t\", title: \"T\", axes: [Number(name: \"n\", from: -9223372036854775808, to: 9223372036854775807, step: 0)], cells: Number, rows: {1: 1})' > x/tables/t.ron",
        CHECK,
        1,
        "T1",
    ),
    (
        "a board without end",
        "sed -i 's/columns: [0-9]*/columns: 1000000/; s/rows: [0-9]*/rows: 1000000/' x/map/map.ron",
        CHECK,
        1,
        "1000000",
    ),
    (
        "a board without end in a picture",
        "sed -i 's/columns: [0-9]*/columns: 1000000/; s/rows: [0-9]*/rows: 1000000/' x/map/map.ron",
        "render x -o m.png",
        2,
        "no map",
    ),
    ("turns without end", "sed -i 's/last: 8/last: 9223372036854775807/' x/scenarios/first.ron", CHECK, -1, ""),
    (
        "an army without end",
        "sed -i 's/\"infantry\": 4/\"infantry\": 9223372036854775807/' x/scenarios/first.ron",
        CHECK,
        1,
        "S112",
    ),
    (
        "a treasury without end",
        "sed -i 's/\"red\": 10/\"red\": 9223372036854775807/' x/scenarios/first.ron",
        CHECK,
        1,
        "at most 1000000",
    ),
    (
        "a price without end",
        "sed -i 's/\\[  3,/[ 9223372036854775807,/' x/tables/unit-cost.ron",
        CHECK,
        1,
        "at most 100000",
    ),
    (
        "a number no engine holds",
        "sed -i 's/\"red\": 10/\"red\": 99999999999999999999/' x/scenarios/first.ron",
        CHECK,
        1,
        "",
    ),
    (
        "movement without end",
        "sed -i 's/movement: 2/movement: \"9223372036854775807\\/3\"/' x/units.ron",
        CHECK,
        -1,
        "",
    ),
    ("a fraction of nothing", "sed -i 's/movement: 2/movement: \"1\\/0\"/' x/units.ron", CHECK, 1, "fraction"),
    (
        "hits without end",
        "sed -i 's/stats: (attack: \\[6\\]/stats: (hits: 9223372036854775807, attack: [6]/' x/units.ron",
        CHECK,
        -1,
        "",
    ),
    (
        "a million dice",
        "awk 'BEGIN { for (i = 0; i < 100000; i++) printf \"6, \" }' > dice; sed -i \"s/attack: \\[6\\]/attack: [$(head -c 30000 dice)6]/\" x/units.ron",
        CHECK,
        -1,
        "",
    ),
    (
        "an army without end in odds",
        "true",
        "odds x --attack \"99999999999 infantry\" --defend \"1 infantry\"",
        2,
        "is not a number of units",
    ),
    ("games without end", "true", "simulate x first --games 18446744073709551616", 2, "games"),
    ("a picture without end", "true", "render x --width 4000000000", 2, "width"),
    ("a world without end", "true", "new y --world --columns 4000000000", 2, "columns"),
    (
        "a setting without end",
        "true",
        "simulate x first --games 1 --set tables.unit-cost.infantry=99999999999999999999999",
        2,
        "not",
    ),
    (
        "an overlay of an endless price",
        "mkdir o; echo 'Pack(schema: 2, id: \"o\", title: \"O\", version: \"1\", extends: \"x\")' > o/pack.ron; echo 'Overlay(schema: 2, changes: {\"table:unit-cost\": Cells({\"armor, red\": 9223372036854775807})})' > o/o.ron",
        "check --quick o",
        1,
        "at most 100000",
    ),
    (
        "regions of all rows",
        "echo 'Regions(schema: 2, regions: {\"m\": (title: \"M\", kind: Group, rows: (-9223372036854775808, 9223372036854775807))})' > x/map/r.ron",
        CHECK,
        -1,
        "",
    ),
    (
        "a cost below all others",
        "sed -i 's/cost: {Land: 2}/cost: {Land: -9223372036854775808}/' x/terrain.ron",
        CHECK,
        -1,
        "",
    ),
    (
        "a board that is all width",
        "echo 'Map(schema: 2, title: \"M\", grid: Zones((width: 46553600, height: 300)))' > x/map/map.ron",
        "render x -o m.png --width 300",
        -1,
        "",
    ),
];

/// The most memory a run may take, in kilobytes.
const MOST_MEMORY: u64 = 512 * 1024;

/// The most memory that a process has had.
fn peak(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
}

fn run(folder: &Path, line: &str) -> (Option<i32>, String, u64) {
    let limited = format!("ulimit -t 20; exec \"$0\" {line} 2>&1");
    let mut child = Command::new("sh")
        .args(["-c", &limited, env!("CARGO_BIN_EXE_chartroom")])
        .current_dir(folder)
        .env("RAYON_NUM_THREADS", "2")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut out = child.stdout.take().expect("its output");
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        out.read_to_end(&mut bytes).map(|_| String::from_utf8_lossy(&bytes).into_owned())
    });
    let mut most = 0;
    // A run that waits for something computes nothing, and the limit of computing never ends it.
    for _ in 0..12_000 {
        most = most.max(peak(child.id()));
        if let Some(status) = child.try_wait().expect("it can be asked") {
            return (status.code(), reader.join().expect("a reader").expect("output"), most);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("it can be ended");
    child.wait().expect("it ends");
    (None, "it waits for something that never comes".to_owned(), most)
}

fn check((name, spoil, line, code, word): &Attack) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("folder");
    let (made, said, _) = run(folder.path(), "new --grid hex x");
    assert_eq!(made, Some(0), "{said}");
    std::fs::write(folder.path().join("secret"), "SECRET\tSECRET\n").expect("write");
    let spoilt = Command::new("sh").args(["-ec", spoil]).current_dir(folder.path()).status().expect("sh runs");
    assert!(spoilt.success(), "{name}: {spoil}");
    let (ended, said, most) = run(folder.path(), line);
    let short: String = said.chars().take(2000).collect();
    let wrong = |what: String| Err(format!("{name}: {what}: {short}"));
    match ended {
        Some(0..=2) if *code == -1 || ended == Some(*code) => {}
        _ => return wrong(format!("ends with {ended:?}, not {code}")),
    }
    if !said.contains(word) {
        return wrong(format!("does not say `{word}`"));
    }
    if said.contains("SECRET")
        || said.contains("root:")
        || said.contains("panicked")
        || said.contains('\u{1b}')
        || said.contains("\n::error::forged")
    {
        return wrong("says what it must not".to_owned());
    }
    if most > MOST_MEMORY {
        return wrong(format!("took {} MB", most / 1024));
    }
    let secret = std::fs::read_to_string(folder.path().join("secret")).unwrap_or_default();
    if secret != "SECRET\tSECRET\n" {
        return wrong("changed a file outside of the pack".to_owned());
    }
    Ok(())
}

fn hold(attacks: &[Attack]) {
    let wrong: Vec<String> = attacks.iter().filter_map(|attack| check(attack).err()).collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), attacks.len(), wrong.join("\n\n"));
}

#[test]
fn files_that_are_none_and_files_outside() {
    hold(FILES);
}

#[test]
fn texts_that_are_made_to_hurt() {
    hold(TEXTS);
}

#[test]
fn numbers_without_end() {
    hold(NUMBERS);
}

#[test]
fn the_corpus_is_as_large_as_promised() {
    let count = FILES.len() + TEXTS.len() + NUMBERS.len();
    assert!(count >= 60, "{count} attacks");
}
