//! Every place the five rulebooks name, with what they say of it, against the bundled packs. The facts stand in
//! `tests/places`, restated from the rulebooks and not from the packs; `chartroom_tests::facts` knows the words.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_tests::facts::Facts;
use chartroom_tests::repository;

/// The files of `tests/places`: the pack, how many places each names, and how many of them cannot be checked.
const FILES: &[(&str, &str, usize, usize)] = &[
    ("hitlers-global-war", "hitlers-global-war", 224, 1),
    ("global-war-1975", "global-war-1975", 231, 0),
    ("global-war-1975", "global-war-1975-hexes", 144, 0),
    ("global-war-1939", "global-war-1939", 132, 0),
    ("war-game-ww2", "war-game-ww2", 124, 0),
    ("hitlers-war-cg3", "hitlers-war-cg3", 72, 0),
    ("hitlers-war-cg3", "hitlers-war-cg3-hexes", 44, 0),
];

struct Line {
    number: usize,
    place: String,
    subject: String,
    check: String,
    argument: String,
    rule: String,
}

fn lines(file: &str) -> Vec<Line> {
    let path = repository().join("tests/places").join(format!("{file}.tsv"));
    let text = std::fs::read_to_string(&path).expect("the file of places");
    let numbered = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#') && !line.is_empty());
    numbered
        .skip(1)
        .map(|(number, line)| {
            let cells: Vec<&str> = line.split('\t').collect();
            let [place, subject, check, argument, rule] = cells[..] else {
                panic!("{file}.tsv:{}: five columns, not {}: {line}", number + 1, cells.len())
            };
            let own = str::to_owned;
            Line {
                number: number + 1,
                place: own(place),
                subject: own(subject),
                check: own(check),
                argument: own(argument),
                rule: own(rule),
            }
        })
        .collect()
}

/// Holds the files of one pack against it; all disagreements come at once.
fn check(pack: &str) {
    let facts = Facts::of(pack).expect("the pack and its map load");
    let mut wrong = Vec::new();
    for &(_, file, places, unchecked) in FILES.iter().filter(|(of, ..)| *of == pack) {
        let mut checked: BTreeMap<String, usize> = BTreeMap::new();
        let mut skipped = BTreeSet::new();
        for Line { number, place, subject, check, argument, rule } in lines(file) {
            let done = checked.entry(place.clone()).or_default();
            if check == "skip" {
                assert!(argument.len() > 10, "{file}.tsv:{number}: say why {place} cannot be checked");
                skipped.insert(place);
                continue;
            }
            *done += 1;
            if let Err(found) = facts.check(&subject, &check, &argument) {
                wrong.push(format!("{file}.tsv:{number}: {place}: {subject} {check} {argument} ({rule}): {found}"));
            }
        }
        let both: Vec<_> = skipped.iter().filter(|place| checked[*place] > 0).collect();
        if !both.is_empty() {
            wrong.push(format!("{file}.tsv: skipped and yet checked: {both:?}"));
        }
        if (checked.len(), skipped.len()) != (places, unchecked) {
            wrong.push(format!("{file}.tsv: {} places, {} skipped: {skipped:?}", checked.len(), skipped.len()));
        }
        if skipped.len() * 10 > places {
            wrong.push(format!("{file}.tsv: more than a tenth of the places is not checked"));
        }
    }
    assert!(wrong.is_empty(), "{} disagreements\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn hitlers_global_war_is_as_its_rulebook_says() {
    check("hitlers-global-war");
}

#[test]
fn global_war_of_1975_is_as_its_rulebook_says() {
    check("global-war-1975");
}

#[test]
fn global_war_1939_is_as_its_rulebook_says() {
    check("global-war-1939");
}

#[test]
fn the_war_game_is_as_its_rulebook_says() {
    check("war-game-ww2");
}

#[test]
fn the_classic_map_of_hitlers_war_is_as_its_rulebook_says() {
    check("hitlers-war-cg3");
}
