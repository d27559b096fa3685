//! Words the format no longer uses, kept so that an old file is told what became of them. Entries are never removed;
//! a retired word is never used again for something else.

/// How long a word has been on its way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Still read, with a warning.
    Deprecated,
    /// No longer read.
    Removed,
}

/// A word that is no longer used.
#[derive(Clone, Copy, Debug)]
pub struct Retired {
    /// The word as it was written: a field, a variant, a kind.
    pub word: &'static str,
    /// What to write instead.
    pub instead: &'static str,
    /// The schema version from which on it is retired.
    pub since: u32,
    pub standing: Standing,
    pub why: &'static str,
}

/// All retired words, oldest first.
pub const RETIRED: &[Retired] = &[
    Retired {
        word: "None",
        instead: "Unsupplied",
        since: 1,
        standing: Standing::Removed,
        why: "the state of supply was called None, which RON reads as a missing value",
    },
    Retired {
        word: "ZoneShapes",
        instead: "Shapes",
        since: 1,
        standing: Standing::Removed,
        why: "kinds of file have one-word names",
    },
    Retired {
        word: "IncomeLead",
        instead: "AtLeast",
        since: 2,
        standing: Standing::Removed,
        why: "values are compared: `AtLeast(Minus(Income(\"axis\"), Income(\"allies\")), 5)`",
    },
    Retired {
        word: "PointsLead",
        instead: "AtLeast",
        since: 2,
        standing: Standing::Removed,
        why: "values are compared: `AtLeast(Minus(Points(\"axis\"), Points(\"allies\")), 5)`",
    },
    Retired {
        word: "NthSeasonSince",
        instead: "Equal",
        since: 2,
        standing: Standing::Removed,
        why: "values are compared: `All([Season([\"winter\"]), Equal(Seasons(of: \"winter\", since: \"invasion\"), 1)])`",
    },
    Retired {
        word: "ProductionRatio",
        instead: "Holds",
        since: 2,
        standing: Standing::Removed,
        why: "values are compared: `Holds(AtLeast(Production([\"axis\"]), Times([\"3/2\", Production([\"allies\"])])))`",
    },
    Retired {
        word: "AddFrom",
        instead: "Add",
        since: 2,
        standing: Standing::Removed,
        why: "a cell of a table is a value: `Add(Cell(\"penalties\", [Value(Track(track: \"morale\"))]))`",
    },
];

/// The retired word written at a place, if its replacement is one of the words allowed there.
pub fn find<'a>(written: &str, allowed: impl IntoIterator<Item = &'a str>) -> Option<&'static Retired> {
    let retired = RETIRED.iter().find(|retired| retired.word == written)?;
    allowed.into_iter().any(|word| word == retired.instead).then_some(retired)
}

impl Retired {
    /// What a finding says about it.
    pub fn help(&self) -> String {
        format!("`{}` is written `{}` since schema version {}: {}", self.word, self.instead, self.since, self.why)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document;

    #[test]
    fn a_retired_word_is_told_what_became_of_it() {
        for (text, wanted) in [
            (
                "Rules(schema: 2, rules: {\"a\": (on: TurnStart, when: Supply(None), then: [])})",
                "`None` is written `Unsupplied`",
            ),
            (
                "Rules(schema: 2, rules: {\"a\": (on: TurnStart, when: IncomeLead(who: \"a\", over: \"b\", by: 1), then: [])})",
                "`IncomeLead` is written `AtLeast`",
            ),
            (
                "Rules(schema: 2, modifiers: {\"a\": (quantity: Attack, change: AddFrom(\"a\"))})",
                "`AddFrom` is written `Add`",
            ),
            ("ZoneShapes(schema: 2, width: 1, height: 1, borders: [])", "`ZoneShapes` is written `Shapes`"),
        ] {
            let findings = document::read(text, "old").findings;
            assert!(findings.iter().any(|finding| finding.help.contains(wanted)), "{text}: {findings:#?}");
        }
    }

    #[test]
    fn words_are_retired_once() {
        for (index, retired) in RETIRED.iter().enumerate() {
            assert!(RETIRED[..index].iter().all(|other| other.word != retired.word), "{}", retired.word);
        }
    }
}
