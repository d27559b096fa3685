//! A corpus of broken files. The first line of each says which code it must give and which text stands under the caret:
//! `//~ CODE at TEXT`, with `#2` behind the text for its second occurrence.

use std::path::Path;

use chartroom_format::document;
use chartroom_format::source::{LineIndex, Span};

struct Expected<'a> {
    code: &'a str,
    at: Option<usize>,
}

fn expected<'a>(file: &str, text: &'a str) -> Expected<'a> {
    let head = text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("//~ "))
        .unwrap_or_else(|| panic!("{file}: no expectation"));
    let (code, marked) = head.split_once(" at ").map_or((head, None), |(code, marked)| (code, Some(marked)));
    let at = marked.map(|marked| {
        let (marked, nth) = match marked.rsplit_once('#') {
            Some((text, nth)) if nth.parse::<usize>().is_ok() => (text, nth.parse().unwrap_or(1)),
            _ => (marked, 1),
        };
        let body = text.find('\n').map_or(text.len(), |end| end + 1);
        let hit = text[body..].match_indices(marked).nth(nth - 1);
        body + hit.unwrap_or_else(|| panic!("{file}: `{marked}` is not in the file")).0
    });
    Expected { code, at }
}

#[test]
fn every_broken_file_is_told_what_and_where() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("corpus").map(|entry| entry.expect("entry").path()).collect();
    files.sort();
    assert!(files.len() >= 60, "the corpus has at least 60 files");
    let mut wrong = Vec::new();
    for path in files {
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let text = std::fs::read_to_string(&path).expect("readable");
        let expected = expected(&file, &text);
        let read = document::read(&text, &file);
        let lines = LineIndex::new(&text);
        let place = |span: Span| lines.position(&text, span.start);
        let hit = read.findings.iter().any(|finding| {
            let span = finding.place.as_ref().map(|place| place.span);
            finding.code.as_str() == expected.code
                && expected.at.is_none_or(|at| span.is_some_and(|span| span.start == at))
        });
        if !hit || read.document.is_some() {
            let got: Vec<String> = read
                .findings
                .iter()
                .map(|finding| {
                    format!(
                        "{} {:?} {}",
                        finding.code,
                        finding.place.as_ref().map(|at| place(at.span)),
                        finding.message
                    )
                })
                .collect();
            wrong.push(format!(
                "{file}: wanted {} at {:?}, got {got:#?}",
                expected.code,
                expected.at.map(|at| lines.position(&text, at))
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
