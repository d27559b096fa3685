//! Raids on facilities: names become ids.

use chartroom_format::schema::ids::FeatureId;
use chartroom_format::schema::zone_raids::{AirRound, Raider};

use super::Compiler;
use super::effects::read_dice;
use crate::procedures::Procedure;
use crate::procedures::facility_raids::{AirRoundRule, RaidRules, RaiderRule};

impl Compiler<'_> {
    pub(super) fn facility_raids<'g>(
        &mut self,
        die: i64,
        raiders: &[Raider],
        air: Option<&AirRound>,
        guns: impl IntoIterator<Item = (&'g FeatureId, &'g i64)>,
    ) -> Procedure {
        let mut known = Vec::new();
        for raider in raiders {
            let Raider { units, damage, targets, units_hit, source: _ } = raider;
            let Some(damage) = read_dice(damage) else {
                self.unknown("dice such as 2d6 in", damage);
                continue;
            };
            let targets = targets.iter().filter_map(|feature| self.feature(feature.as_str())).collect();
            let prey = units_hit.as_ref().map(|units| self.filter(units));
            known.push(RaiderRule { units: self.filter(units), damage, targets, prey });
        }
        let air = air.map(|air| {
            let AirRound { escorts, interceptors, from, most, raider, escort, interceptor, source: _ } = air;
            AirRoundRule {
                escorts: self.filter(escorts),
                interceptors: self.filter(interceptors),
                from: from.iter().filter_map(|feature| self.feature(feature.as_str())).collect(),
                most: most.unwrap_or(i64::MAX),
                raider: *raider,
                escort: *escort,
                interceptor: *interceptor,
            }
        });
        let guns =
            guns.into_iter().filter_map(|(feature, value)| Some((self.feature(feature.as_str())?, *value))).collect();
        Procedure::FacilityRaids(RaidRules { die, raiders: known, air, guns })
    }
}
