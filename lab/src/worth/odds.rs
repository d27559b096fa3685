//! What a unit should cost by its dice alone: as much as the cheap units that fight it evenly.

use chartroom_engine::matchup::{self, Losses, Question, Row};
use chartroom_engine::odds::Budget;
use chartroom_format::content::Content;

/// Units of one type in the battles that are weighed.
const FORCE: u16 = 8;
/// Cheap units for each of them at most.
const MOST: u16 = 6 * FORCE;

/// The price at which a force of these and one of the cheap unit for the same money win as often against each other: the mean
/// of attacking and defending. None where odds say nothing, such as for units that do not fight.
pub fn fair_price(content: &Content, unit: &str, power: &str, (cheap, price): (&str, i64)) -> Option<f64> {
    let force = |unit: &str, count: u16| vec![Row { unit: unit.to_owned(), count }];
    let wins = |attack: Vec<Row>, defend: Vec<Row>| -> Option<f64> {
        let question = Question {
            content,
            attack,
            defend,
            attacker: Some(power),
            defender: Some(power),
            at: None,
            position: None,
            losses: (Losses::default(), Losses::default()),
            budget: Budget { steps: 200_000_000, games: 4_000, seed: 1 },
        };
        matchup::answer(&question).ok().map(|answer| answer.odds.win + answer.odds.draw / 2.0)
    };
    // Against itself a force wins so often when it attacks; that is what "evenly" means on either side.
    let even = wins(force(cheap, FORCE), force(cheap, FORCE))?;
    let attacking = crossing(|count| wins(force(unit, FORCE), force(cheap, count)).map(|win| win - even));
    let defending = crossing(|count| wins(force(cheap, count), force(unit, FORCE)).map(|win| even - win));
    let worth = |count: f64| count / f64::from(FORCE) * price as f64;
    match (attacking, defending) {
        (Some(attacking), Some(defending)) => Some(f64::midpoint(worth(attacking), worth(defending))),
        _ => None,
    }
}

/// The number of cheap units, in between where it must be, at which a falling advantage is gone.
fn crossing(advantage: impl Fn(u16) -> Option<f64>) -> Option<f64> {
    let (mut low, mut high) = (1, MOST);
    let (mut above, mut below) = (advantage(low)?, advantage(high)?);
    if above < 0.0 || below > 0.0 {
        return None;
    }
    while high - low > 1 {
        let middle = u16::midpoint(low, high);
        let value = advantage(middle)?;
        if value >= 0.0 {
            (low, above) = (middle, value);
        } else {
            (high, below) = (middle, value);
        }
    }
    let part = if above > below { above / (above - below) } else { 0.0 };
    Some(f64::from(low) + part * f64::from(high - low))
}
