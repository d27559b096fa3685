//! Supply line by line: sources, lines over land and sea, what blocks them, and what units may do in each state.

use chartroom_engine::ids::SpaceIx;
use chartroom_engine::procedures::differential::{CampaignPhase, lines, march, points};
use chartroom_engine::state::Stack;
use chartroom_engine::{Action, Game};
use chartroom_format::schema::units::Domain;

use crate::campaign::table::{Table, Units, standard};

/// Units of a stack in attack supply, and in any.
fn supply(table: &Table, game: &Game<'_>, at: &str, power: &str, unit: &str) -> (u16, u16) {
    let lines = lines::lines(&table.rules, &game.state, table.power(power));
    let stacks = game.state.stacks_in(table.space(at)).iter();
    let stack = stacks.copied().find(|stack| stack.power == table.power(power) && stack.unit == table.unit(unit));
    let stack = stack.expect("units stand there");
    (lines.full(&table.rules, &game.state, &stack), lines.any(&table.rules, &game.state, &stack))
}

fn check(side: &str, units: Units<'_>, owned: &[(&str, &[&str])], of: (&str, &str, &str), expected: (u16, u16)) {
    let table = standard();
    let mut game = table.at(side, &CampaignPhase::Battle, 4, units);
    for (power, spaces) in owned {
        table.hold(&mut game, power, spaces);
    }
    assert_eq!(supply(table, &game, of.0, of.1, of.2), expected, "{units:?} {owned:?}");
}

/// An industrial center gives attack supply, a supply center defence supply, neither none; one serves any number.
#[test]
fn industry_lets_units_attack_supply_centers_let_them_live() {
    // Brittany behind a friendly Paris; the same cut off from it; Frenchmen beside a Polish supply center only.
    let lone = [("W2919", "france", "infantry", 9)];
    check("allies", &lone, &[], ("W2919", "france", "infantry"), (9, 9));
    let cut = [lone[0], ("W2920", "germany", "infantry", 1), ("W3019", "germany", "infantry", 1)];
    check("allies", &cut, &[("germany", &["W2920", "W3019"])], ("W2919", "france", "infantry"), (0, 0));
    let poles = [
        ("W3123", "poland", "infantry", 1),
        ("W3123", "france", "infantry", 8),
        ("W3121", "germany", "infantry", 1),
        ("W3021", "germany", "infantry", 1),
        ("W3022", "germany", "infantry", 1),
        ("W2923", "germany", "infantry", 1),
        ("W2924", "germany", "infantry", 1),
    ];
    check("allies", &poles, &[], ("W3123", "poland", "infantry"), (0, 1));
    check("allies", &poles, &[], ("W3123", "france", "infantry"), (0, 8));
    // Warsaw lost, nothing is left.
    check("allies", &poles, &[("germany", &["W3122"])], ("W3123", "poland", "infantry"), (0, 0));
    // The source may be an ally's: the Commonwealth in France, Germans through Hungary.
    check("allies", &[("W2819", "commonwealth", "infantry", 4)], &[], ("W2819", "commonwealth", "infantry"), (4, 4));
    check("axis", &[("W3022", "germany", "infantry", 4)], &[], ("W3022", "germany", "infantry"), (4, 4));
}

/// A line has any length in the communications area: from Moscow to the far end of the Soviet Union.
#[test]
fn lines_have_any_length_within_communications() {
    let table = standard();
    let mut game = table.at("allies", &CampaignPhase::Battle, 4, &[]);
    // All other centres are gone: Vladivostok, Novosibirsk and the rest.
    let centre = table.rules.find_feature("industrial-center").expect("feature");
    let depot = table.rules.find_feature("supply-center").expect("feature");
    for space in (0..table.rules.board.spaces.len()).map(SpaceIx::new) {
        for feature in [centre, depot] {
            if space != table.space("W3225") && game.state.feature(&table.rules, space, feature) > 0 {
                game.state.features.push((space, feature, 0));
            }
        }
    }
    game.state.features.sort_unstable();
    let reach = lines::lines(&table.rules, &game.state, table.power("ussr")).attack;
    assert!(reach.land.has(table.space("W3225")));
    let far =
        reach.land.iter().map(|space| &table.rules.board.space(space).id).filter(|id| id.starts_with("E31")).count();
    assert!(far >= 5, "to the Pacific: {far}");
}

/// No more than two undeveloped hexes, no more than one mountain side, no strait, no neutral, no enemy.
#[test]
fn lines_end_at_wilderness_mountains_straits_neutrals_and_enemies() {
    let table = standard();
    let board = &table.rules.board;
    let mut game = table.at("axis", &CampaignPhase::Battle, 4, &[]);
    let germany = table.power("germany");
    game.state.holders.fill(germany.0 + 1);
    let from = table.space("W3021");
    let reach = lines::from(&table.rules, &game.state, germany, &[from]);
    assert!(!reach.land.has(table.space("W3119")), "no line over the Channel");
    // Walk outward from any served undeveloped hex: a third in a row is not served from there alone.
    let id = |name: &str| reach.land.has(table.space(name));
    let deep: Vec<SpaceIx> = (0..board.spaces.len())
        .map(SpaceIx::new)
        .filter(|space| board.terrain(*space).id == "undeveloped" && reach.land.has(*space))
        .collect();
    let near = |space: SpaceIx, steps: usize| {
        let mut ring = vec![space];
        for _ in 0..steps {
            let next: Vec<SpaceIx> = ring
                .iter()
                .flat_map(|at| board.links_of(*at))
                .filter(|link| link.passes.has(Domain::Land))
                .map(|link| link.to)
                .collect();
            ring.extend(next);
            ring.sort_unstable();
            ring.dedup();
        }
        ring.into_iter().any(|at| board.has_land(at) && board.terrain(at).id != "undeveloped")
    };
    assert!(deep.len() > 30, "{}", deep.len());
    assert!(deep.iter().all(|space| near(*space, 3)), "at most three hexes, two between, from communications");
    assert!(!deep.iter().all(|space| near(*space, 1)), "and as far as that");
    assert!(id("W2920") && id("W2821"), "one mountain side is no hindrance");
    // Neutral land in between: Turkey and Iraq bar the way that conquest had opened.
    for country in ["turkey", "iran", "iraq"] {
        let region = board.regions.iter().find(|region| region.id == country).expect("region");
        for space in &region.spaces {
            game.state.holders[space.index()] = 0;
        }
    }
    game.state.holders[table.space("W2526").index()] = germany.0 + 1;
    let around = lines::from(&table.rules, &game.state, germany, &[from]);
    assert!(!around.land.has(table.space("W2526")), "Syria lies behind neutrals and the sea");
}

/// Enemy ships and aircraft block nothing; enemy land units block their hex, on land and at sea, their zones land alone.
#[test]
fn land_units_block_lines_ships_and_aircraft_do_not() {
    let german = ("W3123", "germany", "infantry", 2);
    let owned: &[(&str, &[&str])] = &[("germany", &["W3122", "W3123", "W3222"])];
    let of = ("W3123", "germany", "infantry");
    check("axis", &[german], owned, of, (2, 2));
    let ships = [german, ("W3222", "commonwealth", "surface-a", 2), ("W3122", "commonwealth", "long-range-bomber", 2)];
    check("axis", &ships, owned, of, (2, 2));
    let army = [
        german,
        ("W3122", "commonwealth", "infantry", 1),
        ("W3222", "commonwealth", "infantry", 1),
        ("W3022", "commonwealth", "infantry", 1),
        ("W3023", "commonwealth", "infantry", 1),
    ];
    check("axis", &army, owned, of, (0, 0));
}

/// Two sources that a chain of ships joins: supply leaps over what is blocked on land, for as many points as it carries.
#[test]
fn supply_leaps_from_port_to_port() {
    let chain = ("W2918", "commonwealth", "merchant", 3);
    let french = ("W2819", "france", "infantry", 5);
    // Germans have cut Toulon and Brest off from Paris and from Lorraine.
    let cut =
        [("W2920", "germany", "infantry", 1), ("W3019", "germany", "infantry", 1), ("W3018", "germany", "infantry", 1)];
    let owned: &[(&str, &[&str])] = &[("germany", &["W2920", "W3019", "W3018"])];
    let without: Vec<_> = cut.iter().chain([&french]).copied().collect();
    check("allies", &without, owned, ("W2819", "france", "infantry"), (0, 0));
    // London to Brest by ship, Brest to Toulon by land.
    let with: Vec<_> = without.iter().chain([&chain]).copied().collect();
    check("allies", &with, owned, ("W2819", "france", "infantry"), (3, 3));
    let watched: Vec<_> = with.iter().copied().chain([("W2918", "germany", "submarine", 9)]).collect();
    check("allies", &watched, owned, ("W2819", "france", "infantry"), (3, 3));
}

/// Forts need nothing and give nothing.
#[test]
fn forts_live_without_supply_and_give_none() {
    let units = [
        ("W2919", "france", "fort", 1),
        ("W2919", "france", "infantry", 2),
        ("W2920", "germany", "infantry", 1),
        ("W3019", "germany", "infantry", 1),
    ];
    let owned: &[(&str, &[&str])] = &[("germany", &["W2920", "W3019"])];
    check("allies", &units, owned, ("W2919", "france", "fort"), (0, 1));
    check("allies", &units, owned, ("W2919", "france", "infantry"), (0, 0));
}

/// Full supply attacks; defence supply and none do not; movement and defence never suffer.
#[test]
fn supply_decides_who_attacks_and_nothing_else() {
    let table = standard();
    let check = |game: &Game<'_>, from: &str, power: &str, to: &str, attacks: bool| {
        assert_eq!(table.may(game, &table.pledge(from, power, "infantry", 1, to)), attacks, "{from}");
        let ways = march::ways(&table.rules, &game.state, table.power(power), table.space(from), None);
        let allowance = march::allowance(&table.rules, 4, table.space(from));
        assert_eq!(ways.left(table.space(from)).map(i64::from), Some(allowance), "{from} moves in full");
        let stack = Stack {
            space: table.space(from),
            army: 0,
            power: table.power(power),
            unit: table.unit("infantry"),
            damaged: 0,
            count: 1,
        };
        assert_eq!(chartroom_engine::procedures::differential::battle::face_value(&table.rules, &stack), 1);
    };
    let units = [
        ("W3019", "france", "infantry", 3),
        ("W3122", "poland", "infantry", 2),
        ("W3020", "germany", "infantry", 1),
        ("W3021", "germany", "infantry", 1),
    ];
    let game = table.at("allies", &CampaignPhase::Battle, 4, &units);
    check(&game, "W3019", "france", "W3020", true);
    check(&game, "W3122", "poland", "W3021", false);
    assert_eq!(table.forbids(&game, &table.pledge("W3122", "poland", "infantry", 1, "W3021")), "gw75:9.32");
}

/// Supply for a battle is looked at when it is fought: a centre lost in the same phase serves nobody.
#[test]
fn supply_is_judged_at_the_moment_of_combat() {
    let table = standard();
    let units =
        [("W2919", "france", "infantry", 2), ("W2920", "germany", "infantry", 1), ("W3020", "germany", "infantry", 1)];
    let mut game = table.at("allies", &CampaignPhase::Battle, 4, &units);
    assert!(table.may(&game, &table.pledge("W2919", "france", "infantry", 2, "W2920")), "Paris supplies Brest");
    table.hold(&mut game, "germany", &["W3019", "W2920"]);
    assert!(!table.may(&game, &table.pledge("W2919", "france", "infantry", 2, "W2920")), "Paris has fallen meanwhile");
}

/// An industrial hex that stands idle for want of a pipeline still supplies.
#[test]
fn idle_industry_still_supplies_and_receives() {
    let table = standard();
    let game = table.at("axis", &CampaignPhase::Battle, 5, &[("W3020", "germany", "infantry", 2)]);
    let multiple = points::made_in(&table.rules, &game.state, table.space("W3020"));
    let all = points::of(&table.rules, &game.state, table.power("germany"));
    assert!(all < 5 * multiple, "without ships and without France some German industry is idle");
    assert_eq!(supply(table, &game, "W3020", "germany", "infantry"), (2, 2));
    let arrive = chartroom_engine::procedures::differential::reinforce::options(
        &table.rules,
        &game.state,
        table.power("germany"),
        table.unit("infantry"),
    );
    for centre in ["W3020", "W3021", "W3121", "W2921", "W2924"] {
        assert!(arrive.contains(&table.space(centre)), "{centre}");
    }
}

/// The status at the start of the owner's land movement: who has a line then is in supply, and if it is cut later his time begins anew.
#[test]
fn supply_status_is_judged_when_the_owners_land_movement_begins() {
    let table = standard();
    let mark = (table.space("W2919"), table.power("germany"));
    let units = [
        ("W2919", "germany", "infantry", 2),
        ("W3121", "germany", "air-defense", 1),
        ("W3218", "commonwealth", "infantry", 1),
    ];
    // One Frenchman alone in each of these hexes.
    let cut_at = |game: &mut Game<'_>, spaces: &[&str]| {
        for space in spaces {
            game.state.stacks.retain(|stack| stack.space != table.space(space));
            game.state.stacks.push(Stack {
                space: table.space(space),
                army: 0,
                power: table.power("france"),
                unit: table.unit("infantry"),
                damaged: 0,
                count: 1,
            });
        }
        game.state.stacks.sort_unstable();
    };
    // Germans in Brest were found without supply; when their land turn begins the way home is open or shut.
    let later = |cut: &[&str]| {
        let mut game = table.at("axis", &CampaignPhase::Sortie, 8, &units);
        table.hold(&mut game, "germany", &["W2919"]);
        cut_at(&mut game, cut);
        game.state.campaign.cut_off = vec![mark];
        game.submit(&Action::Done).expect("the air war is over");
        game
    };
    let shut = later(&["W2920", "W3019"]);
    assert_eq!(shut.state.campaign.cut_off, [mark], "still without");
    let open = later(&[]);
    assert_eq!(open.state.campaign.cut_off, [], "judged anew");
    // The line is cut again, and the Allied combat phase ends: only those are lost who had none when they could move.
    let ends = |game: &Game<'_>| {
        let mut game = game.clone();
        let at = table.at("allies", &CampaignPhase::Battle, 8, &[]);
        game.state.phase = at.state.phase;
        cut_at(&mut game, &["W2920", "W3019"]);
        game.submit(&Action::Done).expect("the Allied combat phase ends");
        table.count(&game, "W2919", "germany", "infantry")
    };
    assert_eq!((ends(&shut), ends(&open)), (0, 2));
}
