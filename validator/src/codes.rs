//! THE table of all codes: those of loading, of the checks, about suppressions, and of the engine's compiler. Codes are stable; a retired
//! one is listed below and never given to something else.

use chartroom_format::diag::Code;
use chartroom_format::names::nearest;

use crate::balance;
use crate::checks::{self, Check};
use crate::suppress;

/// All checks over loaded packs, in the order they run.
pub const CHECKS: &[Check] = &[
    checks::reference::unused::CHECK,
    checks::reference::region_circle::CHECK,
    checks::reference::near_names::CHECK,
    checks::reference::same_title::CHECK,
    checks::map::isolated::CHECK,
    checks::map::feature_surface::CHECK,
    checks::map::empty_region::CHECK,
    checks::map::passage_pairs::CHECK,
    checks::map::passage_keys::CHECK,
    checks::map::hexside::CHECK,
    checks::map::added_link::CHECK,
    checks::map::denied_link::CHECK,
    checks::map::off_grid::CHECK,
    checks::map::outline::CHECK,
    checks::map::no_outline::CHECK,
    checks::map::amounts::CHECK,
    checks::map::inland_port::CHECK,
    checks::map::recipe_points::CHECK,
    checks::map::crossing::CHECK,
    checks::map::recipe_seed::CHECK,
    checks::map::recipe_names::CHECK,
    checks::map::recipe_picture::CHECK,
    checks::map::recipe_other::CHECK,
    checks::map::tiling::CHECK,
    checks::map::one_way::CHECK,
    checks::map::unusable_link::CHECK,
    checks::map::far_link::CHECK,
    checks::map::names_alike::CHECK,
    checks::map::colour::CHECK,
    checks::map::dry_coast::CHECK,
    checks::map::geography::CHECK,
    checks::table::missing_row::CHECK,
    checks::table::stray_row::CHECK,
    checks::table::row_length::CHECK,
    checks::table::range_gap::CHECK,
    checks::table::range_overlap::CHECK,
    checks::table::cell_kind::CHECK,
    checks::table::monotonic::CHECK,
    checks::table::sums::CHECK,
    checks::table::marks::CHECK,
    checks::table::axes::CHECK,
    checks::table::price_out_of_line::CHECK,
    checks::table::too_large::CHECK,
    checks::table::off_the_edge::CHECK,
    checks::unit::no_price::CHECK,
    checks::unit::dominated::CHECK,
    checks::unit::carries_nothing::CHECK,
    checks::unit::upgrade_circle::CHECK,
    checks::unit::to_hit::CHECK,
    checks::unit::unused::CHECK,
    checks::unit::damage::CHECK,
    checks::unit::build_limits::CHECK,
    checks::unit::unused_stat::CHECK,
    checks::scenario::stacking::CHECK,
    checks::scenario::surface::CHECK,
    checks::scenario::not_own::CHECK,
    checks::scenario::capital::CHECK,
    checks::scenario::capital_lost::CHECK,
    checks::scenario::totals::CHECK,
    checks::scenario::needless_contradiction::CHECK,
    checks::scenario::turns::CHECK,
    checks::scenario::won_at_start::CHECK,
    checks::scenario::unreachable_victory::CHECK,
    checks::scenario::no_end::CHECK,
    checks::scenario::counts::CHECK,
    checks::scenario::build_limit::CHECK,
    checks::scenario::double_control::CHECK,
    checks::scenario::option_clash::CHECK,
    checks::scenario::outsider::CHECK,
    checks::scenario::war_with_friends::CHECK,
    checks::scenario::track_start::CHECK,
    checks::scenario::no_room::CHECK,
    checks::scenario::devastated::CHECK,
    checks::scenario::base_capacity::CHECK,
    checks::scenario::cargo::CHECK,
    checks::scenario::dry_dock::CHECK,
    checks::scenario::treasury::CHECK,
    checks::scenario::loose_power::CHECK,
    checks::scenario::factory_capacity::CHECK,
    checks::scenario::out_of_supply::CHECK,
    checks::scenario::capital_mark::CHECK,
    checks::sequence::by_hand::CHECK,
    checks::sequence::never_moves::CHECK,
    checks::sequence::idle_procedure::CHECK,
    checks::sequence::empty_stage::CHECK,
    checks::sequence::not_played::CHECK,
    checks::rule::never_true::CHECK,
    checks::rule::always_true::CHECK,
    checks::rule::unused_option::CHECK,
    checks::rule::self_trigger::CHECK,
    checks::rule::no_effect::CHECK,
    checks::rule::roll::CHECK,
    checks::rule::twin::CHECK,
    checks::rule::contradiction::CHECK,
    checks::rule::unapplied::CHECK,
    checks::example::fails::CHECK,
    checks::example::unknown::CHECK,
    checks::coverage::missing::CHECK,
    checks::coverage::dangling::CHECK,
    checks::coverage::proof::CHECK,
    checks::coverage::unproved::CHECK,
    checks::coverage::not_played::CHECK,
    checks::play::compiles::CHECK,
    checks::play::finishes::CHECK,
    checks::play::passed_over::CHECK,
    checks::play::never_used::CHECK,
    checks::play::one_sided::CHECK,
    checks::play::variants::CHECK,
    checks::play::replay::CHECK,
];

/// Codes that meant something once: the code and what to look at instead.
pub const RETIRED: &[(&str, &str)] =
    &[("E201", "worked examples have a letter of their own; look at W101, E is the engine's")];

/// Every code that can be reported, sorted.
pub fn all() -> Vec<Code> {
    let mut codes: Vec<Code> = chartroom_format::codes::ALL.to_vec();
    codes.extend(CHECKS.iter().map(|check| check.code));
    codes.extend(suppress::ALL);
    codes.extend(balance::ALL);
    codes.extend(chartroom_engine::codes::ALL);
    codes.sort_by_key(|code| (group_place(code.info().group), code.as_str()));
    codes
}

/// The groups in the order reports list them.
pub const GROUPS: &[&str] = &[
    "syntax",
    "schema",
    "reference",
    "map",
    "table",
    "unit",
    "scenario",
    "sequence",
    "rule",
    "example",
    "coverage",
    "play",
    "balance",
    "engine",
];

fn group_place(group: &str) -> usize {
    GROUPS.iter().position(|known| *known == group).unwrap_or(GROUPS.len())
}

/// The code with this code or name. The error suggests the nearest.
pub fn find(wanted: &str) -> Result<Code, String> {
    let codes = all();
    if let Some(code) =
        codes.iter().find(|code| code.as_str().eq_ignore_ascii_case(wanted) || code.info().name == wanted)
    {
        return Ok(*code);
    }
    if let Some((code, instead)) = RETIRED.iter().find(|(code, _)| code.eq_ignore_ascii_case(wanted)) {
        return Err(format!("the code `{code}` is retired: {instead}"));
    }
    let close = nearest(wanted, codes.iter().flat_map(|code| [code.as_str(), code.info().name]));
    let hint = close.map_or_else(String::new, |close| format!("; did you mean `{close}`?"));
    Err(format!("there is no code `{wanted}`{hint}"))
}

/// Whether a selector (a code, the beginning of one, a group or a name) means a code.
pub fn selects(selector: &str, code: Code) -> bool {
    let info = code.info();
    info.code.starts_with(&selector.to_ascii_uppercase()) || info.group == selector || info.name == selector
}
