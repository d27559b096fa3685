//! `chartroom merge-driver` asked by a real git: two branches change one pack.

use std::path::Path;
use std::process::{Command, Output};

/// A script of shell in a repository with a pack whose content files are merged by the driver.
fn git(script: &str) -> (tempfile::TempDir, Output) {
    let folder = tempfile::tempdir().expect("folder");
    let program = Path::new(env!("CARGO_BIN_EXE_chartroom"));
    let path = std::env::join_paths(
        program
            .parent()
            .map(Path::to_owned)
            .into_iter()
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    )
    .expect("a path");
    let set_up = "chartroom new --grid hex a; git init -q -b main; chartroom merge-driver --set-up; git add .; git commit -qm base";
    let output = Command::new("sh")
        .args(["-ec", &format!("{{ {set_up}; }} >&2; {script}")])
        .current_dir(folder.path())
        .env("PATH", path)
        .envs([
            ("GIT_AUTHOR_NAME", "a"),
            ("GIT_AUTHOR_EMAIL", "a@example.org"),
            ("GIT_COMMITTER_NAME", "a"),
            ("GIT_COMMITTER_EMAIL", "a@example.org"),
            ("GIT_CONFIG_GLOBAL", "/dev/null"),
        ])
        .output()
        .expect("sh runs");
    (folder, output)
}

/// Both sides edit; the merge must end with the code, and the word must stand in the file or be said.
#[track_caller]
fn check(ours: &str, theirs: &str, code: i32, words: &[&str]) {
    let script = format!(
        "git checkout -qb side; {theirs}; git commit -qam theirs; git checkout -q main; {ours}; git commit -qam ours;
         set +e; git merge -q --no-edit side >&2; code=$?; cat a/tables/unit-cost.ron; exit $code"
    );
    let (_folder, output) = git(&script);
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{said}");
    for word in words {
        assert!(said.contains(word), "`{word}` in {said}");
    }
}

const RED: &str = "sed -i 's/\"infantry\":  \\[  3,/\"infantry\":  [  4,/' a/tables/unit-cost.ron";
const BLUE: &str = "sed -i 's/\"infantry\":  \\[  3,    3/\"infantry\":  [  3,    2/' a/tables/unit-cost.ron";

#[test]
fn cells_of_one_line_are_merged_where_git_alone_would_not() {
    check(RED, BLUE, 0, &["\"infantry\":  [  4,    2]"]);
}

#[test]
fn a_conflict_is_left_between_markers_and_named() {
    let other = RED.replace("[  4,", "[  5,");
    let named = "a/tables/unit-cost.ron: infantry, red: ours 4, theirs 5, before 3";
    check(RED, &other, 1, &[named, "<<<<<<< ours", ">>>>>>> theirs"]);
}

#[test]
fn a_file_that_cannot_be_read_is_merged_line_by_line() {
    let broken = "echo '(' >> a/tables/unit-cost.ron";
    check(RED, broken, 0, &["merged line by line", "[  4,    3]"]);
}

#[test]
fn setting_up_twice_changes_nothing_and_needs_a_repository() {
    let (_folder, output) = git("chartroom merge-driver --set-up a 2>&1; git status --porcelain");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "this repository merges content files already\n");
    let folder = tempfile::tempdir().expect("folder");
    let run = Command::new(env!("CARGO_BIN_EXE_chartroom"))
        .args(["merge-driver", "--set-up"])
        .current_dir(folder.path())
        .output()
        .expect("the command runs");
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("git init"));
}
