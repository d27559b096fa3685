//! Attachments: settings of units, territories, players and types, with the variables and loops of the file written out.

use std::collections::BTreeMap;

/// Written-out attachments of a file are no more than this: loops in loops multiply.
const MOST: usize = 200_000;
/// A value with its variables written out is no longer than this.
const LONGEST: usize = 1_000_000;

/// One setting of an attachment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    pub name: String,
    pub value: String,
    /// A number or word that goes with the value; its meaning depends on the setting.
    pub count: Option<String>,
    pub line: u32,
}

impl Setting {
    pub fn number(&self) -> Option<i64> {
        self.value.trim().parse().ok()
    }

    pub fn is_true(&self) -> bool {
        self.value.eq_ignore_ascii_case("true")
    }

    /// The parts of a value that lists things.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.value.split(':').map(str::trim).filter(|part| !part.is_empty())
    }

    pub fn count_number(&self) -> Option<i64> {
        self.count.as_deref().and_then(|count| count.trim().parse().ok())
    }
}

/// Settings attached to something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    pub name: String,
    pub to: String,
    /// The last part of the class that reads it: `UnitAttachment`.
    pub class: String,
    pub settings: Vec<Setting>,
    pub line: u32,
}

impl Attachment {
    /// The last setting of a name, as the game itself takes it.
    pub fn get(&self, name: &str) -> Option<&Setting> {
        self.settings.iter().rev().find(|setting| setting.name == name)
    }

    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Setting> {
        self.settings.iter().filter(move |setting| setting.name == name)
    }

    pub fn number(&self, name: &str) -> Option<i64> {
        self.get(name).and_then(Setting::number)
    }

    pub fn is(&self, name: &str) -> bool {
        self.get(name).is_some_and(Setting::is_true)
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name).map(|setting| setting.value.trim()).filter(|value| !value.is_empty())
    }
}

/// Lists with a name, `$name$` where they are used.
pub(super) type Variables = BTreeMap<String, Vec<String>>;

/// Writes an attachment out: once, or once for each turn of its loop. The error says what is wrong with the loop.
pub(super) fn expand(
    attachment: Attachment,
    foreach: &str,
    variables: &Variables,
    out: &mut Vec<Attachment>,
) -> Result<(), String> {
    let mut rounds: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for nest in foreach.split('^').filter(|nest| !nest.trim().is_empty()) {
        let mut turns: Vec<Vec<(String, String)>> = Vec::new();
        for name in nest.split(':').map(|name| name.trim().trim_matches('$')) {
            let list =
                variables.get(name).ok_or_else(|| format!("the loop goes over `{name}`, which is no variable"))?;
            if turns.is_empty() {
                turns = vec![Vec::new(); list.len()];
            }
            if list.len() != turns.len() {
                return Err(format!("the loop goes over lists of different length: `{}`", nest.trim()));
            }
            for (turn, value) in turns.iter_mut().zip(list) {
                turn.push((format!("@{name}@"), value.clone()));
            }
        }
        if rounds.len().saturating_mul(turns.len()) + out.len() > MOST {
            return Err(format!("the loop writes out more than {MOST} attachments"));
        }
        let both =
            |round: &Vec<(String, String)>, turn: &Vec<(String, String)>| [round.as_slice(), turn.as_slice()].concat();
        rounds = rounds.iter().flat_map(|round| turns.iter().map(move |turn| both(round, turn))).collect();
    }
    for round in rounds {
        let filled = |text: &str| {
            let text = round.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value));
            with_lists(&text, variables)
        };
        let mut one = attachment.clone();
        one.name = filled(&one.name)?;
        one.to = filled(&one.to)?;
        for setting in &mut one.settings {
            setting.value = filled(&setting.value)?;
            setting.count = setting.count.as_deref().map(filled).transpose()?;
        }
        out.push(one);
    }
    Ok(())
}

/// A text with `$lists$` written out, joined as values are.
fn with_lists(text: &str, variables: &Variables) -> Result<String, String> {
    if !text.contains('$') {
        return Ok(text.to_owned());
    }
    let mut out = String::new();
    for part in text.split(':') {
        let list =
            part.trim().strip_prefix('$').and_then(|part| part.strip_suffix('$')).and_then(|name| variables.get(name));
        if !out.is_empty() {
            out.push(':');
        }
        match list {
            Some(list) => out.push_str(&list.join(":")),
            None => out.push_str(part),
        }
        if out.len() > LONGEST {
            return Err("a list of variables is longer than any game needs".to_owned());
        }
    }
    Ok(out)
}
