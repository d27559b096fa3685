//! Finding anything in the pack by a few letters: spaces, units, tables, scenarios, everything with an id, rules of the rulebook.

use chartroom_format::entries::EntryKind;

use super::form::names;
use super::rulebook::Rulebook;
use crate::command::Command;
use crate::document::Document;
use crate::map::{Scene, goto};

/// Something that was found, and what choosing it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    pub title: String,
    /// What it is, or its keys.
    pub about: String,
    pub command: Command,
}

/// Whether a text holds all typed words.
pub fn holds(text: &str, typed: &str) -> bool {
    let text = text.to_lowercase();
    typed.to_lowercase().split_whitespace().all(|word| text.contains(word))
}

/// Things of the pack that hold all typed words, at most `most` of each kind; nothing as long as nothing is typed.
pub fn things(document: &Document, scene: &Scene, rulebook: &Rulebook, typed: &str, most: usize) -> Vec<Hit> {
    if typed.trim().len() < 2 {
        return Vec::new();
    }
    let content = document.content();
    let spaces = goto::find(scene, content, typed, most);
    let mut found: Vec<Hit> = spaces
        .into_iter()
        .map(|(at, title)| Hit { title, about: "space".to_owned(), command: Command::LookAt(at) })
        .collect();
    for kind in EntryKind::ALL.iter().filter(|kind| !matches!(kind, EntryKind::Space | EntryKind::Covered)) {
        let known = names(content, &[*kind]);
        let fits = known.into_iter().filter(|(id, title)| holds(&format!("{title} {id}"), typed));
        found.extend(fits.take(most).map(|(id, title)| Hit {
            title: if title.is_empty() { id.clone() } else { title },
            about: format!("{} {id}", kind.name()),
            command: match kind {
                EntryKind::Table => Command::ShowTable(id),
                EntryKind::Scenario => Command::ShowScenario(id),
                kind => Command::ShowEntry(*kind, id),
            },
        }));
    }
    let rules = rulebook.iter().filter(|(id, text)| holds(&format!("{id} {text}"), typed)).take(most);
    found.extend(rules.map(|(id, text)| Hit {
        title: text.to_owned(),
        about: format!("rule {id}"),
        command: Command::ShowRule(id.to_owned()),
    }));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::scene::Palette;
    use crate::testing::TestPack;
    use crate::theme::{Theme, Tokens};

    #[test]
    fn everything_in_a_pack_is_found_by_its_words() {
        let pack = TestPack::new();
        pack.write("rules.tsv", "id\tsection\tkind\ttestable\trule\nsm:map.1\tMap\trule\ty\tTowns are worth two.\n");
        let text = "Pack(schema: 2, id: \"small\", title: \"Small\", version: \"1.0.0\", rulebook: Some((title: \"S\", prefix: \"sm\", index: \"rules.tsv\")))\n";
        pack.write("pack.ron", text);
        let document = Document::open(&pack.root()).expect("it opens");
        let scene = Scene::new(&Palette::new(document.content(), Some("start"), Tokens::of(Theme::Light)), 0);
        let book = Rulebook::of(&document);
        let found = |typed: &str| -> Vec<String> {
            things(&document, &scene, &book, typed, 5)
                .into_iter()
                .map(|hit| format!("{}: {}", hit.about, hit.title))
                .collect()
        };
        for (typed, expected) in [
            ("town", "space: Town (0202)"),
            ("armor", "unit armor: Armor"),
            ("prices unit", "table unit-cost: Unit prices"),
            ("start", "scenario start: The start"),
            ("worth two", "rule sm:map.1: Towns are worth two."),
        ] {
            assert!(found(typed).contains(&expected.to_owned()), "{typed}: {:?}", found(typed));
        }
        assert!(found("x").is_empty() && found("xyzzy").is_empty());
    }
}
