//! The hash of a position counts all of it, down to what stands inside a battle.

use chartroom_engine::bots::{self, Random};
use chartroom_engine::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use chartroom_engine::state::campaign::Engagement;
use chartroom_engine::state::operations::Launched;
use chartroom_engine::state::sea::Passage;
use chartroom_engine::state::{Invasion, RetreatDue, SeaBattle};
use chartroom_engine::{Outcome, State};

use crate::common::{load, start};

const HERE: SpaceIx = SpaceIx(3);

fn due(side: u8, enemy: u32) -> RetreatDue {
    RetreatDue { side: SideIx(side), army: 1, from: HERE, enemy: SpaceIx(enemy) }
}

fn invasion(side: u8, seas: u32) -> Invasion {
    Invasion { side: SideIx(side), army: 1, from: HERE, target: HERE, spent: 0, ships: 0, seas, path: Vec::new() }
}

fn sea_battle(side: u8) -> SeaBattle {
    SeaBattle { side: SideIx(side), space: HERE, done: 0, taken: 0 }
}

fn engagement(defender: u8) -> Engagement {
    Engagement { attacker: SideIx(0), defender: SideIx(defender), target: HERE, losses: 0, hurt: false }
}

fn passage(power: u8) -> Passage {
    Passage { fleet: 1, power: PowerIx(power), to: HERE, asked: false }
}

fn launched(unit: u8) -> Launched {
    Launched { zone: HERE, site: HERE, unit: UnitIx(unit), count: 1 }
}

fn outcome(reason: &str) -> Outcome {
    Outcome { winner: None, level: None, victory: 0, reason: reason.to_owned() }
}

type Change<'a> = dyn Fn(&mut State) + 'a;

/// Whatever may change in a position changes its hash.
#[test]
fn every_part_of_a_position_counts_in_its_hash() {
    let (rules, state) = start(&load("hitlers-global-war"), "fall-of-germany", 3);
    let (game, _) = bots::play(&rules, &state, &mut Random::new(3), Some(2), |_, _| {});
    let before = game.state.hash();
    let space = game.state.stacks[0].space;
    let changes: &[(&str, &Change<'_>)] = &[
        ("turn", &|state| state.turn += 1),
        ("phase", &|state| state.phase += 1),
        ("begun", &|state| state.begun = !state.begun),
        ("seed", &|state| state.rng += 1),
        ("dice thrown", &|state| state.dice.thrown.push((u64::MAX, 1))),
        ("dice loaded", &|state| state.dice.loaded.push(1)),
        ("the round of a repeated stage", &|state| state.dice.lap += 1),
        ("holders", &|state| state.holders[space.index()] += 1),
        ("stacks", &|state| state.stacks[0].count += 1),
        ("damage", &|state| state.damage.push((space, 1))),
        ("repairs", &|state| state.repairs.push((space, 1))),
        ("sides", &|state| state.sides[0] += 1),
        ("relations", &|state| state.relations[1] += 1),
        ("money", &|state| state.money[0] += 1),
        ("income", &|state| state.income_change[0] += 1),
        ("points", &|state| state.points[0] += 1),
        ("options", &|state| state.options[0] = !state.options[0]),
        ("tests that hold", &|state| state.held_for[0] += 1),
        ("cut off", &|state| state.cut_off.push(space)),
        ("garrisons", &|state| state.garrisons_gone.push(space)),
        ("markers", &|state| state.markers.push(space)),
        ("posted", &|state| state.posted.push(space)),
        ("shipped", &|state| state.shipped.push(1)),
        ("capitals", &|state| state.capitals.push((state.stacks[0].power, space))),
        ("convoys", &|state| state.convoys.due += 1),
        ("noted", &|state| state.noted.holders.push(1)),
        ("whose retreat is due", &|state| state.combat.retreats.push(due(0, 1))),
        ("another's", &|state| state.combat.retreats.push(due(1, 1))),
        ("from whom", &|state| state.combat.retreats.push(due(1, 0))),
        ("whose invasion", &|state| state.combat.invasions.push(invasion(0, 0))),
        ("another's invasion", &|state| state.combat.invasions.push(invasion(1, 0))),
        ("over which seas", &|state| state.combat.invasions.push(invasion(1, 1))),
        ("whose ships fight", &|state| state.combat.sea_battle = Some(sea_battle(0))),
        ("another's ships", &|state| state.combat.sea_battle = Some(sea_battle(1))),
        ("who is attacked", &|state| state.campaign.engagement = Some(engagement(0))),
        ("another who is", &|state| state.campaign.engagement = Some(engagement(1))),
        ("who sails", &|state| state.campaign.sea.passage = Some(passage(0))),
        ("another who does", &|state| state.campaign.sea.passage = Some(passage(1))),
        ("what was launched", &|state| state.operations.launched.push(launched(0))),
        ("another kind", &|state| state.operations.launched.push(launched(1))),
        ("how the game ended", &|state| state.outcome = Some(outcome("one"))),
        ("why it did", &|state| state.outcome = Some(outcome("two"))),
    ];
    let mut seen = vec![before];
    for (what, change) in changes {
        let mut state = game.state.clone();
        change(&mut state);
        assert!(!seen.contains(&state.hash()), "{what} is not part of the hash");
        seen.push(state.hash());
    }
}
