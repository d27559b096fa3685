//! Settings of national morale.

use chartroom_format::schema::procedure::{MoraleRaids, Nations as WrittenNations, Procedure as Written};

use super::Compiler;
use super::war_economy::own_track;
use crate::procedures::Procedure;
use crate::procedures::bombing::MoraleRaidRules;
use crate::procedures::morale::{self, MoraleRules, Nations, PropagandaRules};
use crate::ruleset::Ruleset;

/// Turns, years and points that the engine's own tracks hold.
const MOST: i64 = 30_000;

impl Compiler<'_> {
    pub(super) fn nations(&mut self, written: &WrittenNations) -> Option<Nations> {
        Some(Nations {
            track: self.track(written.track.as_str())?,
            powers: written.powers.iter().filter_map(|power| self.power(power.as_str())).collect(),
            mirrored: written.mirrored,
        })
    }

    pub(super) fn morale(&mut self, rules: &mut Ruleset, written: &Written) -> Procedure {
        let settings = match written {
            Written::NoteHolders => Some(MoraleRules::Note),
            Written::CountHexes { nations, lost, gained, landing } => {
                let years = nations.track.as_str();
                let landing = landing.map(|gain| (gain, own_track(rules, years, morale::LANDED, MOST)));
                self.nations(nations).map(|nations| MoraleRules::Count {
                    nations,
                    lost: *lost,
                    gained: *gained,
                    landing,
                })
            }
            Written::Propaganda { nations, cost, gain, most, below } => {
                let spent = own_track(rules, nations.track.as_str(), morale::SPENT, MOST);
                let spent_on = own_track(rules, nations.track.as_str(), morale::SPENT_ON, MOST);
                self.nations(nations).map(|nations| {
                    MoraleRules::Propaganda(PropagandaRules {
                        nations,
                        cost: *cost,
                        gain: *gain,
                        most: most.unwrap_or(MOST),
                        below: below.unwrap_or(MOST),
                        spent,
                        spent_on,
                    })
                })
            }
            _ => None,
        };
        settings.map_or(Procedure::NotBuilt("lacks its track"), Procedure::Morale)
    }

    pub(super) fn morale_raids(&mut self, rules: &mut Ruleset, written: &MoraleRaids) -> Option<MoraleRaidRules> {
        let raided = own_track(rules, written.nations.track.as_str(), morale::RAIDED, 1);
        Some(MoraleRaidRules {
            nations: self.nations(&written.nations)?,
            floor: written.floor,
            gain: written.gain.unwrap_or(0),
            first: written.first.map(|gain| (gain, raided)),
        })
    }
}
