//! Strength differences on a table.

use chartroom_format::content::Content;
use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::rules::Quantity;
use chartroom_format::schema::units::{Ability, CombatRole, Domain};
use chartroom_format::schema::value::{Amount, Cell};

use super::scene::{LeftOut, Scene};
use super::{Answer, Asked, Row, key, names, unit_type};
use crate::modifier::How;
use crate::odds::differential::{
    Below, DifferentialTable, Fleet, LandCombat, NavalCombat, PointOrder, Points, ResultCell, Stand, land_odds,
    naval_odds,
};

pub(super) fn land(asked: &Asked<'_>, table: &str, minimum: i64, forts_first: &[Surface]) -> Result<Answer, String> {
    let question = asked.question;
    let names = names(question);
    let coast = question
        .at
        .and_then(|at| question.content.spaces.get(at))
        .is_some_and(|space| forts_first.contains(&space.surface));
    let combat = LandCombat {
        table: results(question.content, table)?,
        attacker: points(asked, &names, &question.attack, CombatRole::Attacking, coast)?,
        defender: points(asked, &names, &question.defend, CombatRole::Defending, coast)?,
        column_shift: shift(asked, &Quantity::Column(BattleKind::Land), BattleKind::Land),
        die_shift: shift(asked, &Quantity::Die(BattleKind::Land), BattleKind::Land),
        below: if minimum > i64::from(i32::MIN) { Below::NotAllowed } else { Below::FirstColumn },
        can_retreat: true,
        fort_covers: coast,
        order: question
            .losses
            .1
            .of_points(question.content, &question.defend)
            .map_or_else(PointOrder::default, PointOrder::Given),
    };
    let odds = land_odds(&combat).map_err(|error| error.to_string())?;
    let notes = vec!["numbers are strength points".to_owned()];
    Ok(Answer { family: "differential", odds, names, notes, results: Vec::new(), left_out: Vec::new() })
}

pub(super) fn naval(asked: &Asked<'_>, table: &str) -> Result<Answer, String> {
    let question = asked.question;
    let names = names(question);
    let combat = NavalCombat {
        table: results(question.content, table)?,
        attacker: fleets(asked, &names, &question.attack, question.attacker)?,
        defender: fleets(asked, &names, &question.defend, question.defender)?,
        column_shift: shift(asked, &Quantity::Column(BattleKind::Sea), BattleKind::Sea),
        die_shift: shift(asked, &Quantity::Die(BattleKind::Sea), BattleKind::Sea),
        below: Below::NotAllowed,
        counter_attack: true,
    };
    let odds = naval_odds(&combat).map_err(|error| error.to_string())?;
    Ok(Answer { family: "differential", odds, names, notes: Vec::new(), results: Vec::new(), left_out: Vec::new() })
}

fn shift(asked: &Asked<'_>, quantity: &Quantity, battle: BattleKind) -> i32 {
    asked.shift(CombatRole::Attacking, quantity, battle)
}

fn points(
    asked: &Asked<'_>,
    names: &[String],
    rows: &[Row],
    role: CombatRole,
    forts_first: bool,
) -> Result<Vec<Points>, String> {
    let question = asked.question;
    let scene = asked.scene(role, BattleKind::Land);
    let quantity = if role == CombatRole::Attacking { Quantity::Attack } else { Quantity::Defence };
    let power = if role == CombatRole::Attacking { question.attacker } else { question.defender };
    rows.iter()
        .map(|row| {
            let unit = unit_type(question.content, &row.unit)?;
            let each = match role {
                CombatRole::Attacking => unit.stats.attack_strength,
                CombatRole::Defending => unit.stats.defence_strength,
            };
            let each = each.unwrap_or(Amount::ZERO);
            let mut times = (1_u16, 1_u16);
            for (id, modifier, change) in scene.modifiers(&quantity) {
                let fits = modifier.to.as_ref().is_none_or(|to| Scene::takes(to, &row.unit, unit));
                match (change.how, fits, &modifier.pairs_with) {
                    (_, false, _) => {}
                    (How::Times, true, None) => {
                        let factor = change.by;
                        times = (
                            times.0 * factor.numerator.clamp(0, 100) as u16,
                            times.1 * factor.denominator.clamp(1, 100) as u16,
                        );
                    }
                    _ => asked.ledger.note(LeftOut::plain(id, "strengths are multiplied only")),
                }
            }
            // A unit of strength n is n points; a fraction stays with the strength of its one point.
            let whole = each.as_whole().unwrap_or(1).clamp(0, 1000) as u16;
            if each.as_whole().is_none() {
                times =
                    (times.0 * each.numerator.clamp(0, 100) as u16, times.1 * each.denominator.clamp(1, 100) as u16);
            }
            let fort = unit.domain == Domain::Fixed || unit.abilities.contains(&Ability::HoldsGround);
            Ok(Points {
                unit: key(names, &row.unit),
                points: row.count.saturating_mul(whole),
                cost: asked.cost(&row.unit, power)?,
                times,
                stays: fort,
                lost_first: fort && forts_first,
            })
        })
        .collect()
}

fn fleets(asked: &Asked<'_>, names: &[String], rows: &[Row], power: Option<&str>) -> Result<Vec<Fleet>, String> {
    let whole = |amount: Option<Amount>| amount.and_then(Amount::as_whole).unwrap_or(0).clamp(0, 1000) as u16;
    rows.iter()
        .map(|row| {
            let unit = unit_type(asked.question.content, &row.unit)?;
            let plain = unit.domain == Domain::Submarine || unit.abilities.contains(&Ability::Pipeline);
            Ok(Fleet {
                unit: key(names, &row.unit),
                count: row.count,
                cost: asked.cost(&row.unit, power)?,
                attack: whole(unit.stats.attack_strength),
                defence: whole(unit.stats.defence_strength),
                depletable: unit.abilities.contains(&Ability::Depletes) || !unit.damaged.is_empty(),
                depletes: !plain,
                stand: Stand::Line,
            })
        })
        .collect()
}

/// "1/2": one lost by those who fire, two by those fired at; an a sends one of these home.
fn pair(text: &str) -> Result<ResultCell, String> {
    let wrong = || format!("`{text}` is not a combat result");
    let number = |part: &str| if part == "-" { Ok(0) } else { part.parse::<u16>().map_err(|_| wrong()) };
    let (own, other) = text.split_once('/').ok_or_else(wrong)?;
    let aborted = u16::from(other.eq_ignore_ascii_case("a"));
    let defender_lost = if aborted > 0 { 0 } else { number(other)? };
    Ok(ResultCell { attacker_lost: number(own)?, defender_aborted: aborted, ..ResultCell::lost(defender_lost) })
}

/// The table as numbers: "2" losses, "d1" a depletion and one loss, "-" nothing.
pub(crate) fn results(content: &Content, table: &str) -> Result<DifferentialTable, String> {
    let table = content.tables.get(table).ok_or_else(|| format!("there is no table `{table}`"))?;
    let columns = table
        .keys(1)
        .iter()
        .map(|key| key.as_str().parse().map_err(|_| format!("the column `{key}` is not a differential")))
        .collect::<Result<Vec<i32>, String>>()?;
    let rows = table
        .rows
        .values()
        .map(|row| row.0.iter().map(cell).collect::<Result<Vec<ResultCell>, String>>())
        .collect::<Result<Vec<_>, String>>()?;
    Ok(DifferentialTable { columns, rows })
}

fn cell(cell: &Cell) -> Result<ResultCell, String> {
    match cell {
        Cell::Number(number) => Ok(ResultCell::lost((*number).clamp(0, 1000) as u16)),
        Cell::Text(_) if cell.is_empty() => Ok(ResultCell::default()),
        Cell::Text(text) if text.contains('/') => pair(text),
        Cell::Text(text) => {
            let (depleted, rest) = text.strip_prefix('d').map_or((0, text.as_str()), |rest| (1, rest));
            let lost = if rest.is_empty() { Ok(0) } else { rest.parse() };
            let defender_lost = lost.map_err(|_| format!("`{text}` is not a combat result"))?;
            Ok(ResultCell { attacker_depleted: depleted, ..ResultCell::lost(defender_lost) })
        }
    }
}
