//! Settings of the war at sea by spaces.

use chartroom_format::schema::fleets::{Cargo, FleetOperations, NationHarbours, SeaRoute};

use super::Compiler;
use crate::codes;
use crate::procedures::Procedure;
use crate::procedures::fleets::{
    CargoRule, FleetRules, HarbourRule, HavenRule, LimitRule, NationRule, RouteRule, SafeRule,
};
use crate::ruleset::Ruleset;
use crate::table::Place;

/// Routes that the engine can number.
const MOST_ROUTES: usize = 250;

impl Compiler<'_> {
    pub(super) fn fleet_operations(&mut self, rules: &Ruleset, written: &FleetOperations) -> Procedure {
        let FleetOperations {
            stages,
            firepower,
            group,
            classes,
            battle,
            level,
            level_everywhere,
            interception,
            harbours,
            limits,
            havens,
            nations,
            detours,
            patrol,
            submarine_patrol,
            half,
            long_moves,
            safe,
            routes,
            attacks,
            search,
        } = written;
        let (Some(firepower), Some(table)) = (self.table(firepower.as_str()), self.table(interception.table.as_str()))
        else {
            return Procedure::NotBuilt("lacks its table");
        };
        let (Some(surface), Some(submarines), Some(line)) = (
            self.class(classes.surface.as_str()),
            self.class(classes.submarines.as_str()),
            self.class(classes.line.as_str()),
        ) else {
            return Procedure::NotBuilt("lacks its classes of ships");
        };
        let rows = [&interception.surface, &interception.submarine, &interception.at_sea].map(|key| {
            let row = rules.table(table).word(0, &key.0);
            if row == Place::Off {
                self.unknown("row", &key.0);
            }
            row
        });
        let carriers = classes.carriers.as_ref();
        let carriers = carriers.and_then(|of| Some((self.class(of.class.as_str())?, of.multiple)));
        let harbours = harbours.iter().filter_map(|harbour| {
            let berths = harbour.berths.iter().filter_map(|(class, most)| Some((self.class(class.as_str())?, *most)));
            let berths = berths.collect();
            let option = harbour.option.as_ref().and_then(|option| self.option(option.as_str()));
            Some(HarbourRule { feature: self.feature(harbour.feature.as_str())?, berths, option })
        });
        let harbours = harbours.collect();
        let raid_morale = attacks.morale.as_ref().and_then(|of| Some((self.nations(&of.nations)?, of.raid, of.sunk)));
        let routes = self.sea_routes(routes.iter().map(|(id, route)| (id.as_str(), route)));
        Procedure::Fleets(Box::new(FleetRules {
            stages: stages.clone(),
            firepower,
            group: (*group).max(1),
            surface,
            submarines,
            line,
            hunters: classes.hunters.as_ref().and_then(|class| self.class(class.as_str())),
            carriers,
            battle: *battle,
            level: level.as_ref().and_then(|track| self.track(track.as_str())),
            level_everywhere: *level_everywhere,
            interception: table,
            rows,
            harbours,
            limits: limits
                .iter()
                .map(|limit| LimitRule {
                    at: self.places(&limit.at),
                    most: limit.most,
                    when: self.maybe_condition(limit.when.as_ref()),
                })
                .collect(),
            havens: havens
                .iter()
                .filter_map(|haven| {
                    Some(HavenRule {
                        by: self.actor(&haven.by)?,
                        at: self.places(&haven.at),
                        classes: haven.classes.iter().filter_map(|class| self.class(class.as_str())).collect(),
                        idle: haven.idle,
                        when: self.maybe_condition(haven.when.as_ref()),
                        source: haven.source.as_ref().map(ToString::to_string),
                    })
                })
                .collect(),
            nations: self.nation_harbours(nations),
            detours: self.nation_harbours(detours),
            patrol: *patrol,
            submarine_patrol: *submarine_patrol,
            half: self.places(half),
            long_moves: long_moves.iter().map(|rule| (rule.over, rule.add)).collect(),
            safe: safe
                .iter()
                .filter_map(|rule| {
                    Some(SafeRule {
                        by: self.actor(&rule.by)?,
                        from: self.places(&rule.from),
                        to: self.places(&rule.to),
                    })
                })
                .collect(),
            routes,
            against_routes: attacks.submarines,
            reach: attacks.reach,
            from_harbour: attacks.from_harbour,
            raiders: attacks.raiders.as_ref().map(|raiders| {
                (raiders.multiple, raiders.option.as_ref().and_then(|option| self.option(option.as_str())))
            }),
            raid_morale,
            search: search.as_ref().and_then(|search| {
                Some((
                    self.option(search.option.as_str())?,
                    self.table(search.table.as_str())?,
                    self.table(search.modifiers.as_str())?,
                ))
            }),
        }))
    }

    fn nation_harbours(&mut self, written: &[NationHarbours]) -> Vec<NationRule> {
        let rules = written.iter().filter_map(|rule| {
            Some(NationRule {
                power: self.power(rule.power.as_str())?,
                at: self.places(&rule.at),
                when: self.maybe_condition(rule.when.as_ref()),
                source: rule.source.as_ref().map(ToString::to_string),
            })
        });
        rules.collect()
    }

    fn sea_routes<'w>(&mut self, written: impl ExactSizeIterator<Item = (&'w str, &'w SeaRoute)>) -> Vec<RouteRule> {
        if written.len() > MOST_ROUTES {
            self.fault(
                codes::TOO_MANY,
                format!("there are {} routes, and {MOST_ROUTES} can be numbered", written.len()),
            );
        }
        let routes = written.take(MOST_ROUTES).filter_map(|(id, route)| {
            Some(RouteRule {
                id: id.to_owned(),
                title: route.title.clone(),
                by: self.side(route.by.as_str())?,
                from: self.places(&route.from),
                to: self.places(&route.to),
                carries: match &route.carries {
                    Cargo::Production { of, most } => CargoRule::Production(self.places(of), *most),
                    Cargo::Lent(power) => CargoRule::Lent(self.power(power.as_str())?),
                    Cargo::Supply(of) => CargoRule::Supply(self.places(of)),
                },
                when: self.maybe_condition(route.when.as_ref()),
            })
        });
        routes.collect()
    }
}
