//! The settings of games whose units move by range and fight in rounds.

use chartroom_format::schema::ids::PowerId;
use chartroom_format::schema::procedure::{LendIntervention, Procedure as Written, SpecialSite};
use chartroom_format::schema::value::Amount;

use super::Compiler;
use crate::ids::{PowerIx, TableIx};
use crate::procedures::Procedure;
use crate::procedures::give::GiveRules;
use crate::procedures::give::intervention::{Intervention, Raiders};
use crate::procedures::hit_rolls::{HitRules, LiberationRule, NeutralRules};
use crate::procedures::recruit::{RecruitRules, Special};
use crate::ruleset::Ruleset;

impl Compiler<'_> {
    pub(super) fn hit_rolls(&mut self, written: &Written) -> Procedure {
        let Written::HitRollCombat {
            die,
            rounds,
            attacker_retreat_from,
            defender_retreat_from,
            landing_keeps_attack,
            no_bombardment_after_sea_battle,
            no_ship_stands_by,
            liberates,
            liberation,
            neutrals,
            air_retreat,
            lost_deck_flight,
            scorched_earth,
            takes_over,
            pass_through,
            forts,
            plunder,
            lost_last,
            equipment,
        } = written
        else {
            return Procedure::NotBuilt("is no combat by hit rolls");
        };
        if !(1..=255).contains(die) {
            return Procedure::NotBuilt("a die has from 1 to 255 sides");
        }
        if self.content.units.len() > crate::procedures::hit_rolls::field::MOST_ROWS {
            return Procedure::NotBuilt("battles of dice per unit tell at most 60 types of units apart");
        }
        let liberates = self.powers_by_power(liberates);
        let takes_over = self.powers_by_power(takes_over);
        let liberation = liberation.as_ref().map(|liberation| LiberationRule {
            needs_capital: liberation.needs_capital,
            except: self.powers_by_power(&liberation.except),
        });
        Procedure::HitRolls(HitRules {
            die: *die,
            rounds: *rounds,
            attacker_retreat_from: *attacker_retreat_from,
            defender_retreat_from: *defender_retreat_from,
            landing_keeps_attack: *landing_keeps_attack,
            no_bombardment_after_sea_battle: *no_bombardment_after_sea_battle,
            no_ship_stands_by: *no_ship_stands_by,
            liberates,
            liberation,
            neutrals: neutrals
                .as_ref()
                .map(|entry| NeutralRules { price: entry.price, sure_loss_from: entry.sure_loss_from }),
            air_retreat: *air_retreat,
            lost_deck_flight: *lost_deck_flight,
            scorched_earth: *scorched_earth,
            takes_over,
            pass_through: pass_through.as_ref().and_then(|option| self.option(option.as_str())),
            plunder: plunder.as_ref().map(|plunder| self.powers_by_power(&plunder.to_bank)),
            lost_last: lost_last.iter().filter_map(|class| self.class(class.as_str())).collect(),
            equipment: equipment.iter().filter_map(|class| self.class(class.as_str())).collect(),
            forts: forts.as_ref().and_then(|forts| self.forts(forts)).map(Box::new),
        })
    }

    fn powers_by_power<'p>(
        &mut self,
        lists: impl IntoIterator<Item = (&'p PowerId, &'p Vec<PowerId>)>,
    ) -> Vec<(PowerIx, Vec<PowerIx>)> {
        let mut found = Vec::new();
        for (power, others) in lists {
            let others = others.iter().filter_map(|other| self.power(other.as_str())).collect();
            found.extend(self.power(power.as_str()).map(|power| (power, others)));
        }
        found
    }

    pub(super) fn recruit(&mut self, rules: &mut Ruleset, costs: TableIx, written: &Written) -> Procedure {
        let Written::Produce {
            factories,
            recruits,
            occupied,
            sites,
            upgrades,
            refit,
            needs_capital,
            raised_next_turn,
            damage_cuts,
            special,
            repair,
            facilities,
            razes,
            harbours,
            quotas,
            open_sites,
            guests,
            overhaul,
            ..
        } = written
        else {
            return Procedure::NotBuilt("builds nothing");
        };
        let not_for_bound = self.classes_barred_to_bound_money();
        let places_later = self.used_procedures().iter().any(|id| {
            let entry = self.content.procedures.iter().find(|(name, _)| name.as_str() == id);
            entry.is_some_and(|(_, entry)| matches!(entry.run, Written::PlaceUnits { .. }))
        });
        Procedure::Recruit(RecruitRules {
            costs,
            factories: factories
                .iter()
                .filter_map(|(feature, units)| self.feature(feature.as_str()).map(|feature| (feature, *units)))
                .collect(),
            recruits: recruits.as_ref().and_then(|class| self.class(class.as_str())),
            occupied: occupied.as_ref().map_or((Amount::ONE, None), |land| (land.share, land.most_recruits)),
            sites: sites
                .iter()
                .filter_map(|(feature, least)| self.feature(feature.as_str()).map(|feature| (feature, *least)))
                .collect(),
            upgrades: upgrades
                .iter()
                .filter_map(|(from, to)| Some((self.feature(from.as_str())?, self.feature(to.as_str())?)))
                .collect(),
            refit: refit.as_ref().and_then(|refit| self.table(refit.sites.as_str()).map(|table| (refit.die, table))),
            not_for_bound,
            needs_capital: *needs_capital,
            raised_next_turn: *raised_next_turn,
            damage_cuts: *damage_cuts,
            special: special.iter().filter_map(|site| self.special_site(site)).collect(),
            repair: *repair,
            places_later,
            facilities: facilities.iter().filter_map(|facility| self.facility(facility)).collect(),
            razes: *razes,
            harbours: harbours.iter().filter_map(|feature| self.feature(feature.as_str())).collect(),
            quotas: quotas.iter().map(|quota| self.quota(rules, quota)).collect(),
            open_sites: open_sites.iter().map(|open| self.open_sites(open)).collect(),
            guests: guests.iter().filter_map(|guest| self.guest(guest)).collect(),
            overhaul: overhaul.as_ref().map(|overhaul| self.overhaul(overhaul)),
        })
    }

    /// Money that one power lends to others.
    pub(super) fn giving(&mut self, written: &Written) -> Procedure {
        let Written::LendLease { from, to, share, free_up_to, intervention, once_each, only_at_war, .. } = written
        else {
            return Procedure::NotBuilt("lends nothing");
        };
        let Some(from) = self.power(from.as_str()) else { return Procedure::NotBuilt("lacks its giver") };
        let mut powers = |list: &[PowerId]| list.iter().filter_map(|power| self.power(power.as_str())).collect();
        let (to, only_at_war) = (powers(to), powers(only_at_war));
        let intervention = intervention.as_ref().and_then(|written| self.intervention(written));
        let (share, free_up_to, once_each) = (*share, *free_up_to, *once_each);
        Procedure::Give(GiveRules { from, to, share, free_up_to, intervention, once_each, only_at_war })
    }

    fn intervention(&mut self, written: &LendIntervention) -> Option<Intervention> {
        let raiders = written.raiders.as_ref().and_then(|raiders| {
            Some(Raiders {
                units: self.filter(&raiders.units),
                zones: self.feature(raiders.zones.as_str())?,
                each: raiders.each,
                none: raiders.none,
                option: raiders.option.as_ref().and_then(|option| self.option(option.as_str())),
            })
        });
        Some(Intervention { die: written.die, table: self.table(written.table.as_str())?, raiders })
    }

    fn special_site(&mut self, written: &SpecialSite) -> Option<Special> {
        Some(Special {
            place: self.space(written.place.as_str())?,
            output: written
                .output
                .iter()
                .filter_map(|(factory, units)| self.feature(factory.as_str()).map(|factory| (factory, *units)))
                .collect(),
            first: written.first.as_ref().map(|first| {
                let option = first.option.as_ref().and_then(|option| self.option(option.as_str()));
                (self.filter(&first.units), first.count, option)
            }),
            never: written
                .never
                .iter()
                .filter_map(|(factory, classes)| {
                    let classes = classes.iter().filter_map(|class| self.class(class.as_str())).collect();
                    self.feature(factory.as_str()).map(|factory| (factory, classes))
                })
                .collect(),
        })
    }

    /// What lent money above its threshold does not buy, by all procedures that lend.
    fn classes_barred_to_bound_money(&mut self) -> Vec<crate::ids::ClassIx> {
        let content = self.content;
        let mut found = Vec::new();
        for entry in content.procedures.values() {
            if let Written::LendLease { bound_not_for, .. } = &entry.run {
                found.extend(bound_not_for.iter().filter_map(|class| self.class(class.as_str())));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
