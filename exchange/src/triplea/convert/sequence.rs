//! Delegates and steps: the turn as a tree of phases, and the procedures they run.

use std::collections::BTreeSet;

use chartroom_format::schema::CURRENT;
use chartroom_format::schema::ids::{ActorId, PhaseId, PowerId, ProcedureId};
use chartroom_format::schema::procedure::{MovePurpose, NeutralEntry, Plunder, Procedure};
use chartroom_format::schema::rules::ProcedureEntry;
use chartroom_format::schema::sequence::{Sequence, Step, Turns};
use indexmap::IndexMap;

use super::super::read;
use super::Import;
use super::names::{class, side_of};
use super::technology::OPTION;
use super::units::HARDY;

/// What a step does here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Act {
    Research,
    Politics,
    Purchase,
    CombatMove,
    Combat,
    NonCombatMove,
    Place,
    /// Purchase and placing in one.
    Buy,
    Income,
    RoundEnd,
}

impl Act {
    const fn id(self) -> &'static str {
        match self {
            Self::Research => "research",
            Self::Politics => "politics",
            Self::CombatMove => "combat-move",
            Self::Combat => "combat",
            Self::NonCombatMove => "non-combat-move",
            Self::Purchase => "purchase",
            Self::Place => "place",
            Self::Buy => "build",
            Self::Income => "income",
            Self::RoundEnd => "end-of-round",
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Research => "Research",
            Self::Politics => "Politics",
            Self::CombatMove => "Combat move",
            Self::Combat => "Combat",
            Self::NonCombatMove => "Non-combat move",
            Self::Purchase => "Purchase units",
            Self::Place => "Place units",
            Self::Buy => "Buy and place units",
            Self::Income => "Collect income",
            Self::RoundEnd => "End of round",
        }
    }
}

impl Import<'_> {
    pub(super) fn sequence(&mut self) -> Sequence {
        let turns = self.turns();
        self.write_procedures(&turns);
        let mut each_turn = Vec::new();
        let acted: Vec<&str> = turns.iter().map(|(player, _)| player.as_str()).collect();
        let all: BTreeSet<&str> = acted.iter().copied().collect();
        let uniform =
            turns.windows(2).all(|pair| pair[0].1 == pair[1].1) && all.len() == acted.len() && acted == self.order();
        if let (true, Some((_, acts))) = (uniform, turns.first()) {
            each_turn.push(self.stage("player-turn", "Turn of a player", Turns::Slots, acts, ""));
        } else {
            let mut taken = BTreeSet::new();
            for (player, acts) in &turns {
                let Some(power) = self.names.power(player) else { continue };
                let mut id = format!("{power}-turn");
                let mut number = 2;
                while !taken.insert(id.clone()) {
                    id = format!("{power}-turn-{number}");
                    number += 1;
                }
                let suffix = id.replace("-turn", "");
                let title = super::names::title(player);
                each_turn.push(self.stage(&id, &title, Turns::Of(vec![ActorId(power.0)]), acts, &suffix));
            }
        }
        each_turn.push(self.phase(Act::RoundEnd, ""));
        let end = ProcedureEntry { source: None, run: Procedure::EndTurn, cites: IndexMap::new(), note: String::new() };
        self.rules.procedures.insert(Act::RoundEnd.id().into(), end);
        self.report.exact("order of play (sequence)", self.game.steps.first().map(|step| step.line));
        Sequence { schema: CURRENT, requires: Vec::new(), source: None, each_turn, others: IndexMap::new() }
    }

    fn stage(&self, id: &str, title: &str, each: Turns, acts: &[Act], suffix: &str) -> Step {
        Step::Stage {
            id: PhaseId(id.to_owned()),
            title: title.to_owned(),
            repeat: None,
            until: None,
            each: Some(each),
            when: None,
            source: None,
            steps: acts.iter().map(|&act| self.phase(act, suffix)).collect(),
        }
    }

    fn phase(&self, act: Act, suffix: &str) -> Step {
        let id = if suffix.is_empty() { act.id().to_owned() } else { format!("{suffix}-{}", act.id()) };
        Step::Phase {
            id: PhaseId(id),
            title: act.title().to_owned(),
            by: None,
            together: false,
            run: Some(ProcedureId(act.id().to_owned())),
            done_by: None,
            when: None,
            option: (act == Act::Research).then(|| OPTION.into()),
            source: None,
            note: String::new(),
        }
    }

    /// What each player does, in the order of the file.
    fn turns(&mut self) -> Vec<(String, Vec<Act>)> {
        let game = self.game;
        let mut turns: Vec<(String, Vec<Act>)> = Vec::new();
        for step in &game.steps {
            let Some(delegate) = game.delegates.iter().find(|delegate| delegate.name == step.delegate) else {
                self.report.left_out("step of an unknown delegate", &step.name, Some(step.line));
                continue;
            };
            let Some(act) = self.act(step, delegate) else { continue };
            let Some(player) = step.player.as_ref().filter(|player| self.names.power(player).is_some()) else {
                continue;
            };
            if turns.last().is_none_or(|(last, _)| last != player) {
                turns.push((player.clone(), Vec::new()));
            }
            if let Some((_, acts)) = turns.last_mut()
                && !acts.contains(&act)
            {
                acts.push(act);
            }
        }
        self.purchases(&mut turns);
        turns.retain(|(_, acts)| !acts.is_empty());
        turns
    }

    /// Units are bought first and placed last where every player does so; anywhere else they are bought where they are placed.
    fn purchases(&mut self, turns: &mut [(String, Vec<Act>)]) {
        let place = |acts: &[Act], wanted: Act| acts.iter().position(|act| *act == wanted);
        let first = |acts: &Vec<Act>| match (place(acts, Act::Purchase), place(acts, Act::Place)) {
            (Some(bought), Some(placed)) => bought + 1 < placed,
            (None, None) => true,
            _ => false,
        };
        let line = self.game.steps.first().map(|step| step.line);
        if turns.iter().all(|(_, acts)| first(acts)) {
            if turns.iter().any(|(_, acts)| place(acts, Act::Purchase).is_some()) {
                self.report.exact("purchase before combat, placing after it", line);
            }
            return;
        }
        for (_, acts) in turns.iter_mut() {
            match (place(acts, Act::Purchase), place(acts, Act::Place)) {
                (Some(bought), Some(placed)) => {
                    acts[placed] = Act::Buy;
                    acts.remove(bought);
                    if bought + 1 < placed {
                        let note =
                            "units are bought where they are placed, because not every player buys before he fights";
                        self.report.near("purchase before combat", note, line);
                    }
                }
                (Some(only), None) | (None, Some(only)) => acts[only] = Act::Buy,
                (None, None) => {}
            }
        }
    }

    /// What a step does; none when it is done once, elsewhere, or not at all.
    fn act(&mut self, step: &read::Step, delegate: &read::Delegate) -> Option<Act> {
        if step.at_most.is_some() {
            if delegate.class.starts_with("Bid") {
                self.report.near("bidding", "a bid is money at the start", Some(step.line));
            } else if delegate.class != "InitializationDelegate" {
                self.report.left_out("a step that is done only once", &step.name, Some(step.line));
            }
            return None;
        }
        let research = self.rules.procedures.contains_key("research");
        match delegate.class.as_str() {
            "InitializationDelegate" | "TechActivationDelegate" | "EndRoundDelegate" => None,
            "TechnologyDelegate" => research.then_some(Act::Research),
            "PoliticsDelegate" => Some(Act::Politics),
            "MoveDelegate" => Some(if step.name.to_ascii_lowercase().contains("noncombat") {
                Act::NonCombatMove
            } else {
                Act::CombatMove
            }),
            "BattleDelegate" => Some(Act::Combat),
            "PurchaseDelegate" | "NoPUPurchaseDelegate" => Some(Act::Purchase),
            "PlaceDelegate" | "NoAirCheckPlaceDelegate" => Some(Act::Place),
            "EndTurnDelegate" => Some(Act::Income),
            "NoPUEndTurnDelegate" => None,
            other => {
                self.report.left_out(&format!("delegate: {other}"), &delegate.title, Some(delegate.line));
                None
            }
        }
    }

    fn write_procedures(&mut self, turns: &[(String, Vec<Act>)]) {
        let acts: BTreeSet<Act> = turns.iter().flat_map(|(_, acts)| acts.iter().copied()).collect();
        for act in acts {
            let procedure = match act {
                Act::Research | Act::RoundEnd => continue,
                Act::Politics => Procedure::Politics,
                Act::CombatMove => moves(MovePurpose::Combat),
                Act::NonCombatMove => moves(MovePurpose::NonCombat),
                Act::Combat => self.combat(),
                Act::Purchase | Act::Buy => self.produce(),
                Act::Place => self.place(),
                Act::Income => self.income(),
            };
            let entry = ProcedureEntry { source: None, run: procedure, cites: IndexMap::new(), note: String::new() };
            self.rules.procedures.insert(act.id().into(), entry);
        }
    }

    fn place(&mut self) -> Procedure {
        let heals = if self.repairs_hits() && !self.hardy().is_empty() { vec![class(HARDY)] } else { Vec::new() };
        if !heals.is_empty() {
            self.report.near("repair of damaged ships", "when new units are placed", None);
        }
        Procedure::PlaceUnits { at: Vec::new(), regenerates: Vec::new(), most: IndexMap::new(), heals }
    }

    fn combat(&mut self) -> Procedure {
        let game = self.game;
        let mut liberates: IndexMap<PowerId, Vec<PowerId>> = IndexMap::new();
        for player in &game.players {
            let friends =
                game.players.iter().filter(|other| other.name != player.name && side_of(other) == side_of(player));
            let friends: Vec<PowerId> = friends.filter_map(|friend| self.names.power(&friend.name)).collect();
            if let (Some(power), false) = (self.names.power(&player.name), friends.is_empty()) {
                liberates.insert(power, friends);
            }
        }
        Procedure::HitRollCombat {
            die: game.dice_sides,
            rounds: game.number("Land Battle Rounds").filter(|&rounds| rounds > 0),
            attacker_retreat_from: Some(2),
            defender_retreat_from: None,
            landing_keeps_attack: None,
            no_bombardment_after_sea_battle: true,
            no_ship_stands_by: false,
            liberates,
            liberation: None,
            neutrals: self.neutrals(),
            air_retreat: None,
            lost_deck_flight: None,
            scorched_earth: false,
            takes_over: IndexMap::new(),
            pass_through: None,
            plunder: self.has_capitals().then(|| Plunder { to_bank: IndexMap::new() }),
            lost_last: Vec::new(),
            equipment: Vec::new(),
            forts: None,
        }
    }

    fn neutrals(&mut self) -> Option<NeutralEntry> {
        let charge = self.game.property("neutralCharge");
        let amount = charge.and_then(|charge| charge.value.trim().parse::<i64>().ok()).unwrap_or(0);
        let line = charge.map(|charge| charge.line);
        if self.game.is_on("Neutrals Are Impassable") || amount > 1000 {
            self.report.exact("neutral land that nobody enters", line);
            return None;
        }
        self.report.near("neutral land", "entered without the flat charge; a die may cost a unit", line);
        Some(NeutralEntry { price: 0, sure_loss_from: 1_000_000 })
    }
}

/// Moves of all units, without bans.
const fn moves(purpose: MovePurpose) -> Procedure {
    Procedure::MoveByRange {
        purpose,
        domains: Vec::new(),
        stacking: None,
        bans: Vec::new(),
        activates: Vec::new(),
        open_zones: Vec::new(),
    }
}
