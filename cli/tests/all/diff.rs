//! `chartroom diff` as scripts use it: folders, revisions of git, exit codes, JSON, Markdown, a picture.

use std::path::Path;
use std::process::{Command, Output};

fn chartroom(folder: &Path, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chartroom"))
        .args(line.split(' '))
        .current_dir(folder)
        .output()
        .expect("the command runs")
}

/// A script of shell in the folder; its author and date are the same everywhere.
fn sh(folder: &Path, script: &str) {
    let done = Command::new("sh")
        .args(["-ec", script])
        .current_dir(folder)
        .envs([
            ("GIT_AUTHOR_NAME", "a"),
            ("GIT_AUTHOR_EMAIL", "a@example.org"),
            ("GIT_COMMITTER_NAME", "a"),
            ("GIT_COMMITTER_EMAIL", "a@example.org"),
            ("GIT_CONFIG_GLOBAL", "/dev/null"),
        ])
        .output()
        .expect("sh runs");
    assert!(done.status.success(), "{script}: {}", String::from_utf8_lossy(&done.stderr));
}

/// Runs a line after a script; it must end with the code and say the words on stdout or stderr.
#[track_caller]
fn check(script: &str, line: &str, code: i32, words: &[&str]) {
    let folder = tempfile::tempdir().expect("folder");
    assert!(chartroom(folder.path(), "new --grid hex a").status.success());
    sh(folder.path(), script);
    let run = chartroom(folder.path(), line);
    let said = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert_eq!(run.status.code(), Some(code), "{script}; {line}: {said}");
    for word in words {
        assert!(said.contains(word), "{script}; {line}: `{word}` in {said}");
    }
}

const DEARER: &str = "sed -i 's/\"infantry\":  \\[  3,/\"infantry\":  [  4,/' a/tables/unit-cost.ron";
const COMMIT: &str = "git init -q; git add .; git commit -qm one";

#[test]
fn folders_are_compared() {
    let copy = format!("mkdir other; cp -r a other/a; {DEARER}");
    check(&copy, "diff other/a a", 0, &["Prices (1)", "infantry, red: 3 \u{2192} 4"]);
    check(&copy, "diff other/a a --exit-code", 1, &["1 difference"]);
    check("true", "diff a a --exit-code", 0, &["no difference"]);
    check(&copy, "diff other/a a --json", 0, &["\"topic\": \"prices\"", "\"before\": \"3\""]);
    check(&copy, "diff other/a a --markdown", 0, &["<summary>Prices (1)</summary>", "- infantry, red: 3"]);
    check(&copy, "diff other/a a --map changed.png --width 300", 0, &["wrote changed.png"]);
}

#[test]
fn revisions_of_git_are_compared_with_what_lies_there() {
    let changed = format!("{COMMIT}; {DEARER}");
    for line in ["diff HEAD:a a", "diff HEAD a", "diff HEAD:./a a"] {
        check(&changed, line, 0, &["infantry, red: 3 \u{2192} 4"]);
    }
    let twice = format!("{COMMIT}; {DEARER}; git commit -qam two; rm -r a");
    check(&twice, "diff HEAD~1:a HEAD:a", 0, &["infantry, red: 3 \u{2192} 4"]);
    // An overlay is read with its base as both were.
    let overlay = format!(
        "mkdir b; echo 'Pack(schema: 2, id: \"b\", title: \"B\", version: \"1\", extends: \"a\")' > b/pack.ron; {COMMIT}; {DEARER}"
    );
    check(&overlay, "diff HEAD:b b", 0, &["infantry, red: 3 \u{2192} 4"]);
}

#[test]
fn what_is_nowhere_is_named() {
    check("true", "diff a b", 2, &["there is no pack"]);
    check("true", "diff HEAD:a a", 2, &["no revision"]);
    check(COMMIT, "diff nowhere:a a", 2, &["`nowhere` is no revision"]);
    check(COMMIT, "diff HEAD:b a", 2, &["there is no pack at HEAD:b"]);
    check(COMMIT, "diff -- --output=x:a a", 2, &["no revision"]);
    check("true", "diff a a --map a/units.ron", 2, &["cannot write"]);
    check("true", "diff a a --map map.gif", 2, &["neither .png nor .svg"]);
}

#[test]
fn a_broken_pack_is_compared_as_far_as_it_can_be_read() {
    check(
        "cp -r a b; sed -i 's/\"a\"/\"b\"/' b/pack.ron; echo 'Units(' > b/units.ron",
        "diff a b",
        0,
        &["b has errors", "- Infantry"],
    );
}
