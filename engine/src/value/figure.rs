//! Single figures of the position: time, money, tracks, features, tables, counts.

use chartroom_format::schema::expression::UnitNumber;
use chartroom_format::schema::value::Amount;

use super::view::{Missing, View, Who};
use super::{Among, Value};
use crate::condition::owner;
use crate::ids::{Actor, EventIx, FeatureIx, SeasonIx, TableIx, TrackIx, UnitIx};
use crate::query::income;
use crate::table::{self, Place, TableInfo};
use crate::truth::{Fault, MOST};

/// A single figure.
#[derive(Clone, Debug)]
pub enum Figure {
    Turn,
    Year,
    BattleRound,
    Seasons {
        of: SeasonIx,
        since: EventIx,
    },
    Track {
        track: TrackIx,
        who: Option<Actor>,
    },
    Money(Who),
    Income(Who),
    Production(Vec<Who>),
    Points(Who),
    Feature(FeatureIx),
    Stat(UnitNumber),
    Count(Among),
    Total {
        over: Among,
        of: Value,
    },
    /// One key for each axis.
    Cell(TableIx, Vec<CellKey>),
}

/// A key of a table.
#[derive(Clone, Debug)]
pub enum CellKey {
    Is(Place),
    Season,
    Power,
    Unit,
    Space,
    Value(Value),
}

impl Figure {
    pub(super) fn read(&self, view: &View<'_>) -> Result<Amount, Missing> {
        let (rules, state, scene) = (view.rules, view.state, view.scene);
        let turn = i64::from(state.turn);
        let of = |who: Who, figure: &dyn Fn(Actor) -> i64| -> Result<i64, Missing> {
            Ok(view.actors(who)?.into_iter().map(figure).sum())
        };
        let whole = match self {
            Self::Turn => turn,
            Self::Year => rules.calendar(turn).1,
            Self::BattleRound => scene.round,
            Self::Seasons { of, since } => state.happened_on(*since).map_or(0, |on| {
                (i64::from(on)..=turn).filter(|turn| rules.calendar(*turn).0 == Some(*of)).count() as i64
            }),
            Self::Track { track, who } => state.track(*track, owner(rules, *track, *who, scene)),
            Self::Money(who) => of(*who, &|who| state.money(who))?,
            Self::Income(who) => of(*who, &|who| income::base_of(rules, state, who))?,
            Self::Points(who) => of(*who, &|who| state.points(who))?,
            Self::Production(list) => {
                let mut sum = 0;
                for who in list {
                    sum += of(*who, &|who| income::all_production_of(rules, state, who))?;
                }
                sum
            }
            Self::Feature(feature) => state.feature(rules, scene.at.ok_or(Missing::Place)?, *feature),
            Self::Stat(number) => return Ok(stat(view, scene.unit.ok_or(Missing::Unit)?, *number)),
            Self::Count(among) => among.count(view)?,
            Self::Total { over, of } => return over.total(view, of),
            Self::Cell(table, keys) => return cell(view, rules.table(*table), keys),
        };
        if (-MOST..=MOST).contains(&whole) { Ok(Amount::whole(whole)) } else { Err(Missing::Fault(Fault::TooLarge)) }
    }
}

fn stat(view: &View<'_>, unit: UnitIx, number: UnitNumber) -> Amount {
    let (info, printed) = (view.rules.unit(unit), &view.rules.profiles[unit.index()].kind.stats);
    match number {
        UnitNumber::Attack => info.attack,
        UnitNumber::Defence => info.defence,
        UnitNumber::Stacking => info.stacking,
        UnitNumber::Movement => printed.movement.unwrap_or(Amount::ZERO),
        UnitNumber::Weight => printed.weight.unwrap_or(Amount::ZERO),
    }
}

fn cell(view: &View<'_>, table: &TableInfo, keys: &[CellKey]) -> Result<Amount, Missing> {
    let (rules, scene) = (view.rules, view.scene);
    let place = |(axis, key): (usize, &CellKey)| -> Result<Place, Missing> {
        Ok(match key {
            CellKey::Is(place) => *place,
            CellKey::Season => {
                let season = rules.calendar(i64::from(view.state.turn)).0.ok_or(Missing::Cell)?;
                table.word(axis, &rules.seasons[season.index()])
            }
            CellKey::Power => table.word(axis, &rules.power(scene.power.ok_or(Missing::Power)?).id),
            CellKey::Unit => table.word(axis, &rules.unit(scene.unit.ok_or(Missing::Unit)?).id),
            CellKey::Space => table.word(axis, rules.space_name(scene.at.ok_or(Missing::Place)?)),
            CellKey::Value(value) => table.at(axis, value.whole(rules, view.state, scene)?),
        })
    };
    let mut places = keys.iter().enumerate().map(place);
    let row = places.next().unwrap_or(Ok(Place::Off))?;
    let column = places.next().unwrap_or(Ok(Place::At(0)))?;
    match table.cell(row, column) {
        Some(table::Value::Number(number)) => Ok(Amount::whole(*number)),
        Some(table::Value::Text(text)) => Amount::parse(text).ok_or(Missing::Cell),
        _ => Err(Missing::Cell),
    }
}
