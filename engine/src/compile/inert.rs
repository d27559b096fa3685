//! Settings that the procedure at hand does not read: an error at their line, never silence. What one kind of game reads of a
//! procedure another may not, so each form of a procedure lists what it reads; a setting that is new to the format is
//! refused until a form lists it.

use chartroom_format::cst::PathStep;
use chartroom_format::schema::procedure::{CostColumn, IncomeSource, Procedure as Written};
use chartroom_format::schema::units::Domain;
use chartroom_format::schema::value::Amount;
use serde_json::Value;

use super::Compiler;
use crate::codes;

/// What a form of a procedure reads.
pub(super) struct Form {
    /// The procedure, as the format names it.
    procedure: &'static str,
    /// The form, in words.
    about: &'static str,
    reads: &'static [&'static str],
}

const fn form(procedure: &'static str, about: &'static str, reads: &'static [&'static str]) -> Form {
    Form { procedure, about, reads }
}

const SUPPLY_OF_ARMIES: Form = form(
    "TraceSupply",
    "supply between armies and production",
    &["full", "defence", "full_from_home", "lost_after", "captured_within", "dry", "own_capitals"],
);
const SUPPLY_LINES: Form = form(
    "TraceSupply",
    "supply along lines",
    &[
        "full",
        "defence",
        "free_within",
        "length",
        "counted",
        "mountains",
        "zones_block",
        "lost_after",
        "pipeline",
        "guests",
    ],
);
const INCOME_BY_PRODUCTION: Form = form("CollectIncome", "income by production", &["from", "no_saving", "imports"]);
const INCOME_BY_VALUES: Form = form(
    "CollectIncome",
    "income by land values",
    &["from", "no_saving", "levels", "raided", "needs_capital", "revenues"],
);
const INCOME_BY_MULTIPLES: Form = form("CollectIncome", "income by multiples", &["from", "no_saving"]);
const PRODUCTION: Form =
    form("Produce", "production without factories", &["costs", "by", "repair", "only_in", "dominions", "instalments"]);
const BUILDING: Form = form(
    "Produce",
    "building at factories",
    &[
        "costs",
        "by",
        "factories",
        "recruits",
        "occupied",
        "sites",
        "upgrades",
        "refit",
        "needs_capital",
        "raised_next_turn",
        "damage_cuts",
        "special",
        "repair",
        "facilities",
        "razes",
        "harbours",
        "quotas",
        "open_sites",
        "guests",
        "overhaul",
    ],
);
const ORDERS: Form =
    form("Produce", "orders of units", &["costs", "by", "growth_limit", "delays", "needs_war", "part"]);
const DEPOTS: Form = form("LendLease", "lend-lease to depots", &["from", "to", "share", "free_up_to", "table", "when"]);
const LENDING: Form = form(
    "LendLease",
    "lending of money",
    &["from", "to", "share", "free_up_to", "bound_not_for", "intervention", "once_each", "only_at_war"],
);
const PIPELINE: Form =
    form("LendLease", "lend-lease along pipelines", &["from", "to", "share", "by_pipeline", "only_at_war"]);
const LEVEL_RAIDS: Form = form(
    "StrategicBombing",
    "raids of bombers with a tech level",
    &["bombing", "defence", "reach", "group", "morale", "doubled_below", "warheads"],
);
const RANGE_RAIDS: Form = form(
    "StrategicBombing",
    "raids of bombers with a range by turn",
    &["bombing", "defence", "range", "transfer", "bombs"],
);
const LEVELS: Form = form(
    "Research",
    "research by steps",
    &["tracks", "cost", "die", "table", "prices", "setbacks", "most", "most_when_ahead", "limits", "free"],
);
const TARGETS: Form = form("Research", "research by targets", &["tracks", "cost", "die", "table", "at_peace"]);

/// The form of a procedure that this game plays, where games read different parts of it.
fn form_of(written: &Written, by_lines: bool) -> Option<Form> {
    Some(match written {
        Written::TraceSupply { .. } if by_lines => SUPPLY_LINES,
        Written::TraceSupply { .. } => SUPPLY_OF_ARMIES,
        Written::CollectIncome { from: IncomeSource::Production(_), .. } => INCOME_BY_PRODUCTION,
        Written::CollectIncome { from: IncomeSource::Values, .. } => INCOME_BY_VALUES,
        Written::CollectIncome { from: IncomeSource::Multiples { .. }, .. } => INCOME_BY_MULTIPLES,
        Written::Produce { .. } if by_lines => ORDERS,
        Written::Produce { factories, .. } if factories.is_empty() => PRODUCTION,
        Written::Produce { .. } => BUILDING,
        Written::LendLease { by_pipeline: true, .. } if by_lines => PIPELINE,
        Written::LendLease { table: Some(_), .. } => DEPOTS,
        Written::LendLease { .. } => LENDING,
        Written::StrategicBombing { reach: Some(_), .. } => LEVEL_RAIDS,
        Written::StrategicBombing { .. } => RANGE_RAIDS,
        Written::Research { prices: Some(_), .. } => LEVELS,
        Written::Research { .. } => TARGETS,
        _ => return None,
    })
}

impl Compiler<'_> {
    /// Says which settings of a procedure would do nothing in this game.
    pub(super) fn inert_settings(&mut self, written: &Written) {
        let by_lines =
            self.content.procedures.values().any(|entry| matches!(entry.run, Written::DifferentialCombat { .. }));
        // Supply of units that move by steps refuses by itself what it cannot carry out.
        let by_steps = matches!(written, Written::TraceSupply { .. }) && self.has_marks();
        if let Some(form) = form_of(written, by_lines).filter(|_| !by_steps)
            && let Ok(Value::Object(variants)) = serde_json::to_value(written)
            && let Some(Value::Object(stated)) = variants.get(form.procedure)
        {
            for name in stated.keys().filter(|name| !form.reads.contains(&name.as_str())) {
                let what = format!("does nothing in {}, which reads {}", form.about, form.reads.join(", "));
                self.inert(name, &what);
            }
        }
        self.fixed_settings(written, by_lines);
    }

    /// Settings with one value that this program can carry out.
    fn fixed_settings(&mut self, written: &Written, by_lines: bool) {
        let only = |stated: &[Domain], played: &[Domain]| {
            stated.is_empty() || stated.len() == played.len() && played.iter().all(|domain| stated.contains(domain))
        };
        match written {
            Written::MoveByPoints { domains, .. } if !only(domains, &[Domain::Land]) => {
                self.inert("domains", "must be [Land]: movement by points moves land units only");
            }
            Written::MoveByRange { domains, stacking, .. } => {
                if stacking.is_some() {
                    self.inert("stacking", "does nothing: movement by range knows no stacking limit");
                }
                let moves = |domain: Domain| domain != Domain::Fixed && !domains.contains(&domain);
                let left_behind = self.content.units.values().any(|unit| moves(unit.domain));
                if !by_lines && !domains.is_empty() && left_behind {
                    self.inert("domains", "must name every domain of the pack's units: all of them move by range");
                }
            }
            Written::DifferentialCombat { retreat, domains, .. } => {
                if retreat.is_some_and(|spaces| spaces != 1) {
                    self.inert("retreat", "must be 1: the beaten retreat by one space");
                }
                if !only(domains, &[Domain::Land, Domain::Fixed]) {
                    self.inert("domains", "must be [Land, Fixed]: what stands on land fights by differentials");
                }
            }
            Written::NavalMoveAndFight { transit_attacks, counter_attacks, .. } => {
                for (name, on) in [("transit_attacks", transit_attacks), ("counter_attacks", counter_attacks)] {
                    if !on {
                        self.inert(name, "must be true: fleets are struck in transit and strike back");
                    }
                }
            }
            Written::CollectIncome { from: IncomeSource::Multiples { .. }, no_saving: false, .. } => {
                self.inert("no_saving", "must be true: points by multiples that are not spent are lost");
            }
            Written::Produce { by, factories, .. } => {
                let by_level = *by == Some(CostColumn::TechLevel);
                if by_level && (by_lines || !factories.is_empty()) {
                    self.inert(
                        "by",
                        "cannot be TechLevel here: prices by tech level are those of production without factories",
                    );
                }
            }
            Written::LendLease { share, by_pipeline, table, .. }
                if (*by_pipeline || table.is_some()) && *share != Amount::ONE =>
            {
                self.inert("share", "must be 1: only lending of money knows a share");
            }
            _ => {}
        }
    }

    /// A finding at a setting of the procedure at hand.
    fn inert(&mut self, name: &str, what: &str) {
        let entry = self.entry.clone();
        if let Some((_, _, path)) = &mut self.entry {
            path.push(PathStep::from(name));
        }
        self.fault(codes::NOT_CARRIED_OUT, format!("`{name}` {what}"));
        self.entry = entry;
    }
}
