//! Pipelines and what hangs on them: supply, loans, idle industry, economies in parts.

use chartroom_engine::ids::Actor;
use chartroom_engine::procedures::differential::lend::{self, Carries};
use chartroom_engine::procedures::differential::{CampaignPhase, lines, pipeline, points, reinforce, shares};
use chartroom_engine::state::campaign::{Arrival, Pending};
use chartroom_engine::{Action, Command, Game};

use crate::campaign::table::{Table, Units, standard};

fn at<'t>(table: &'t Table, units: Units<'_>) -> Game<'t> {
    table.at("allies", &CampaignPhase::Transport, 5, units)
}

/// What a chain from London to New York carries.
fn atlantic(game: &Game<'_>) -> Option<i64> {
    let table = standard();
    let home = |power: &str| table.rules.power(table.power(power)).home.clone();
    pipeline::leads(&table.rules, &game.state, table.power("commonwealth"), &[table.space("W3119")], &home("usa"))
}

/// Holding areas: any number of fleets, of any ally, ten hexes between two; the smallest is the measure; enemy ships cut nothing.
#[test]
fn a_chain_carries_what_its_smallest_area_holds() {
    let table = standard();
    let check = |units: Units<'_>, carries: Option<i64>| assert_eq!(atlantic(&at(table, units)), carries, "{units:?}");
    let full = [("W3014", "commonwealth", "merchant", 6), ("W2909", "commonwealth", "merchant", 4)];
    check(&full, Some(4));
    check(&full[..1], None);
    check(&full[1..], None);
    check(&[full[0], ("W2909", "commonwealth", "merchant", 30)], Some(6));
    check(&[("W3014", "france", "merchant", 2), full[1]], Some(2));
    check(&[full[0], full[1], ("W3014", "france", "merchant", 3)], Some(4));
    check(&[full[0], full[1], ("W3014", "germany", "submarine", 9), ("W2909", "germany", "surface-a", 9)], Some(4));
    check(&[], None);
}

/// An enemy army on a strait cuts what must pass it, and nothing else.
#[test]
fn an_army_on_a_strait_cuts_the_chain_through_it() {
    let table = standard();
    let leads = |units: Units<'_>| {
        let mut game = table.at("axis", &CampaignPhase::Transport, 5, units);
        table.hold(&mut game, "commonwealth", &["W3220"]);
        pipeline::leads(
            &table.rules,
            &game.state,
            table.power("germany"),
            &[table.space("W3222")],
            &[table.space("W3420")],
        )
    };
    // Koenigsberg to Oslo: through the Sound and the Belts, whose hexes are Copenhagen and its neighbours.
    let ships = [("W3321", "germany", "merchant", 2), ("W3221", "germany", "merchant", 2)];
    let open = leads(&ships);
    assert_eq!(open, Some(2));
    let army = [
        ships[0],
        ships[1],
        ("W3221", "commonwealth", "infantry", 1),
        ("W3220", "commonwealth", "infantry", 1),
        ("W3321", "commonwealth", "infantry", 1),
    ];
    assert_eq!(leads(&army), None, "an army in every hex of the strait");
}

/// One chain serves everything in one turn: points carried, loans, supply, idle industry.
#[test]
fn one_pipeline_serves_all_its_uses_in_one_turn() {
    let table = standard();
    let units = [
        ("W3118", "commonwealth", "merchant", 3),
        ("W3119", "commonwealth", "infantry", 4),
        ("W2919", "commonwealth", "infantry", 5),
        ("W2920", "germany", "infantry", 1),
        ("W3019", "germany", "infantry", 1),
        ("W3018", "germany", "infantry", 1),
    ];
    let mut game = at(table, &units);
    table.hold(&mut game, "germany", &["W2920", "W3019", "W3018"]);
    game.submit(&table.embark("W3119", "commonwealth", "infantry", 3, "W2919")).expect("three go over");
    let lines = lines::lines(&table.rules, &game.state, table.power("commonwealth"));
    let stack =
        game.state.stacks_in(table.space("W2919")).iter().copied().find(|stack| stack.unit == table.unit("infantry"));
    assert_eq!(
        lines.full(&table.rules, &game.state, &stack.expect("they came")),
        3,
        "and three are supplied through the same ships"
    );
    let most = pipeline::leads(
        &table.rules,
        &game.state,
        table.power("commonwealth"),
        &[table.space("W3119")],
        &[table.space("W2919")],
    );
    assert_eq!(most, Some(3), "which still lead there for a loan");
}

/// Land and ships together: a chain to Murmansk, and on by land to Moscow; a second chain brings no more than the first.
#[test]
fn land_and_ships_join_into_one_pipeline() {
    let table = standard();
    let arctic = [("W3718", "commonwealth", "merchant", 2), ("W3925", "commonwealth", "merchant", 4)];
    let mut game = at(table, &arctic);
    table.join(&mut game, "ussr", "allies", &["germany"]);
    assert_eq!(
        lend::most(&table.rules, &game.state, table.power("commonwealth"), table.power("ussr")),
        Some(Carries::Points(2))
    );
    let free = |one: &str, other: &str| lend::most(&table.rules, &game.state, table.power(one), table.power(other));
    assert_eq!(free("germany", "italy"), None, "Switzerland and the neutral border lie between");
    let mut axis = at(table, &[]);
    table.join(&mut axis, "italy", "axis", &["france"]);
    let both = lend::most(&table.rules, &axis.state, table.power("germany"), table.power("italy"));
    assert_eq!(both, Some(Carries::Anything), "by rail without limit");
}

fn made(game: &Game<'_>, power: &str) -> i64 {
    let table = standard();
    points::of(&table.rules, &game.state, table.power(power))
}

/// Industry that stands idle without its pipeline, power by power.
#[test]
fn dependent_industry_stands_idle_without_its_pipeline() {
    let table = standard();
    let multiple = |power: &str, at: &str| {
        let settings = table.rules.campaign.points.as_ref().expect("settings");
        let game = self::at(table, &[]);
        points::multiple(&table.rules, &game.state, settings, table.power(power), table.space(at))
    };
    // Germany: Sweden's ore by the Baltic, and all of French industry.
    let ore = [("W3221", "germany", "merchant", 1)];
    let one = multiple("germany", "W3021");
    let bare = made(&at(table, &[]), "germany");
    assert_eq!(made(&at(table, &ore), "germany"), bare + one);
    let mut france = at(table, &ore);
    table.hold(&mut france, "germany", &["W3019"]);
    assert_eq!(made(&france, "germany"), bare + one, "Paris is not all of it");
    table.hold(&mut france, "germany", &["W3019", "W2920"]);
    assert_eq!(made(&france, "germany"), bare + 2 * one);
    // Sweden need not be occupied; held by the enemy it sends nothing.
    let mut lost = at(table, &ore);
    table.join(&mut lost, "sweden", "allies", &["germany"]);
    assert_eq!(made(&lost, "germany"), bare);
    // Ploesti is German until somebody takes it.
    let mut ploesti = at(table, &[]);
    table.hold(&mut ploesti, "ussr", &["W2924"]);
    assert_eq!(made(&ploesti, "germany"), bare - multiple("germany", "W2924"));
    // The United Kingdom: ships to the United States. A chain from Canada is no help to it.
    let chain = [("W3014", "commonwealth", "merchant", 1), ("W2909", "commonwealth", "merchant", 1)];
    let british = multiple("commonwealth", "W3119");
    assert_eq!(made(&at(table, &chain), "commonwealth"), made(&at(table, &[]), "commonwealth") + british);
    assert_eq!(made(&at(table, &chain[1..]), "commonwealth"), made(&at(table, &[]), "commonwealth"));
    // The United States: ships to India, as the scenario sets them up.
    let start = |power: &str, drop: bool| {
        let mut state = table.start.clone();
        state.turn = 5;
        if drop {
            state.stacks.retain(|stack| table.rules.unit(stack.unit).id != "merchant");
        }
        points::of(&table.rules, &state, table.power(power))
    };
    assert_eq!(start("usa", false) - start("usa", true), multiple("usa", "W2705").max(1), "one American hex");
}

/// Japan trades with the United States until there is war; then Indonesia must be its own, and ships lead to E1505.
#[test]
fn japanese_industry_turns_from_america_to_indonesia() {
    let table = standard();
    let rules = &table.rules;
    let one = {
        let settings = rules.campaign.points.as_ref().expect("settings");
        points::multiple(rules, &table.start, settings, table.power("japan"), table.space("E2611"))
    };
    let peace = points::of(rules, &table.start, table.power("japan"));
    let mut alone = table.start.clone();
    alone.stacks.retain(|stack| rules.unit(stack.unit).id != "merchant");
    assert_eq!(peace - points::of(rules, &alone, table.power("japan")), one, "trade over the Pacific");
    let mut war = Game { rules, state: table.start.clone() };
    table.join(&mut war, "usa", "allies", &["japan"]);
    table.join(&mut war, "belgium-netherlands", "allies", &["japan"]);
    assert_eq!(points::of(rules, &war.state, table.power("japan")), peace - one, "war ends it");
    let indonesia = rules.board.regions.iter().find(|region| region.id == "indonesia").expect("region");
    for space in &indonesia.spaces {
        war.state.holders[space.index()] = table.power("japan").0 + 1;
    }
    let ships = |state: &mut chartroom_engine::State, at: &str| {
        state.stacks.push(chartroom_engine::state::Stack {
            space: table.space(at),
            army: 0,
            power: table.power("japan"),
            unit: table.unit("merchant"),
            damaged: 0,
            count: 1,
        });
        state.stacks.sort_unstable();
    };
    let before = points::of(rules, &war.state, table.power("japan"));
    war.state.stacks.retain(|stack| rules.unit(stack.unit).id != "merchant");
    assert_eq!(points::of(rules, &war.state, table.power("japan")), peace - one, "occupied, but no ships");
    for at in ["E2409", "E1706"] {
        ships(&mut war.state, at);
    }
    let after = points::of(rules, &war.state, table.power("japan"));
    assert!(after == peace || before == peace, "Indonesia takes the place of America: {before} {after} of {peace}");
}

/// The Commonwealth's parts keep what they make; ships move as much as they carry; what is bought appears where it was paid.
#[test]
fn parts_of_an_economy_produce_apart_unless_ships_join_them() {
    let table = standard();
    let rules = &table.rules;
    let power = table.power("commonwealth");
    let stage = |units: Units<'_>| {
        let mut game = table.for_power("commonwealth", &CampaignPhase::Pool, 5, units);
        game.state.campaign.shares = vec![(power, 0, 10), (power, 1, 4), (power, 2, 3)];
        game.state.money[power.index()] = 17;
        game
    };
    let by_part = points::by_part(rules, &at(table, &[]).state, power);
    assert_eq!(by_part.len(), 3, "the United Kingdom, Canada, India");
    assert_eq!(by_part[1], 4, "Canada's one hex makes four points on turn 5");
    let shift = |from, to, points| Action::Campaign(Command::Shift { from, to, points });
    let apart = stage(&[]);
    assert!(apart.legal().iter().all(|action| !matches!(action, Action::Campaign(Command::Shift { .. }))), "no ships");
    assert_eq!(table.forbids(&apart, &shift(1, 0, 1)), "gw75:18.76.a");
    let chain = [("W3014", "commonwealth", "merchant", 2), ("W2909", "commonwealth", "merchant", 3)];
    let mut joined = stage(&chain);
    assert_eq!(shares::most(rules, &joined.state, power, 1, 0), 2, "two fleets in the smaller area");
    joined.submit(&shift(1, 0, 2)).expect("two points go to Britain");
    assert_eq!(table.forbids(&joined, &shift(1, 0, 1)), "gw75:18.76.a", "and no third");
    assert!(table.may(&joined, &shift(0, 1, 2)), "the other way is open too");
    let purse = |part| shares::purse(&joined.state, power, Some(part));
    assert_eq!((purse(0), purse(1), purse(2)), (12, 2, 3));
    assert_eq!(joined.state.money(Actor::Power(power)), 17);
    // Each part orders for itself; India's points build nothing in Britain.
    let mut india = table.for_power("commonwealth", &CampaignPhase::Order { part: Some(2) }, 5, &[]);
    let phase = rules.phases.iter().position(|phase| rules.phase_name(phase.name) == "indian-orders");
    india.state.phase = phase.expect("its phase") as u16;
    india.state.campaign.shares = vec![(power, 0, 10), (power, 1, 4), (power, 2, 3)];
    india.state.money[power.index()] = 17;
    let order = |unit: &str| Action::Campaign(Command::Order { unit: table.unit(unit), count: 1, rebuild: false });
    assert_eq!(table.forbids(&india, &order("surface-a")), "gw75:18.11", "India has three points, not seventeen");
    india.submit(&order("infantry")).expect("an Indian division");
    let pending = india.state.campaign.pending[0];
    assert_eq!(pending.place, Arrival::Part(2));
    let arrive = reinforce::places(rules, &india.state, Pending { turn: 5, ..pending });
    assert_eq!(arrive, [table.space("E2201")], "in India and nowhere else");
    // The growth limit looks at the Commonwealth as a whole.
    assert_eq!(india.state.campaign.started(power, table.unit("infantry")), (0, 1));
    assert_eq!(table.forbids(&india, &order("infantry")), "gw75:18.91.a");
    // Manchukuo and Japan: the same, by the ships between them.
    let japan = table.power("japan");
    let mut east = table.for_power("japan", &CampaignPhase::Pool, 5, &[("E2710", "japan", "merchant", 3)]);
    east.state.campaign.shares = vec![(japan, 0, 6), (japan, 1, 4)];
    east.state.money[japan.index()] = 10;
    assert_eq!(shares::most(rules, &east.state, japan, 1, 0), 3);
    east.state.stacks.clear();
    assert_eq!(shares::most(rules, &east.state, japan, 1, 0), 0, "without ships Manchukuo produces for itself");
}

/// Who lends to whom: the Axis among itself in peace and war, the Western Allies too, the Soviets only at war.
#[test]
fn loans_follow_pipelines_and_wars() {
    let table = standard();
    let gifts = |game: &Game<'_>| {
        let found = game.legal().into_iter().filter_map(|action| match action {
            Action::Campaign(Command::Give { to, points }) => Some((table.rules.power(to).id.clone(), points)),
            _ => None,
        });
        found.collect::<Vec<_>>()
    };
    let lend = |power: &str, units: Units<'_>, war: &[(&str, &str, &[&str])]| {
        let phase =
            table.rules.phases.iter().find_map(|phase| {
                let run = phase.run.map(|at| &table.rules.procedures[at.index()].run);
                match run {
                    Some(chartroom_engine::procedures::Procedure::Campaign(
                        phase @ CampaignPhase::Lend { from, .. },
                    )) if *from == table.power(power) => Some(phase.clone()),
                    _ => None,
                }
            });
        let mut game = table.for_power(power, &phase.expect("it lends"), 5, units);
        game.state.money[table.power(power).index()] = 9;
        for (who, side, against) in war {
            table.join(&mut game, who, side, against);
        }
        gifts(&game)
    };
    let atlantic = [("W3014", "commonwealth", "merchant", 3), ("W2909", "commonwealth", "merchant", 3)];
    assert!(lend("usa", &atlantic, &[]).iter().all(|(to, _)| to != "ussr"));
    let american = [("W3014", "usa", "merchant", 3), ("W2909", "usa", "merchant", 3)];
    let neutral = lend("usa", &american, &[]);
    assert!(neutral.contains(&("commonwealth".to_owned(), 3)), "the neutral United States lend: {neutral:?}");
    assert!(lend("germany", &[], &[("italy", "axis", &["france"])]).contains(&("italy".to_owned(), 9)));
    let arctic = [("W3718", "commonwealth", "merchant", 2), ("W3925", "commonwealth", "merchant", 4)];
    assert!(lend("commonwealth", &arctic, &[]).iter().all(|(to, _)| to != "ussr"), "the Soviets are at peace");
    let war = lend("commonwealth", &arctic, &[("ussr", "allies", &["germany"])]);
    assert!(war.contains(&("ussr".to_owned(), 2)), "at war they get what the ships carry: {war:?}");
}
