//! National morale: hexes that changed hands in a combat phase and landings move it, production buys it. Single events that move it
//! are rules of the pack; raids on it belong to the bombers.

use chartroom_format::schema::map::Surface;
use chartroom_format::schema::procedure::HexTally;
use chartroom_format::schema::refusal::Ban;

use super::Next;
use crate::action::{Action, Refusal};
use crate::event::Event;
use crate::ids::{Actor, PowerIx, SideIx, SpaceIx, TrackIx};
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::State;

/// Tracks that only the engine writes: points spent this turn, the turn they were spent on, the year of the last landing that counted,
/// and whether a raid has done damage.
pub(crate) const SPENT: &str = "morale-spent";
pub(crate) const SPENT_ON: &str = "morale-spent-on";
pub(crate) const LANDED: &str = "morale-landed";
pub(crate) const RAIDED: &str = "morale-raided";

/// Who has morale.
#[derive(Clone, Debug)]
pub struct Nations {
    pub track: TrackIx,
    pub powers: Vec<PowerIx>,
    pub mirrored: bool,
}

impl Nations {
    /// The nation that stands for a side: the first that is in the war on it.
    pub(crate) fn of_side(&self, state: &State, side: SideIx) -> Option<PowerIx> {
        self.powers.iter().copied().find(|power| state.side_of(*power) == Some(side) && !state.has_surrendered(*power))
    }

    pub(crate) fn level(&self, state: &State, power: PowerIx) -> i64 {
        state.track(self.track, Some(Actor::Power(power)))
    }

    /// Morale moves, within the ends of its track; what mirrors it moves the other way.
    pub(crate) fn shift(&self, run: &mut Run, power: PowerIx, by: i64) {
        if by == 0 {
            return;
        }
        let info = run.rules.track(self.track);
        for nation in self.powers.iter().copied().filter(|nation| *nation == power || self.mirrored) {
            let by = if nation == power { by } else { -by };
            let now = self.level(&run.state, nation);
            let to = (now + by).clamp(info.from, info.to);
            if to != now {
                run.emit(Event::TrackSet { track: self.track, who: Some(Actor::Power(nation)), to });
            }
        }
    }
}

/// One kind of phase about morale.
#[derive(Clone, Debug)]
pub enum MoraleRules {
    /// Who holds what is noted.
    Note,
    Count {
        nations: Nations,
        lost: Option<HexTally>,
        gained: Option<HexTally>,
        /// What a landing adds, and the track of the years in which one did.
        landing: Option<(i64, TrackIx)>,
    },
    Propaganda(PropagandaRules),
}

#[derive(Clone, Debug)]
pub struct PropagandaRules {
    pub nations: Nations,
    pub cost: i64,
    pub gain: i64,
    pub most: i64,
    pub below: i64,
    pub spent: TrackIx,
    pub spent_on: TrackIx,
}

/// Hexes that a side lost and gained since holders were noted, in the phase of a side. One that only changed its side with its country
/// was not captured, and what a surrender gives to others than the side that won it nobody took from an enemy.
pub(crate) fn tally(rules: &Ruleset, state: &State, side: SideIx, mover: SideIx) -> (i64, i64) {
    let (mut lost, mut gained) = (0, 0);
    for (at, old) in state.noted.holders.iter().enumerate() {
        let space = SpaceIx::new(at);
        let is_hex = rules.board.has_land(space) && rules.board.space(space).surface != Surface::Box;
        if !is_hex || state.holders.get(at) == Some(old) {
            continue;
        }
        let (was_own, is_own) = (state.noted.side_of(space) == Some(side), state.is_friendly(space, side));
        lost += i64::from(was_own && !is_own);
        let won = side == mover || state.noted.side_of(space).is_some();
        gained += i64::from(is_own && !was_own && won);
    }
    (lost, gained)
}

pub(super) fn begin(run: &mut Run, side: SideIx, settings: &MoraleRules) -> Next {
    match settings {
        MoraleRules::Note => run.emit(Event::HoldersNoted),
        MoraleRules::Count { nations, lost, gained, landing } => {
            if let Some((gain, years)) = *landing {
                landed(run, side, nations, gain, years);
            }
            count(run, side, nations, *lost, *gained);
        }
        MoraleRules::Propaganda(settings) => {
            return if open(run.rules, &run.state, side, settings).is_ok() { Next::Waits } else { Next::Over };
        }
    }
    Next::Over
}

/// Each nation's morale follows the hexes of its side.
fn count(run: &mut Run, mover: SideIx, nations: &Nations, lost: Option<HexTally>, gained: Option<HexTally>) {
    let sides = nations.powers.iter().filter_map(|power| Some((*power, run.state.side_of(*power)?)));
    let counts: Vec<(PowerIx, i64, i64)> = sides
        .filter(|(power, _)| !run.state.has_surrendered(*power))
        .map(|(power, side)| {
            let (lost, gained) = tally(run.rules, &run.state, side, mover);
            (power, lost, gained)
        })
        .collect();
    run.emit(Event::HexesCounted { counts: counts.clone() });
    for (power, hexes_lost, hexes_gained) in counts {
        for (tally, hexes) in [(lost, hexes_lost), (gained, hexes_gained)] {
            if let Some(tally) = tally.filter(|tally| hexes >= tally.from) {
                nations.shift(run, power, tally.add);
            }
        }
    }
}

/// A landing of this turn that took its hex cheers a nation, once in a calendar year.
fn landed(run: &mut Run, side: SideIx, nations: &Nations, gain: i64, years: TrackIx) {
    let Some(power) = nations.of_side(&run.state, side) else { return };
    let now = run.state.turn;
    let this_turn = |until: i16| until == now.saturating_add(super::firepower::landing::BEACHHEAD_TURNS);
    let is_taken = |space: SpaceIx| run.state.is_friendly(space, side) && run.state.noted.side_of(space) != Some(side);
    let mut won = run.state.beachheads.iter();
    let took = won.any(|(of, space, until)| *of == side && this_turn(*until) && is_taken(*space));
    let (_, year) = run.rules.calendar(i64::from(now));
    let who = Some(Actor::Power(power));
    if took && run.state.track(years, who) != year {
        run.emit(Event::TrackSet { track: years, who, to: year });
        nations.shift(run, power, gain);
    }
}

/// Whose morale a side may buy now, or why none.
fn open(rules: &Ruleset, state: &State, side: SideIx, settings: &PropagandaRules) -> Result<PowerIx, Refusal> {
    let Some(power) = settings.nations.of_side(state, side) else {
        return Err(Refusal::of(Ban::Morale, "the side has no nation whose morale is counted"));
    };
    let level = settings.nations.level(state, power);
    if level >= settings.below.min(rules.track(settings.nations.track).to) {
        return Err(Refusal::of(
            Ban::Morale,
            format!("morale is {level}, and is bought only below {}", settings.below),
        ));
    }
    if spent(state, power, settings) + settings.cost > settings.most {
        let text = format!("no more than {} points go into propaganda in one turn", settings.most);
        return Err(Refusal::of(Ban::Morale, text));
    }
    if state.money(Actor::Side(side)) < settings.cost {
        return Err(Refusal::of(Ban::Money, "the budget does not reach"));
    }
    Ok(power)
}

/// What a nation has spent on propaganda this turn.
fn spent(state: &State, power: PowerIx, settings: &PropagandaRules) -> i64 {
    let who = Some(Actor::Power(power));
    if state.track(settings.spent_on, who) == i64::from(state.turn) { state.track(settings.spent, who) } else { 0 }
}

pub(super) fn act(run: &mut Run, side: SideIx, settings: &MoraleRules, action: &Action) -> Result<Next, Refusal> {
    match (settings, action) {
        (MoraleRules::Propaganda(_), Action::Done) => {
            super::drop_rest(run, Actor::Side(side));
            Ok(Next::Over)
        }
        (MoraleRules::Propaganda(settings), Action::Propaganda) => {
            let power = open(run.rules, &run.state, side, settings)?;
            let (purse, who) = (Actor::Side(side), Some(Actor::Power(power)));
            let (left, spent) = (run.state.money(purse) - settings.cost, spent(&run.state, power, settings));
            run.emit(Event::MoneySet { who: purse, to: left });
            run.emit(Event::TrackSet { track: settings.spent, who, to: spent + settings.cost });
            run.emit(Event::TrackSet { track: settings.spent_on, who, to: i64::from(run.state.turn) });
            settings.nations.shift(run, power, settings.gain);
            Ok(Next::Waits)
        }
        _ => Err(Refusal::of(Ban::WrongTime, "this is the time for propaganda")),
    }
}

pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, settings: &MoraleRules) -> Vec<Action> {
    let MoraleRules::Propaganda(settings) = settings else { return Vec::new() };
    let more = open(rules, state, side, settings).is_ok().then_some(Action::Propaganda);
    std::iter::once(Action::Done).chain(more).collect()
}
