//! Counters as they are printed: a symbol or silhouette, numbers below it, how many there are, what happened to them.
//!
//! ```text
//! Content + unit + power ──▶ Counter (what to say) ──face──▶ Drawing (shapes) ──▶ pixels, PNG, SVG, a page, a window
//! ```
//!
//! * [`Counter`] is plain data: [`Counter::of`] makes one from a pack, its public fields can be set by anybody;
//! * [`Drawing`] is a list of shapes on a face one unit wide and high, with [`Drawing::MARGIN`] of air around it for badges;
//! * [`fan`] says where the counters of one space lie, the strongest on top.
//!
//! Nothing here knows maps or rules; numbers are those of the unit alone, without modifiers.

mod choice;
mod drawing;
mod face;
mod fan;
mod figures;
mod numbers;
mod pen;
#[cfg(test)]
mod tests;

pub use chartroom_format::schema::emblem::Emblem;
pub use choice::emblem;
pub use drawing::{Drawing, Mark, Pixels};
pub use fan::{Laid, fan};

use chartroom_format::content::Content;
use chartroom_format::schema::ids::{PowerId, UnitId};

use crate::render::Rgb;

/// A counter nobody owns.
const GREY: Rgb = Rgb(0x9A, 0x92, 0x84);

/// What a counter says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Counter {
    pub emblem: Emblem,
    /// The colour of its owner.
    pub colour: Rgb,
    /// Short text, such as "INF".
    pub label: String,
    /// Numbers at the foot, such as "4-6-5"; empty if the unit has none.
    pub numbers: String,
    /// Size of the unit above the symbol: "III" for a regiment; empty if its title names none.
    pub echelon: &'static str,
    /// How many there are of it; a badge tells from two on.
    pub count: u32,
    /// Hits it has taken.
    pub hits: u32,
    /// How many units it carries.
    pub cargo: u32,
    /// What fights weigh, for the order in a stack: attack and defence, added up.
    pub strength: i64,
}

impl Counter {
    /// The counter of a unit type of a pack, whole, alone and empty. A unit or power that the pack lacks gives a plain grey one.
    #[must_use]
    pub fn of(content: &Content, unit: &UnitId, power: Option<&PowerId>) -> Self {
        let colour = power.and_then(|power| Rgb::parse(&content.powers.get(power)?.colour)).unwrap_or(GREY);
        let Some(unit_type) = content.units.get(unit) else {
            return Self { label: unit.to_string(), ..Self::plain(colour, 1) };
        };
        Self {
            emblem: choice::emblem(unit, unit_type),
            label: unit_type.symbol.clone().unwrap_or_else(|| initials(&unit_type.title)),
            numbers: numbers::line(unit_type, 0),
            echelon: choice::echelon(&unit_type.title),
            strength: numbers::strength(&unit_type.stats),
            ..Self::plain(colour, 1)
        }
    }

    /// Pieces of which nothing is known but whose they are.
    #[must_use]
    pub fn plain(colour: Rgb, count: u32) -> Self {
        Self {
            emblem: Emblem::Infantry,
            colour,
            label: String::new(),
            numbers: String::new(),
            echelon: "",
            count,
            hits: 0,
            cargo: 0,
            strength: 0,
        }
    }

    /// So many of them.
    #[must_use]
    pub fn times(self, count: u32) -> Self {
        Self { count, ..self }
    }

    /// After so many hits, with the numbers that are left.
    #[must_use]
    pub fn damaged(self, content: &Content, unit: &UnitId, hits: u32) -> Self {
        let numbers = content.units.get(unit).map_or_else(|| self.numbers.clone(), |unit| numbers::line(unit, hits));
        Self { numbers, hits, ..self }
    }

    /// With so many units aboard.
    #[must_use]
    pub fn carrying(self, cargo: u32) -> Self {
        Self { cargo, ..self }
    }

    /// Its shapes, with as much detail as can be seen at this many pixels.
    #[must_use]
    pub fn drawing(&self, pixels: f32) -> Drawing {
        face::draw(self, face::Detail::at(pixels))
    }
}

/// The first letters of a title, three at most.
fn initials(title: &str) -> String {
    let letters = title.split([' ', '-']).filter_map(|word| word.chars().next());
    letters.take(3).collect::<String>().to_uppercase()
}
