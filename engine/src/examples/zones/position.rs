//! Positions as examples lay them out: who holds what, who stands where, whose turn it is.

use std::collections::BTreeMap;
use std::sync::Arc;

use chartroom_format::schema::condition::RelationKind;
use chartroom_format::schema::example::Example;
use chartroom_format::schema::value::Data;

use super::super::game;
use crate::event::{Event, GainReason, LossReason, Operation};
use crate::game::Game;
use crate::ids::{EventIx, OptionIx, PowerIx, SpaceIx, TrackIx, UnitIx};
use crate::playable::Playable;
use crate::procedures::Procedure;
use crate::procedures::hit_rolls::HitRules;
use crate::procedures::range::hit_rules;
use crate::query::zones;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::leaders::{Leader, Stance};
use crate::state::operations::Group;
use crate::state::{Stack, State};

/// The rules of the example's scenario and a position of it.
pub(super) struct Position {
    pub(super) rules: Arc<Ruleset>,
    pub(super) state: State,
}

impl Position {
    /// The scenario's start, changed by `hold` and `units` of the example.
    pub(super) fn new(content: &Playable<'_>, example: &Example) -> Result<Self, String> {
        let (rules, state) = game(content, example)?;
        if hit_rules(&rules).is_none() {
            return Err("`given` lacks a game of battles in rounds".to_owned());
        }
        let mut position = Self { rules, state };
        for id in texts(example.given.get("options")) {
            let option = position.rules.options.iter().position(|other| other == id).map(OptionIx::new);
            let option = option.ok_or_else(|| format!("there is no option `{id}`"))?;
            position.happen(&Event::OptionSwitched { option, on: true });
        }
        if let Some(Data::Map(places)) = example.given.get("hold") {
            for (place, power) in places {
                let power = position.power(power.as_text().unwrap_or_default())?;
                for space in position.places(place)? {
                    position.happen(&Event::Captured { space, from: None, by: Some(power) });
                }
            }
        }
        position.relate(example)?;
        position.date(example)?;
        if let Some(Data::Map(purses)) = example.given.get("purses") {
            for (power, money) in purses {
                let who = crate::ids::Actor::Power(position.power(power)?);
                position.happen(&Event::MoneySet { who, to: money.as_whole().unwrap_or(0) });
            }
        }
        if let Some(Data::Map(powers)) = example.given.get("units") {
            position.place(powers)?;
        }
        if let Some(Data::Map(places)) = example.given.get("leaders") {
            position.lead(places)?;
        }
        Ok(position)
    }

    /// The turn, rules that happened in it, sides that powers have joined, and whose units are gone from some places.
    fn date(&mut self, example: &Example) -> Result<(), String> {
        if let Some(turn) = example.given.get("turn").and_then(Data::as_whole) {
            self.happen(&Event::TurnBegan { turn: turn.clamp(0, 1000) as i16 });
        }
        for id in texts(example.given.get("happened")) {
            let event = self.event(id)?;
            self.happen(&Event::RuleHappened { event });
        }
        if let Some(Data::Map(sides)) = example.given.get("sides") {
            for (power, side) in sides {
                let side = side.as_text().and_then(|side| self.rules.find_side(side));
                let power = self.power(power)?;
                self.happen(&Event::SideSet { power, side });
            }
        }
        if let Some(Data::Map(places)) = example.given.get("none-of") {
            for (side, place) in places {
                let side = self.rules.find_side(side).ok_or_else(|| format!("there is no side `{side}`"))?;
                for space in self.places(place.as_text().unwrap_or_default())? {
                    for stack in self.state.stacks_in(space).to_vec() {
                        if self.state.side_of(stack.power) == Some(side) {
                            self.happen(&Event::Removed { stack, why: LossReason::Rule });
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Wars between pairs of powers, and where tracks of the whole game stand.
    fn relate(&mut self, example: &Example) -> Result<(), String> {
        if let Some(Data::List(wars)) = example.given.get("wars") {
            for war in wars {
                let [one, other] = texts(Some(war))[..] else { return Err("a war has two powers".to_owned()) };
                let (one, other) = (self.power(one)?, self.power(other)?);
                self.happen(&Event::RelationSet { one, other, kind: RelationKind::War });
            }
        }
        if let Some(Data::Map(tracks)) = example.given.get("tracks") {
            for (id, to) in tracks {
                let track = self.rules.tracks.iter().position(|track| track.id == *id).map(TrackIx::new);
                let track = track.ok_or_else(|| format!("there is no track `{id}`"))?;
                self.happen(&Event::TrackSet { track, who: None, to: to.as_whole().unwrap_or(0) });
            }
        }
        Ok(())
    }

    /// Puts the leaders of powers into places.
    fn lead(&mut self, places: &BTreeMap<String, Data>) -> Result<(), String> {
        let mut units = (0..self.rules.units.len()).map(UnitIx::new);
        let unit = units.find(|unit| self.rules.unit(*unit).leads.is_some()).ok_or("nobody leads")?;
        let mut leaders = Vec::new();
        for (power, place) in places {
            let (power, space) = (self.power(power)?, self.space(place.as_text().unwrap_or_default())?);
            leaders.push(Leader { power, unit, space, from: space, command: 0, stance: Stance::Idle });
        }
        self.happen(&Event::Operation(Operation::LeadersSet { leaders }));
        Ok(())
    }

    /// Puts units where the example says; everything else in those places goes.
    fn place(&mut self, powers: &BTreeMap<String, Data>) -> Result<(), String> {
        let mut wanted = Vec::new();
        for (power, places) in powers {
            let power = self.power(power)?;
            let Data::Map(places) = places else { return Err("`units` names places by power".to_owned()) };
            for (place, force) in places {
                wanted.push((power, self.space(place)?, self.force(force)?));
            }
        }
        for (_, space, _) in &wanted {
            self.clear(*space);
        }
        for (power, space, force) in wanted {
            for (unit, count) in force {
                self.put(Stack { space, army: 0, power, unit, damaged: 0, count });
            }
        }
        Ok(())
    }

    pub(super) fn happen(&mut self, event: &Event) {
        crate::apply::apply(&mut self.state, event);
    }

    pub(super) fn clear(&mut self, space: SpaceIx) {
        for stack in self.state.stacks_in(space).to_vec() {
            self.happen(&Event::Removed { stack, why: LossReason::Rule });
        }
    }

    pub(super) fn put(&mut self, stack: Stack) {
        self.happen(&Event::Placed { stack, why: GainReason::Rule });
    }

    /// A number for orders that units share.
    pub(super) fn group(&mut self, group: Group) -> Result<u8, String> {
        let mut run = Run::new(&self.rules, self.state.clone());
        let army = crate::procedures::range::number(&mut run, group).map_err(|refusal| refusal.to_string())?;
        self.state = run.state;
        Ok(army)
    }

    /// The place of a phase of a power whose procedure is wanted.
    pub(super) fn begin(&mut self, power: PowerIx, wanted: fn(&Procedure) -> bool) -> Result<(), String> {
        let found = (0..self.rules.phases.len()).find(|at| {
            let state = State { phase: *at as u16, ..self.state.clone() };
            let run = self.rules.phases[*at].run;
            run.is_some_and(|run| wanted(&self.rules.procedures[run.index()].run))
                && zones::powers_of(&self.rules, &state).contains(&power)
        });
        let phase = found.ok_or("the turn has no such phase")? as u16;
        self.happen(&Event::PhaseBegan { phase });
        Ok(())
    }

    pub(super) fn game(&self) -> Game<'_> {
        Game { rules: &self.rules, state: self.state.clone() }
    }

    pub(super) fn hit_rules(&self) -> Result<HitRules, String> {
        hit_rules(&self.rules).cloned().ok_or_else(|| "the scenario has no combat by hit rolls".to_owned())
    }

    pub(super) fn space(&self, id: &str) -> Result<SpaceIx, String> {
        self.rules.board.find(id).ok_or_else(|| format!("there is no space `{id}`"))
    }

    /// A place, or all places of a region.
    pub(super) fn places(&self, id: &str) -> Result<Vec<SpaceIx>, String> {
        let region = self.rules.board.regions.iter().find(|region| region.id == id);
        match (self.rules.board.find(id), region) {
            (Some(space), _) => Ok(vec![space]),
            (None, Some(region)) => Ok(region.spaces.clone()),
            (None, None) => Err(format!("there is no place `{id}`")),
        }
    }

    /// A rule or objective by its name.
    pub(super) fn event(&self, id: &str) -> Result<EventIx, String> {
        let found = self.rules.events.iter().position(|event| event == id);
        found.map(EventIx::new).ok_or_else(|| format!("there is no `{id}`"))
    }

    pub(super) fn power(&self, id: &str) -> Result<PowerIx, String> {
        self.rules.find_power(id).ok_or_else(|| format!("there is no power `{id}`"))
    }

    pub(super) fn unit(&self, id: &str) -> Result<UnitIx, String> {
        self.rules.find_unit(id).ok_or_else(|| format!("there is no unit `{id}`"))
    }

    /// Units by type, as a map of numbers.
    pub(super) fn force(&self, data: &Data) -> Result<Vec<(UnitIx, u16)>, String> {
        let Data::Map(entries) = data else { return Err("a force is a map of units".to_owned()) };
        entries
            .iter()
            .map(|(unit, count)| Ok((self.unit(unit)?, count.as_whole().unwrap_or(0).clamp(0, 60_000) as u16)))
            .collect()
    }

    /// Units of a stack list by type, as examples write them.
    pub(super) fn tell(&self, stacks: impl Iterator<Item = Stack>) -> Data {
        let mut found: BTreeMap<String, i64> = BTreeMap::new();
        for stack in stacks {
            *found.entry(self.rules.unit(stack.unit).id.clone()).or_default() += i64::from(stack.count);
        }
        Data::Map(found.into_iter().map(|(unit, count)| (unit, Data::Whole(count))).collect())
    }

    /// Names of spaces in alphabetical order.
    pub(super) fn names(&self, spaces: impl IntoIterator<Item = SpaceIx>) -> Data {
        let mut names: Vec<&str> = spaces.into_iter().map(|space| self.rules.space_name(space)).collect();
        names.sort_unstable();
        names.dedup();
        Data::List(names.into_iter().map(|name| Data::Text(name.to_owned())).collect())
    }
}

/// A list of texts.
pub(super) fn texts(data: Option<&Data>) -> Vec<&str> {
    match data {
        Some(Data::List(items)) => items.iter().filter_map(Data::as_text).collect(),
        Some(Data::Text(text)) => vec![text],
        _ => Vec::new(),
    }
}

/// A list of numbers, or one number.
pub(super) fn numbers(data: Option<&Data>) -> Vec<i64> {
    match data {
        Some(Data::List(items)) => items.iter().filter_map(Data::as_whole).collect(),
        Some(Data::Whole(number)) => vec![*number],
        _ => Vec::new(),
    }
}

pub(super) fn truths(list: impl IntoIterator<Item = bool>) -> Data {
    Data::List(list.into_iter().map(Data::Truth).collect())
}

pub(super) fn wholes(list: impl IntoIterator<Item = i64>) -> Data {
    Data::List(list.into_iter().map(Data::Whole).collect())
}
