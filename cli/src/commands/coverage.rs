//! `chartroom coverage [PACK]`: rules modelled and proved, against the index.

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
        "{:<22} {:>6} {:>6} {:>7} {:>7} {:>6} {:>13}\n",
        "pack", "total", "data", "engine", "proved", "open", "out of scope"
    );
    for pack in counts {
        let _ = writeln!(
            out,
            "{:<22} {:>6} {:>6} {:>7} {:>7} {:>6} {:>13}",
            pack.pack, pack.total, pack.data, pack.engine, pack.proved, pack.open, pack.out_of_scope
        );
    }
    out
}
