//! What an import or export took over, feature by feature: exactly, nearly, or not at all, with the line it stands on.

use std::fmt::Write as _;

use serde::Serialize;

/// How much of a feature went over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fidelity {
    Exact,
    Approximated,
    LeftOut,
}

impl Fidelity {
    pub const ALL: [Self; 3] = [Self::Exact, Self::Approximated, Self::LeftOut];

    const fn title(self) -> &'static str {
        match self {
            Self::Exact => "taken over exactly",
            Self::Approximated => "approximated",
            Self::LeftOut => "left out",
        }
    }
}

/// One feature of the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    pub fidelity: Fidelity,
    /// What it is, in the words of the source.
    pub feature: String,
    /// What became of it; empty when there is nothing to add.
    pub note: String,
    /// The first line it stands on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// How often it was met.
    pub times: usize,
}

/// All features, in the order they were met.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    pub entries: Vec<Entry>,
}

impl Report {
    /// Notes a feature; one that was noted before in the same words is counted.
    pub fn note(&mut self, fidelity: Fidelity, feature: &str, note: &str, line: Option<u32>) {
        let same = |entry: &&mut Entry| entry.fidelity == fidelity && entry.feature == feature && entry.note == note;
        if let Some(entry) = self.entries.iter_mut().find(same) {
            entry.times += 1;
            return;
        }
        self.entries.push(Entry { fidelity, feature: feature.to_owned(), note: note.to_owned(), line, times: 1 });
    }

    pub fn exact(&mut self, feature: &str, line: Option<u32>) {
        self.note(Fidelity::Exact, feature, "", line);
    }

    pub fn near(&mut self, feature: &str, note: &str, line: Option<u32>) {
        self.note(Fidelity::Approximated, feature, note, line);
    }

    pub fn left_out(&mut self, feature: &str, note: &str, line: Option<u32>) {
        self.note(Fidelity::LeftOut, feature, note, line);
    }

    pub fn of(&self, fidelity: Fidelity) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.fidelity == fidelity)
    }

    /// The report for people: what is worth reading first stands last, beside the prompt.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for fidelity in Fidelity::ALL {
            let entries: Vec<&Entry> = self.of(fidelity).collect();
            if entries.is_empty() {
                continue;
            }
            let _ = writeln!(text, "{} ({})", fidelity.title(), entries.len());
            for entry in entries {
                let line = entry.line.map(|line| format!("line {line}: ")).unwrap_or_default();
                let times = if entry.times > 1 { format!(" ({} times)", entry.times) } else { String::new() };
                let note = if entry.note.is_empty() { String::new() } else { format!(": {}", entry.note) };
                let _ = writeln!(text, "  {line}{}{times}{note}", entry.feature);
            }
        }
        text
    }
}
