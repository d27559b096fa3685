//! Open ground: who attacks over it fires first, nobody dies in the air there, and armies that advance over it are exhausted when the
//! phase ends.

use crate::event::Event;
use crate::ids::{SideIx, SpaceIx, TerrainIx, UnitIx};
use crate::procedures::FirepowerRules;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{Stack, State};

#[derive(Clone, Debug)]
pub struct OpenGroundRule {
    pub on: Vec<TerrainIx>,
    pub attacker_first: bool,
    pub no_air_superiority: bool,
    pub exhausts: Vec<(UnitIx, UnitIx)>,
    /// Sorted.
    pub except: Vec<SpaceIx>,
    pub exhausted_hold: i64,
}

fn lies_open(rules: &Ruleset, ground: &OpenGroundRule, space: SpaceIx) -> bool {
    ground.on.contains(&rules.board.space(space).terrain)
}

/// Whether the defenders of a space fire after those who attack it now: all of these come over open ground.
pub(super) fn defends_last(
    rules: &Ruleset,
    settings: &FirepowerRules,
    space: SpaceIx,
    attackers: &[(u8, SpaceIx)],
) -> bool {
    settings.open_ground.as_ref().is_some_and(|ground| {
        ground.attacker_first
            && lies_open(rules, ground, space)
            && !attackers.is_empty()
            && attackers.iter().all(|(_, from)| lies_open(rules, ground, *from))
    })
}

/// Whether aircraft of a victor harass those who leave a space.
pub(super) fn is_harassed(rules: &Ruleset, settings: &FirepowerRules, space: SpaceIx) -> bool {
    let ground = settings.open_ground.as_ref().filter(|ground| ground.no_air_superiority);
    ground.is_none_or(|ground| !lies_open(rules, ground, space))
}

/// What holds a space in which nothing that holds is left but exhausted units.
pub(super) fn least(settings: &FirepowerRules, enemies: &[&Stack]) -> i64 {
    let Some(ground) = &settings.open_ground else { return 0 };
    let tired = |stack: &&&Stack| ground.exhausts.iter().any(|(_, into)| *into == stack.unit);
    if enemies.iter().any(|stack| tired(&stack)) { ground.exhausted_hold } else { 0 }
}

/// Armies that advanced and stand on open ground are exhausted.
pub(super) fn exhaust(run: &mut Run, settings: &FirepowerRules) {
    let Some(ground) = &settings.open_ground else { return };
    for stack in tired(run.rules, &run.state, ground) {
        if let Some((_, into)) = ground.exhausts.iter().find(|(unit, _)| *unit == stack.unit) {
            run.emit(Event::Converted { stack, into: *into });
        }
    }
}

fn tired(rules: &Ruleset, state: &State, ground: &OpenGroundRule) -> Vec<Stack> {
    let advanced = state.combat.armies.iter().filter(|record| record.advanced > 0);
    let armies: Vec<(SideIx, u8)> = advanced.map(|record| (record.side, record.army)).collect();
    let stacks = armies.into_iter().flat_map(|(side, army)| state.army(side, army).copied().collect::<Vec<_>>());
    stacks
        .filter(|stack| lies_open(rules, ground, stack.space) && ground.except.binary_search(&stack.space).is_err())
        .collect()
}
