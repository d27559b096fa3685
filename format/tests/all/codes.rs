//! The codes themselves: unique, documented, and their snippets do what they say.

use std::collections::BTreeSet;

use chartroom_format::codes;
use chartroom_format::document;

#[test]
fn codes_are_unique_and_documented() {
    let mut seen = BTreeSet::new();
    for code in codes::ALL {
        let info = code.info();
        assert!(seen.insert(info.code) && seen.insert(info.name), "{} or {} is used twice", info.code, info.name);
        for text in [info.what, info.why, info.remedy] {
            assert!(text.len() > 12 && text.ends_with('.'), "{}: {text}", info.code);
        }
        let letter = match info.group {
            "syntax" => 'X',
            "schema" => 'M',
            "reference" => 'R',
            other => panic!("{other} is no group of loading"),
        };
        assert!(info.code.starts_with(letter), "{}", info.code);
    }
}

#[test]
fn wrong_snippets_give_their_code_and_right_ones_give_nothing() {
    for code in codes::ALL {
        let info = code.info();
        if !info.bad.is_empty() && info.code != "M104" {
            let told: Vec<&str> =
                document::read(info.bad, "bad").findings.iter().map(|finding| finding.code.as_str()).collect();
            assert_eq!(told, [info.code], "{}: {}", info.code, info.bad);
        }
        assert!(document::read(info.good, "good").findings.is_empty(), "{}: {}", info.code, info.good);
    }
}
