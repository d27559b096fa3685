//! How a bot weighs what it could do: a few numbers in percent of what everybody does.

use chartroom_format::names::nearest;

/// Weights in percent: 100 is what the balanced player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// What land of the enemy counts.
    pub aggression: i64,
    /// What ships and landings count.
    pub naval: i64,
    /// What aircraft count.
    pub air: i64,
    /// What income, factories and research count.
    pub economy: i64,
    /// What may be lost for a gain.
    pub risk: i64,
}

/// The styles that every pack knows.
const BUILT_IN: [(&str, Style); 4] = [
    ("balanced", Style { aggression: 100, naval: 100, air: 100, economy: 100, risk: 100 }),
    ("aggressive", Style { aggression: 150, naval: 100, air: 110, economy: 70, risk: 150 }),
    ("cautious", Style { aggression: 75, naval: 90, air: 100, economy: 130, risk: 60 }),
    ("maritime", Style { aggression: 100, naval: 180, air: 140, economy: 100, risk: 100 }),
];

impl Default for Style {
    fn default() -> Self {
        BUILT_IN[0].1
    }
}

impl Style {
    /// The names of the built-in styles.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// A built-in style by its name.
    pub fn built_in(name: &str) -> Option<Self> {
        BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, style)| *style)
    }

    /// A style by its name: one of the pack, else a built-in one.
    pub fn find(name: &str, own: &[(String, Self)]) -> Result<Self, String> {
        let of_pack = own.iter().find(|(known, _)| known == name).map(|(_, style)| *style);
        of_pack.or_else(|| Self::built_in(name)).ok_or_else(move || {
            let known = || own.iter().map(|(known, _)| known.as_str()).chain(BUILT_IN.iter().map(|(known, _)| *known));
            let list: Vec<&str> = known().collect();
            match nearest(name, known()) {
                Some(close) => format!("there is no style `{name}`; did you mean `{close}`?"),
                None => format!("there is no style `{name}`; there are {}", list.join(", ")),
            }
        })
    }

    /// A number by a weight in percent.
    pub(super) const fn of(weight: i64, number: i64) -> i64 {
        number * weight / 100
    }
}
