//! Other programs' formats by the command line: what is written, what is said, and that nothing is left half done.

use std::path::Path;
use std::process::{Command, Output};

fn chartroom(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chartroom")).args(arguments).output().expect("the program runs")
}

fn isles() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../exchange/tests/data/isles").display().to_string()
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn a_game_comes_in_and_goes_out_in_three_formats() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (pack, map, archive) = (at("isles"), at("two-isles"), at("two-isles.zip"));
    let imported = chartroom(&["import", "triplea", &isles(), "-o", &pack]);
    assert!(imported.status.success(), "{}", said(&imported));
    for output in [&map, &archive] {
        let exported = chartroom(&["export", "triplea", &pack, "-o", output]);
        assert!(exported.status.success() && said(&exported).contains("6 territories"), "{}", said(&exported));
    }
    assert!(Path::new(&map).join("games/two_isles.xml").is_file());
    // Both are maps to the import.
    for (source, name) in [(&map, "again"), (&archive, "again-too")] {
        let again = chartroom(&["import", "triplea", source, "-o", &at(name)]);
        assert!(again.status.success(), "{}", said(&again));
    }
    let module =
        chartroom(&["export", "vassal", &pack, "--width", "600", "--counter", "20", "-o", &at("isles.vmod"), "--json"]);
    assert!(module.status.success() && said(&module).contains("\"pieces\": 15"), "{}", said(&module));
    let sheets = chartroom(&["export", "print", &pack, "--dpi", "40", "-o", &at("isles.pdf")]);
    assert!(sheets.status.success() && said(&sheets).contains("set-up cards"), "{}", said(&sheets));
}

#[test]
fn what_cannot_be_written_is_refused_with_its_way_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let pack = at("isles");
    assert!(chartroom(&["import", "triplea", &isles(), "-o", &pack]).status.success());
    std::fs::create_dir(folder.path().join("full")).expect("a folder");
    std::fs::write(folder.path().join("full/keep.txt"), "mine").expect("a file");
    let hexes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content/hundred-days").display().to_string();
    let (full, elsewhere, text, sheets) = (at("full"), at("elsewhere"), at("isles.txt"), at("a.pdf"));
    let cases: [(&[&str], &str); 6] = [
        (&["export", "triplea", &pack, "-o", &full], "is there already"),
        (&["export", "triplea", &hexes, "-o", &elsewhere], "only packs with a map of zones"),
        (&["export", "triplea", &pack, "--scenario", "finish", "-o", &elsewhere], "no scenario `finish`, only start"),
        (&["export", "vassal", &pack, "-o", &text], "is no .vmod"),
        (&["export", "print", &pack, "-o", &text], "is no .pdf"),
        (&["export", "print", &pack, "--columns", "99", "-o", &sheets], "1 to 12 pages wide"),
    ];
    for (arguments, expected) in cases {
        let output = chartroom(arguments);
        assert!(output.status.code() == Some(2) && said(&output).contains(expected), "{}", said(&output));
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("full/keep.txt")).expect("still there"), "mine");
    assert!(!Path::new(&elsewhere).exists() && !Path::new(&text).exists());
}
