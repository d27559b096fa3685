//! What happened in a game of strength points, beyond what all games share.

use super::SeaEvent;
use super::words::Words;
use crate::ids::{PowerIx, SideIx, SpaceIx, UnitIx};
use crate::ruleset::Ruleset;
use crate::state::Stack;
use crate::state::campaign::{AirBase, Engagement, Group, Landing, Marched, Mission, Pending, Pledge};

/// What is over, so that its records can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// A side begins its land turn: nobody has moved.
    LandTurn,
    /// A combat phase is over.
    Combat,
    /// A side has ended its strategic movement.
    Transport,
    /// Missions have been flown.
    Raids,
    /// Production of the turn is counted and ordered.
    Production,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CampaignEvent {
    /// A group moved from one place to another; the units were moved by an event of their own.
    MarchEnded {
        from: SpaceIx,
        before: Option<Marched>,
        now: Marched,
    },
    Pledged {
        pledge: Pledge,
    },
    PledgeWithdrawn {
        target: SpaceIx,
    },
    /// An attack takes in another space.
    Widened {
        target: SpaceIx,
        with: SpaceIx,
    },
    /// A land battle: what both sides brought, and what the die said.
    Fought {
        engagement: Engagement,
        /// Spaces that were attacked together with the first.
        others: Vec<SpaceIx>,
        attack: i32,
        defence: i32,
        differential: i32,
        die: i64,
    },
    LossChosen,
    /// A unit took a hit and is weaker now.
    Worn {
        stack: Stack,
    },
    FellBack {
        group: Group,
    },
    /// Attackers went after a beaten enemy.
    Followed {
        group: Group,
        to: SpaceIx,
    },
    EngagementEnded,
    Landed {
        landing: Landing,
    },
    LandingSettled {
        landing: Landing,
    },
    /// Units are without supply since this combat phase.
    CutOff {
        list: Vec<(SpaceIx, PowerIx)>,
    },
    Carried {
        by: PowerIx,
        points: u16,
    },
    Unloaded {
        port: SpaceIx,
        points: u16,
    },
    /// Supply of bombers was judged for an air phase.
    AirSupplyJudged {
        bases: Vec<AirBase>,
    },
    /// Aircraft, or bombs aboard them, have gone to another base.
    Rebased {
        group: Group,
    },
    SentOut {
        mission: Mission,
    },
    /// Air defence fired at bombers and the rest bombed.
    Raided {
        target: SpaceIx,
        differential: i32,
        defence_die: Option<i64>,
        defence_lost: u16,
        bombers_lost: u16,
        aborted: u16,
        bombing_die: Option<i64>,
        production_lost: u16,
    },
    /// A strike at sea.
    Struck {
        at: SpaceIx,
        attack: i32,
        defence: i32,
        differential: i32,
        die: i64,
    },
    Ordered {
        pending: Pending,
        rebuilt: bool,
    },
    /// Work on a worn unit began; it counts as one of its type started.
    Began {
        power: PowerIx,
        unit: UnitIx,
    },
    /// Units due found their place, or had to be given up.
    Delivered {
        pending: Pending,
    },
    Due {
        pending: Pending,
    },
    Fell {
        power: PowerIx,
        unit: UnitIx,
        count: u16,
    },
    IndustryCounted {
        captured: Vec<(SpaceIx, PowerIx)>,
        retaken: Vec<SpaceIx>,
    },
    /// What the parts of a power's economy have.
    Shared {
        power: PowerIx,
        shares: Vec<i32>,
    },
    /// Points went from one part of an economy to another.
    Pooled {
        power: PowerIx,
        from: u8,
        to: u8,
        points: u16,
    },
    /// Bombers found without supply.
    Grounded {
        list: Vec<(SpaceIx, PowerIx)>,
    },
    Lent {
        from: PowerIx,
        to: PowerIx,
        points: i64,
    },
    /// In a naval phase.
    Sea(SeaEvent),
    Closed {
        what: Closing,
        side: Option<SideIx>,
    },
}

impl CampaignEvent {
    pub(super) fn tell(&self, rules: &Ruleset) -> String {
        let words = Words(rules);
        let place = |space: &SpaceIx| words.place(*space);
        let units = |power: &PowerIx, unit: &UnitIx, count: u16| words.count(*power, *unit, count);
        let cut = |list: &[(SpaceIx, PowerIx)]| {
            let each: Vec<String> = list
                .iter()
                .map(|(space, power)| format!("{} in {}", words.power(*power), words.place(*space)))
                .collect();
            if each.is_empty() { "nobody".to_owned() } else { each.join(", ") }
        };
        match self {
            Self::Fought { engagement, others, attack, defence, differential, die } => {
                let spaces: Vec<_> = std::iter::once(&engagement.target).chain(others).map(place).collect();
                format!(
                    "{} attacked {} with {attack} against {defence} at {differential:+}: die {die}, {} lost",
                    rules.sides[engagement.attacker.index()],
                    spaces.join(" and "),
                    engagement.losses
                )
            }
            Self::Landed { landing } => {
                let group = landing.group;
                format!("{} landed in {}", units(&group.power, &group.unit, group.count), place(&group.space))
            }
            Self::Raided { target, defence_lost, bombers_lost, aborted, production_lost, .. } => format!(
                "{} was raided: {defence_lost} air defence and {bombers_lost} bombers lost, {aborted} turned back, {production_lost} production lost",
                place(target)
            ),
            Self::Ordered { pending, rebuilt } => format!(
                "{} {} for turn {}",
                units(&pending.power, &pending.unit, pending.count),
                if *rebuilt { "were put to rebuilding" } else { "were ordered" },
                pending.turn
            ),
            Self::Fell { power, unit, count } => format!("{} were destroyed", units(power, unit, *count)),
            Self::Lent { from, to, points } => {
                format!("{} lent {points} points to {}", words.power(*from), words.power(*to))
            }
            Self::Struck { at, attack, defence, differential, die } => {
                format!("a strike at {} with {attack} against {defence} at {differential:+}: die {die}", place(at))
            }
            Self::Worn { stack } => {
                format!("{} in {} took a hit", units(&stack.power, &stack.unit, 1), place(&stack.space))
            }
            Self::Sea(event) => event.tell(rules),
            Self::MarchEnded { from, now, .. } => {
                format!("{} came from {} to {}", words.group(&now.group), place(from), place(&now.group.space))
            }
            Self::Pledged { pledge } => {
                format!(
                    "{} will attack {} from {}",
                    words.group(&pledge.group),
                    place(&pledge.target),
                    place(&pledge.group.space)
                )
            }
            Self::PledgeWithdrawn { target } => format!("nobody attacks {} now", place(target)),
            Self::Widened { target, with } => format!("the attack on {} is one on {} too", place(target), place(with)),
            Self::LossChosen => "a point was given up".to_owned(),
            Self::FellBack { group } => format!("{} fell back to {}", words.group(group), place(&group.space)),
            Self::Followed { group, to } => {
                format!("{} followed from {} to {}", words.group(group), place(&group.space), place(to))
            }
            Self::EngagementEnded => "the battle is over".to_owned(),
            Self::LandingSettled { landing } => {
                format!("{} hold the shore of {}", words.group(&landing.group), place(&landing.group.space))
            }
            Self::CutOff { list } => format!("without supply: {}", cut(list)),
            Self::Carried { by, points } => format!("{} carried {points} points by rail", words.power(*by)),
            Self::Unloaded { port, points } => format!("{points} points came ashore in {}", place(port)),
            Self::AirSupplyJudged { bases } => {
                let fed = bases.iter().filter(|base| base.fed).count();
                format!("{fed} of {} bases feed their bombers", bases.len())
            }
            Self::Rebased { group } => format!("{} are based in {} now", words.group(group), place(&group.space)),
            Self::SentOut { mission } => format!("{} fly to {}", words.group(&mission.group), place(&mission.target)),
            Self::Began { power, unit } => format!("{} began work on {}", words.power(*power), words.unit(*unit)),
            Self::Delivered { pending } => {
                format!("{} found their place", units(&pending.power, &pending.unit, pending.count))
            }
            Self::Due { pending } => format!("{} are due", units(&pending.power, &pending.unit, pending.count)),
            Self::IndustryCounted { captured, retaken } => {
                format!("industry counted: {} places captured, {} retaken", captured.len(), retaken.len())
            }
            Self::Shared { power, shares } => {
                let list: Vec<String> = shares.iter().map(ToString::to_string).collect();
                format!("the parts of the economy of {} have {}", words.power(*power), list.join(", "))
            }
            Self::Pooled { power, points, .. } => {
                format!("{} moved {points} points within its economy", words.power(*power))
            }
            Self::Grounded { list } => format!("bombers without supply: {}", cut(list)),
            Self::Closed { what, .. } => match what {
                Closing::LandTurn => "a land turn began",
                Closing::Combat => "the combat phase is over",
                Closing::Transport => "strategic movement is over",
                Closing::Raids => "the missions are flown",
                Closing::Production => "production is counted and ordered",
            }
            .to_owned(),
        }
    }
}
