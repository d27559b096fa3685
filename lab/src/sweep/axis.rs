//! The values of a sweep: `tables.unit-cost.infantry=3..8`, `units.armor.attack=2..10:2`.

use serde::{Deserialize, Serialize};

/// Rule sets of one sweep at most.
pub const MOST_ARMS: usize = 400;

/// One value that is varied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Axis {
    pub path: String,
    pub values: Vec<i64>,
}

impl Axis {
    pub fn parse(text: &str) -> Result<Self, String> {
        let refused = || format!("`{text}` is not PATH=FROM..TO or PATH=FROM..TO:STEP, in whole numbers");
        let (path, range) = text.split_once('=').ok_or_else(refused)?;
        let (range, step) = range.split_once(':').unwrap_or((range, "1"));
        let (from, to) = range.split_once("..").ok_or_else(refused)?;
        let number = |text: &str| text.trim().parse::<i64>().map_err(|_| refused());
        let (from, to, step) = (number(from)?, number(to)?, number(step)?);
        if step < 1 || from > to {
            return Err(format!(
                "`{text}` goes nowhere: the first value comes before the last, and a step is at least 1"
            ));
        }
        let count = (i128::from(to) - i128::from(from)) / i128::from(step) + 1;
        if count > MOST_ARMS as i128 {
            return Err(format!(
                "`{text}` has {count} values; at most {MOST_ARMS} are played, so choose a larger step"
            ));
        }
        Ok(Self { path: path.trim().to_owned(), values: (0..count as i64).map(|at| from + at * step).collect() })
    }
}

/// All combinations, the last axis fastest: one list of settings for each rule set.
pub fn grid(axes: &[Axis]) -> Result<Vec<Vec<String>>, String> {
    let count: usize = axes.iter().map(|axis| axis.values.len()).product();
    if count > MOST_ARMS {
        return Err(format!(
            "{count} combinations are too many; at most {MOST_ARMS} are played, so choose larger steps"
        ));
    }
    let mut all: Vec<Vec<String>> = vec![Vec::new()];
    for axis in axes {
        all = all
            .into_iter()
            .flat_map(|before| {
                let with = move |value: &i64| {
                    let mut set = before.clone();
                    set.push(format!("{}={value}", axis.path));
                    set
                };
                axis.values.iter().map(with).collect::<Vec<_>>()
            })
            .collect();
    }
    Ok(all)
}
