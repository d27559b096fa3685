//! What the tests of played games share. A game joins the property tests by a line in `PLAYABLE`.

#![allow(dead_code, reason = "each test file uses its share")]

use std::path::{Path, PathBuf};

use chartroom_engine::ids::{EventIx, FeatureIx, PowerIx, SpaceIx, TrackIx, UnitIx};
use chartroom_engine::state::Stack;
use chartroom_engine::{Action, Aim, Command, Maneuver, Options, Order, Ruleset, State, compile};
use chartroom_format::content::Content;
use chartroom_format::fs::DiskFs;
use chartroom_format::load;

/// Games that bots play to the end: pack and scenario.
pub(crate) const PLAYABLE: &[(&str, &str)] = &[
    ("hitlers-global-war", "barbarossa"),
    ("hitlers-global-war", "fall-of-germany"),
    ("hitlers-war-cg3", "campaign-game-3"),
    ("war-game-ww2", "1942"),
    ("global-war-1975", "standard"),
    ("hundred-days", "june"),
    ("remagen-bridgehead", "march"),
    ("turning-tide", "1942"),
    ("turning-tide", "1943"),
];

pub(crate) fn content_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../content")
}

pub(crate) fn load(pack: &str) -> Content {
    load::load(&DiskFs, &content_folder().join(pack)).expect("the pack loads").content
}

pub(crate) fn start(content: &Content, scenario: &str, seed: u64) -> (Ruleset, State) {
    compile(content, scenario, Options { seed, ..Options::default() }).unwrap_or_else(|findings| {
        let list: Vec<String> =
            findings.iter().map(|finding| format!("{} {}", finding.code, finding.message)).collect();
        panic!("{scenario} does not compile:\n{}", list.join("\n"))
    })
}

/// Numbers for an action that nobody thought about: ids that may or may not exist.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers {
    pub(crate) kind: u8,
    pub(crate) one: u32,
    pub(crate) other: u32,
    pub(crate) army: u8,
    pub(crate) power: u8,
    pub(crate) unit: u8,
    pub(crate) count: u16,
}

/// How many kinds of actions [`arbitrary`] knows.
pub(crate) const ARBITRARY_KINDS: u8 = 89;

/// Any action of any game, from numbers.
pub(crate) fn arbitrary(numbers: Numbers) -> Action {
    let Numbers { kind, one, other, army, power, unit, count } = numbers;
    let (from, to) = (SpaceIx(one), SpaceIx(other));
    let (owner, by) = (PowerIx(power), PowerIx(army));
    let (kind_of_unit, feature) = (UnitIx(unit), FeatureIx(unit));
    let stack = Stack { space: from, army, power: owner, unit: kind_of_unit, damaged: 0, count };
    let order = |order: Order| Action::Order(order);
    let command = |command: Command| Action::Campaign(command);
    let (unit, power) = (kind_of_unit, owner);
    match kind {
        0 => Action::Done,
        1 => Action::Redeploy { from, army, power, unit, count, to, into: Some(army) },
        2 => Action::Redeploy { from, army, power, unit, count, to, into: None },
        3 => Action::Convert { space: from, army, power, unit, count },
        4 => Action::Announce { army, target: to },
        5 => Action::Fire { space: from },
        6 => Action::HoldFire { space: from },
        7 => Action::Assault { from, target: to },
        8 => Action::Advance { army },
        9 => Action::Exploit { army, target: to },
        10 => Action::Lose { army, space: from, power, unit },
        11 => Action::Retreat { army, to },
        12 => Action::Build { unit, space: from, count },
        13 => Action::Repair { space: from, points: count },
        14 => Action::Lend { points: count },
        15 => Action::Choose { option: army },
        16 => Action::Invoke { rule: EventIx(one as u16) },
        17 => Action::Invade { army, target: to, spent: power.0, ships: unit.0 },
        18 => Action::Intercept { space: from },
        19 => Action::Paradrop { army, points: count as u8 },
        20 => Action::Invest { item: TrackIx(unit.0), points: count as u8 },
        21 => Action::Conclude { item: TrackIx(unit.0) },
        22 => Action::Incite { space: from },
        23 => Action::Bomb { from, target: to },
        24 => order(Order::Move { stack, via: None, to }),
        25 => order(Order::Move { stack, via: Some(SpaceIx(u32::from(count))), to }),
        26 => order(Order::Load { stack, zone: to, army }),
        27 => order(Order::Sail { army, to }),
        28 => order(Order::Land { stack, to }),
        29 => order(Order::Support { stack, target: to }),
        30 => order(Order::Withdraw { stack, to }),
        31 => order(Order::Scorch { space: from }),
        32 => order(Order::Aim { space: from, power, unit, other: count % 2 == 0 }),
        33 => order(Order::Buy { unit, count, site: from, to }),
        34 => order(Order::Found { feature, space: from }),
        35 => order(Order::Raze { space: from }),
        36 => order(Order::Survey { stack }),
        37 => order(Order::Give { by: power, to: by, points: count }),
        38 => order(Order::Refit { stack, site: to }),
        39 => command(Command::March { from, power, unit, count, to }),
        40 => command(Command::Assault { from, power, unit, count, to }),
        41 => command(Command::Pledge { from, power, unit, count, target: to }),
        42 => command(Command::Attack { target: to }),
        43 => command(Command::GiveUp { from, power, unit }),
        44 => command(Command::FallBack { from, power, unit, count, to }),
        45 => command(Command::Follow { from, power, unit, count, to }),
        46 => command(Command::Entrain { from, power, unit, count, to, by }),
        47 => command(Command::Embark { from, power, unit, count, to }),
        48 => command(Command::Transfer { from, power, unit, count, to }),
        49 => command(Command::Raid { from, power, unit, count, target: to }),
        50 => command(Command::Deploy { power, unit, at: from }),
        51 => command(Command::Order { unit, count, rebuild: army % 2 == 0 }),
        52 => command(Command::Give { to: by, points: count }),
        53 => Action::Reserve { army },
        54 => Action::Sortie { from, target: to, ships: count as u8 },
        55 => Action::Dismantle { space: from, unit },
        56 => order(Order::PutOff { space: from }),
        57 => order(Order::Offer { space: from, power, unit }),
        58 => order(Order::Claim { space: from, power }),
        59 => order(Order::Board { stack, zone: to }),
        60 => order(Order::Lead { leader: army, to, command: power.0 }),
        61 => order(Order::Recall { leader: army, to }),
        62 => order(Order::Airlift { carrier: stack, cargo: Stack { unit: UnitIx(count as u8), ..stack }, to }),
        63 => order(Order::Drop { carrier: stack, cargo: Stack { unit: UnitIx(count as u8), ..stack }, to }),
        64 => order(Order::Train { stack }),
        65 => command(Command::Widen { target: from, with: to }),
        66 => command(Command::Ferry { from, power, unit, count, bombs: u16::from(army), to }),
        67 => order(Order::Keep { carrier: stack, cargo: Stack { unit: UnitIx(count as u8), ..stack } }),
        68 => Action::LeaveMarker { space: from },
        69 => Action::TakeMarker { space: from },
        70 => Action::Propaganda,
        71 => Action::BombMorale { from, target: to },
        72 => Action::Try { power, item: TrackIx(army) },
        73 => order(Order::Pass { stack, to, fights: count % 2 == 0 }),
        74 => Action::Maneuver(Maneuver::Move { stack, to }),
        75 => Action::Maneuver(Maneuver::MoveAll { from, to }),
        76 => Action::Maneuver(Maneuver::Activate { space: from }),
        77 => Action::Maneuver(Maneuver::Pledge { stack, target: to }),
        78 => Action::Maneuver(Maneuver::Attack { target: to }),
        79 => Action::Maneuver(Maneuver::Lose { stack }),
        80 => Action::Maneuver(Maneuver::Retreat { stack, to }),
        81 => Action::Maneuver(Maneuver::Advance { stack }),
        82 => order(Order::Declare { by: power, on: by }),
        83 => order(Order::Purchase { power, unit, count }),
        84 => order(Order::Place { power, unit, count, site: from, to }),
        85 => order(Order::Mend { space: from, feature, points: count }),
        86 => {
            let aim = [Aim::Industry, Aim::Morale, Aim::Armies][usize::from(count % 3)];
            Action::Launch { from, target: to, points: count, aim }
        }
        87 => Action::DropBomb { from, target: to },
        _ => order(Order::Overhaul { stack }),
    }
}
