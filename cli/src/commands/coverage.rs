//! `chartroom coverage [PACK]`: what is printed, played, held and open of the rulebook, against its index.

use std::fmt::Write;
use std::process::ExitCode;

use chartroom_format::fs::DiskFs;
use chartroom_format::load;
use chartroom_validator::coverage::{self, Counts};

use crate::{find, output};

pub(crate) fn run(pack: Option<&str>, json: bool) -> Result<ExitCode, String> {
    let folders = match pack {
        Some(pack) => vec![find::pack_folder(pack)?],
        None => find::content_packs(),
    };
    let mut counts = Vec::new();
    for folder in &folders {
        counts.push(coverage::count(&DiskFs, &load::load(&DiskFs, folder)?));
    }
    match (json, pack, counts.first()) {
        (true, Some(_), Some(one)) => output::print_json(one)?,
        (true, ..) => output::print_json(&counts)?,
        (false, ..) => output::print(&text(&counts))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn text(counts: &[Counts]) -> String {
    let mut out = format!(
        "{:<22} {:>6} {:>8} {:>7} {:>5} {:>5} {:>13} {:>10} {:>17}\n",
        "pack", "total", "printed", "played", "held", "open", "out of scope", "behaviour", "behaviour played"
    );
    for pack in counts {
        let share = 100.0 * pack.behaviour_played as f64 / pack.behaviour.max(1) as f64;
        let _ = writeln!(
            out,
            "{:<22} {:>6} {:>8} {:>7} {:>5} {:>5} {:>13} {:>10} {:>17}",
            pack.pack,
            pack.total,
            pack.printed,
            pack.played,
            pack.held,
            pack.open,
            pack.out_of_scope,
            pack.behaviour,
            format!("{} ({share:.1} %)", pack.behaviour_played)
        );
    }
    out
}
