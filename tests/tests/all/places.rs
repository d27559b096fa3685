//! Every place the five rulebooks name, with what they say of it, against the bundled packs. The facts stand in
//! `tests/places`, restated from the rulebooks and not from the packs; `chartroom_tests::facts` knows the words.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::schema::recipe::Projection;
use chartroom_tests::facts::Facts;
use chartroom_tests::repository;

/// The files of `tests/places`: the pack, how many places each names, and how many facts cannot be checked.
const FILES: &[(&str, &str, usize, usize)] = &[
    ("hitlers-global-war", "hitlers-global-war", 224, 2),
    ("global-war-1975", "global-war-1975", 231, 0),
    ("global-war-1975", "global-war-1975-hexes", 144, 0),
    ("global-war-1939", "global-war-1939", 132, 0),
    ("war-game-ww2", "war-game-ww2", 124, 1),
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
        let mut unproved = 0;
        for Line { number, place, subject, check, argument, rule } in lines(file) {
            let done = checked.entry(place.clone()).or_default();
            if check == "skip" || check == "open" {
                assert!(argument.len() > 10, "{file}.tsv:{number}: say why {place} cannot be checked");
                unproved += 1;
                if check == "skip" {
                    skipped.insert(place);
                }
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
        if (checked.len(), unproved) != (places, unchecked) {
            wrong.push(format!(
                "{file}.tsv: {} places, {unproved} facts not checked; skipped {skipped:?}",
                checked.len()
            ));
        }
        let idle: Vec<_> = checked.iter().filter(|(place, count)| **count == 0 && !skipped.contains(*place)).collect();
        if !idle.is_empty() {
            wrong.push(format!("{file}.tsv: nothing is checked of {idle:?}"));
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

/// The check of places must be able to fail: on degrees as they are, without a projection, Scandinavia comes out a hex too far
/// south.
#[test]
fn places_tell_a_wrong_projection() {
    let facts = Facts::of("global-war-1975").expect("loads");
    let facts = facts.projected(Projection::Equirectangular).expect("can be fitted");
    let near = lines("global-war-1975-hexes").into_iter().filter(|line| line.check == "near");
    let wrong: Vec<String> = near
        .filter(|line| facts.check(&line.subject, &line.check, &line.argument).is_err())
        .map(|line| line.place)
        .collect();
    assert!(wrong.contains(&"W3622".to_owned()) && wrong.contains(&"W3419".to_owned()), "{wrong:?}");
}
