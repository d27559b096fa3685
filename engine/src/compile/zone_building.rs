//! Facilities, quotas, open sites and guests of games that build at factories: names become ids.

use chartroom_format::schema::zone_building::{Facility, Guest, OpenSites, Overhaul, Quota};

use super::Compiler;
use super::war_economy::own_track;
use crate::procedures::recruit::facility::FacilityRule;
use crate::procedures::recruit::overhaul::OverhaulRule;
use crate::procedures::recruit::quota::{GuestRule, OpenSiteRule, QuotaRule};
use crate::ruleset::{PerTurn, Ruleset};

impl Compiler<'_> {
    pub(super) fn facility(&mut self, written: &Facility) -> Option<FacilityRule> {
        let Facility { feature, price, from, least, own_land, also_in, only_in, by, when, source } = written;
        Some(FacilityRule {
            feature: self.feature(feature.as_str())?,
            price: *price,
            from: from.as_ref().and_then(|from| self.feature(from.as_str())),
            least: least.unwrap_or(0),
            own_land: *own_land,
            also_in: self.places(also_in),
            only_in: (!only_in.is_empty()).then(|| self.places(only_in)),
            by: by.iter().filter_map(|power| self.power(power.as_str())).collect(),
            when: self.maybe_condition(when.as_ref()),
            source: source.as_ref().map(ToString::to_string),
        })
    }

    pub(super) fn quota(&mut self, rules: &mut Ruleset, written: &Quota) -> QuotaRule {
        let Quota { by, most, first, when, source } = written;
        // Each power keeps its own count of all it builds in a turn, and of what it must build first.
        let mut count = |what: &str, most: i64| PerTurn {
            most,
            most_for: Vec::new(),
            built: own_track(rules, what, "built", i64::from(i16::MAX)),
            turn: own_track(rules, what, "built-on", i64::from(i16::MAX)),
            source: source.as_ref().map(ToString::to_string),
        };
        let all = count("every-unit", most.unwrap_or(i64::MAX));
        let firsts = first.as_ref().map(|first| count("first-units", first.count));
        QuotaRule {
            by: by.iter().filter_map(|power| self.power(power.as_str())).collect(),
            all,
            first: first.as_ref().zip(firsts).map(|(first, count)| {
                let option = first.option.as_ref().and_then(|option| self.option(option.as_str()));
                (self.filter(&first.units), count, option)
            }),
            when: self.maybe_condition(when.as_ref()),
        }
    }

    pub(super) fn open_sites(&mut self, written: &OpenSites) -> OpenSiteRule {
        let OpenSites { by, units, each, when, source: _ } = written;
        OpenSiteRule {
            by: by.iter().filter_map(|power| self.power(power.as_str())).collect(),
            units: self.filter(units),
            each: *each,
            when: self.maybe_condition(when.as_ref()),
        }
    }

    pub(super) fn overhaul(&mut self, written: &Overhaul) -> OverhaulRule {
        let Overhaul { die, at, units, source: _ } = written;
        OverhaulRule {
            die: *die,
            at: at.iter().filter_map(|feature| self.feature(feature.as_str())).collect(),
            units: self.filter(units),
        }
    }

    pub(super) fn guest(&mut self, written: &Guest) -> Option<GuestRule> {
        let Guest { by, at, source: _ } = written;
        let at = at.iter().filter_map(|(power, most)| Some((self.power(power.as_str())?, *most))).collect();
        Some(GuestRule { by: self.power(by.as_str())?, at })
    }
}
