//! What pages hold: sound markup, whole links, nothing from elsewhere, sizes a phone can bear.

use std::collections::BTreeMap;

use chartroom_format::starter::Starter;
use chartroom_site::{Changes, Detail, Entry, Topic};

use crate::support::{Read, bundled, of_starter, pages, read, with_changes};

#[test]
fn pages_are_sound_and_every_link_leads_somewhere() {
    let site = bundled();
    let read: BTreeMap<&str, Read> = pages(site).into_iter().map(|(path, text)| (path, read(text))).collect();
    let mut faults = Vec::new();
    for (path, page) in &read {
        faults.extend(page.faults.iter().map(|fault| format!("{path}: {fault}")));
        faults.extend(page.twice.iter().map(|id| format!("{path}: the id {id} comes twice")));
        for link in &page.links {
            let (file, anchor) = link.split_once('#').map_or((link.as_str(), None), |(file, id)| (file, Some(id)));
            if file.starts_with("data:") {
                continue;
            }
            let target = if file.is_empty() { (*path).to_owned() } else { beside(path, file) };
            if !site.files.contains_key(&target) {
                faults.push(format!("{path}: there is no {link}"));
            } else if let Some(anchor) = anchor
                && let Some(page) = read.get(target.as_str())
                && !page.ids.contains(anchor)
            {
                faults.push(format!("{path}: {link} has no such place"));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults[..faults.len().min(30)].join("\n"));
}

/// A link as seen from a page.
fn beside(page: &str, link: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        if part == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
}

#[test]
fn nothing_comes_from_elsewhere() {
    for (path, bytes) in &bundled().files {
        let text = String::from_utf8_lossy(bytes).replace("http://www.w3.org/2000/svg", "");
        for word in ["http:", "https:", "src=\"//", "@import", "url("] {
            // A clip path of the map is named by url, too.
            let found = text.matches(word).count() - if word == "url(" { text.matches("url(#").count() } else { 0 };
            assert_eq!(found, 0, "{path} holds {word}");
        }
    }
}

#[test]
fn pages_and_maps_stay_small() {
    let mut large = Vec::new();
    for (path, text) in pages(bundled()) {
        let map = text.find("<svg").map_or(0, |start| text.find("</svg>").unwrap_or(text.len()) - start);
        if text.len() - map > 300_000 || map > 1_500_000 {
            large.push(format!("{path}: {} bytes, and {map} of map", text.len() - map));
        }
    }
    assert!(large.is_empty(), "too large:\n{}", large.join("\n"));
}

#[test]
fn the_same_packs_give_the_same_bytes() {
    for starter in [Starter::Hexes, Starter::Zones] {
        let one = of_starter(starter, |_, text| text);
        assert!(one == of_starter(starter, |_, text| text));
        assert!(one.files.contains_key("small/map-first.html"), "{:?}", one.files.keys());
    }
}

#[test]
fn words_of_authors_are_never_markup() {
    let evil = "</title><script>alert(1)</script>\" onload='x";
    let site = of_starter(Starter::Zones, |file, text| match file {
        "pack.ron" => text.replacen("title: \"", &format!("title: \"{} ", evil.replace('"', "\\\"")), 1),
        "units.ron" => text.replacen("title: \"", &format!("title: \"{} ", evil.replace('"', "\\\"")), 1),
        _ => text,
    });
    for (path, text) in pages(&site) {
        assert!(!text.contains("<script>alert"), "{path}");
        let page = read(text);
        assert_eq!(page.faults, Vec::<String>::new(), "{path}");
    }
    assert!(pages(&site)["small/units.html"].contains("&lt;script&gt;"), "the title is shown");
}

#[test]
fn every_page_can_be_read_without_a_script() {
    for (path, text) in pages(bundled()) {
        let body = text.split("<main").nth(1).and_then(|rest| rest.split("</main>").next()).unwrap_or("");
        let words =
            body.split('<').filter_map(|part| part.split_once('>')).map(|(_, words)| words.trim().len()).sum::<usize>();
        assert!(words > 10, "{path} says too little: {words} letters");
        let scripts = text.matches("<script").count();
        let wanted = match path.rsplit('/').next() {
            Some("search.html") => 2,
            Some("odds.html") => 3,
            Some(name) => usize::from(name.starts_with("map")),
            None => 0,
        };
        assert_eq!(scripts, wanted, "{path}");
    }
}

#[test]
fn changes_stand_on_a_page_of_their_own() {
    let detail = Detail { what: "attack".to_owned(), before: Some("1".to_owned()), after: Some("<2>".to_owned()) };
    let entry = |name: &str, what: &str, details: Vec<Detail>| Entry {
        name: name.to_owned(),
        title: String::new(),
        what: what.to_owned(),
        details,
    };
    let entries = vec![entry("unit:infantry", "changed", vec![detail]), entry("unit:gone", "removed", Vec::new())];
    let topics = vec![Topic { title: "Units".to_owned(), entries }];
    let site = with_changes(Changes { since: "version 1".to_owned(), topics });
    let page = pages(&site)["small/changes.html"];
    assert_eq!(read(page).faults, Vec::<String>::new());
    for words in ["2 differences from version 1", "href=\"units.html#infantry\"", "&lt;2&gt;", "removed"] {
        assert!(page.contains(words), "{words} in {page}");
    }
    assert!(pages(&site)["small/index.html"].contains("changes.html"));
    assert!(!bundled().files.contains_key("war-game-ww2/changes.html"));
}

#[test]
fn facts_of_packs_stand_on_their_pages() {
    let pages = pages(bundled());
    for (path, words) in [
        ("war-game-ww2/index.html", "1942"),
        ("war-game-ww2/units.html", "attack "),
        ("war-game-ww2/prices.html", "<table>"),
        ("hitlers-global-war/scenario-barbarossa.html", "Set-up"),
        ("hitlers-global-war/map-barbarossa.html", "class=\"stacks\""),
        ("hitlers-global-war/coverage.html", "Printed"),
        ("global-war-1975/sequence.html", "<ol class=\"steps\">"),
    ] {
        assert!(pages[path].contains(words), "{path} says nothing of {words}");
    }
}
