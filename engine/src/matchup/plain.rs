//! Battles of dice per unit with nothing around them: no place, no powers, no technology. For readers that reckon such battles by
//! themselves, such as a page without a server: one unit of every type on both sides, with all that may count among them.

use chartroom_format::content::Content;
use chartroom_format::schema::condition::BattleKind;
use chartroom_format::schema::procedure::Procedure;
use chartroom_format::schema::units::{CombatRole, Domain};

use super::profile::Bits;
use super::scene::{Ledger, LeftOut};
use super::{Asked, Losses, Position, Question, Row, hit, names};
use crate::odds::Budget;
use crate::odds::hit::{Battle, ClassSet, Side, Support};

/// One unit of every type against one of every type. Whoever changes the numbers has the battle of any plain question: what the
/// sides add to their units does not depend on how many there are, but for the dice of supports.
#[derive(Clone, Debug)]
pub struct Plain {
    pub battle: Battle,
    /// The names behind the keys of units.
    pub names: Vec<String>,
    /// The dice that come with each unit of the attacker without being its own, row by row.
    pub attacker_supports: Vec<Vec<Support>>,
    /// The same for the defender.
    pub defender_supports: Vec<Vec<Support>>,
    /// What is not reckoned because nobody and nowhere is named.
    pub left_out: Vec<LeftOut>,
}

/// The plain battles of a pack on land, or at sea, perhaps as things stand in a position; none if it does not fight with dice per
/// unit.
pub fn plain(content: &Content, at_sea: bool, position: Option<&Position<'_>>) -> Option<Plain> {
    let (procedure, die, rounds) = content.procedures.iter().find_map(|(id, entry)| match entry.run {
        Procedure::HitRollCombat { die, rounds, .. } => Some((id.as_str(), u8::try_from(die).ok()?, rounds)),
        _ => None,
    })?;
    let is_ship = |domain: Domain| matches!(domain, Domain::Sea | Domain::Submarine);
    let fighting = content.units.iter().filter(|(_, unit)| unit.leads.is_none() && (at_sea || !is_ship(unit.domain)));
    let rows: Vec<Row> = fighting.map(|(id, _)| Row { unit: id.to_string(), count: 1 }).collect();
    if rows.is_empty() || at_sea && !content.units.values().any(|unit| is_ship(unit.domain)) {
        return None;
    }
    let ledger = Ledger::default();
    let kind = if at_sea { BattleKind::Sea } else { BattleKind::Land };
    let asking = |attack: Vec<Row>, defend: Vec<Row>| Question {
        content,
        attack,
        defend,
        attacker: None,
        defender: None,
        at: None,
        position,
        losses: (Losses::Usual, Losses::Usual),
        budget: Budget::default(),
    };
    let question = asking(rows.clone(), rows.clone());
    let names = names(&question);
    let mut bits = Bits::default();
    let mut side_of = |question: &Question<'_>, role| {
        hit::side(&Asked { question, ledger: &ledger, procedure }, &names, role, kind, &mut bits).ok()
    };
    let attacker = side_of(&question, CombatRole::Attacking)?;
    let defender = side_of(&question, CombatRole::Defending)?;
    let mut supports = |role: CombatRole| -> Option<Vec<Vec<Support>>> {
        rows.iter()
            .map(|row| {
                let one = vec![row.clone()];
                let alone = match role {
                    CombatRole::Attacking => asking(one, rows.clone()),
                    CombatRole::Defending => asking(rows.clone(), one),
                };
                side_of(&alone, role).map(|side| side.support)
            })
            .collect()
    };
    let (attacker_supports, defender_supports) = (supports(CombatRole::Attacking)?, supports(CombatRole::Defending)?);
    if bits.ran_out {
        return None;
    }
    let without_support = |side: Side| Side { support: Vec::new(), ..side };
    let battle = Battle {
        die,
        attacker: without_support(attacker),
        defender: without_support(defender),
        round_limit: rounds.map(|rounds| rounds.clamp(1, 1000) as u16),
        hold: if at_sea { ClassSet::ALL } else { Bits::HOLDS },
        retreat_under_fire: false,
    };
    Some(Plain { battle, names, attacker_supports, defender_supports, left_out: ledger.told() })
}
