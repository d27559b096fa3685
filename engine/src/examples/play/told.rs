//! What a played example can expect of the course of the game: `phases` (side or power and phase, as they began), `steps` (of combat phases,
//! as they came), and of a game of strength points `fought` ([attack, defence, die] of each land battle), `struck` ([attack, defence, die]
//! of each strike at sea) and `raided` ([air defence lost, bombers lost, turned back, production lost] of each raid). Of powers:
//! `war` ("one/other" -> truth) and `due` ("power/unit" -> turns in which units on order arrive).

use chartroom_format::schema::value::Data;

use super::Played;
use crate::event::{CampaignEvent, Event};
use crate::game::Game;
use crate::ids::PowerIx;
use crate::ruleset::{Player, Ruleset};

fn whole(value: impl Into<i64>) -> Data {
    Data::Whole(value.into())
}

fn word(text: impl Into<String>) -> Data {
    Data::Text(text.into())
}

/// What happened, if the key asks for something of this kind.
pub(super) fn of_events(rules: &Ruleset, played: &Played, key: &str) -> Option<Data> {
    let found = |tell: fn(&Ruleset, &Event) -> Option<Data>| {
        Some(Data::List(played.events.iter().filter_map(|event| tell(rules, event)).collect()))
    };
    match key {
        "phases" => found(phase),
        "steps" => found(|_, event| match event {
            Event::CombatStepped { step } => Some(word(format!("{step:?}").to_lowercase())),
            _ => None,
        }),
        "fought" => found(|_, event| match event {
            Event::Campaign(CampaignEvent::Fought { attack, defence, die, .. }) => {
                Some(Data::List(vec![whole(*attack), whole(*defence), whole(*die)]))
            }
            _ => None,
        }),
        "struck" => found(|_, event| match event {
            Event::Campaign(CampaignEvent::Struck { attack, defence, die, .. }) => {
                Some(Data::List(vec![whole(*attack), whole(*defence), whole(*die)]))
            }
            _ => None,
        }),
        "raided" => found(|_, event| match event {
            Event::Campaign(CampaignEvent::Raided { defence_lost, bombers_lost, aborted, production_lost, .. }) => {
                let counts = [*defence_lost, *bombers_lost, *aborted, *production_lost];
                Some(Data::List(counts.into_iter().map(whole).collect()))
            }
            _ => None,
        }),
        _ => None,
    }
}

/// A phase that began, with whose it is.
fn phase(rules: &Ruleset, event: &Event) -> Option<Data> {
    let Event::PhaseBegan { phase } = event else { return None };
    let phase = rules.phases.get(usize::from(*phase))?;
    let powers = |powers: &[PowerIx]| {
        let names: Vec<&str> = powers.iter().map(|power| rules.power(*power).id.as_str()).collect();
        names.join("+")
    };
    let who = match &phase.player {
        Player::Side(side) => rules.sides[side.index()].clone(),
        Player::Power(power) => powers(&[*power]),
        Player::Slot(slot) => powers(slot),
        Player::All => "all".to_owned(),
    };
    Some(word(format!("{who}: {}", rules.phase_name(phase.name))))
}

/// Where somebody stands, if the key asks for something of this kind.
pub(super) fn of_powers(game: &Game<'_>, key: &str, name: &str) -> Option<Result<Data, String>> {
    let rules = game.rules;
    let power = |id: &str| rules.find_power(id).ok_or_else(|| format!("there is no power `{id}`"));
    let pair = || name.split_once('/').ok_or_else(|| format!("`{name}` names no pair"));
    match key {
        "war" => Some(pair().and_then(|(one, other)| Ok(Data::Truth(game.state.at_war(power(one)?, power(other)?))))),
        "due" => Some(pair().and_then(|(who, unit)| {
            let who = power(who)?;
            let unit = rules.find_unit(unit).ok_or_else(|| format!("there is no unit `{unit}`"))?;
            let pending = game.state.campaign.pending.iter().filter(|due| due.power == who && due.unit == unit);
            Ok(Data::List(pending.flat_map(|due| (0..due.count).map(|_| whole(due.turn))).collect()))
        })),
        _ => None,
    }
}
