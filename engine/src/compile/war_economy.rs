//! Settings of what feeds and starves a war besides production: imports, dominions, ferries, research, partisans, bombing.

use chartroom_format::schema::procedure::{
    Bound, Conversion, Dominions, Ferry, Import, MissileLaunching, Procedure as Written, Warheads,
};
use chartroom_format::schema::rules::TrackOwner;

use super::Compiler;
use super::effects::read_dice;
use crate::codes;
use crate::ids::{TableIx, TrackIx};
use crate::procedures::bombing::BombingRules;
use crate::procedures::breakthroughs::{BreakthroughRules, Technology};
use crate::procedures::income::{RevenueRule, Terms};
use crate::procedures::missiles::MissileRules;
use crate::procedures::partisans::PartisanRules;
use crate::procedures::redeploy::{BoundRule, ConversionRule};
use crate::procedures::research::{self, FreeRule, Item, LimitRule, ResearchRules};
use crate::procedures::warheads::WarheadRules;
use crate::procedures::{DominionRule, FerryRiskRule, FerryRule, ImportRule, Procedure};
use crate::ruleset::{PerTurn, Ruleset, TrackInfo};
use crate::table::{Place, Value};

impl Compiler<'_> {
    pub(super) fn bound(&mut self, written: &Bound) -> Option<BoundRule> {
        let Bound { by, from, to, units, when, source } = written;
        Some(BoundRule {
            by: self.actor(by)?,
            from: self.places(from),
            to: self.places(to),
            units: self.filter(units),
            when: self.maybe_condition(when.as_ref()),
            source: source.as_ref().map(ToString::to_string),
        })
    }

    pub(super) fn conversion(&mut self, written: &Conversion) -> Option<ConversionRule> {
        let Conversion { by, unit, into, most, rule, when, source } = written;
        Some(ConversionRule {
            by: self.power(by.as_str())?,
            unit: self.unit(unit.as_str())?,
            into: self.unit(into.as_str())?,
            most: *most,
            rule: self.event(rule.as_str())?,
            when: self.maybe_condition(when.as_ref()),
            source: source.as_ref().map(ToString::to_string),
        })
    }

    pub(super) fn ferry(&mut self, written: &Ferry) -> Option<FerryRule> {
        let risk = match &written.risk {
            None => None,
            Some(risk) => {
                let Some(dice) = read_dice(&risk.dice) else {
                    self.unknown("dice such as 2d6 in", &risk.dice);
                    return None;
                };
                Some(FerryRiskRule { dice, from: risk.from, lost: risk.lost })
            }
        };
        Some(FerryRule {
            units: written.units.iter().filter_map(|unit| self.unit(unit.as_str())).collect(),
            from: self.places(&written.from),
            to: self.places(&written.to),
            stops: self.places(&written.stops),
            unless_friendly: self.places(&written.unless_friendly),
            risk,
        })
    }

    pub(super) fn dominion(&mut self, written: &Dominions) -> Option<DominionRule> {
        Some(DominionRule {
            powers: written.powers.iter().filter_map(|power| self.power(power.as_str())).collect(),
            of: self.power(written.of.as_str())?,
            source: written.source.as_ref().map(ToString::to_string),
        })
    }

    /// An import, and whether its table names seasons and ports.
    pub(super) fn import(&mut self, rules: &Ruleset, written: &Import) -> Option<ImportRule> {
        let ports = self.table(written.ports.as_str())?;
        let table = rules.table(ports);
        for port in table.keys(1) {
            self.space(port)?;
        }
        if let Some(season) = rules.seasons.iter().find(|season| table.word(0, season) == Place::Off) {
            let text = format!("the table `{}` has no row for the season `{season}`", table.id);
            self.fault(codes::TABLE_GAP, text);
        }
        Some(ImportRule {
            to: self.power(written.to.as_str())?,
            from: self.space(written.from.as_str())?,
            feature: self.feature(written.feature.as_str())?,
            ports,
            ships: match &written.ships {
                Some(class) => Some(self.class(class.as_str())?),
                None => None,
            },
        })
    }

    /// What besides the values of land decides an income.
    pub(super) fn income_terms(&mut self, written: &Written) -> Terms {
        let Written::CollectIncome { levels, raided, needs_capital, revenues, .. } = written else {
            return Terms::default();
        };
        let levels = levels
            .iter()
            .filter_map(|level| Some((self.power(level.power.as_str())?, self.track(level.track.as_str())?)))
            .collect();
        let raided = raided
            .as_ref()
            .and_then(|raided| Some((self.feature(raided.feature.as_str())?, self.class(raided.by.as_str())?)));
        let revenues = revenues
            .iter()
            .filter_map(|revenue| {
                Some(RevenueRule {
                    of: revenue.of.iter().filter_map(|power| self.power(power.as_str())).collect(),
                    to: self.power(revenue.to.as_str())?,
                    conquests: revenue.conquests,
                    option: revenue.option.as_ref().and_then(|option| self.option(option.as_str())),
                })
            })
            .collect();
        Terms { levels, raided, needs_capital: *needs_capital, revenues }
    }

    pub(super) fn research(&mut self, rules: &mut Ruleset, written: &Written) -> Procedure {
        let Written::Research {
            tracks, cost, die, table, prices, setbacks, most, most_when_ahead, limits, free, ..
        } = written
        else {
            return Procedure::NotBuilt("is no research");
        };
        let (Some(table), Some(prices)) = (table, prices) else { return Procedure::NotBuilt("lacks its tables") };
        let (Some(table), Some(prices)) = (self.table(table.as_str()), self.table(prices.as_str())) else {
            return Procedure::NotBuilt("lacks its tables");
        };
        let die = die.unwrap_or(6);
        self.check_results(rules, table, die);
        let mut items = Vec::new();
        for name in tracks {
            let Some(level) = self.track(name.as_str()) else { continue };
            if rules.table(prices).word(1, name.as_str()) == Place::Off {
                let text = format!("the table `{}` has no price for `{name}`", rules.table(prices).id);
                self.fault(codes::TABLE_GAP, text);
                continue;
            }
            let steps = rules.table(table).keys(0).len() as i64;
            items.push(Item {
                level,
                step: own_track(rules, name.as_str(), research::STEP, steps),
                cut: own_track(rules, name.as_str(), research::CUT, 99),
                spent: own_track(rules, name.as_str(), research::SPENT, steps),
                tried: own_track(rules, name.as_str(), research::TRIED, 1),
            });
        }
        let most = most.unwrap_or(i64::from(u8::MAX));
        Procedure::Research(ResearchRules {
            items,
            cost: cost.unwrap_or(1),
            die,
            table,
            prices,
            setbacks: setbacks.as_ref().and_then(|table| self.table(table.as_str())),
            most,
            most_when_ahead: most_when_ahead.unwrap_or(most),
            free: free.as_ref().map(|free| FreeRule {
                items: free.tracks.iter().filter_map(|track| self.track(track.as_str())).collect(),
                steps: free.steps,
                cost: free.cost,
                most: free.most,
                source: free.source.as_ref().map(ToString::to_string),
            }),
            limits: limits
                .iter()
                .filter_map(|limit| {
                    Some(LimitRule {
                        by: self.side(limit.by.as_str())?,
                        most: limit.most,
                        when: self.condition(&limit.when),
                        source: limit.source.as_ref().map(ToString::to_string),
                    })
                })
                .collect(),
        })
    }

    /// Research by a die against a target, by item and power.
    pub(super) fn breakthroughs(&mut self, rules: &mut Ruleset, written: &Written) -> Procedure {
        let Written::Research { tracks, cost, die, table: Some(table), at_peace, .. } = written else {
            return Procedure::NotBuilt("lacks its table");
        };
        let Some(targets) = self.table(table.as_str()) else { return Procedure::NotBuilt("lacks its table") };
        let mut items = Vec::new();
        for name in tracks {
            let Some(level) = self.track(name.as_str()) else { continue };
            if rules.table(targets).word(0, name.as_str()) == Place::Off {
                let text = format!("the table `{}` has no target for `{name}`", rules.table(targets).id);
                self.fault(codes::TABLE_GAP, text);
                continue;
            }
            let tried = own_track(rules, name.as_str(), research::TRIED, 1);
            items.push(Technology { level, tried });
        }
        Procedure::Breakthroughs(BreakthroughRules {
            items,
            cost: cost.unwrap_or(0),
            die: die.unwrap_or(6),
            targets,
            at_peace: at_peace.as_ref().map(|limit| (limit.most, limit.source.as_ref().map(ToString::to_string))),
        })
    }

    /// Every step and die of research must have a result.
    fn check_results(&mut self, rules: &Ruleset, table: TableIx, die: i64) {
        let table = rules.table(table);
        for step in 1..=table.keys(0).len() as i64 {
            for roll in 1..=die {
                if !matches!(table.cell(table.at(0, step), table.at(1, roll)), Some(Value::Text(_))) {
                    let text = format!("the table `{}` has no result for step {step} and die {roll}", table.id);
                    self.fault(codes::TABLE_GAP, text);
                    return;
                }
            }
        }
    }

    /// Units of which only some may be built in a turn: who builds them out of a budget keeps count.
    pub(super) fn limits_per_turn(&mut self, rules: &mut Ruleset) {
        for (at, (id, unit)) in self.content.units.iter().enumerate() {
            let Some((build, most)) = unit.build.as_ref().and_then(|build| Some((build, build.per_turn?))) else {
                continue;
            };
            let others: Vec<_> = build.per_turn_for.iter().map(|(power, most)| (power.to_string(), *most)).collect();
            let highest = others.iter().map(|(_, most)| *most).fold(most, i64::max);
            let most_for = others.into_iter().filter_map(|(power, most)| Some((self.power(&power)?, most))).collect();
            let built = own_track(rules, id.as_str(), "built", highest);
            let turn = own_track(rules, id.as_str(), "built-on", i64::from(i16::MAX));
            let source = build.source.as_ref().map(ToString::to_string);
            if let Some(info) = rules.units.get_mut(at) {
                info.builds.per_turn = Some(PerTurn { most, most_for, built, turn, source });
            }
        }
    }

    pub(super) fn partisans(&mut self, written: &Written) -> Procedure {
        let Written::Partisans { against, cost, die, succeeds_up_to, except, after_foothold } = written else {
            return Procedure::NotBuilt("is no uprising");
        };
        let Some(against) = self.actor(against) else { return Procedure::NotBuilt("lacks its enemy") };
        Procedure::Partisans(PartisanRules {
            against,
            cost: *cost,
            die: *die,
            succeeds_up_to: *succeeds_up_to,
            except: self.places(except),
            after_foothold: self.places(after_foothold),
        })
    }

    pub(super) fn bombing(&mut self, rules: &mut Ruleset, written: &Written) -> Procedure {
        let Written::StrategicBombing {
            bombing,
            defence,
            reach: Some(reach),
            group,
            morale,
            doubled_below,
            warheads,
            ..
        } = written
        else {
            return Procedure::NotBuilt("is no bombing by level");
        };
        let defence = defence.as_ref().unwrap_or(bombing);
        let (Some(bombing), Some(defence), Some(ranges), Some(track)) = (
            self.table(bombing.as_str()),
            self.table(defence.as_str()),
            self.table(reach.table.as_str()),
            self.track(reach.track.as_str()),
        ) else {
            return Procedure::NotBuilt("lacks its tables");
        };
        let column = rules.table(ranges).word(1, &reach.column.0);
        if column == Place::Off {
            self.unknown("column", &reach.column.0);
        }
        let group = group.unwrap_or(i64::MAX);
        Procedure::Bombing(BombingRules {
            bombing,
            defence,
            group,
            reach: (ranges, column, track),
            morale: morale.as_ref().and_then(|written| self.morale_raids(rules, written)),
            doubled_below: *doubled_below,
            warheads: warheads.as_ref().and_then(|written| self.warheads(written)),
        })
    }

    pub(super) fn missiles(&mut self, rules: &mut Ruleset, written: &MissileLaunching) -> Procedure {
        let MissileLaunching { missile, range, firepower, group, at_armies, morale, warheads } = written;
        let (Some(missile), Some(firepower)) = (self.unit(missile.as_str()), self.table(firepower.as_str())) else {
            return Procedure::NotBuilt("lacks its missile or its table");
        };
        Procedure::Missiles(Box::new(MissileRules {
            missile,
            range: *range,
            firepower,
            group: group.unwrap_or(i64::MAX),
            at_armies: *at_armies,
            morale: morale.as_ref().and_then(|written| self.morale_raids(rules, written)),
            warheads: warheads.as_ref().and_then(|written| self.warheads(written)),
        }))
    }

    fn warheads(&mut self, written: &Warheads) -> Option<WarheadRules> {
        let Warheads { bomb, firepower, strength, ruins, dread, source: _ } = written;
        Some(WarheadRules {
            bomb: self.unit(bomb.as_str())?,
            firepower: self.table(firepower.as_str())?,
            strength: *strength,
            ruins: *ruins,
            dread: match dread {
                Some(dread) => Some((self.nations(&dread.nations)?, dread.falls)),
                None => None,
            },
        })
    }
}

/// A track that only the engine writes: what research keeps about an item, or propaganda about morale. No condition asks for it, so that
/// whoever keeps it names its owner.
pub(super) fn own_track(rules: &mut Ruleset, item: &str, what: &str, to: i64) -> TrackIx {
    let id = format!("{item}:{what}");
    let at = rules.tracks.iter().position(|track| track.id == id).unwrap_or_else(|| {
        rules.tracks.push(TrackInfo { id, each: TrackOwner::Game, from: 0, to });
        rules.tracks.len() - 1
    });
    TrackIx::new(at)
}
