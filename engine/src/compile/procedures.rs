//! The settings of procedures, and whether their tables hold what they will look up.

use chartroom_format::entries::EntryKind;
use chartroom_format::names::nearest;
use chartroom_format::schema::ids::RuleRef;
use chartroom_format::schema::procedure::{IncomeSource, Instalments, MovePurpose, Procedure as Written};
use chartroom_format::schema::refusal::Ban;
use chartroom_format::schema::sequence::Step;

use super::Compiler;
use crate::codes;
use crate::procedures::deploy::{DeployRules, FreeForceRule};
use crate::procedures::diplomacy::DiplomacyRules;
use crate::procedures::income::Terms;
use crate::procedures::produce::InstalmentRules;
use crate::procedures::range::RangeRules;
use crate::procedures::{
    FrozenRule, IncomeRules, LendRules, OnlyInRule, Procedure, ProduceRules, RedeployRules, SupplyRules,
};
use crate::ruleset::{ProcedureInfo, Ruleset};
use crate::state::fleets::Keel;

impl Compiler<'_> {
    pub(super) fn procedures(&mut self, rules: &mut Ruleset) {
        let used = self.used_procedures();
        for (id, entry) in &self.content.procedures {
            self.at(EntryKind::Procedure, id.as_str(), &["do"]);
            let is_used = used.iter().any(|name| name == id.as_str());
            let known = self.findings.len();
            if is_used {
                self.inert_settings(&entry.run);
            }
            let run = if is_used {
                self.procedure(rules, id.as_str(), &entry.run)
            } else {
                Procedure::NotBuilt("is not used here")
            };
            // One finding for one fault: what could not be resolved has been said.
            if let (Procedure::NotBuilt(why), true) = (&run, is_used && self.findings.len() == known) {
                let message = format!("`{id}` cannot be carried out: {why}");
                self.fault(codes::NOT_CARRIED_OUT, message);
            }
            rules.procedures.push(ProcedureInfo {
                id: id.to_string(),
                source: entry.source.as_ref().map(ToString::to_string),
                cites: self.citations(&entry.cites),
                run,
            });
        }
    }

    /// The rules a procedure cites, by reason.
    fn citations<'w>(&mut self, written: impl IntoIterator<Item = (&'w String, &'w RuleRef)>) -> Vec<(Ban, String)> {
        let mut found = Vec::new();
        for (key, rule) in written {
            if let Some(ban) = Ban::of_key(key) {
                found.push((ban, rule.to_string()));
            } else {
                let close =
                    nearest(key, Ban::keys()).map_or_else(String::new, |close| format!("; did you mean `{close}`?"));
                self.fault(codes::UNRESOLVED, format!("no refusal has the reason `{key}`{close}"));
            }
        }
        found
    }

    /// Names of the procedures that the scenario's sequence runs.
    pub(super) fn used_procedures(&self) -> Vec<String> {
        fn walk(steps: &[Step], found: &mut Vec<String>) {
            for step in steps {
                match step {
                    Step::Stage { steps, .. } => walk(steps, found),
                    Step::Phase { run, .. } => found.extend(run.iter().map(ToString::to_string)),
                }
            }
        }
        let mut found = Vec::new();
        let steps = match &self.scenario.sequence {
            Some(name) => self.content.other_sequences.get(name),
            None => Some(&self.content.sequence),
        };
        walk(steps.map_or(&[][..], Vec::as_slice), &mut found);
        found
    }

    fn procedure(&mut self, rules: &mut Ruleset, id: &str, written: &Written) -> Procedure {
        if let Some(procedure) = self.maneuver(rules, id, written) {
            return procedure;
        }
        if let Some(procedure) = self.campaign_procedure(rules, written) {
            return procedure;
        }
        match written {
            Written::Redeploy {
                stacking,
                sea_transport,
                fleets,
                sea_changes,
                frozen,
                bounds,
                conversions,
                ferries,
                markers,
            } => {
                rules.stacking = Some(*stacking);
                let sea = sea_transport.as_ref().and_then(|table| self.table(table.as_str()));
                if let Some(table) = sea {
                    rules.seas = Some(self.seas(rules, table, fleets.as_ref(), sea_changes));
                }
                let frozen = frozen
                    .iter()
                    .filter(|frozen| frozen.scenarios.is_empty() || frozen.scenarios.contains(&self.scenario.id))
                    .collect::<Vec<_>>()
                    .into_iter()
                    .map(|frozen| FrozenRule {
                        spaces: self.places(&frozen.places),
                        until_turn: frozen.until_turn,
                        source: frozen.source.as_ref().map(ToString::to_string),
                    })
                    .collect();
                let ferries = ferries.iter().filter_map(|ferry| self.ferry(ferry)).collect();
                let bounds = bounds.iter().filter_map(|bound| self.bound(bound)).collect();
                let conversions = conversions.iter().filter_map(|written| self.conversion(written)).collect();
                Procedure::Redeploy(RedeployRules {
                    by_sea: sea.is_some(),
                    frozen,
                    bounds,
                    conversions,
                    ferries,
                    markers: *markers,
                })
            }
            Written::Deploy { forces } => {
                let forces = forces.iter().filter_map(|force| {
                    let units = force.units.iter().filter_map(|unit| self.unit(unit.as_str())).collect();
                    let source = force.source.as_ref().map(ToString::to_string);
                    Some(FreeForceRule { by: self.side(force.by.as_str())?, units, source })
                });
                Procedure::Deploy(DeployRules { forces: forces.collect() })
            }
            Written::FirepowerAdvance { .. } => self.firepower(rules, written),
            Written::TraceSupply {
                full,
                defence,
                full_from_home,
                lost_after,
                captured_within,
                dry,
                own_capitals,
                ..
            } => {
                let mut land = dry.as_ref().map_or_else(Vec::new, |dry| self.places(&dry.places));
                let except = dry.as_ref().map_or_else(Vec::new, |dry| self.places(&dry.except));
                land.retain(|space| except.binary_search(space).is_err());
                Procedure::TraceSupply(SupplyRules {
                    full: full.iter().filter_map(|feature| self.feature(feature.as_str())).collect(),
                    defence: defence.iter().filter_map(|feature| self.feature(feature.as_str())).collect(),
                    full_from_home: *full_from_home,
                    lost_after: *lost_after,
                    captured_within: *captured_within,
                    dry: land,
                    own_capitals: *own_capitals,
                })
            }
            Written::CollectIncome { from: IncomeSource::Production(feature), no_saving, imports, .. } => {
                match self.feature(feature.as_str()) {
                    Some(feature) => {
                        let imports = imports.iter().filter_map(|import| self.import(rules, import)).collect();
                        let terms = Terms::default();
                        Procedure::CollectIncome(IncomeRules {
                            feature: Some(feature),
                            no_saving: *no_saving,
                            imports,
                            terms,
                        })
                    }
                    None => Procedure::NotBuilt("lacks its feature"),
                }
            }
            Written::CollectIncome { from: IncomeSource::Values, no_saving, .. } => {
                let (imports, terms) = (Vec::new(), self.income_terms(written));
                Procedure::CollectIncome(IncomeRules { feature: None, no_saving: *no_saving, imports, terms })
            }
            Written::CollectIncome { from: IncomeSource::Multiples { .. }, .. } => {
                Procedure::NotBuilt("income by multiples is not built")
            }
            Written::Produce { costs, repair, factories, by, only_in, dominions, instalments, .. } => {
                self.limits_per_turn(rules);
                match self.table(costs.as_str()) {
                    Some(costs) if factories.is_empty() => Procedure::Produce(ProduceRules {
                        costs,
                        by_level: *by == Some(chartroom_format::schema::procedure::CostColumn::TechLevel),
                        repair: *repair,
                        only_in: only_in
                            .iter()
                            .filter_map(|rule| {
                                Some(OnlyInRule {
                                    by: self.side(rule.by.as_str())?,
                                    places: self.places(&rule.places),
                                    when: self.maybe_condition(rule.when.as_ref()),
                                    source: rule.source.as_ref().map(ToString::to_string),
                                })
                            })
                            .collect(),
                        dominions: dominions.iter().filter_map(|written| self.dominion(written)).collect(),
                        instalments: instalments.as_ref().map(|written| self.instalments(written)),
                    }),
                    Some(costs) => self.recruit(rules, costs, written),
                    None => Procedure::NotBuilt("lacks its table"),
                }
            }
            Written::MoveByRange { purpose, bans, activates, open_zones, .. } => Procedure::MoveByRange(RangeRules {
                attack: *purpose == MovePurpose::Combat,
                bans: bans.iter().map(|ban| self.ban(ban)).collect(),
                activates: activates.iter().map(|activation| self.activation(activation)).collect(),
                open_zones: open_zones
                    .iter()
                    .map(|open| (self.filter(&open.movers), self.filter(&open.past)))
                    .collect(),
            }),
            Written::FacilityRaids { die, raiders, air, guns } => {
                self.facility_raids(*die, raiders, air.as_ref(), guns)
            }
            Written::Diplomacy { wars } => {
                let wars = wars.iter().map(|war| self.war_right(war)).collect();
                Procedure::Diplomacy(DiplomacyRules { wars })
            }
            Written::HitRollCombat { .. } => self.hit_rolls(written),
            Written::LendLease { table: None, .. } => self.giving(written),
            Written::LendLease { to, free_up_to, table: Some(table), when, .. } => {
                let (Some(table), Some(power)) =
                    (self.table(table.as_str()), to.first().and_then(|power| self.power(power.as_str())))
                else {
                    return Procedure::NotBuilt("lacks its table");
                };
                let when = self.maybe_condition(when.as_ref());
                Procedure::LendLease(LendRules { to: power, most: free_up_to.unwrap_or(i64::MAX), depots: table, when })
            }
            Written::Research { prices: Some(_), .. } => self.research(rules, written),
            Written::Research { table: Some(_), .. } => self.breakthroughs(rules, written),
            Written::Partisans { .. } => self.partisans(written),
            Written::StrategicBombing { reach: Some(_), .. } => self.bombing(rules, written),
            Written::MissileLaunching(written) => self.missiles(rules, written),
            Written::ShippingAttack { .. } => self.shipping(rules, written),
            Written::FleetOperations(written) => self.fleet_operations(rules, written),
            Written::NoteHolders | Written::CountHexes { .. } | Written::Propaganda { .. } => {
                self.morale(rules, written)
            }
            Written::PlaceUnits { at, regenerates, most, heals }
                if at.is_empty() && regenerates.is_empty() && most.is_empty() =>
            {
                Procedure::PlaceBought(heals.iter().filter_map(|class| self.class(class.as_str())).collect())
            }
            Written::NotPlayed(why) => Procedure::NotPlayed(why.clone()),
            Written::Politics => Procedure::Politics,
            Written::EndTurn => Procedure::EndTurn,
            other => Procedure::NotBuilt(not_built(other)),
        }
    }
}

impl Compiler<'_> {
    fn instalments(&mut self, written: &Instalments) -> InstalmentRules {
        InstalmentRules {
            option: written.option.as_ref().and_then(|option| self.option(option.as_str())),
            units: written.units.iter().filter_map(|unit| self.unit(unit.as_str())).collect(),
        }
    }

    /// Ships that the pools of the scenario have under construction.
    pub(super) fn keels(&mut self) -> Vec<Keel> {
        let begun = self.content.procedures.values().find_map(|entry| match &entry.run {
            Written::Produce { instalments: Some(written), .. } => Some(written.begun.clone()),
            _ => None,
        });
        let Some(begun) = begun else { return Vec::new() };
        let mut keels = Vec::new();
        for (power, force) in &self.scenario.pools.clone() {
            let Some(power) = self.power(power.as_str()) else { continue };
            for (unit, count) in force {
                let into = self.content.units.get(unit).and_then(|unit| unit.upgrades_to.clone());
                let (Some(left), Some(into)) = (begun.get(unit), into) else { continue };
                let Some(unit) = self.unit(into.as_str()) else { continue };
                let keel = Keel { power, unit, left: (*left).clamp(1, 1000) as u16 };
                keels.extend(std::iter::repeat_n(keel, (*count).clamp(0, 100) as usize));
            }
        }
        keels.sort_unstable();
        keels
    }
}

fn not_built(procedure: &Written) -> &'static str {
    match procedure {
        Written::Move { .. } | Written::Battle { .. } => "its table cannot be read",
        Written::MoveByPoints { .. } => "movement by points is not built; `Move` is",
        Written::StrategicMove { .. } => "strategic movement is not built",
        Written::DifferentialCombat { .. } => "differential combat on the map is not built",
        Written::NavalMoveAndFight { .. } => "a naval stage without differential combat on land is not built",
        Written::StrategicBombing { .. } => "strategic bombing is not built",
        Written::PlaceUnits { .. } => "where factories build, `PlaceUnits` has no settings of its own",
        Written::Research { .. } => "research is not built",
        Written::LendLease { .. } => "this kind of lend-lease is not built",
        _ => "is not built",
    }
}
