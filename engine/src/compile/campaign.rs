//! The settings of a game of strength points: a pack with differential combat on land.

use std::sync::Arc;

use chartroom_format::schema::campaign::Garrison;
use chartroom_format::schema::ids::RegionId;
use chartroom_format::schema::procedure::{Confined, IncomeSource, Procedure as Written};
use chartroom_format::schema::terrain::FeatureRole;
use chartroom_format::schema::units::Domain;

use super::Compiler;
use crate::codes;
use crate::ids::{FeatureIx, PowerIx, ProcedureIx, RegionIx, SpaceIx};
use crate::matchup;
use crate::odds::differential::DifferentialTable;
use crate::procedures::Procedure;
use crate::procedures::differential::{
    BattleRules, BombRule, CampaignPhase, ConfinedRule, DependentRule, GarrisonRule, LineRules, MarchRules, NavalRules,
    OrderRules, PointRules, RaidRules, ReinforceRules, RestrictedRule, TransportRules, pipeline,
};
use crate::query::reach::SpaceSet;
use crate::ruleset::Ruleset;

impl Compiler<'_> {
    /// The phase that a procedure of such a game runs; none for packs of another family and for procedures all games share.
    pub(super) fn campaign_procedure(&mut self, rules: &mut Ruleset, written: &Written) -> Option<Procedure> {
        let is_campaign =
            self.content.procedures.values().any(|entry| matches!(entry.run, Written::DifferentialCombat { .. }));
        if !is_campaign {
            return None;
        }
        let phase = match written {
            Written::TraceSupply { .. } => self.lines(rules, written),
            Written::MoveByPoints { .. } => self.march(rules, written),
            Written::DifferentialCombat { table, minimum, forts_first_on, restricted, .. } => {
                let table = self.results(table.as_str())?;
                let restricted = restricted
                    .iter()
                    .filter_map(|rule| {
                        Some(RestrictedRule {
                            power: self.power(rule.power.as_str())?,
                            to: rule.to,
                            when: self.maybe_condition(rule.when.as_ref()),
                            source: rule.source.as_ref().map(ToString::to_string).unwrap_or_default(),
                        })
                    })
                    .collect();
                rules.campaign.battle =
                    Some(BattleRules { table, minimum: *minimum, forts_first_on: forts_first_on.clone(), restricted });
                CampaignPhase::Battle
            }
            Written::StrategicMove { points, range, range_with_sea, sea_range, within, powers } => {
                let regions: Vec<RegionIx> = within.iter().filter_map(|region| self.region(region.as_str())).collect();
                rules.campaign.transport = TransportRules {
                    points: *points,
                    range: *range,
                    range_with_sea: range_with_sea.unwrap_or(*range),
                    sea_range: sea_range.unwrap_or(0),
                    within: self.set_of(rules, &regions),
                    powers: powers.iter().filter_map(|power| self.power(power.as_str())).collect(),
                };
                CampaignPhase::Transport
            }
            Written::MoveByRange { domains, .. } if domains[..] == [Domain::Air] => CampaignPhase::Sortie,
            Written::StrategicBombing {
                bombing, defence: Some(defence), range, transfer, reach: None, bombs, ..
            } => {
                rules.campaign.raid = Some(RaidRules {
                    bombing: self.results(bombing.as_str())?,
                    defence: self.results(defence.as_str())?,
                    range: range.as_ref().and_then(|table| self.table(table.as_str())),
                    transfer: transfer.unwrap_or(1),
                    bombs: bombs.as_ref().and_then(|rule| {
                        Some(BombRule {
                            unit: self.unit(rule.unit.as_str())?,
                            ends: self.centre_features(&rule.ends),
                            leaves: self.feature(rule.leaves.as_str())?,
                        })
                    }),
                });
                CampaignPhase::Raid
            }
            Written::NavalMoveAndFight { table, movement, submarine_range, zones, stage, .. } => {
                rules.campaign.naval = Some(NavalRules {
                    table: self.results(table.as_str())?,
                    submarine_range: submarine_range.as_ref().and_then(|table| self.table(table.as_str())),
                    zones: zones.as_ref().and_then(|table| self.table(table.as_str())),
                });
                let Some(stage) = stage else {
                    return Some(Procedure::NotBuilt(
                        "the pack does not say how fleets move: they stay where they are",
                    ));
                };
                rules.campaign.fleets = self.naval_stage(rules, stage, movement.as_str());
                CampaignPhase::Naval
            }
            Written::PlaceUnits { at, regenerates, most, heals: _ } => {
                rules.campaign.reinforce = ReinforceRules {
                    at: self.centre_features(at),
                    regenerates: regenerates
                        .iter()
                        .filter_map(|rule| {
                            Some((
                                self.power(rule.power.as_str())?,
                                self.unit(rule.unit.as_str())?,
                                self.feature(rule.at.as_str())?,
                            ))
                        })
                        .collect(),
                    most: most
                        .iter()
                        .filter_map(|(unit, most)| self.unit(unit.as_str()).map(|unit| (unit, *most)))
                        .collect(),
                    has_phase: true,
                };
                CampaignPhase::Reinforce
            }
            Written::CollectIncome { from: IncomeSource::Multiples { .. }, .. } => self.points(rules, written)?,
            Written::LendLease { from, to, by_pipeline: true, only_at_war, .. } => CampaignPhase::Lend {
                from: self.power(from.as_str())?,
                to: to.iter().filter_map(|power| self.power(power.as_str())).collect(),
                only_at_war: only_at_war.iter().filter_map(|power| self.power(power.as_str())).collect(),
            },
            Written::PoolPoints => CampaignPhase::Pool,
            Written::Produce { costs, growth_limit, delays, needs_war, part, .. } => {
                rules.campaign.orders = Some(OrderRules {
                    costs: self.table(costs.as_str())?,
                    delays: delays.as_ref().and_then(|table| self.table(table.as_str())),
                    growth_limit: *growth_limit,
                    needs_war: needs_war
                        .iter()
                        .filter_map(|rule| {
                            Some((
                                self.unit(rule.unit.as_str())?,
                                self.power(rule.power.as_str())?,
                                self.power(rule.with.as_str())?,
                            ))
                        })
                        .collect(),
                });
                CampaignPhase::Order { part: part.as_ref().and_then(|part| self.part(part)) }
            }
            _ => return None,
        };
        Some(Procedure::Campaign(phase))
    }

    fn lines(&mut self, rules: &mut Ruleset, written: &Written) -> CampaignPhase {
        if let Written::TraceSupply {
            full,
            defence,
            free_within,
            length,
            counted,
            mountains,
            zones_block,
            lost_after,
            pipeline,
            guests,
            ..
        } = written
        {
            let guests: Vec<PowerIx> = guests.iter().filter_map(|power| self.power(power.as_str())).collect();
            let regions: Vec<RegionIx> = free_within.iter().filter_map(|region| self.region(region.as_str())).collect();
            let port = self.content.features.values().position(|feature| feature.role == FeatureRole::Port);
            rules.campaign.lines = LineRules {
                full: self.centre_features(full),
                defence: self.centre_features(defence),
                free_within: self.set_of(rules, &regions),
                length: length.unwrap_or(i64::from(u16::MAX)),
                counted: counted.unwrap_or(i64::from(u16::MAX)),
                mountains: mountains.unwrap_or(i64::from(u16::MAX)),
                zones_block: *zones_block,
                lost_after: *lost_after,
                port: port.filter(|_| pipeline.is_some()).map(FeatureIx::new),
                between: pipeline.map_or(0, |reach| reach.between),
                to_port: pipeline.map_or(0, |reach| reach.to_port),
                centreless: Vec::new(),
                homebound: Vec::new(),
            };
            let lines = &rules.campaign.lines;
            let is_centre =
                |(feature, _): &(FeatureIx, i64)| lines.full.contains(feature) || lines.defence.contains(feature);
            let centreless: Vec<bool> = rules
                .powers
                .iter()
                .map(|power| !power.home.iter().any(|at| rules.board.space(*at).features.iter().any(is_centre)))
                .collect();
            let homebound = |(at, without): (usize, &bool)| *without && !guests.contains(&PowerIx::new(at));
            rules.campaign.lines.homebound = centreless.iter().enumerate().map(homebound).collect();
            rules.campaign.lines.centreless = centreless;
            self.sea(rules);
        }
        CampaignPhase::Supply
    }

    /// Distances over the sea as far as any rule asks for them.
    fn sea(&self, rules: &mut Ruleset) {
        let lines = &rules.campaign.lines;
        let assault = self.content.procedures.values().find_map(|entry| match &entry.run {
            Written::MoveByPoints { assault_range, .. } => *assault_range,
            _ => None,
        });
        let radius = [lines.between + 1, lines.to_port, assault.unwrap_or(0)].into_iter().max().unwrap_or(0);
        let radius = radius.clamp(0, 60) as u8;
        let count = || Arc::new(pipeline::Sea::new(&rules.board, radius));
        rules.campaign.pipeline = match self.sea.map(|shared| shared.get_or_init(|| (radius, count()))) {
            Some((known, sea)) if *known == radius => Arc::clone(sea),
            _ => count(),
        };
    }

    fn march(&mut self, rules: &mut Ruleset, written: &Written) -> CampaignPhase {
        if let Written::MoveByPoints {
            allowance,
            weather_area,
            elsewhere,
            stacking,
            overrun_at,
            overrun_up_to,
            zones_stop,
            one_space_always,
            assault_range,
            assault_barred_by,
            assault_barred_in,
            violators,
            violable,
            grace,
            confined,
            neutral_moves,
            garrisons,
            open_ground,
            ..
        } = written
        {
            rules.stacking = stacking.or(rules.stacking);
            let area: Vec<RegionIx> = weather_area.iter().filter_map(|region| self.region(region.as_str())).collect();
            let settings = MarchRules {
                allowance: allowance.as_ref().and_then(|table| self.table(table.as_str())),
                weather_area: self.set_of(rules, &area),
                elsewhere: *elsewhere,
                overrun_at: *overrun_at,
                overrun_up_to: overrun_up_to.unwrap_or(0),
                zones_stop: *zones_stop,
                one_space_always: *one_space_always,
                assault_range: *assault_range,
                assault_barred_by: assault_barred_by.iter().filter_map(|class| self.class(class.as_str())).collect(),
                assault_barred_in: assault_barred_in.iter().filter_map(|season| self.season(season.as_str())).collect(),
                violators: self.actors(violators),
                violable: violable
                    .iter()
                    .filter_map(|rule| Some((self.power(rule.power.as_str())?, self.actors(&rule.by))))
                    .collect(),
                grace: grace
                    .iter()
                    .filter_map(|rule| {
                        Some((self.power(rule.power.as_str())?, self.maybe_condition(rule.when.as_ref())))
                    })
                    .collect(),
                confined: self.confined(confined),
                neutral_moves: self.confined(neutral_moves),
                garrisons: self.garrisons(rules, garrisons),
                open_ground: self.confined(open_ground),
            };
            // Procedures are compiled in their order: this is the number the one at hand gets.
            rules.campaign.marches.push((ProcedureIx::new(rules.procedures.len()), settings));
        }
        CampaignPhase::March
    }

    /// The number of a part in the economy it belongs to.
    fn part(&self, part: &RegionId) -> Option<u8> {
        let sources = self.content.procedures.values().filter_map(|entry| match &entry.run {
            Written::CollectIncome { from: IncomeSource::Multiples { economies, .. }, .. } => Some(economies),
            _ => None,
        });
        let mut parts = sources.flatten().map(|economy| economy.parts.iter().position(|other| other == part));
        parts.find_map(|at| at).and_then(|at| u8::try_from(at).ok())
    }

    fn confined(&mut self, written: &[Confined]) -> Vec<ConfinedRule> {
        let rules = written.iter().filter_map(|rule| {
            Some(ConfinedRule {
                power: self.power(rule.power.as_str())?,
                spaces: self.places(&rule.places),
                when: self.maybe_condition(rule.when.as_ref()),
                source: rule.source.as_ref().map(ToString::to_string).unwrap_or_default(),
            })
        });
        rules.collect()
    }

    /// Garrisons, with the spaces that touch what they watch.
    fn garrisons(&mut self, rules: &Ruleset, written: &[Garrison]) -> Vec<GarrisonRule> {
        let found = written.iter().filter_map(|rule| {
            let along = self.places(&rule.along);
            let touches =
                |space: &SpaceIx| rules.board.links_of(*space).iter().any(|link| along.binary_search(&link.to).is_ok());
            let mut spaces = self.places(&rule.places);
            spaces.retain(|space| along.is_empty() || touches(space));
            Some(GarrisonRule {
                power: self.power(rule.power.as_str())?,
                points: rule.points,
                spaces,
                when: self.maybe_condition(rule.when.as_ref()),
                source: rule.source.as_ref().map(ToString::to_string).unwrap_or_default(),
            })
        });
        found.collect()
    }

    fn points(&mut self, rules: &mut Ruleset, written: &Written) -> Option<CampaignPhase> {
        let Written::CollectIncome {
            from:
                IncomeSource::Multiples {
                    feature,
                    multiples,
                    mode,
                    fixed_modes,
                    retaken_mode,
                    captured,
                    dependent,
                    economies,
                },
            ..
        } = written
        else {
            return None;
        };
        let settings = PointRules {
            feature: self.feature(feature.as_str())?,
            multiples: self.table(multiples.as_str())?,
            mode: mode.as_ref().and_then(|track| self.track(track.as_str())),
            fixed_modes: fixed_modes
                .iter()
                .filter_map(|(region, mode)| {
                    let region = self.region(region.as_str())?;
                    Some((self.names.members[region.index()].clone(), *mode))
                })
                .collect(),
            retaken_mode: *retaken_mode,
            captured: captured.unwrap_or(0),
            dependent: dependent
                .iter()
                .filter_map(|rule| {
                    Some(DependentRule {
                        power: self.power(rule.power.as_str())?,
                        of: self.places(&rule.of),
                        pipeline_to: self.places(&rule.pipeline_to),
                        holds: self.places(&rule.holds),
                        closed: self.maybe_condition(rule.closed.as_ref()),
                        when: self.maybe_condition(rule.when.as_ref()),
                    })
                })
                .collect(),
            economies: economies
                .iter()
                .filter_map(|economy| {
                    let power = self.power(economy.power.as_str())?;
                    let regions = economy.parts.iter().filter_map(|part| self.region(part.as_str()));
                    let parts: Vec<RegionIx> = regions.collect();
                    Some((power, parts.iter().map(|part| self.names.members[part.index()].clone()).collect()))
                })
                .collect(),
        };
        rules.campaign.points = Some(settings);
        Some(CampaignPhase::CountPoints)
    }

    fn centre_features(&mut self, names: &[chartroom_format::schema::ids::FeatureId]) -> Vec<FeatureIx> {
        names.iter().filter_map(|feature| self.feature(feature.as_str())).collect()
    }

    fn set_of(&self, rules: &Ruleset, regions: &[RegionIx]) -> SpaceSet {
        let mut set = SpaceSet::new(rules.board.spaces.len());
        let members = regions.iter().flat_map(|region| &self.names.members[region.index()]);
        members.for_each(|space: &SpaceIx| {
            set.add(*space);
        });
        set
    }

    /// A results table as numbers; what cannot be read is a finding.
    fn results(&mut self, table: &str) -> Option<DifferentialTable> {
        match matchup::results(self.content, table) {
            Ok(table) if table.sides() > 0 && !table.columns.is_empty() => Some(table),
            Ok(_) => {
                self.fault(codes::TABLE_GAP, format!("the table `{table}` has no results"));
                None
            }
            Err(why) => {
                self.fault(codes::TABLE_GAP, why);
                None
            }
        }
    }
}
