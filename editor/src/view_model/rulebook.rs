//! The rules behind the values, in our own words, from the pack's index of its rulebook.

use std::collections::BTreeMap;

use chartroom_format::fs::{DiskFs, Fs};

use crate::document::Document;

/// Rules by id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulebook {
    rules: BTreeMap<String, String>,
}

impl Rulebook {
    /// The rules of a pack and of the packs below it. A missing index is no fault here: the check speaks of it.
    pub fn of(document: &Document) -> Self {
        let mut rules = BTreeMap::new();
        for pack in &document.content().layers {
            let Some(book) = &pack.rulebook else { continue };
            let beside = document.root().parent().map(|parent| parent.join(pack.id.as_str()));
            let folder = beside.filter(|folder| folder.is_dir()).unwrap_or_else(|| document.root().to_owned());
            let text = DiskFs.read(&folder, &book.index).unwrap_or_default();
            rules.extend(text.lines().skip(1).filter_map(rule));
        }
        Self { rules }
    }

    pub fn text(&self, rule: &str) -> Option<&str> {
        self.rules.get(rule).map(String::as_str)
    }

    /// All rules by their ids.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.rules.iter().map(|(id, text)| (id.as_str(), text.as_str()))
    }

    /// "Rule x: what it says", as far as it is known.
    pub fn quote(&self, rule: &str) -> String {
        self.text(rule).map_or_else(|| format!("Rule {rule}"), |text| format!("Rule {rule}: {text}"))
    }
}

/// The id and the words of a line: first and last column.
fn rule(line: &str) -> Option<(String, String)> {
    let mut columns = line.split('\t');
    let id = columns.next()?;
    Some((id.to_owned(), columns.next_back()?.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TestPack;

    #[test]
    fn rules_are_found_by_their_id() {
        let pack = TestPack::new();
        pack.write("rules.tsv", "id\tsection\tkind\ttestable\trule\nsm:map.1\tMap\trule\ty\tTowns are worth two.\n");
        let text = "Pack(schema: 2, id: \"small\", title: \"Small\", version: \"1.0.0\", rulebook: Some((title: \"S\", prefix: \"sm\", index: \"rules.tsv\")))\n";
        pack.write("pack.ron", text);
        let document = Document::open(&pack.root()).expect("it opens");
        let book = Rulebook::of(&document);
        assert_eq!(book.quote("sm:map.1"), "Rule sm:map.1: Towns are worth two.");
        assert_eq!(book.quote("sm:map.2"), "Rule sm:map.2");
    }
}
