//! The balance lab as scripts use it: what it prints, its exit codes, parts put together, contracts, and wrong input.

use std::path::Path;
use std::process::{Command, Output};

fn chartroom(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chartroom"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the command runs")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn json(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", said(output)))
}

/// A folder with a starter pack `x`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("folder");
    assert!(chartroom(folder.path(), &["new", "--grid", "hex", "x"]).status.success());
    folder
}

const PRICE: &str = "tables.unit-cost.infantry";

#[test]
fn a_comparison_answers_in_every_form() {
    let folder = folder();
    let ask = |more: &[&str]| {
        let line =
            ["compare", "x", "first", "--set", "tables.unit-cost.infantry=1", "--max-games", "320", "--points", "10"];
        chartroom(folder.path(), &[&line[..], more].concat())
    };
    let plain = ask(&[]);
    assert_eq!(plain.status.code(), Some(0), "{}", said(&plain));
    assert!(said(&plain).starts_with("The change") || said(&plain).starts_with("Undecided"), "{}", said(&plain));
    let result = json(&ask(&["--json"]));
    assert!(
        ["fairer", "less-fair", "no-difference", "undecided"].iter().any(|answer| result["answer"] == **answer),
        "{result}"
    );
    assert_eq!(result["change"]["set"][0], "tables.unit-cost.infantry=1");
    assert_eq!(result["base"]["hash"].as_str().map(str::len), Some(32));
    let block = said(&ask(&["--markdown", "--html", "page.html"]));
    for word in ["| wins |", "chartroom compare x first", "--seed 1", result["hash"].as_str().expect("a hash")] {
        assert!(block.contains(word), "{word}: {block}");
    }
    let page = std::fs::read_to_string(folder.path().join("page.html")).expect("a page");
    assert!(page.contains("<svg") && page.ends_with("</html>\n") && !page.contains("<script"), "one page, no script");
    assert_eq!(ask(&["--json"]).stdout, ask(&["--json"]).stdout, "the same bytes each time");
}

#[test]
fn parts_put_together_are_the_whole_run() {
    let folder = folder();
    let path = folder.path();
    for line in [
        &["simulate", "x", "first", "--games", "100"][..],
        &[
            "compare",
            "x",
            "first",
            "--set",
            "units.infantry.movement=9",
            "--max-games",
            "400",
            "--bots",
            "greedy",
            "--bots",
            "random",
        ],
        &["sweep", "x", "first", "--over", "tables.unit-cost.infantry=1..3", "--games", "40", "--goal", "east 40..60"],
    ] {
        let whole = chartroom(path, &[line, &["--json"]].concat());
        assert_eq!(whole.status.code(), Some(0), "{}", said(&whole));
        for part in ["2/3", "3/3", "1/3"] {
            let file = format!("part-{}", &part[..1]);
            let played = chartroom(path, &[line, &["--shard", part, "--shard-file", &file]].concat());
            assert_eq!(played.status.code(), Some(0), "{}", said(&played));
            let again = chartroom(path, &[line, &["--shard", part, "--shard-file", &file]].concat());
            assert!(said(&again).contains("whole already"), "{}", said(&again));
        }
        let merged = chartroom(path, &["merge-shards", "part-3", "part-1", "part-2", "--json"]);
        assert_eq!(merged.stdout, whole.stdout, "{line:?}");
        let lacking = chartroom(path, &["merge-shards", "part-3", "part-1"]);
        assert_eq!(lacking.status.code(), Some(2));
        assert!(said(&lacking).contains("missing: 2/3"), "{}", said(&lacking));
        assert!(!path.join("part-1.part").exists(), "nothing is left beside a whole part");
        // A changed pack is another pack.
        let units = path.join("x/units.ron");
        let text = std::fs::read_to_string(&units).expect("units");
        std::fs::write(&units, format!("// changed\n{text}")).expect("write");
        let played = chartroom(path, &[line, &["--shard", "2/3", "--shard-file", "part-2"]].concat());
        assert_eq!(played.status.code(), Some(0), "{}", said(&played));
        let mixed = chartroom(path, &["merge-shards", "part-1", "part-2", "part-3"]);
        assert!(mixed.status.code() == Some(2) && said(&mixed).contains("with the pack"), "{}", said(&mixed));
        std::fs::write(&units, text).expect("write back");
        for part in 1..=3 {
            std::fs::remove_file(path.join(format!("part-{part}"))).expect("a part");
        }
    }
}

#[test]
fn wrong_questions_are_refused_with_a_way_out() {
    let folder = folder();
    std::fs::write(folder.path().join("no-part"), "hello\n").expect("write");
    for (line, word) in [
        ("compare x first --set tables.unit-cost.infantri=3", "did you mean `infantry`"),
        ("compare x first --set nothing", "is not PATH=VALUE"),
        ("compare x first --set units.infantry.attack=2 --goal 45..55", "is not a goal"),
        ("compare x first --set units.infantry.attack=2 --max-games 0", "a budget of 0 games"),
        ("compare x first --set units.infantry.attack=2 --alpha 90", "--alpha is a chance"),
        ("compare x first --set units.infantry.attack=2 --points 0", "--points is a difference"),
        ("compare x first --set units.infantry.attack=2 --bot gredy", "did you mean `greedy`"),
        ("compare x first --set units.infantry.attack=2 --bots pink=greedy", "there is no side `pink`"),
        ("compare x first --set units.infantry.attack=2 --html gone/page.html", "there is no folder"),
        ("compare x first --set units.infantry.attack=2 --shard 9/8 --shard-file f", "1/N to N/N"),
        ("compare x second --set units.infantry.attack=2", "cannot be played"),
        ("simulate x first --games 0", "a budget of 0 games"),
        ("sweep x first --over units.infantry.attack=3..1", "goes nowhere"),
        ("sweep x first --over units.infantry.attack=1..2 -o sweep.doc", "ends in none of"),
        ("worth x first --power pink", "there is no power"),
        ("worth x first --power red --unit infantri", "did you mean `infantry`"),
        ("tune x first --free tables.unit-cost.infantry --goal pink", "is not a goal"),
        ("tune x first --free tables.unit-cost.infantry --goal red", "is not a goal"),
        ("tune x first --free units.infantry.fame --goal red=50", "no number of a unit `fame`"),
        ("tune x first --free tables.unit-cost.infantry --cells 0 --goal x", "at least one cell"),
        ("merge-shards no-part", "is no shard file"),
        ("merge-shards gone", "cannot read"),
    ] {
        let run = chartroom(folder.path(), &line.split(' ').collect::<Vec<_>>());
        assert_eq!(run.status.code(), Some(2), "{line}: {}", said(&run));
        assert!(said(&run).contains(word), "{line}: {}", said(&run));
    }
}

#[test]
fn worth_gives_a_table_beside_prices() {
    let folder = folder();
    let powers = chartroom(folder.path(), &["resolve", "x", "--json"]);
    assert!(said(&powers).contains("infantry"));
    let run = chartroom(folder.path(), &["worth", "x", "first", "--power", "red", "--games", "32", "--json"]);
    assert_eq!(run.status.code(), Some(0), "{}", said(&run));
    let result = json(&run);
    let lines = result["lines"].as_array().expect("lines");
    assert!(lines.iter().any(|line| line["name"] == "infantry" && line["price"].is_number()), "{result}");
    assert_eq!(lines.last().expect("a line")["kind"], "purchases");
    let text = said(&chartroom(
        folder.path(),
        &["worth", "x", "first", "--power", "red", "--games", "32", "--html", "worth.html"],
    ));
    assert!(text.contains("fair price") && folder.path().join("worth.html").is_file(), "{text}");
}

#[test]
fn tune_proposes_and_writes_only_when_told() {
    let folder = folder();
    let table = folder.path().join("x/tables/unit-cost.ron");
    let before = std::fs::read_to_string(&table).expect("a table");
    let line = ["tune", "x", "first", "--free", PRICE, "--goal", "east 0..100", "--proof", "32", "--max-games", "300"];
    let fine = chartroom(folder.path(), &line);
    assert_eq!(fine.status.code(), Some(0), "{}", said(&fine));
    assert!(said(&fine).contains("nothing to change"), "{}", said(&fine));
    let share = json(&chartroom(folder.path(), &["simulate", "x", "first", "--games", "64", "--json"]));
    assert!(share["wins"].is_object());
    // A goal that is not met as it is: whatever comes out, nothing is written without being told.
    let line = [
        "tune",
        "x",
        "first",
        "--free",
        PRICE,
        "--goal",
        "east 99.5..100",
        "--proof",
        "32",
        "--max-games",
        "300",
        "--json",
    ];
    let hard = chartroom(folder.path(), &line);
    let result = json(&hard);
    assert_eq!(hard.status.code(), Some(i32::from(result["reached"] != true)), "{result}");
    assert_eq!(std::fs::read_to_string(&table).expect("a table"), before);
    let written = chartroom(folder.path(), &[&line[..], &["--write"]].concat());
    let result = json(&written);
    let after = std::fs::read_to_string(&table).expect("a table");
    let changes = result["changes"].as_array().expect("changes").len();
    assert_eq!(after != before, result["reached"] == true && changes > 0, "{result}");
}

#[test]
fn contracts_are_proved_or_refuted() {
    let folder = folder();
    let check = |wants: &str, more: &str| {
        let text = format!(
            "Balance(schema: 2, contracts: {{\"even\": (scenario: \"first\", games: 200, {more}wants: [{wants}])}})\n"
        );
        std::fs::write(folder.path().join("x/balance.ron"), text).expect("write");
        chartroom(folder.path(), &["check", "--quick", "--balance", "--format", "json", "x", "--evidence", "said.md"])
    };
    for (wants, more, code, word) in [
        ("Share(side: \"east\", from: 0, to: 100), Length(from: 1, to: 500, in_games: 0)", "", 0, "proved"),
        ("Length(from: 900, to: 901, in_games: 90)", "", 1, "B101"),
        ("Bought(unit: \"infantry\", in_games: 0)", "", 0, "proved"),
        ("Share(side: \"east\", from: 60, to: 40)", "", 1, "B103"),
        ("Length(from: 1, to: 9, in_games: 5)", "bots: [\"clever\"], ", 1, "B103"),
        ("", "", 1, "B103"),
        ("Share(side: \"pink\", from: 40, to: 60)", "", 1, "pink"),
    ] {
        let run = check(wants, more);
        let evidence = std::fs::read_to_string(folder.path().join("said.md")).unwrap_or_default();
        let all = said(&run) + &evidence;
        assert_eq!(run.status.code(), Some(code), "{wants}: {all}");
        assert!(all.contains(word), "{wants}: {all}");
    }
    let sarif = chartroom(folder.path(), &["check", "--quick", "--balance", "--format", "sarif", "x"]);
    assert!(said(&sarif).contains("balance.ron"), "{}", said(&sarif));
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_is_known() {
    let folder = folder();
    let child = Command::new(env!("CARGO_BIN_EXE_chartroom"))
        .args(["simulate", "x", "first", "--games", "100000000", "--json"])
        .current_dir(folder.path())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    std::thread::sleep(std::time::Duration::from_secs(3));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(killed.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{}", said(&output));
    assert_eq!(json(&output)["asked"], 100_000_000);
}
