//! The odds of plain battles of dice per unit: a form, and the figures of the pack that the script reckons with. The rules of such
//! battles stand in `assets/battle.js` a second time; scripts/peers/site holds them against the engine's own.

use askama::Template;
use chartroom_engine::matchup::{Plain, Position, plain};
use chartroom_engine::odds::hit::{
    Bonus, BonusRounds, ClassSet, Health, Reach, Shot, Side, StrikeRounds, Support, SupportDice,
};
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::units::Domain;
use serde_json::{Map, Value, json};

use super::{Files, Page};
use crate::SiteError;
use crate::book::Book;

struct UnitLine {
    id: String,
    title: String,
}

#[derive(Template)]
#[template(path = "odds.html")]
struct OddsPage {
    page: Page,
    /// The scenario at whose start the battle is fought, if there is only one.
    at_start_of: String,
    left_out: Vec<String>,
    units: Vec<UnitLine>,
}

/// Whether the pack fights such battles.
pub(super) fn is_there(book: &Book<'_>) -> bool {
    plain(book.content, false, None).is_some()
}

pub(super) fn files(book: &Book<'_>) -> Result<Files, SiteError> {
    let content = book.content;
    // Where the pack has one scenario its start decides what the question cannot, as `chartroom odds` has it.
    let only = content.scenarios.keys().next().filter(|_| content.scenarios.len() == 1);
    let position = only.and_then(|only| Position::at_start(content, only.as_str()).ok());
    let (land, sea) = (plain(content, false, position.as_ref()), plain(content, true, position.as_ref()));
    let Some(first) = &land else { return Ok(Vec::new()) };
    let mut left_out: Vec<String> =
        land.iter().chain(&sea).flat_map(|plain| &plain.left_out).map(|left_out| left_out.words()).collect();
    left_out.sort_unstable();
    left_out.dedup();
    let fighting = content.units.iter().filter(|(_, unit)| unit.leads.is_none());
    let units: Vec<UnitLine> = fighting
        .map(|(id, _)| UnitLine { id: id.to_string(), title: book.name(EntryKind::Unit, id.as_str()) })
        .collect();
    let titles: Map<String, Value> = units.iter().map(|unit| (unit.id.clone(), json!(unit.title))).collect();
    let is_ship = |domain: Domain| matches!(domain, Domain::Sea | Domain::Submarine);
    let ships: Vec<&str> =
        content.units.iter().filter(|(_, unit)| is_ship(unit.domain)).map(|(id, _)| id.as_str()).collect();
    let data = json!({
        "die": first.battle.die, "rounds": first.battle.round_limit, "titles": titles, "ships": ships,
        "land": land.as_ref().map(board), "sea": sea.as_ref().map(board),
    });
    let at_start_of = position.and(only).map(|only| book.name(EntryKind::Scenario, only.as_str())).unwrap_or_default();
    let page = OddsPage { page: book.page("Odds", "odds.html"), at_start_of, left_out, units };
    let script = format!("chartroomOdds({data});\n");
    Ok(vec![book.file("odds.html", &page)?, (format!("{}/odds-data.js", book.id), script.into_bytes())])
}

fn board(plain: &Plain) -> Value {
    json!({
        "hold": classes(plain.battle.hold),
        "attacker": side(plain, &plain.battle.attacker, &plain.attacker_supports),
        "defender": side(plain, &plain.battle.defender, &plain.defender_supports),
    })
}

fn side(plain: &Plain, side: &Side, supports: &[Vec<Support>]) -> Value {
    let units = side.units.iter().zip(supports).map(|(unit, supports)| {
        json!({
            "unit": plain.names.get(usize::from(unit.key)), "classes": classes(unit.classes), "cost": unit.cost,
            "health": unit.health.iter().map(health).collect::<Vec<_>>(),
            "supports": supports.iter().map(support).collect::<Vec<_>>(),
        })
    });
    json!({ "units": units.collect::<Vec<_>>(), "bonuses": side.bonuses.iter().map(bonus).collect::<Vec<_>>() })
}

/// A set of classes as hexadecimal text: JSON has no numbers so large.
fn classes(set: ClassSet) -> String {
    format!("0x{:x}", set.0)
}

fn health(health: &Health) -> Value {
    json!({
        "worth": u32::from(health.attack_worth) + u32::from(health.defence_worth),
        "shots": health.shots.iter().map(shot).collect::<Vec<_>>(),
    })
}

fn shot(shot: &Shot) -> Value {
    json!({
        "value": shot.value, "any": classes(shot.targets.any_of), "none": classes(shot.targets.none_of),
        "first": classes(shot.targets.first),
        "halved": shot.halved.map(|halved| [classes(halved.against), classes(halved.unless_with)]),
        "picksOn": shot.picks_on, "picksFrom": classes(shot.picks_from), "lostFrom": shot.lost_from,
        "strike": match shot.strike.rounds {
            StrikeRounds::Never => 0,
            StrikeRounds::RoundOne => 1,
            StrikeRounds::EveryRound => 2,
        },
        "cancelled": classes(shot.strike.cancelled_by), "oneForOne": shot.strike.one_for_one, "forGood": shot.strike.for_good,
    })
}

fn support(support: &Support) -> Value {
    let (dice, against) = match support.dice {
        SupportDice::Fixed(dice) | SupportDice::PerOwn(dice, _) => (dice, ClassSet::NONE),
        SupportDice::PerEnemy(classes) => (0, classes),
    };
    json!({
        "shot": shot(&support.shot), "everyRound": support.every_round, "dice": dice, "against": classes(against),
        "perEnemy": matches!(support.dice, SupportDice::PerEnemy(_)),
    })
}

fn bonus(bonus: &Bonus) -> Value {
    let (reach, partners, most) = match bonus.reach {
        Reach::All => ("all", None, 0),
        Reach::OnePer(partners) => ("one-per", Some(classes(partners)), 0),
        Reach::UpTo(most) => ("up-to", None, most),
    };
    json!({
        "units": classes(bonus.units), "add": bonus.add, "reach": reach, "partners": partners, "most": most,
        "needsOwn": bonus.needs_own.map(|(set, least)| json!([classes(set), least])), "unlessEnemy": classes(bonus.unless_enemy),
        "rounds": match bonus.rounds {
            BonusRounds::Every => "every",
            BonusRounds::RoundOne => "one",
            BonusRounds::AfterRoundOne => "later",
        },
    })
}
