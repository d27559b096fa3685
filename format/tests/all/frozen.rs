//! A frozen pack of every released version is upgraded to the current one: sound, comments kept, nothing left to do.

use std::path::{Path, PathBuf};

use chartroom_format::document;
use chartroom_format::fs::{DiskFs, Fs, MemoryFs};
use chartroom_format::load;
use chartroom_format::migrate;
use chartroom_format::schema::CURRENT;

fn frozen() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frozen");
    let mut packs = Vec::new();
    for version in 1..CURRENT {
        let folder =
            std::fs::read_dir(root.join(format!("v{version}"))).expect("a frozen pack of every released version");
        packs.extend(folder.map(|entry| entry.expect("entry").path()));
    }
    packs.sort();
    packs
}

fn comments(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.find("//").map(|at| line[at..].trim_end())).collect()
}

#[test]
fn old_packs_are_upgraded_without_losing_a_comment() {
    assert!(frozen().len() >= 2);
    for pack in frozen() {
        let name = pack.file_name().expect("a name").to_string_lossy().into_owned();
        let mut upgraded = MemoryFs::default();
        for file in DiskFs.list(&pack).expect("files") {
            let text = DiskFs.read(&pack, &file).expect("text");
            let read = document::read(&text, &file);
            let (kind, version) = (read.kind.expect("a kind"), read.version.expect("a version"));
            assert!(version < CURRENT, "{name}/{file} is frozen at an old version");
            let result = migrate::upgrade(kind, version, &text).expect("a migration path");
            assert_eq!(comments(&result.text), comments(&text), "{name}/{file} keeps its comments");
            assert!(result.manual.is_empty(), "{name}/{file}: {:?}", result.manual);
            upgraded = upgraded.with(format!("packs/{name}/{file}"), result.text);
        }
        let loaded = load::load(&upgraded, &Path::new("packs").join(&name)).expect("loads");
        assert!(loaded.findings.is_empty(), "{name}: {:#?}", loaded.findings);
        assert_eq!(loaded.content.scenarios.len(), 1);
    }
}

#[test]
fn old_packs_are_used_as_they_are_with_a_warning_per_file() {
    for pack in frozen() {
        let loaded = load::load(&DiskFs, &pack).expect("loads");
        assert!(loaded.findings.iter().all(|finding| finding.code.as_str() == "M103"), "{:#?}", loaded.findings);
        assert_eq!(loaded.findings.len(), loaded.files.len());
        let scenario = loaded.content.scenarios.values().next().expect("a scenario");
        assert_eq!((scenario.turns.first, scenario.turns.last), (1, 8), "old content has its meaning");
    }
}
