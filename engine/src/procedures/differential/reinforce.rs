//! The reinforcement phase: units due from the production track and reinforcements of the scenario are placed, or lost.

use chartroom_format::schema::map::Surface;
use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::units::{Ability, Domain};

use super::ground::Traced;
use super::{decides_for, lines, shares, zones};
use crate::action::{Command, Refusal};
use crate::event::{CampaignEvent, Event, GainReason};
use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use crate::procedures::Next;
use crate::query::reach::SpaceSet;
use crate::query::stacking;
use crate::query::supply::places_with;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::campaign::{Arrival, Pending};
use crate::state::{Stack, State};

pub(super) fn begin(run: &mut Run, side: SideIx) -> Next {
    regenerate(run, side);
    give_up_homeless(run, side);
    if due(run.rules, &run.state, side).is_empty() { Next::Over } else { Next::Waits }
}

/// Units due now for the powers of a side, and for neutrals it decides for.
pub fn due(rules: &Ruleset, state: &State, side: SideIx) -> Vec<Pending> {
    let pending = state.campaign.pending.iter().copied();
    pending.filter(|due| due.turn <= state.turn && decides_for(rules, state, side, due.power)).collect()
}

/// Units that come back in the turn they were lost: one to each centre at home in friendly hands.
fn regenerate(run: &mut Run, side: SideIx) {
    let rules = run.rules;
    for (power, unit, feature) in &rules.campaign.reinforce.regenerates {
        if run.state.side_of(*power) != Some(side) {
            continue;
        }
        let lost = run.state.campaign.fallen(*power, *unit).0;
        let centres: Vec<SpaceIx> = places_with(rules, &run.state, &[*feature])
            .into_iter()
            .filter(|space| rules.power(*power).home.binary_search(space).is_ok())
            .filter(|space| zones::is_friendly(&run.state, *power, *space))
            .filter(|space| stacking::room(rules, &run.state, *power, *unit, *space) > 0)
            .collect();
        for space in centres.into_iter().take(usize::from(lost)) {
            let stack = Stack { space, army: 0, power: *power, unit: *unit, damaged: 0, count: 1 };
            run.emit(Event::Placed { stack, why: GainReason::Rule });
        }
    }
}

/// Whether so many more units of a type may stand in a space.
pub fn below_limit(rules: &Ruleset, state: &State, unit: UnitIx, space: SpaceIx, more: u16) -> bool {
    let most = rules.campaign.reinforce.most.iter().find(|(kind, _)| *kind == unit).map(|(_, most)| *most);
    let there: u16 = state.stacks_in(space).iter().filter(|stack| stack.unit == unit).map(|stack| stack.count).sum();
    most.is_none_or(|most| i64::from(there) + i64::from(more) <= most)
}

/// Where a unit due may appear.
pub fn options(rules: &Ruleset, state: &State, power: PowerIx, unit: UnitIx) -> Vec<SpaceIx> {
    options_with(rules, state, power, unit, &mut Sites::new(&mut Traced::default()))
}

/// What is found out about the ground of powers while units of several types are looked at.
struct Sites<'t> {
    traced: &'t mut Traced,
    /// Spaces that the enemies of a power control.
    zones: Vec<(PowerIx, SpaceSet)>,
}

impl<'t> Sites<'t> {
    const fn new(traced: &'t mut Traced) -> Self {
        Self { traced, zones: Vec::new() }
    }

    fn enemy_zones(&mut self, rules: &Ruleset, state: &State, power: PowerIx) -> &SpaceSet {
        let at = self.zones.iter().position(|(of, _)| *of == power).unwrap_or_else(|| {
            self.zones.push((power, zones::enemy_zones(rules, state, power, None)));
            self.zones.len() - 1
        });
        &self.zones[at].1
    }
}

/// The same for somebody who asks about more than one type.
fn options_with(rules: &Ruleset, state: &State, power: PowerIx, unit: UnitIx, sites: &mut Sites<'_>) -> Vec<SpaceIx> {
    let info = rules.unit(unit);
    let fits = |space: &SpaceIx| {
        zones::is_friendly(state, power, *space)
            && stacking::room(rules, state, power, unit, *space) > 0
            && below_limit(rules, state, unit, *space, 1)
    };
    if info.domain == Domain::Fixed {
        return works(rules, state, power, unit, sites.traced).into_iter().filter(fits).collect();
    }
    let controlled = sites.enemy_zones(rules, state, power);
    let open =
        |space: &SpaceIx| !controlled.has(*space) || zones::friends_in(rules, state, power, *space).next().is_some();
    let wanted = if info.builds.at.is_empty() { &rules.campaign.reinforce.at } else { &info.builds.at };
    let centres = places_with(rules, state, wanted).into_iter();
    centres
        .filter(|space| rules.power(power).home.binary_search(space).is_ok())
        .filter(|space| wanted.iter().all(|feature| state.feature(rules, *space, *feature) > 0))
        .filter(|space| fits(space) && open(space))
        .collect()
}

/// Works that become a feature of the map go to any coast their power holds; the others to land connected with industry at
/// home that nothing of the kind holds yet.
fn works(rules: &Ruleset, state: &State, power: PowerIx, unit: UnitIx, traced: &mut Traced) -> Vec<SpaceIx> {
    let info = rules.unit(unit);
    let own = (0..rules.board.spaces.len())
        .map(SpaceIx::new)
        .filter(|space| state.holder(*space) == Some(power) && rules.board.has_land(*space));
    match rules.find_feature(&info.id) {
        Some(feature) => own
            .filter(|space| matches!(rules.board.space(*space).surface, Surface::Coast | Surface::Island))
            .filter(|space| state.feature(rules, *space, feature) == 0)
            .collect(),
        None => {
            let reach = lines::from_with(rules, state, power, industry(rules, state, power), traced);
            own.filter(|space| {
                reach.has(*space)
                    && info.can(Ability::HoldsGround)
                    && !state.stacks_in(*space).iter().any(|stack| rules.unit(stack.unit).can(Ability::HoldsGround))
            })
            .collect()
        }
    }
}

/// The industry at home that a power can use.
fn industry(rules: &Ruleset, state: &State, power: PowerIx) -> Vec<SpaceIx> {
    let centres = places_with(rules, state, &rules.campaign.lines.full).into_iter();
    centres
        .filter(|space| {
            rules.power(power).home.binary_search(space).is_ok() && zones::is_friendly(state, power, *space)
        })
        .collect()
}

/// Units without any place are lost and count as destroyed; works wait.
fn give_up_homeless(run: &mut Run, side: SideIx) {
    let mut sites = Sites::new(&mut run.memory.traced);
    let mut due = due(run.rules, &run.state, side);
    // Who has no place takes none from the others.
    let mut latest: Option<(Pending, bool)> = None;
    due.retain(|pending| {
        let kind = Pending { turn: 0, count: 1, ..*pending };
        if waits(run.rules, kind.unit) {
            return false;
        }
        let is_homeless = match latest {
            Some((known, is_homeless)) if known == kind => is_homeless,
            _ => places_of(run.rules, &run.state, kind, &mut sites).is_empty(),
        };
        latest = Some((kind, is_homeless));
        is_homeless
    });
    for pending in due {
        forfeit(run, pending);
    }
}

/// Whether units of a type may be kept in hand: those that become a feature of the map.
fn waits(rules: &Ruleset, unit: UnitIx) -> bool {
    rules.find_feature(&rules.unit(unit).id).is_some()
}

/// Where units due may appear: wherever such units may, in the part that paid for them, or where they were taken from.
pub fn places(rules: &Ruleset, state: &State, pending: Pending) -> Vec<SpaceIx> {
    places_of(rules, state, pending, &mut Sites::new(&mut Traced::default()))
}

/// The same for somebody who asks about more than one type.
fn places_of(rules: &Ruleset, state: &State, pending: Pending, sites: &mut Sites<'_>) -> Vec<SpaceIx> {
    let Pending { power, unit, place, .. } = pending;
    match place {
        Arrival::At(space) if zones::is_friendly(state, power, space) => vec![space],
        Arrival::At(_) => Vec::new(),
        Arrival::Part(part) if rules.unit(unit).domain != Domain::Fixed => {
            let settings = rules.campaign.points.as_ref();
            let own = settings.and_then(|settings| shares::parts(settings, power).get(usize::from(part)));
            let inside = |space: &SpaceIx| own.is_none_or(|own| own.binary_search(space).is_ok());
            options_with(rules, state, power, unit, sites).into_iter().filter(inside).collect()
        }
        Arrival::Anywhere | Arrival::Part(_) => options_with(rules, state, power, unit, sites),
    }
}

fn forfeit(run: &mut Run, pending: Pending) {
    run.note(CampaignEvent::Delivered { pending });
    run.note(CampaignEvent::Fell { power: pending.power, unit: pending.unit, count: pending.count });
}

pub(super) fn act(run: &mut Run, side: SideIx, command: Option<&Command>) -> Result<Next, Refusal> {
    let (power, unit, at) = match command {
        None => {
            for pending in due(run.rules, &run.state, side) {
                if !waits(run.rules, pending.unit) {
                    forfeit(run, pending);
                }
            }
            return Ok(Next::Over);
        }
        Some(Command::Deploy { power, unit, at }) => (*power, *unit, *at),
        Some(_) => return Err(Refusal::of(Ban::WrongTime, "this is the reinforcement phase")),
    };
    let mut waiting = due(run.rules, &run.state, side);
    waiting.retain(|due| due.power == power && due.unit == unit);
    if waiting.is_empty() {
        return Err(Refusal::of(Ban::NotDue, "no such unit is due"));
    }
    let mut sites = Sites::new(&mut run.memory.traced);
    let fits = |due: &&Pending| places_of(run.rules, &run.state, **due, &mut sites).contains(&at);
    let Some(pending) = waiting.iter().find(fits).copied() else {
        return Err(Refusal::of(Ban::BuildPlace, "the unit cannot appear there"));
    };
    run.note(CampaignEvent::Delivered { pending: Pending { count: 1, ..pending } });
    if let Some(feature) = run.rules.find_feature(&run.rules.unit(unit).id) {
        run.emit(Event::FeatureSet { space: at, feature, amount: 1 });
    } else {
        let stack = Stack { space: at, army: 0, power, unit, damaged: 0, count: 1 };
        run.emit(Event::Placed { stack, why: GainReason::Built });
    }
    give_up_homeless(run, side);
    Ok(if due(run.rules, &run.state, side).is_empty() { Next::Over } else { Next::Waits })
}

pub(super) fn legal(rules: &Ruleset, state: &State, side: SideIx, traced: &mut Traced) -> Vec<Command> {
    let mut kinds: Vec<Pending> =
        due(rules, state, side).iter().map(|due| Pending { turn: 0, count: 1, ..*due }).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut found: Vec<Command> = Vec::new();
    // Units of a power and type follow each other, whatever paid for them.
    let mut seen = (None, SpaceSet::default());
    let mut sites = Sites::new(traced);
    for pending in kinds {
        let Pending { power, unit, .. } = pending;
        if seen.0 != Some((power, unit)) {
            seen = (Some((power, unit)), SpaceSet::new(rules.board.spaces.len()));
        }
        for at in places_of(rules, state, pending, &mut sites) {
            if seen.1.add(at) {
                found.push(Command::Deploy { power, unit, at });
            }
        }
    }
    found
}
