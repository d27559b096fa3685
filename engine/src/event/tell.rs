//! Events in words, for logs: names instead of ids, and every event has a sentence of its own.

use chartroom_format::schema::condition::{BattleKind, RelationKind};

use super::Event;
use super::words::Words;
use crate::ids::PowerIx;
use crate::ruleset::Ruleset;
use crate::state::CombatStep;

const fn battle(kind: BattleKind) -> &'static str {
    match kind {
        BattleKind::Land => "on land",
        BattleKind::Sea => "at sea",
        BattleKind::Amphibious => "from the sea",
        BattleKind::Air => "in the air",
        BattleKind::Raid => "in a raid",
        BattleKind::Assault => "in an assault",
        BattleKind::DefensiveAssault => "in a defensive assault",
        BattleKind::Advance => "in an advance",
        _ => "in battle",
    }
}

const fn relation(kind: RelationKind) -> &'static str {
    match kind {
        RelationKind::War => "are at war",
        RelationKind::Allied => "are allied",
        RelationKind::Neutral => "are at peace",
        RelationKind::Leaning => "lean to each other",
        RelationKind::Pact => "have a pact",
        RelationKind::Surrendered => "fight no more, for one has surrendered",
    }
}

const fn step(step: CombatStep) -> &'static str {
    match step {
        CombatStep::Announce => "attacks are announced",
        CombatStep::Assault => "assaults are fired",
        CombatStep::LateDefence => "defenders in the open answer",
        CombatStep::Advance => "armies advance",
        CombatStep::Exploit => "armies exploit",
        _ => "combat goes on",
    }
}

const fn plainly(on: bool, yes: &'static str, no: &'static str) -> &'static str {
    if on { yes } else { no }
}

impl Event {
    /// What happened, in one line of plain words.
    pub fn tell(&self, rules: &Ruleset) -> String {
        match self {
            Self::Operation(event) => event.tell(rules),
            Self::Campaign(event) => event.tell(rules),
            Self::Maneuver(event) => event.tell(rules),
            Self::Fleets(event) => event.tell(rules),
            _ => self.of_the_turn(rules).or_else(|| self.of_units(rules)).unwrap_or_else(|| self.of_battles(rules)),
        }
    }

    /// Turns, money, politics and rules.
    fn of_the_turn(&self, rules: &Ruleset) -> Option<String> {
        let words = Words(rules);
        Some(match self {
            Self::TurnBegan { turn } => format!("turn {turn} began"),
            Self::PhaseBegan { phase } => format!("{} began", words.phase(*phase)),
            Self::PhaseEnded { phase } => format!("{} ended", words.phase(*phase)),
            Self::PhasePassedOver { phase, why } => format!("{} was passed over: {why}", words.phase(*phase)),
            Self::Rolled { sides, roll, .. } => format!("a d{sides} rolled {roll}"),
            Self::Earned { who, amount } => format!("{} earned {amount}", words.actor(*who)),
            Self::Imported { who, from, points } => {
                format!("{} got {points} production from {}", words.power(*who), words.place(*from))
            }
            Self::MoneySet { who, to } => format!("{} has {to} to spend", words.actor(*who)),
            Self::IncomeChanged { who, by } => format!("the income of {} changed by {by:+}", words.actor(*who)),
            Self::PointsChanged { who, by } => format!("the points of {} changed by {by:+}", words.actor(*who)),
            Self::RelationSet { one, other, kind } => {
                format!("{} and {} {}", words.power(*one), words.power(*other), relation(*kind))
            }
            Self::SideSet { power, side: Some(side) } => {
                format!("{} joined the {} side", words.power(*power), words.side(*side))
            }
            Self::SideSet { power, side: None } => format!("{} is on no side now", words.power(*power)),
            Self::Surrendered { power } => format!("{} surrendered", words.power(*power)),
            Self::TrackSet { track, who, to } => {
                let of = who.map_or_else(String::new, |who| format!(" of {}", words.actor(who)));
                format!("{}{of} is {to}", rules.track(*track).id)
            }
            Self::OptionSwitched { option, on } => {
                let name = rules.options.get(option.index()).map_or("", String::as_str);
                format!("the optional rule {name} is {}", plainly(*on, "on", "off"))
            }
            Self::RuleHappened { event } => format!("it happened: {}", words.rule(*event)),
            Self::Told { text } => text.clone(),
            Self::ChoiceAsked { side, .. } => format!("{} has to decide", words.side(*side)),
            Self::ChoiceMade { choice, option } => {
                let ways = rules.choices.get(usize::from(*choice)).map_or(&[][..], |choice| &choice.options);
                let way = ways.get(usize::from(*option)).map_or("one way of several", |way| way.title.as_str());
                format!("decided: {way}")
            }
            Self::CapitalMoved { power, to } => {
                format!("the capital of {} moved to {}", words.power(*power), words.place(*to))
            }
            Self::HeldFor { victory, turns } => {
                format!("victory test {} has held for {turns} turns", victory.saturating_add(1))
            }
            Self::HoldersNoted => "who holds what was noted".to_owned(),
            Self::HexesCounted { counts } => {
                let each = |(power, lost, gained): &(PowerIx, i64, i64)| {
                    format!("{} lost {lost} and gained {gained}", words.power(*power))
                };
                format!("hexes counted: {}", counts.iter().map(each).collect::<Vec<_>>().join(", "))
            }
            Self::GameEnded { outcome } => {
                let winner = outcome.winner.map_or("nobody", |winner| words.actor(winner));
                format!("{winner} won: {}", outcome.reason)
            }
            _ => return None,
        })
    }

    /// Units and places.
    fn of_units(&self, rules: &Ruleset) -> Option<String> {
        let words = Words(rules);
        Some(match self {
            Self::Moved { stack, to, .. } if stack.space == *to => {
                format!("{} in {} have their orders", words.units(stack), words.place(*to))
            }
            Self::Moved { stack, to, .. } => {
                format!("{} went from {} to {}", words.units(stack), words.place(stack.space), words.place(*to))
            }
            Self::Shipped { sea, points } => {
                let names = rules.seas.as_ref().map_or(&[][..], |seas| &seas.names);
                let name = names.get(usize::from(*sea)).map_or("a sea", String::as_str);
                format!("{points} points went by {name}")
            }
            Self::Placed { stack, why } => {
                format!("{} appeared in {}, {}", words.units(stack), words.place(stack.space), why.words())
            }
            Self::Removed { stack, why } => {
                format!("{} were lost in {}, {}", words.units(stack), words.place(stack.space), why.words())
            }
            Self::Converted { stack, into } => {
                format!("{} in {} became {}", words.units(stack), words.place(stack.space), words.unit(*into))
            }
            Self::Handed { stack, to } => {
                format!("{} in {} are {} now", words.units(stack), words.place(stack.space), words.power(*to))
            }
            Self::Ordered { arrival } => format!(
                "{} were ordered for {}, due on turn {}",
                words.count(arrival.power, arrival.unit, arrival.count),
                words.place(arrival.space),
                arrival.turn
            ),
            Self::Arrived { arrival, .. } => {
                let units = words.count(arrival.power, arrival.unit, arrival.count);
                format!("{units} arrived in {}", words.place(arrival.space))
            }
            Self::Cancelled { arrival } => format!(
                "{} never came: {} is lost",
                words.count(arrival.power, arrival.unit, arrival.count),
                words.place(arrival.space)
            ),
            Self::Captured { space, by, .. } => {
                let by = by.map_or("nobody", |power| words.power(power));
                format!("{} fell to {by}", words.place(*space))
            }
            Self::Devastated { space, points } => {
                format!("{points} production devastated in {}", words.place(*space))
            }
            Self::RepairBegan { space, points } => {
                format!("{points} production under repair in {}", words.place(*space))
            }
            Self::RepairsDone => "repairs are done".to_owned(),
            Self::FeatureSet { space, feature, amount } => {
                let name = rules.features.get(feature.index()).map_or("", |feature| feature.id.as_str());
                format!("{} has {amount} {name} now", words.place(*space))
            }
            Self::Convoyed { stack } => format!("{} crossed a sea that the enemy watches", words.units(stack)),
            Self::ConvoyHit { losses } => format!("{losses} shipped points were sunk"),
            Self::ConvoySunk { stack } => {
                format!("{} went down on the way to {}", words.units(stack), words.place(stack.space))
            }
            Self::ConvoysArrived => "the convoys arrived".to_owned(),
            Self::CutOff { spaces } => format!("cut off: {}", words.places(spaces)),
            Self::GarrisonLost { space } => format!("the garrison of {} is gone", words.place(*space)),
            Self::MarkerPlaced { space } => format!("a marker lies in {}", words.place(*space)),
            Self::GarrisonPosted { space } => format!("a marker holds {}", words.place(*space)),
            Self::MarkerRemoved { space } => format!("the marker in {} was taken up", words.place(*space)),
            _ => return None,
        })
    }

    /// Attacks of armies.
    fn of_battles(&self, rules: &Ruleset) -> String {
        let words = Words(rules);
        let numbers = |armies: &[u8]| {
            let list: Vec<String> = armies.iter().map(ToString::to_string).collect();
            list.join(", ")
        };
        match self {
            Self::CombatStepped { step: now } => step(*now).to_owned(),
            Self::CombatEnded => "combat is over, and garrisons are back".to_owned(),
            Self::Announced { side, army, target } => {
                format!("{} army {army} attacks {}", words.side(*side), words.place(*target))
            }
            Self::DefenceAsked { spaces } => format!("the defenders may fire in {}", words.places(spaces)),
            Self::DefenceAnswered { space, fired } => {
                format!("the defenders of {} {}", words.place(*space), plainly(*fired, "fire", "hold their fire"))
            }
            Self::Fired { side, kind, from, at, strength, die, losses } => format!(
                "{} fired {} from {} at {} with {strength}: die {die}, {losses} lost",
                words.side(*side),
                battle(*kind),
                words.place(*from),
                words.place(*at)
            ),
            Self::Assaulted { side, armies } => {
                format!("{} armies {} have used their assault", words.side(*side), numbers(armies))
            }
            Self::Defended { side, armies } => {
                format!("{} armies {} have used their defensive assault", words.side(*side), numbers(armies))
            }
            Self::Reserved { side, army } => format!("{} army {army} keeps its assault", words.side(*side)),
            Self::InvasionDeclared { invasion } if invasion.army == 0 => format!(
                "{} ships go from {} to the landing at {}",
                words.side(invasion.side),
                words.place(invasion.from),
                words.place(invasion.target)
            ),
            Self::InvasionDeclared { invasion } => format!(
                "{} army {} sails from {} to land at {}",
                words.side(invasion.side),
                invasion.army,
                words.place(invasion.from),
                words.place(invasion.target)
            ),
            Self::InvasionEnded { side, army } => {
                format!("the invasion of {} army {army} is over", words.side(*side))
            }
            Self::InterceptionAsked { fleets } => {
                let list: Vec<String> =
                    fleets.iter().map(|(side, at)| format!("{} in {}", words.side(*side), words.place(*at))).collect();
                format!("fleets may intercept: {}", list.join(", "))
            }
            Self::InterceptionAnswered { side, space, fired } => format!(
                "the {} fleet in {} {}",
                words.side(*side),
                words.place(*space),
                plainly(*fired, "intercepts", "stays in port")
            ),
            Self::SeaBattleFought { battle } => format!(
                "the {} fleet of {} fought at sea: {} lost to it, {} of its own",
                words.side(battle.side),
                words.place(battle.space),
                battle.done,
                battle.taken
            ),
            Self::SeaBattleEnded { winner } => format!("{} won at sea", words.side(*winner)),
            Self::FleetExpended { side, space } => {
                format!("the {} fleet in {} has done its part", words.side(*side), words.place(*space))
            }
            Self::BombsArmed { side, space, count } => {
                format!("{count} bombs of {} from {} came through", words.side(*side), words.place(*space))
            }
            Self::BombDropped { side, from, target } => {
                format!("{} dropped a bomb from {} on {}", words.side(*side), words.place(*from), words.place(*target))
            }
            Self::BombsStoodDown => "no more bombs are dropped".to_owned(),
            Self::ExpendedReady => "whoever had done his part may act again".to_owned(),
            Self::BeachheadWon { side, space, until } => {
                format!(
                    "the beachhead of {} in {} feeds its army until turn {until}",
                    words.side(*side),
                    words.place(*space)
                )
            }
            Self::Dropped { side, army, points } => {
                format!("{points} points of {} army {army} jumped", words.side(*side))
            }
            Self::FortSwallowed { space, points } => {
                format!("the fort in {} took {points} of the fire", words.place(*space))
            }
            Self::FortFired { space } => format!("the fort in {} fired", words.place(*space)),
            Self::CoastFired { space } => format!("the aircraft of {} fired", words.place(*space)),
            Self::LossesFell { due } => format!("{} has to give up {} points", words.side(due.side), due.count),
            Self::LossesTaken { .. } => "a point was given up".to_owned(),
            Self::LossesIgnored => "nothing is left to give up".to_owned(),
            Self::AdvanceTried { side, army, from, to, defence, die, success } => format!(
                "{} army {army} advanced from {} into {} against {defence}: die {die}, {}",
                words.side(*side),
                words.place(*from),
                words.place(*to),
                plainly(*success, "success", "failure")
            ),
            Self::Entering { army, from, to } => {
                format!("army {army} goes from {} into {}", words.place(*from), words.place(*to))
            }
            Self::RetreatsDue { dues } => {
                let list: Vec<String> = dues
                    .iter()
                    .map(|due| format!("{} army {} from {}", words.side(due.side), due.army, words.place(due.from)))
                    .collect();
                format!("retreats are due: {}", list.join(", "))
            }
            Self::Retreated { side, army } => format!("{} army {army} has retreated", words.side(*side)),
            Self::Entered { side, army } => format!("{} army {army} has entered", words.side(*side)),
            Self::AttackEnded { side, army } => format!("the attack of {} army {army} is over", words.side(*side)),
            Self::Exploiting { army: Some(army), target: Some(target) } => {
                format!("army {army} exploits towards {}", words.place(*target))
            }
            Self::Exploiting { army: Some(army), target: None } => format!("army {army} may exploit"),
            Self::Exploiting { army: None, .. } => "exploitation is over".to_owned(),
            _ => "something happened that this program has no words for".to_owned(),
        }
    }
}
