//! Random byte edits of valid packs: loading always returns, never panics, never hangs, and says something about what broke.

use chartroom_format::fs::MemoryFs;
use chartroom_format::{document, fmt, load};

/// A tiny generator, so that every run makes the same edits.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % below.max(1)
    }
}

/// The starter pack's files, as they are shipped.
fn starter() -> Vec<(String, String)> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("starters");
    let mut files = Vec::new();
    for folder in ["hex", "both"] {
        for entry in walkdir::WalkDir::new(root.join(folder)).sort_by_file_name() {
            let entry = entry.expect("starter");
            if entry.file_type().is_file() {
                let name = entry.path().strip_prefix(root.join(folder)).expect("inside").to_string_lossy().into_owned();
                let text = std::fs::read_to_string(entry.path()).expect("text");
                let text =
                    text.replace("PACK_ID", "demo").replace("RED_CAPITAL", "0103").replace("BLUE_CAPITAL", "0804");
                files.push((name, text));
            }
        }
    }
    files
}

fn mutate(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.next(3) {
        let at = random.next(bytes.len());
        match random.next(5) {
            0 => drop(bytes.remove(at)),
            1 => bytes[at] = b"()[]{},:\"/\\aA0-#'\n \xff"[random.next(20)],
            2 => bytes.insert(at, b"()[]{},:\"/\\9\n"[random.next(13)]),
            3 => bytes.truncate(at),
            _ => {
                let (from, to) = (at.min(bytes.len()), (at + random.next(12)).min(bytes.len()));
                let piece = bytes[from..to].to_vec();
                let into = random.next(bytes.len());
                bytes.splice(into..into, piece);
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn twenty_thousand_random_edits_never_break_the_loader() {
    let files = starter();
    let mut random = Random(7);
    let (mut sound, mut told) = (0, 0);
    for _ in 0..20_000 {
        let (name, text) = &files[random.next(files.len())];
        let broken = mutate(text, &mut random);
        let read = document::read(&broken, name);
        assert!(
            read.document.is_some() || !read.findings.is_empty(),
            "{name}: nothing came back and nothing was said:\n{broken}"
        );
        for finding in &read.findings {
            let place = finding.place.as_ref().expect("a place");
            assert!(
                place.span.end <= broken.len() && place.span.start <= place.span.end,
                "{name}: a place outside the text"
            );
        }
        if read.findings.is_empty() { sound += 1 } else { told += 1 }
    }
    assert!(sound > 500 && told > 5_000, "both kinds occur: {sound} sound, {told} told");
}

#[test]
fn whole_packs_load_whatever_one_file_holds() {
    let files = starter();
    let mut random = Random(11);
    for _ in 0..300 {
        let victim = random.next(files.len());
        let mut fs = MemoryFs::default();
        for (index, (name, text)) in files.iter().enumerate() {
            let text = if index == victim { mutate(text, &mut random) } else { text.clone() };
            fs = fs.with(format!("packs/demo/{name}"), text);
        }
        let loaded = load::load(&fs, std::path::Path::new("packs/demo")).expect("a folder of files always loads");
        assert!(loaded.files.len() >= files.len() - 1);
    }
}

#[test]
fn formatting_mutated_files_keeps_their_meaning_or_refuses() {
    let files = starter();
    let mut random = Random(13);
    for _ in 0..3_000 {
        let (_, text) = &files[random.next(files.len())];
        if let Ok(once) = fmt::format(&mutate(text, &mut random)) {
            assert_eq!(fmt::format(&once).as_ref(), Ok(&once), "formatting twice changes nothing more");
        }
    }
}
