//! The house rules, as tests: arrows between crates, module headers, file sizes, no machine paths, no stubs.

use std::path::{Path, PathBuf};
use std::process::Command;

use chartroom_tests::repository;

/// Files of the repository that git knows, with their text; binary files are left out.
fn tracked(endings: &[&str]) -> Vec<(PathBuf, String)> {
    let list = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(repository())
        .output()
        .expect("git lists the files");
    String::from_utf8_lossy(&list.stdout)
        .lines()
        .filter(|file| endings.is_empty() || endings.iter().any(|ending| file.ends_with(ending)))
        .map(PathBuf::from)
        .filter_map(|file| std::fs::read_to_string(repository().join(&file)).ok().map(|text| (file, text)))
        .collect()
}

fn complain(rule: &str, offenders: &[String]) {
    assert!(offenders.is_empty(), "{rule}:\n  {}", offenders.join("\n  "));
}

#[test]
fn arrows_point_one_way() {
    // format <- {engine, atlas} <- validator <- {exchange, lab, ide, site} <- {cli, editor}.
    let allowed: &[(&str, &[&str])] = &[
        ("format", &[]),
        ("engine", &["format"]),
        ("atlas", &["format"]),
        ("validator", &["format", "engine", "atlas"]),
        ("exchange", &["format", "engine", "atlas", "validator"]),
        ("lab", &["format", "engine", "atlas", "validator"]),
        ("ide", &["format", "engine", "atlas", "validator"]),
        ("site", &["format", "engine", "atlas", "validator"]),
        ("library", &["format", "engine", "validator"]),
        ("editor", &["format", "engine", "atlas", "validator", "exchange", "lab"]),
        ("cli", &["format", "engine", "atlas", "validator", "exchange", "lab", "ide", "site", "editor"]),
    ];
    let mut offenders = Vec::new();
    for (crate_name, may) in allowed {
        let manifest = std::fs::read_to_string(repository().join(crate_name).join("Cargo.toml")).expect("a manifest");
        let dependencies = manifest.split("[dev-dependencies]").next().unwrap_or("");
        for (other, _) in allowed {
            if dependencies.contains(&format!("chartroom-{other}")) && other != crate_name && !may.contains(other) {
                offenders.push(format!("{crate_name} uses {other}"));
            }
        }
        for (library, owner) in [("egui", "editor"), ("eframe", "editor"), ("ron2", "format"), ("clap", "cli")] {
            if dependencies.lines().any(|line| line.split(['.', ' ']).next() == Some(library)) && *crate_name != owner {
                offenders.push(format!("{crate_name} uses {library}, which belongs in {owner}"));
            }
        }
    }
    complain("arrows between crates point one way", &offenders);
}

#[test]
fn every_module_says_what_lives_in_it() {
    let offenders: Vec<String> = tracked(&[".rs"])
        .iter()
        .filter(|(_, text)| !text.starts_with("//!"))
        .map(|(file, _)| file.display().to_string())
        .collect();
    complain("a module starts with //!", &offenders);
}

/// Files that may be longer than the limit, and why.
const LONG_FILES: &[(&str, &str)] = &[(
    "format/src/schema/procedure.rs",
    "one variant per procedure with the documentation of its settings; it shrinks as the older procedures become settings of Move and Battle",
)];

#[test]
fn files_stay_small_enough_to_hold_in_the_head() {
    let offenders: Vec<String> = tracked(&[".rs"])
        .iter()
        .map(|(file, text)| (file, text.lines().count()))
        .filter(|(file, lines)| *lines > 500 && !LONG_FILES.iter().any(|(long, _)| Path::new(long) == file.as_path()))
        .map(|(file, lines)| format!("{} has {lines} lines", file.display()))
        .collect();
    complain("no file has more than 500 lines without a stated reason", &offenders);
}

#[test]
fn nothing_names_a_machine() {
    // Put together here so that this file does not name them either.
    let words =
        [["/wo", "rk/"].concat(), ["/ro", "ot/"].concat(), ["/ho", "me/"].concat(), ["index.cra", "tes.io"].concat()];
    let mut offenders = Vec::new();
    for (file, text) in tracked(&[]).iter().filter(|(file, _)| !file.ends_with("Cargo.lock")) {
        for (number, line) in text.lines().enumerate() {
            if words.iter().any(|word| line.contains(word.as_str())) {
                offenders.push(format!("{}:{}", file.display(), number + 1));
            }
        }
    }
    complain("no path of a machine and no registry host in the tree", &offenders);
}

#[test]
fn nothing_is_left_as_a_stub() {
    let words = [
        ["to", "do!("].concat(),
        ["unimple", "mented!("].concat(),
        ["#[ig", "nore"].concat(),
        ["uns", "afe {"].concat(),
    ];
    let offenders: Vec<String> = tracked(&[".rs"])
        .iter()
        .filter(|(_, text)| words.iter().any(|word| text.contains(word.as_str())))
        .map(|(file, _)| file.display().to_string())
        .collect();
    complain("no stub, no ignored test, no unsafe block", &offenders);
}

#[test]
fn the_architecture_page_stays_short() {
    let page = std::fs::read_to_string(repository().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    assert!(page.lines().count() <= 200, "ARCHITECTURE.md has at most 200 lines");
}

#[test]
fn the_engine_does_no_io_and_owns_no_clock() {
    let words = ["std::fs", "std::net", "std::time", "std::thread", "HashMap", "HashSet", "println!", "rayon"];
    let offenders: Vec<String> = tracked(&[".rs"])
        .iter()
        .filter(|(file, _)| file.starts_with("engine/src"))
        .flat_map(|(file, text)| {
            let code = text.split("#[cfg(test)]").next().unwrap_or("");
            let code: String =
                code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
            let file = file.display().to_string();
            words
                .iter()
                .filter(|word| code.contains(**word))
                .map(|word| format!("{file} uses {word}"))
                .collect::<Vec<_>>()
        })
        .collect();
    complain("the engine is deterministic and does no IO", &offenders);
}
