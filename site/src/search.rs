//! The index that the search page reads: which words stand in which entry. Made once, here; the page only looks words up.
//!
//! `chartroomSearch({documents: [[kind, title, address], ..], words: [[word, [step, ..]], ..]})`: words in order, and for each the
//! documents that hold it as steps from one to the next, doubled, and odd where the title holds it.

use std::collections::BTreeMap;

use chartroom_format::entries::EntryKind;
use serde_json::{Value, json};

use crate::book::Book;
use crate::html::plain;

struct Document {
    kind: &'static str,
    title: String,
    href: String,
    text: String,
}

/// The index of a pack, as a script that hands it over: a page opened from a folder may load scripts, but no data.
pub(crate) fn index(book: &Book<'_>) -> String {
    let documents = documents(book);
    let mut words: BTreeMap<String, BTreeMap<usize, bool>> = BTreeMap::new();
    for (number, document) in documents.iter().enumerate() {
        for (text, in_title) in [(&document.text, false), (&document.title, true)] {
            for word in words_of(text) {
                *words.entry(word).or_default().entry(number).or_default() |= in_title;
            }
        }
    }
    let listed: Vec<Value> = words
        .into_iter()
        .map(|(word, found)| {
            let mut last = 0;
            let steps: Vec<usize> = found
                .into_iter()
                .map(|(number, in_title)| {
                    let step = (number - last) * 2 + usize::from(in_title);
                    last = number;
                    step
                })
                .collect();
            json!([word, steps])
        })
        .collect();
    let shown: Vec<Value> =
        documents.iter().map(|document| json!([document.kind, document.title, document.href])).collect();
    format!("chartroomSearch({});\n", json!({ "documents": shown, "words": listed }))
}

/// The words of a text as they are looked up: small letters and digits, without accents, two letters or more.
pub(crate) fn words_of(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut word = String::new();
    for letter in text.chars().flat_map(char::to_lowercase).chain(std::iter::once(' ')) {
        if letter.is_alphanumeric() {
            word.push_str(without_accent(letter).unwrap_or(letter.encode_utf8(&mut [0; 4])));
        } else if !word.is_empty() {
            if word.chars().count() > 1 {
                found.push(std::mem::take(&mut word));
            }
            word.clear();
        }
    }
    found
}

/// Names of places are looked up as people type them.
const fn without_accent(letter: char) -> Option<&'static str> {
    Some(match letter {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' | 'ă' | 'ą' => "a",
        'ç' | 'ć' | 'č' => "c",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ę' | 'ě' => "e",
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'ı' => "i",
        'ñ' | 'ń' | 'ň' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' | 'ő' => "o",
        'š' | 'ş' | 'ś' | 'ș' => "s",
        'ù' | 'ú' | 'û' | 'ü' | 'ū' | 'ů' | 'ű' => "u",
        'ý' | 'ÿ' => "y",
        'ž' | 'ź' | 'ż' => "z",
        'ł' => "l",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        _ => return None,
    })
}

fn documents(book: &Book<'_>) -> Vec<Document> {
    let content = book.content;
    let mut found = Vec::new();
    for line in &book.index {
        found.push(Document {
            kind: "rule",
            title: format!("{} {}", line.id, line.section),
            href: book.links.rule(&line.id).unwrap_or_default().to_owned(),
            text: line.words.clone(),
        });
    }
    let mut add = |kind: EntryKind, word: &'static str, id: &str, text: String| {
        let Some(href) = book.links.to(kind, id) else { return };
        let title = book.name(kind, id);
        found.push(Document { kind: word, title, href: href.to_owned(), text: format!("{id} {text}") });
    };
    for (id, space) in &content.spaces {
        add(EntryKind::Space, "space", id.as_str(), space.note.clone());
    }
    content.regions.iter().for_each(|(id, region)| add(EntryKind::Region, "region", id.as_str(), region.note.clone()));
    content.units.iter().for_each(|(id, unit)| add(EntryKind::Unit, "unit", id.as_str(), unit.note.clone()));
    content.powers.iter().for_each(|(id, power)| add(EntryKind::Power, "power", id.as_str(), power.note.clone()));
    for (id, table) in &content.tables {
        let rows: Vec<&str> = table.rows.keys().map(chartroom_format::schema::value::Key::as_str).collect();
        add(EntryKind::Table, "table", id.as_str(), format!("{} {}", table.note, plain(&rows.join(" "))));
    }
    content.options.iter().for_each(|(id, option)| add(EntryKind::Option, "option", id.as_str(), option.says.clone()));
    content
        .modifiers
        .iter()
        .for_each(|(id, entry)| add(EntryKind::Modifier, "modifier", id.as_str(), entry.note.clone()));
    content.rules.iter().for_each(|(id, rule)| add(EntryKind::Rule, "event", id.as_str(), rule.note.clone()));
    content
        .objectives
        .iter()
        .for_each(|(id, entry)| add(EntryKind::Objective, "objective", id.as_str(), entry.note.clone()));
    content.facts.iter().for_each(|(id, fact)| add(EntryKind::Fact, "fact", id.as_str(), fact.says.clone()));
    for (id, scenario) in &content.scenarios {
        add(EntryKind::Scenario, "scenario", id.as_str(), format!("{} {}", scenario.about, scenario.note));
    }
    for (id, example) in &content.examples {
        add(EntryKind::Example, "example", id.as_str(), format!("{} {}", example.title, example.note));
    }
    content.terrains.keys().for_each(|id| add(EntryKind::Terrain, "terrain", id.as_str(), String::new()));
    content.features.keys().for_each(|id| add(EntryKind::Feature, "feature", id.as_str(), String::new()));
    content
        .procedures
        .iter()
        .for_each(|(id, entry)| add(EntryKind::Procedure, "procedure", id.as_str(), entry.note.clone()));
    found
}

#[cfg(test)]
mod tests {
    use super::words_of;

    #[test]
    fn words_are_found_as_people_type_them() {
        for (text, wanted) in
            [("Łódź, Köln & 1st Army (a)", "lodz koln 1st army"), ("hgw:supply.1 W3119", "hgw supply w3119"), ("", "")]
        {
            assert_eq!(words_of(text).join(" "), wanted, "{text}");
        }
    }
}
