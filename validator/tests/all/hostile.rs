//! No panic on packs that chance has spoilt. How many is set by CHARTROOM_SPOILT_PACKS; the example `spoilt_packs` does the same in
//! release, with bundled packs too, and tells the time and memory it took.

use std::path::PathBuf;

use crate::support::{starter, zone_starter};
use chartroom_validator::fix;
use chartroom_validator::games::Limits;
use chartroom_validator::run::{self, Depth};

#[test]
fn spoilt_packs_never_break_the_checks() {
    let count: u64 = std::env::var("CHARTROOM_SPOILT_PACKS").ok().and_then(|text| text.parse().ok()).unwrap_or(250);
    let packs = [PathBuf::from("packs/base")];
    for seed in 0..count {
        let base = if seed % 2 == 0 { starter() } else { zone_starter() };
        let fs = crate::support::noise::spoilt(&base, seed);
        let limits = Limits { greedy: 1, random: 1, actions: 50, variant_turns: 1 };
        let depth = if seed % 10 == 0 { Depth::Full(limits, &|_| {}) } else { Depth::Quick };
        let report = run::check_to(&fs, &packs, depth);
        if let Ok(report) = report {
            fix::apply_once(&report, true, &|_| true);
            for (pack, finding) in report.findings() {
                chartroom_format::diag::render::human(finding, &pack.loaded, false);
            }
        }
    }
}
