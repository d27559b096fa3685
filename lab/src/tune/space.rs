//! What may be changed: paths with their values now, and how far each may go.

use chartroom_format::content::Content;

use crate::setting;

/// A path that may be changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Free {
    pub path: String,
    pub value: i64,
    pub from: i64,
    pub to: i64,
}

impl Free {
    /// Reads `PATH` or `PATH=FROM..TO`. Without a range a value may go down to half and up to double of what it is, and at
    /// least 3 either way, but not below 1.
    pub fn parse(text: &str, content: &Content) -> Result<Self, String> {
        let (path, range) = text.split_once('=').map_or((text, None), |(path, range)| (path, Some(range)));
        let values = setting::read(content, path)?;
        let value = *values.first().ok_or_else(|| format!("`{path}` holds nothing"))?;
        if values.iter().any(|other| *other != value) {
            return Err(format!("`{path}` holds several values; name one column, such as {path}.COLUMN"));
        }
        let (from, to) = match range {
            None => {
                let step = (value / 2).max(3);
                ((value - step).max(1).min(value), value.saturating_add(value.max(step)))
            }
            Some(range) => {
                let refused = || format!("`{text}` is not PATH or PATH=FROM..TO");
                let (from, to) = range.split_once("..").ok_or_else(refused)?;
                let number = |text: &str| text.trim().parse::<i64>().map_err(|_| refused());
                (number(from)?, number(to)?)
            }
        };
        if from > value || value > to {
            return Err(format!("`{path}` is {value}, outside {from}..{to}"));
        }
        if from == to {
            return Err(format!("`{path}` may only be {value}: there is nothing to search"));
        }
        // Ends that the table or the unit would refuse are refused now.
        for end in [from, to] {
            setting::apply(&mut content.clone(), &format!("{path}={end}"))?;
        }
        Ok(Self { path: path.to_owned(), value, from, to })
    }
}

/// A point of the search: the value of each path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot(pub Vec<i64>);

impl Spot {
    pub fn start(free: &[Free]) -> Self {
        Self(free.iter().map(|free| free.value).collect())
    }

    #[must_use]
    pub fn with(&self, at: usize, value: i64) -> Self {
        let mut spot = self.clone();
        spot.0[at] = value;
        spot
    }

    /// The paths that differ from what they were.
    pub fn changes<'f>(&self, free: &'f [Free]) -> Vec<(&'f Free, i64)> {
        free.iter()
            .zip(&self.0)
            .filter(|(free, value)| free.value != **value)
            .map(|(free, value)| (free, *value))
            .collect()
    }

    pub fn settings(&self, free: &[Free]) -> Vec<String> {
        self.changes(free).into_iter().map(|(free, value)| format!("{}={value}", free.path)).collect()
    }

    /// How much is changed: cells first, then how far in parts of what they were.
    pub fn size(&self, free: &[Free]) -> (usize, f64) {
        let changes = self.changes(free);
        let far = changes
            .iter()
            .map(|(free, value)| (value - free.value).abs() as f64 / free.value.abs().max(1) as f64)
            .sum();
        (changes.len(), far)
    }
}
