//! Pieces as VASSAL spells them: traits from the outermost inward, each part of a name made harmless.
//!
//! `+/null/TYPE/STATE`, where TYPE and STATE are lists of traits, each nested in the one before: the tab before the second trait is bare,
//! before the third escaped once, and so on.

use super::module::Slot;

/// Control-D.
const DELETE: &str = "delete;Delete;68,130;";

/// The definition of a piece.
pub(super) fn definition(slot: &Slot) -> String {
    let names: Vec<&str> = slot.marks.iter().map(|(name, _)| name.as_str()).collect();
    let values: Vec<&str> = slot.marks.iter().map(|(_, value)| value.as_str()).collect();
    let kind =
        [DELETE.to_owned(), format!("mark;{}", names.join(",")), format!("piece;;;{};{}", slot.image, slot.name)];
    let state = [String::new(), values.join(","), format!("null;0;0;{};0", slot.id)];
    format!("+/null/{}/{}", nested(&kind), nested(&state))
}

/// The piece of a definition: image, name, marks and id, if it is one of ours.
pub(super) fn parse(text: &str) -> Option<Slot> {
    let rest = text.strip_prefix("+/null/")?;
    let (kind, state) = rest.split_once('/')?;
    let (kind, state) = (parts(kind), parts(state));
    let mut slot = Slot::default();
    for (kind, state) in kind.iter().zip(&state) {
        if let Some(names) = kind.strip_prefix("mark;") {
            let list = names.split(',').zip(state.split(','));
            slot.marks = list.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        } else if let Some(piece) = kind.strip_prefix("piece;;;") {
            let (image, name) = piece.split_once(';')?;
            (slot.image, slot.name) = (image.to_owned(), name.to_owned());
            slot.id = state.split(';').nth(3)?.parse().ok()?;
        }
    }
    (!slot.image.is_empty()).then_some(slot)
}

fn nested(parts: &[String]) -> String {
    let mut text = String::new();
    for (depth, part) in parts.iter().enumerate() {
        if depth > 0 {
            text.push_str(&"\\".repeat(depth - 1));
            text.push('\t');
        }
        text.push_str(part);
    }
    text
}

fn parts(text: &str) -> Vec<String> {
    text.split('\t').map(|part| part.trim_end_matches('\\').to_owned()).collect()
}

/// A name without what parts lists and traits, and without quotes, which VASSAL takes off.
pub(super) fn plain(name: &str) -> String {
    let kept: String = name
        .chars()
        .map(|letter| if letter.is_control() || "/\\;,'\"|:".contains(letter) { ' ' } else { letter })
        .collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_is_read_as_it_was() {
        let slot = Slot {
            name: plain("Queen's Guard; 1/2"),
            id: 77,
            image: "reds-guard.png".to_owned(),
            side: 0,
            marks: vec![("Power".to_owned(), "Reds".to_owned()), ("Unit".to_owned(), "guard".to_owned())],
        };
        assert_eq!(parse(&definition(&slot)), Some(slot));
        assert_eq!(parse("+/null/piece;;;a.png"), None);
        assert_eq!(parse("nonsense"), None);
    }
}
