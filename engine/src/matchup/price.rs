//! What a unit costs here and now: the printed price, changed by every modifier of cost that holds. Games charge it, the odds reckon
//! with it, `unit` and the panel beside a price list show it.

use chartroom_format::content::Content;
use chartroom_format::prices::{self, Price};
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::value::{Amount, Cell};

use super::position::Position;
use super::scene::{Ledger, LeftOut, Scene};
use crate::modifier;

/// One price of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// What is printed, and where.
    pub printed: Price,
    /// What it comes to; nothing where the unit cannot be had.
    pub now: Option<Amount>,
    /// The modifiers that change it.
    pub changed_by: Vec<String>,
    /// Modifiers that may change it too.
    pub left_out: Vec<LeftOut>,
}

/// All prices of a unit: for a power, or for whoever heads each column. Without a position what depends on one is left out, and told.
pub fn quotes(content: &Content, position: Option<&Position<'_>>, unit: &str, power: Option<&str>) -> Vec<Quote> {
    let of_power = |column: &str| content.powers.contains_key(column);
    let printed = prices::of(content, unit).into_iter();
    let wanted = printed.filter(|price| power.is_none_or(|power| price.column == power || !of_power(&price.column)));
    wanted
        .map(|price| {
            let buyer = power.or_else(|| of_power(&price.column).then_some(price.column.as_str()));
            let base = amount(&price.cell);
            let (now, changed_by, left_out) = changed(content, position, unit, buyer, base);
            Quote { printed: price, now, changed_by, left_out }
        })
        .collect()
}

/// What a printed price comes to for a buyer.
pub fn changed(
    content: &Content,
    position: Option<&Position<'_>>,
    unit: &str,
    buyer: Option<&str>,
    printed: Option<Amount>,
) -> (Option<Amount>, Vec<String>, Vec<LeftOut>) {
    let (Some(printed), Some((id, kind))) = (printed, content.units.get_key_value(unit)) else {
        return (printed, Vec::new(), Vec::new());
    };
    let ledger = Ledger::default();
    let scene = Scene { unit: Some((id.as_str(), kind)), ..Scene::buying(content, position, &ledger, buyer) };
    let mut changes = Vec::new();
    let mut names = Vec::new();
    for (name, change) in scene.changes(&Quantity::Cost) {
        names.push(name.to_owned());
        changes.push(change);
    }
    let now = modifier::changed(printed, &changes);
    let now = if now.numerator < 0 { Amount::ZERO } else { now };
    (Some(now), names, ledger.told())
}

/// A printed price as a number; nothing where it says that a unit cannot be had.
pub fn amount(cell: &Cell) -> Option<Amount> {
    match cell {
        Cell::Number(number) => Some(Amount::whole(*number)),
        Cell::Text(_) => cell.as_amount(),
    }
}
