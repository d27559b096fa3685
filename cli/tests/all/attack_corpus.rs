//! The corpus of attacks: packs that strangers might send, each a row. Whatever they hold, the program ends by itself with 0, 1 or 2
//! (the row says which), within 20 seconds of computing and 512 MB of memory in an unoptimised build, says the word of the row, tells
//! nothing of the files outside the pack and leaves them as they were.
#![cfg(unix)]

mod rows;

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use rows::{Attack, FILES, NUMBERS, TEXTS};

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
