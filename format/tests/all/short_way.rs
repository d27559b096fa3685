//! Sound files are read in one pass, without schema and tree. Whatever that pass lets through, the long way lets through too,
//! and reads as the same content; and it lets the bundled packs through, or checking them would be slow.

use std::path::Path;

use chartroom_format::document;
use chartroom_format::schema::{CURRENT, Document};

/// A tiny generator, so that every run makes the same edits.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % below.max(1)
    }
}

fn content() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../content");
    walkdir::WalkDir::new(root)
        .sort_by_file_name()
        .into_iter()
        .map(|entry| entry.expect("content").into_path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "ron"))
        .map(|path| (path.display().to_string(), std::fs::read_to_string(&path).expect("text")))
        .collect()
}

fn short(text: &str) -> Option<Document> {
    let kind = document::kind_at_a_glance(text)?;
    Document::decode_plain(kind, text).filter(|document| document.version() == CURRENT)
}

/// Whether the short way reads a text; if so, the long way must agree.
fn check(name: &str, text: &str) -> bool {
    let Some(short) = short(text) else { return false };
    let long = document::read_with_places(text, name);
    assert!(long.findings.is_empty(), "{name}: only the long way objects: {:?}\n{text}", long.findings);
    assert!(long.document == Some(short), "{name}: the two ways read different things:\n{text}");
    true
}

#[test]
fn every_bundled_file_is_plain() {
    let doubtful: Vec<String> =
        content().into_iter().filter(|(name, text)| !check(name, text)).map(|(name, _)| name).collect();
    assert!(doubtful.is_empty(), "these take the long way: {doubtful:#?}");
}

/// What may stand for a number, a name or a string.
const WORDS: &[&str] = &[
    "0",
    "-1",
    "7",
    "300",
    "9223372036854775807",
    "99999999999999999999",
    "1.5",
    "-0",
    "007",
    "+1",
    "1_0",
    "0x1F",
    "1e3",
    "true",
    "false",
    "None",
    "Some(1)",
    "Some(\"a\")",
    "Some(())",
    "()",
    "[]",
    "{}",
    "\"\"",
    "\"a\"",
    "\"A-b\"",
    "\"a b\"",
    "\"1/3\"",
    "\" 1/3\"",
    "\"1/03\"",
    "\"+5\"",
    "\"-5\"",
    "Land",
    "\"Land\"",
    "Always",
    "Not(Always)",
    "All([])",
    "Any([Always])",
    "(1, 2)",
    "(1)",
    "[1, 2]",
    "(a: 1)",
    "{\"a\": 1}",
    "{1: 1, 1: 2}",
    "Land()",
    "inf",
    "NaN",
    "'a'",
    "r\"raw\"",
    "\"\\\"\"",
    "schema",
    "title",
    "gw39:1.1",
];

fn spoil(text: &str, random: &mut Random) -> String {
    let mut words: Vec<(usize, usize)> = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices() {
        let part = letter.is_alphanumeric() || matches!(letter, '"' | '-' | '_' | '/' | '.');
        match (part, start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    let pick = |random: &mut Random| words[random.next(words.len())];
    let (from, to) = pick(random);
    let (other_from, other_to) = pick(random);
    let new = match random.next(4) {
        0 => text[other_from..other_to].to_owned(),
        1 => String::new(),
        _ => WORDS[random.next(WORDS.len())].to_owned(),
    };
    let punctuation = [",", "(", ")", "[", "]", ":", " ", "{", "}", "\n"];
    match random.next(6) {
        0 => {
            let mark = punctuation[random.next(punctuation.len())];
            format!("{}{mark}{}", &text[..from], &text[from..])
        }
        1 => {
            let (old, new) = (punctuation[random.next(punctuation.len())], punctuation[random.next(punctuation.len())]);
            text.replacen(old, new, 1)
        }
        _ => format!("{}{new}{}", &text[..from], &text[to..]),
    }
}

#[test]
fn what_the_short_way_reads_the_long_way_reads_alike() {
    let files: Vec<(String, String)> = content().into_iter().filter(|(_, text)| text.len() < 6_000).collect();
    let mut random = Random(3);
    let plain = (0..4_000)
        .filter(|_| {
            let (name, text) = &files[random.next(files.len())];
            check(name, &spoil(text, &mut random))
        })
        .count();
    assert!((200..3_800).contains(&plain), "both kinds occur: {plain} of 4000 are plain");
}
