//! How long whole commands take, from the start of the program to its last line: `cargo bench --workspace --bench commands`.

use std::path::Path;
use std::process::{Command, Stdio};

use divan::Bencher;

fn main() {
    divan::main();
}

/// Runs the command in the repository, where `content/` is; what it prints is not looked at.
fn chartroom(arguments: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let status = Command::new(env!("CARGO_BIN_EXE_chartroom"))
        .args(arguments)
        .current_dir(root)
        .stdout(Stdio::null())
        .status()
        .expect("the command starts");
    assert!(status.success(), "{arguments:?} failed");
}

#[divan::bench(sample_count = 50)]
fn odds(bencher: Bencher<'_, '_>) {
    let question =
        ["odds", "war-game-ww2", "--attack", "10 infantry, 5 armor", "--defend", "10 infantry, 3 fighter", "--json"];
    bencher.bench_local(|| chartroom(&question));
}

#[divan::bench(sample_count = 50)]
fn table(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| chartroom(&["table", "war-game-ww2", "unit-cost"]));
}

#[divan::bench(sample_count = 50)]
fn unit(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| chartroom(&["unit", "war-game-ww2", "infantry"]));
}

/// Two packs that differ in everything; below 0.3 s.
#[divan::bench(sample_count = 20)]
fn diff(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| chartroom(&["diff", "hitlers-global-war", "global-war-1975", "--all"]));
}

/// The largest pack as a workbook; below 0.5 s.
#[divan::bench(sample_count = 20)]
fn export_xlsx(bencher: Bencher<'_, '_>) {
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path().join("pack.xlsx");
    let target = target.to_string_lossy();
    bencher.bench_local(|| chartroom(&["export", "xlsx", "global-war-1939", "-o", &target]));
}

/// What starting the program costs anyway.
#[divan::bench(sample_count = 50)]
fn version(bencher: Bencher<'_, '_>) {
    bencher.bench_local(|| chartroom(&["--version"]));
}
