//! Who may stand where in games of zones: sharing of land, enemies, transports and carriers. Pure reads.

use chartroom_format::schema::map::Surface;
use chartroom_format::schema::units::{Ability, CombatRole, Domain, SupportKind};
use chartroom_format::schema::value::Amount;

use super::holds::Holds;
use crate::ids::{FeatureIx, PowerIx, SpaceIx, UnitIx};
use crate::ruleset::{Player, Ruleset};
use crate::state::operations::Role;
use crate::state::{Stack, State};

/// The powers that act in a phase together. Those that take no part yet do not.
pub fn powers_of(rules: &Ruleset, state: &State) -> Vec<PowerIx> {
    let takes_part = |power: &PowerIx| !rules.power(*power).dormant || state.side_of(*power).is_some();
    match rules.phases.get(usize::from(state.phase)).map(|phase| &phase.player) {
        Some(Player::Slot(powers)) => powers.iter().copied().filter(takes_part).collect(),
        Some(Player::Power(power)) => vec![*power],
        Some(Player::Side(side)) => state.members(crate::ids::Actor::Side(*side)).collect(),
        Some(Player::All) | None => Vec::new(),
    }
}

/// Spaces a unit may move in a turn.
pub fn movement(rules: &Ruleset, state: &State, stack: &Stack) -> u8 {
    // What helps a flight is where it began, not where it is now.
    let flies = rules.unit(stack.unit).domain == Domain::Air;
    let began = state.operations.group(stack.army).filter(|_| flies).map_or(stack.space, |group| group.from);
    super::movement::points(rules, state, stack.power, stack.unit, began, None).clamp(0, 250) as u8
}

/// To-hit values of a fresh unit.
pub fn dice(rules: &Ruleset, unit: UnitIx, role: CombatRole) -> &[i64] {
    let stats = &rules.profiles[unit.index()].kind.stats;
    let dice = if role == CombatRole::Attacking { &stats.attack } else { &stats.defend };
    dice.as_deref().unwrap_or(&[])
}

/// Whether a unit can attack at all; what cannot does not bar a way at sea.
pub fn is_armed(rules: &Ruleset, unit: UnitIx) -> bool {
    !dice(rules, unit, CombatRole::Attacking).is_empty()
}

pub fn is_ship(rules: &Ruleset, unit: UnitIx) -> bool {
    matches!(rules.unit(unit).domain, Domain::Sea | Domain::Submarine)
}

/// Whether a unit takes land by standing on it.
pub fn takes_land(rules: &Ruleset, unit: UnitIx) -> bool {
    rules.unit(unit).domain == Domain::Land && !rules.unit(unit).can(Ability::CannotCapture)
}

/// How a unit fires into battles from outside, if it does.
pub fn support_of(rules: &Ruleset, unit: UnitIx, kind: SupportKind) -> bool {
    rules.profiles[unit.index()].kind.supports.iter().any(|support| support.kind == kind)
}

pub fn is_sea(rules: &Ruleset, space: SpaceIx) -> bool {
    rules.board.space(space).surface == Surface::Sea
}

/// Neighbours of the other element: the zones of a coast, the shores of a zone.
pub fn coast(rules: &Ruleset, space: SpaceIx) -> impl Iterator<Item = SpaceIx> + '_ {
    let sea = is_sea(rules, space);
    let links = rules.board.links_of(space).iter().map(|link| link.to);
    links.filter(move |to| is_sea(rules, *to) != sea && (is_sea(rules, *to) || rules.board.has_land(*to)))
}

/// Enemy units of a power in a space.
pub fn enemies(state: &State, power: PowerIx, space: SpaceIx) -> impl Iterator<Item = &Stack> + use<'_> {
    state.stacks_in(space).iter().filter(move |stack| state.at_war(power, stack.power))
}

/// Whether two powers may stand together on land.
pub fn shares(rules: &Ruleset, state: &State, one: PowerIx, other: PowerIx) -> bool {
    if one == other {
        return true;
    }
    if rules.land_sharing.is_empty() {
        return state.side_of(one).is_some() && state.side_of(one) == state.side_of(other);
    }
    rules.land_sharing.iter().any(|group| group.contains(&one) && group.contains(&other))
}

/// Land where units of a power may stop without a fight.
pub fn is_open_land(rules: &Ruleset, state: &State, power: PowerIx, space: SpaceIx) -> bool {
    rules.board.has_land(space)
        && state.holder(space).is_some_and(|holder| shares(rules, state, power, holder))
        && state.stacks_in(space).iter().all(|stack| shares(rules, state, power, stack.power))
}

/// Land held by an enemy.
pub fn is_enemy_land(rules: &Ruleset, state: &State, power: PowerIx, space: SpaceIx) -> bool {
    rules.board.has_land(space) && state.holder(space).is_some_and(|holder| state.at_war(power, holder))
}

/// Land that nobody holds.
pub fn is_neutral_land(rules: &Ruleset, state: &State, space: SpaceIx) -> bool {
    rules.board.has_land(space) && state.holder(space).is_none()
}

/// Land that a friend has left empty and that a power may take over from him without a war.
pub fn is_left_to(rules: &Ruleset, state: &State, power: PowerIx, space: SpaceIx) -> bool {
    let lists = crate::procedures::range::hit_rules(rules).map_or(&[][..], |settings| &settings.takes_over);
    let may = |holder: PowerIx| lists.iter().any(|(taker, from)| *taker == power && from.contains(&holder));
    rules.board.has_land(space) && state.stacks_in(space).is_empty() && state.holder(space).is_some_and(may)
}

/// The roll from which a land unit that crosses a border is lost, if the border is dangerous.
pub fn hazard(rules: &Ruleset, state: &State, from: SpaceIx, to: SpaceIx) -> Option<i64> {
    let link = rules.board.link(from, to).filter(|link| link.sides != 0)?;
    let types = rules.board.side_types.iter().enumerate().filter(|(at, _)| link.sides >> at & 1 == 1);
    let hazards = types.filter_map(|(_, side)| side.hazard);
    hazards.filter(|(_, option)| state.option_or_none(*option)).map(|(lost_from, _)| lost_from).min()
}

/// What a unit weighs aboard.
pub fn weight(rules: &Ruleset, unit: UnitIx) -> i64 {
    rules.profiles[unit.index()].kind.stats.weight.and_then(Amount::as_whole).unwrap_or(1)
}

/// How much of a cargo one carrier takes.
pub fn capacity(rules: &Ruleset, carrier: UnitIx, cargo: UnitIx) -> i64 {
    let classes = &rules.profiles[cargo.index()].kind.classes;
    let holds = rules.profiles[carrier.index()].kind.carries.iter();
    holds.filter(|hold| hold.classes.iter().any(|class| classes.contains(class))).map(|hold| hold.capacity).sum()
}

/// Room left for such cargo aboard a power's ships in a zone, of one group or of all.
pub fn room_aboard(
    rules: &Ruleset,
    state: &State,
    power: PowerIx,
    zone: SpaceIx,
    cargo: UnitIx,
    army: Option<u8>,
) -> i64 {
    let domain = rules.unit(cargo).domain;
    let own = state.stacks_in(zone).iter().filter(|stack| stack.power == power);
    let own = own.filter(|stack| army.is_none_or(|army| stack.army == army));
    if own.clone().any(|stack| rules.profiles[stack.unit.index()].kind.carries.len() > 1) {
        let mut holds = Holds::default();
        let (cargo_there, ships): (Vec<&Stack>, Vec<&Stack>) =
            own.partition(|stack| rules.unit(stack.unit).domain == domain);
        for stack in ships {
            holds.add(rules, stack.unit, i64::from(stack.count));
        }
        for stack in cargo_there {
            holds.stow(rules, stack.unit, i64::from(stack.count));
        }
        return holds.room(rules, cargo);
    }
    own.map(|stack| {
        let count = i64::from(stack.count);
        if rules.unit(stack.unit).domain == domain {
            -weight(rules, stack.unit) * count
        } else {
            capacity(rules, stack.unit, cargo) * count
        }
    })
    .sum()
}

/// Units that stand in a zone because something carries them.
pub fn is_carried(rules: &Ruleset, stack: &Stack) -> bool {
    is_sea(rules, stack.space) && !is_ship(rules, stack.unit)
}

/// Whether aircraft may end their flight in a space now.
pub fn may_land(rules: &Ruleset, state: &State, power: PowerIx, unit: UnitIx, space: SpaceIx) -> bool {
    if is_sea(rules, space) {
        return rules.unit(unit).can(Ability::CarrierBased)
            && room_aboard(rules, state, power, space, unit, None) >= weight(rules, unit);
    }
    is_open_land(rules, state, power, space) && !state.operations.is_taken(space)
}

/// The value of a land for its holder, and whether it is occupied rather than his own.
pub fn is_occupied(rules: &Ruleset, power: PowerIx, space: SpaceIx) -> bool {
    rules.board.space(space).owner != Some(power)
}

/// The factory of a land among some kinds.
pub fn factory(rules: &Ruleset, state: &State, space: SpaceIx, kinds: &[FeatureIx]) -> Option<FeatureIx> {
    kinds.iter().copied().find(|feature| state.feature(rules, space, *feature) > 0)
}

/// Whether a feature stands in a place and is not out of work.
pub fn works(rules: &Ruleset, state: &State, space: SpaceIx, feature: FeatureIx) -> bool {
    let idle = rules.features[feature.index()].idle_from;
    state.feature(rules, space, feature) > 0 && idle.is_none_or(|from| state.operations.wreck(space, feature) < from)
}

/// Units that an aircraft that dropped others keeps aboard: they are where it is, but not on the ground.
pub fn is_kept_aboard(rules: &Ruleset, state: &State, stack: &Stack) -> bool {
    state.operations.role(stack.army) == Some(Role::Carrying) && rules.unit(stack.unit).domain != Domain::Air
}

/// Whether a stack takes part in the battle of its space: not if it fires elsewhere, is cargo, or has left.
pub fn is_engaged(rules: &Ruleset, state: &State, stack: &Stack) -> bool {
    let busy = matches!(
        state.operations.role(stack.army),
        Some(Role::Bombards | Role::Supports | Role::Landing | Role::Retreated | Role::Passing | Role::Raids)
    );
    // Aircraft that dropped others are over the battle in its first round only.
    let drops = state.operations.role(stack.army).is_some_and(Role::has_dropped);
    let gone = drops && state.operations.round_of(stack.space) > 1;
    let domain = rules.unit(stack.unit).domain;
    let fits = if is_sea(rules, stack.space) {
        matches!(domain, Domain::Sea | Domain::Submarine | Domain::Air)
    } else {
        matches!(domain, Domain::Land | Domain::Air | Domain::Fixed)
    };
    fits && !busy && !gone && !is_kept_aboard(rules, state, stack)
}
