//! The guide for authors of games, docs/new-game.md: its files are written and its commands run, in the order of the page.

use std::path::Path;
use std::process::Command;

/// A fenced block of the page: its language and its lines.
fn blocks(page: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    let mut open = false;
    for line in page.lines() {
        match (line.strip_prefix("```"), open) {
            (Some(language), false) => {
                found.push((language.to_owned(), Vec::new()));
                open = true;
            }
            (Some(_), true) => open = false,
            (None, true) => found.last_mut().expect("an open block").1.push(line.to_owned()),
            (None, false) => {}
        }
    }
    assert!(!open, "a block of the page never ends");
    found
}

/// Words of a command line, with what stands between quotes as one.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(at, part)| match at % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// Runs a command of the page; says what it printed.
fn run(folder: &Path, line: &str) -> String {
    let words = words(line);
    match words[0].as_str() {
        "rm" => {
            std::fs::remove_file(folder.join(&words[1])).unwrap_or_else(|error| panic!("{line}: {error}"));
            String::new()
        }
        "chartroom" => {
            let command = Command::new(env!("CARGO_BIN_EXE_chartroom")).args(&words[1..]).current_dir(folder).output();
            let output = command.expect("the command runs");
            let told = String::from_utf8_lossy(&output.stdout).into_owned();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{line}\n{told}{said}");
            told + &said
        }
        other => panic!("the page runs `{other}`, which nobody has checked"),
    }
}

#[test]
fn the_guide_leads_from_nothing_to_a_played_game() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/new-game.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let folder = tempfile::tempdir().expect("a folder");
    let (mut files, mut commands) = (0, 0);
    for (language, lines) in blocks(&page) {
        match language.as_str() {
            "ron" => {
                let path = lines[0].strip_prefix("// ").expect("the first line names the file");
                let file = folder.path().join(path);
                std::fs::create_dir_all(file.parent().expect("a folder")).expect("the folder can be made");
                std::fs::write(file, lines.join("\n") + "\n").expect("the file can be written");
                files += 1;
            }
            "console" => {
                let mut told = String::new();
                for line in lines {
                    if let Some(command) = line.strip_prefix("$ ") {
                        told = run(folder.path(), command);
                        commands += 1;
                    } else {
                        assert!(told.contains(&line), "`{line}` is not in what the command prints:\n{told}");
                    }
                }
            }
            other => panic!("the page has a block of `{other}` that nothing checks"),
        }
    }
    assert!(files >= 10 && commands >= 7, "{files} files and {commands} commands");
}
