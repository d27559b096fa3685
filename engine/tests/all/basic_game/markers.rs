//! Occupation markers: left behind, taken up, and placed by an assault. Deserts have no garrison only in worlds of one's own, so most of
//! this is played by the rules for those.

use chartroom_engine::ids::SpaceIx;
use chartroom_engine::procedures::Procedure;
use chartroom_engine::procedures::firepower::advance;
use chartroom_engine::query::supply;
use chartroom_engine::state::CombatStep;
use chartroom_engine::{Action, Event, Game, State};

use super::table::{FIGHTING, MOVING, Table, refused};

/// A desert in Morocco, and Casablanca next to it, which has a garrison of its own.
const DESERT: &str = "2231";
const TOWN: &str = "2130";

fn garrison(table: &Table, state: &State, at: &str) -> i64 {
    advance::garrison(&table.rules, state, table.combat(), table.space(at))
}

#[test]
fn an_army_leaves_a_marker_where_no_garrison_would_stay() {
    let table = Table::worldwide();
    let (desert, town) = (table.space(DESERT), table.space(TOWN));
    let mut game = table.at("allies", MOVING);
    table.put(&mut game.state, DESERT, 11, "great-britain", &[("infantry", 2)]);
    table.put(&mut game.state, TOWN, 12, "great-britain", &[("infantry", 1)]);
    let leave = |space: SpaceIx| Action::LeaveMarker { space };
    let go = Action::Redeploy {
        from: desert,
        army: 11,
        power: table.power("great-britain"),
        unit: table.unit("infantry"),
        count: 2,
        to: town,
        into: None,
    };
    // Whoever leaves nothing behind has no garrison there.
    let mut bare = game.clone();
    bare.submit(&go).expect("the army may go");
    assert_eq!(garrison(&table, &bare.state, DESERT), 0);
    assert_eq!(refused(&mut bare, leave(desert)), "hgw:garrison.6.b", "nobody is there any more");
    assert_eq!(refused(&mut game, leave(town)), "hgw:garrison.6.b", "Casablanca has a garrison of its own");
    assert!(game.legal().contains(&leave(desert)) && !game.legal().contains(&leave(town)));
    game.submit(&leave(desert)).expect("a desert has none");
    assert_eq!(refused(&mut game, leave(desert)), "hgw:garrison.6.b", "one marker is enough");
    assert!(!game.legal().contains(&leave(desert)));
    game.submit(&go).expect("the army may go");
    assert_eq!(garrison(&table, &game.state, DESERT), 1, "the marker is the garrison");
    assert!(!game.state.markers.contains(&desert), "it was not won by an advance");
    table.give(&mut game.state, DESERT, "germany");
    assert_eq!(refused(&mut game, Action::TakeMarker { space: desert }), "hgw:garrison.6.c", "it is the enemy's now");
    // As printed the scenario has garrisons everywhere.
    let printed = Table::new();
    let mut game = printed.at("allies", MOVING);
    printed.put(&mut game.state, DESERT, 11, "great-britain", &[("infantry", 2)]);
    assert_eq!(refused(&mut game, leave(desert)), "hgw:garrison.6.b");
}

#[test]
fn a_marker_that_was_left_opens_no_desert_for_supply() {
    let table = Table::worldwide();
    let settings = table.rules.procedures.iter().find_map(|entry| match &entry.run {
        Procedure::TraceSupply(settings) => Some(settings),
        _ => None,
    });
    let (settings, allies) = (settings.expect("supply settings"), table.side("allies"));
    let reached = |state: &State| {
        let map = supply::trace(&table.rules, state, allies, settings, None);
        (0..table.rules.board.spaces.len()).map(SpaceIx::new).filter(|space| map.full.has(*space)).count()
    };
    let (none, mut won, mut left) = (&table.start, table.start.clone(), table.start.clone());
    let deserts = |space: &SpaceIx| table.rules.board.ground(*space).needs_marker();
    let all: Vec<SpaceIx> = (0..table.rules.board.spaces.len()).map(SpaceIx::new).filter(deserts).collect();
    won.markers.clone_from(&all);
    left.posted = all;
    assert!(reached(&won) > reached(none), "deserts that were won let supply pass");
    assert_eq!(reached(&left), reached(none), "those with a marker only do not");
}

#[test]
fn own_markers_are_taken_up_in_the_movement_phase() {
    let table = Table::new();
    let (desert, town, berlin) = (table.space(DESERT), table.space(TOWN), table.space("1237"));
    let take = |space: SpaceIx| Action::TakeMarker { space };
    let mut game = table.at("allies", MOVING);
    game.state.markers = vec![town, desert, berlin];
    game.state.markers.sort_unstable();
    assert!(game.legal().contains(&take(desert)), "a marker in the desert feeds lines of supply");
    assert!(!game.legal().contains(&take(town)), "elsewhere it is worth nothing, and is not offered");
    assert_eq!(refused(&mut game, take(berlin)), "hgw:garrison.6.c", "that one is German");
    assert_eq!(refused(&mut game, take(table.space("1333"))), "hgw:garrison.6.c", "there is none in London");
    assert_eq!(refused(&mut game, take(SpaceIx(999_999))), "hgw:garrison.6.c", "nor anywhere else");
    for space in [desert, town] {
        game.submit(&take(space)).expect("an own marker");
        assert!(!game.state.is_marked(space));
        assert_eq!(refused(&mut game, take(space)), "hgw:garrison.6.c", "it is gone");
    }
    // Where it was the garrison, the hex has none any more.
    let table = Table::worldwide();
    let mut game = table.at("allies", MOVING);
    game.state.posted = vec![desert];
    assert_eq!(garrison(&table, &game.state, DESERT), 1);
    game.submit(&take(desert)).expect("an own marker");
    assert_eq!(garrison(&table, &game.state, DESERT), 0);
    let mut game = table.at("allies", FIGHTING);
    game.state.markers = vec![desert];
    assert_eq!(refused(&mut game, take(desert)), "hgw:initial.5", "not in the combat phase");
}

/// Ten points in Casablanca fire at the German desert next door. Whether the die did anything, and the game after that.
fn assault(table: &Table, seed: u64, change: impl Fn(&mut State), points: u16) -> (bool, Game<'_>) {
    let mut game = table.at("allies", FIGHTING);
    table.put(&mut game.state, TOWN, 11, "great-britain", &[("infantry", points)]);
    game.state.stacks.retain(|stack| stack.space != table.space(DESERT));
    table.give(&mut game.state, DESERT, "germany");
    change(&mut game.state);
    game.state.rng = seed;
    let (from, target) = (table.space(TOWN), table.space(DESERT));
    game.submit(&Action::Announce { army: 11, target }).expect("adjacent");
    game.submit(&Action::Done).expect("announced");
    while game.state.combat.step != CombatStep::Assault {
        let first = game.legal()[0];
        game.submit(&first).expect("legal");
    }
    let step = game.submit(&Action::Assault { from, target }).expect("an empty hex may be assaulted");
    let losses = step.events.iter().find_map(|event| match event {
        Event::Fired { losses, .. } => Some(*losses),
        _ => None,
    });
    (losses.expect("a die was rolled") > 0, game)
}

#[test]
fn an_assault_places_a_marker_in_an_empty_hex_without_garrison() {
    let table = Table::worldwide();
    let (allies, axis, desert) = (table.side("allies"), table.side("axis"), table.space(DESERT));
    let mut seen = [false; 2];
    for seed in 0..20 {
        let (hit, game) = assault(&table, seed, |_| {}, 2);
        seen[usize::from(hit)] = true;
        assert_eq!(
            game.state.holding_side(desert),
            Some(if hit { allies } else { axis }),
            "only fire that does something"
        );
        assert_eq!(garrison(&table, &game.state, DESERT), i64::from(hit), "the marker is the new garrison");
        assert!(!game.state.markers.contains(&desert), "nobody advanced");
        assert!(game.state.stacks_in(desert).is_empty(), "nobody went in");
    }
    assert!(seen[0] && seen[1], "twenty seeds hold both outcomes");
    // A marker of the enemy is a garrison, which dies first; an army is no empty hex.
    let (hit, game) = assault(&table, 1, |state| state.posted = vec![desert], 10);
    assert!(hit && game.state.holding_side(desert) == Some(axis) && garrison(&table, &game.state, DESERT) == 0);
    let held = |state: &mut State| table.put(state, DESERT, 12, "germany", &[("infantry", 1)]);
    let (hit, game) = assault(&table, 1, held, 10);
    assert!(hit && game.state.holding_side(desert) == Some(axis));
    // As printed every hex has a garrison, and fire only kills it.
    let printed = Table::new();
    let (hit, game) = assault(&printed, 1, |_| {}, 10);
    assert!(hit && game.state.holding_side(desert) == Some(axis) && garrison(&printed, &game.state, DESERT) == 0);
}

#[test]
fn industry_of_a_hex_taken_by_fire_is_devastated() {
    let table = Table::worldwide();
    let (desert, production) = (table.space(DESERT), table.rules.find_feature("production").expect("feature"));
    let industry = |state: &mut State| {
        state.features.push((desert, production, 2));
        state.features.sort_unstable();
    };
    let (hit, game) = assault(&table, 1, industry, 10);
    assert!(hit && game.state.holding_side(desert) == Some(table.side("allies")));
    assert_eq!((game.state.damage(desert), game.state.working(&table.rules, desert, production)), (2, 0));
}
