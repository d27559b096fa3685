//! Assaults, advances and landings.

use chartroom_format::schema::example::Example;
use chartroom_format::schema::value::Data;

use super::{compare, firepower, game, list, start_of, whole};
use crate::ids::SideIx;
use crate::playable::Playable;
use crate::procedures::firepower::advance::{self, Against};
use crate::procedures::firepower::landing;

pub(super) fn advance(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let (points, defence) = (whole(example, "mechanized")?, whole(example, "defence")?);
    let advanced = whole(example, "advanced").unwrap_or(0);
    Some((|| {
        let (rules, _) = game(content, example)?;
        let settings = firepower(&rules)?;
        let succeeds = |die: i64| {
            advance::succeeds(&rules, &settings, points, Against::Defence(defence), die + advanced * settings.per_space)
        };
        let dice: Vec<i64> = match whole(example, "die") {
            Some(die) => vec![die],
            None => list(example, "dice").iter().filter_map(Data::as_whole).collect(),
        };
        let range =
            advance::needed(&rules, &settings, points, Against::Defence(defence)).and_then(crate::table::Value::top);
        let on = |wanted: bool| Data::List((1..=6).filter(|die| succeeds(*die) == wanted).map(Data::Whole).collect());
        compare(
            example,
            &[
                ("success", Data::Truth(!dice.is_empty() && dice.iter().all(|die| succeeds(*die)))),
                ("range", range.map_or(Data::Text("-".to_owned()), |top| Data::Text(format!("1-{top}")))),
                ("succeeds-on", on(true)),
                ("fails-on", on(false)),
            ],
        )
    })())
}

/// How far an army that has not moved yet goes over the sea, by points spent on the way.
pub(super) fn invasion_range(content: &Playable<'_>, example: &Example) -> Option<Result<(), String>> {
    let spent: Vec<i64> = list(example, "spent").iter().filter_map(Data::as_whole).collect();
    (!spent.is_empty()).then(|| {
        let mut known = content.scenarios.keys().filter_map(|id| start_of(content, id.as_str()).ok());
        let with_landings = known.find_map(|(rules, state)| {
            let landings = firepower(&rules).ok()?.landings?;
            Some((state, landings))
        });
        let (state, landings) = with_landings.ok_or("no scenario knows landings")?;
        let hexes = spent.iter().map(|spent| landing::reach_of(&state, SideIx(0), 0, &landings, *spent));
        compare(example, &[("hexes", Data::List(hexes.map(Data::Whole).collect()))])
    })
}
