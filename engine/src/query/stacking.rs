//! How many points a space holds and may hold.

use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::units::Domain;
use chartroom_format::schema::value::Amount;

use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use crate::modifier::{How, floor, stacking_limit};
use crate::ruleset::{ModifierInfo, Ruleset};
use crate::state::{Stack, State};

/// What a side's units in a space count for stacking.
pub fn load(rules: &Ruleset, state: &State, side: SideIx, space: SpaceIx) -> i64 {
    load_of(rules, state, side, state.stacks_in(space))
}

/// What a side's units among the stacks of a space count for stacking.
pub(crate) fn load_of(rules: &Ruleset, state: &State, side: SideIx, stacks: &[Stack]) -> i64 {
    let mut sum = Amount::ZERO;
    for stack in stacks {
        let info = rules.unit(stack.unit);
        if state.side_of(stack.power) == Some(side) && matches!(info.domain, Domain::Land | Domain::Fixed) {
            let each = info.stacking;
            sum = Amount {
                numerator: sum.numerator * each.denominator + each.numerator * i64::from(stack.count) * sum.denominator,
                denominator: sum.denominator * each.denominator,
            };
        }
    }
    -floor(Amount { numerator: -sum.numerator, denominator: sum.denominator })
}

/// The most points a space may hold for a side; none if there is no limit.
pub fn limit(rules: &Ruleset, state: &State, side: SideIx, space: SpaceIx) -> Option<i64> {
    rules.stacking.map(|base| stacking_limit(rules, state, side, space, base))
}

/// The limit that no modifier goes below, where all they do is raise it.
pub(crate) fn lowest_limit(rules: &Ruleset) -> Option<i64> {
    let raises = |modifier: &ModifierInfo| match (modifier.change.how, modifier.change.constant()) {
        (How::Add, Some(settled)) => settled.by.numerator >= 0,
        (How::AtLeast, _) => true,
        _ => false,
    };
    rules.stacking.filter(|_| rules.modifiers_of(&Quantity::Stacking).all(raises))
}

/// Whether a side has more in a space than it may hold.
pub(crate) fn is_crowded(rules: &Ruleset, state: &State, side: SideIx, space: SpaceIx) -> bool {
    let load = load(rules, state, side, space);
    // Few spaces hold so much that modifiers matter.
    let is_little = || lowest_limit(rules).is_some_and(|lowest| load <= lowest);
    !is_little() && limit(rules, state, side, space).is_some_and(|limit| load > limit)
}

/// Room for everybody where nothing limits it.
const PLENTY: i64 = 10_000;

/// How many more units of a type a power may put into a space.
pub fn room(rules: &Ruleset, state: &State, power: PowerIx, unit: UnitIx, space: SpaceIx) -> i64 {
    room_with(rules, unit, space, || state.side_of(power).map_or(i64::MAX, |side| left(rules, state, side, space)))
}

/// The same when somebody knows what stacking leaves there for the owner of the units.
pub(crate) fn room_with(rules: &Ruleset, unit: UnitIx, space: SpaceIx, left: impl FnOnce() -> i64) -> i64 {
    let info = rules.unit(unit);
    let surface = rules.board.space(space).surface;
    if surface == chartroom_format::schema::map::Surface::Impassable || rules.board.terrain(space).bars.has(info.domain)
    {
        return 0;
    }
    if info.stacking.numerator <= 0 || !matches!(info.domain, Domain::Land | Domain::Fixed) {
        return PLENTY;
    }
    match left() {
        i64::MAX => PLENTY,
        left => left * info.stacking.denominator / info.stacking.numerator,
    }
}

/// Room in many spaces for units of one side, for somebody who asks about the same spaces again and again.
pub(crate) struct Rooms<'a> {
    rules: &'a Ruleset,
    state: &'a State,
    side: SideIx,
    /// By space what stacking leaves, once somebody has asked.
    left: Vec<Option<i64>>,
}

impl<'a> Rooms<'a> {
    pub(crate) fn new(rules: &'a Ruleset, state: &'a State, side: SideIx) -> Self {
        Self { rules, state, side, left: vec![None; rules.board.spaces.len()] }
    }

    /// How many more units of a type a power may put into a space.
    pub(crate) fn room(&mut self, power: PowerIx, unit: UnitIx, space: SpaceIx) -> i64 {
        let Self { rules, state, side, left: known } = self;
        if state.side_of(power) != Some(*side) {
            return room(rules, state, power, unit, space);
        }
        room_with(rules, unit, space, || *known[space.index()].get_or_insert_with(|| left(rules, state, *side, space)))
    }
}

/// What stacking leaves a side in a space; the greatest number if there is no limit.
pub(crate) fn left(rules: &Ruleset, state: &State, side: SideIx, space: SpaceIx) -> i64 {
    limit(rules, state, side, space).map_or(i64::MAX, |limit| (limit - load(rules, state, side, space)).max(0))
}
