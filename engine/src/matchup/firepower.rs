//! Firepower and advance.

use chartroom_format::content::Content;
use chartroom_format::lookup::range_bounds;
use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::procedure::FireClasses;
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::table::Table;
use chartroom_format::schema::units::{Ability, CombatRole, Domain, UnitType};
use chartroom_format::schema::value::{Cell, Key};

use super::scene::{LeftOut, Scene};
use super::{Answer, Asked, Losses, Row, key, names, unit_type};
use crate::modifier::{self, How};
use crate::odds::firepower::{
    AdvanceRow, AdvanceTable, Arm, Army, Attack, FirepowerTable, Place, PointOrder, Points, attack_odds,
};

/// The tables of the procedure, and how they are read.
pub(super) struct Tables<'a> {
    pub(super) fire: &'a str,
    pub(super) advance: &'a str,
    /// The column of friendly spaces.
    pub(super) friendly: Option<&'a Key>,
    pub(super) group: i64,
}

pub(super) fn answer(asked: &Asked<'_>, tables: &Tables<'_>, classes: &FireClasses) -> Result<Answer, String> {
    let question = asked.question;
    let names = names(question);
    let content = question.content;
    let die = |role, battle| asked.shift(role, &Quantity::Die(battle), battle);
    let attack = Attack {
        die: 6,
        firepower: firepower_table(content, tables.fire)?,
        advance: advance_table(content, tables)?,
        attackers: vec![Army {
            points: points(asked, &names, classes, CombatRole::Attacking)?,
            from: 0,
            assaults: true,
            advances: true,
        }],
        defenders: points(asked, &names, classes, CombatRole::Defending)?,
        place: Place::Garrisoned,
        defensive_assault: true,
        assault_die: die(CombatRole::Attacking, BattleKind::Assault),
        defence_die: die(CombatRole::Defending, BattleKind::DefensiveAssault),
        advance_die: die(CombatRole::Attacking, BattleKind::Advance),
        hexes_before: 0,
        can_retreat: true,
        exploitation: Vec::new(),
        attacker_order: order(&question.losses.0, content, &question.attack, PointOrder::KeepAdvance),
        defender_order: order(&question.losses.1, content, &question.defend, PointOrder::Cheapest),
    };
    let found = attack_odds(&attack).map_err(|error| error.to_string())?;
    let notes = vec!["one hex: a defensive assault, an assault, an advance; a win takes the hex".to_owned()];
    Ok(Answer { family: "firepower", odds: found.odds, names, notes, results: Vec::new(), left_out: Vec::new() })
}

/// The order of losses that was asked for, or the usual one.
fn order(losses: &Losses, content: &Content, rows: &[Row], usual: PointOrder) -> PointOrder {
    match (losses, losses.of_points(content, rows)) {
        (_, Some(rows)) => PointOrder::Given(rows),
        (Losses::Cheapest, None) => PointOrder::Cheapest,
        (_, None) => usual,
    }
}

fn points(asked: &Asked<'_>, names: &[String], classes: &FireClasses, role: CombatRole) -> Result<Vec<Points>, String> {
    let question = asked.question;
    let (rows, power, fires_as) = match role {
        CombatRole::Attacking => (&question.attack, question.attacker, &classes.assault),
        CombatRole::Defending => (&question.defend, question.defender, &classes.defensive_assault),
    };
    rows.iter()
        .map(|row| {
            let unit = unit_type(question.content, &row.unit)?;
            let fires = if unit.classes.contains(fires_as) { fraction(asked, role, &row.unit, unit) } else { (0, 1) };
            Ok(Points {
                unit: key(names, &row.unit),
                count: row.count,
                cost: asked.cost(&row.unit, power)?,
                fires,
                advances: (u16::from(unit.abilities.contains(&Ability::Mechanised)), 1),
                defends: unit.classes.contains(&classes.holds),
                arm: match unit.domain {
                    Domain::Fixed => Arm::Fort,
                    Domain::Air => Arm::TacAir,
                    Domain::Sea | Domain::Submarine => Arm::Sea,
                    Domain::Land => Arm::Land,
                },
                risked: false,
            })
        })
        .collect()
}

/// What terrain leaves of a unit's fire.
fn fraction(asked: &Asked<'_>, role: CombatRole, id: &str, unit: &UnitType) -> (u16, u16) {
    let battle = if role == CombatRole::Attacking { BattleKind::Assault } else { BattleKind::DefensiveAssault };
    let mut fires = (1, 1);
    for (name, modifier, change) in asked.scene(role, battle).modifiers(&Quantity::Attack) {
        if !modifier.to.as_ref().is_none_or(|to| Scene::takes(to, id, unit)) {
            continue;
        }
        let times = change.by;
        match change.how {
            How::Set => fires = (modifier::floor(times).clamp(0, 10) as u16, 1),
            How::Times => {
                fires =
                    (fires.0 * times.numerator.clamp(0, 10) as u16, fires.1 * times.denominator.clamp(1, 10) as u16);
            }
            _ => asked.ledger.note(LeftOut::plain(name, "fire is set or multiplied only")),
        }
    }
    fires
}

fn find<'c>(content: &'c Content, table: &str) -> Result<&'c Table, String> {
    content.tables.get(table).ok_or_else(|| format!("there is no table `{table}`"))
}

fn firepower_table(content: &Content, table: &str) -> Result<FirepowerTable, String> {
    let rows = find(content, table)?
        .rows
        .values()
        .map(|row| row.0.iter().map(|cell| cell.as_number().unwrap_or(0).clamp(0, 255) as u8).collect::<Vec<u8>>());
    Ok(FirepowerTable { rows: rows.collect(), clamp_high: true })
}

fn advance_table(content: &Content, tables: &Tables<'_>) -> Result<AdvanceTable, String> {
    let table = find(content, tables.advance)?;
    let keys = table.keys(1);
    let top = |cell: Option<&Cell>| match cell {
        Some(Cell::Number(number)) => (*number).clamp(0, 255) as u8,
        Some(Cell::Text(text)) => range_bounds(text).and_then(|(_, to)| to).unwrap_or(0).clamp(0, 255) as u8,
        None => 0,
    };
    let rows = table.rows.values().map(|row| {
        let column = tables.friendly.and_then(|wanted| keys.iter().position(|key| key == wanted));
        let friendly = column.and_then(|at| row.0.get(at));
        let by_defence = (0..=tables.group).map(|defence| {
            let at = keys.iter().position(|key| chartroom_format::lookup::range_contains(key.as_str(), defence));
            top(at.and_then(|at| row.0.get(at)))
        });
        AdvanceRow { friendly: top(friendly), by_defence: by_defence.collect() }
    });
    Ok(AdvanceTable { rows: rows.collect() })
}
