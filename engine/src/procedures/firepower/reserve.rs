//! Armies that keep their assault for later while others of their hex fire: the choice of who takes part.

use chartroom_format::schema::refusal::Ban;

use super::fire;
use crate::action::{Action, Refusal};
use crate::event::Event;
use crate::ids::{SideIx, SpaceIx};
use crate::procedures::FirepowerRules;
use crate::ruleset::Ruleset;
use crate::run::Run;
use crate::state::{CombatStep, State};

/// Groups of armies of a side that would fire together in the step at hand; an army in one of several may stay out.
fn groups(
    rules: &Ruleset,
    state: &State,
    attacker: SideIx,
    settings: &FirepowerRules,
) -> Option<(SideIx, Vec<Vec<u8>>)> {
    match state.combat.step {
        CombatStep::Assault => {
            let mut hexes: Vec<(SpaceIx, SpaceIx)> = state
                .combat
                .armies
                .iter()
                .filter_map(|record| Some((state.army_space(attacker, record.army)?, record.target?)))
                .collect();
            hexes.sort_unstable();
            hexes.dedup();
            let fire = |(from, target): (SpaceIx, SpaceIx)| fire::firing(state, attacker, from, target, None);
            Some((attacker, hexes.into_iter().map(fire).collect()))
        }
        CombatStep::Defence | CombatStep::LateDefence | CombatStep::ExploitDefence | CombatStep::InvasionDefence => {
            let space = *state.combat.to_defend.first()?;
            let side = state.holding_side(space)?;
            let mut armies: Vec<u8> =
                fire::defenders(rules, state, attacker, settings, space).map(|stack| stack.army).collect();
            armies.retain(|army| *army != 0);
            armies.dedup();
            Some((side, vec![armies]))
        }
        _ => None,
    }
}

pub(super) fn act(run: &mut Run, attacker: SideIx, settings: &FirepowerRules, army: u8) -> Result<(), Refusal> {
    let Some((side, groups)) = groups(run.rules, &run.state, attacker, settings) else {
        return Err(Refusal::of(Ban::WrongTime, "nobody fires in this step"));
    };
    if !groups.iter().any(|group| group.len() > 1 && group.contains(&army)) {
        return Err(Refusal::of(Ban::HasFired, "only one of several armies that fire together can stay out"));
    }
    run.emit(Event::Reserved { side, army });
    Ok(())
}

pub(super) fn legal(rules: &Ruleset, state: &State, attacker: SideIx, settings: &FirepowerRules) -> Vec<Action> {
    let Some((_, groups)) = groups(rules, state, attacker, settings) else { return Vec::new() };
    let several = groups.into_iter().filter(|group| group.len() > 1);
    several.flatten().map(|army| Action::Reserve { army }).collect()
}
