//! `chartroom site PACK.. -o DIR`: packs as a static web site.

use std::path::PathBuf;
use std::process::ExitCode;

use chartroom_format::fs::DiskFs;
use chartroom_format::load::{self, Loaded};
use chartroom_site::{Source, build, write};
use rayon::prelude::*;

use crate::{find, output};

/// Write packs as a static web site: maps, units, tables, rules, scenarios, search.
///
/// The pages need no server and no network, and no script to be read. An earlier site in the folder is renewed; files that are not
/// of a site stay as they are.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  chartroom site -o public\n  chartroom site war-game-ww2 mods/hotter-war -o public"
)]
pub(crate) struct Args {
    /// Pack folders, or names of packs under content/; all of content/ if left out.
    packs: Vec<String>,
    /// The folder to write.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    let folders = if args.packs.is_empty() {
        find::content_packs()
    } else {
        args.packs.iter().map(|pack| find::pack_folder(pack)).collect::<Result<_, _>>()?
    };
    let loaded: Vec<Loaded> = folders.par_iter().map(|folder| load::load(&DiskFs, folder)).collect::<Result<_, _>>()?;
    let has_errors = loaded.iter().any(Loaded::has_errors);
    for loaded in loaded.iter().filter(|loaded| loaded.has_errors()) {
        eprintln!("chartroom: {} has errors; run `chartroom check {0}`", loaded.root.display());
    }
    let sources: Vec<Source<'_>> = loaded
        .iter()
        .map(|loaded| {
            let recipe = loaded.content.recipe.as_ref();
            let geography = recipe.and_then(|recipe| find::geography(&loaded.root, &recipe.geography));
            Source { loaded, fs: &DiskFs, geography, changes: None }
        })
        .collect();
    let site = build(&sources).map_err(|error| error.to_string())?;
    let written = write(&site, &args.output).map_err(|error| error.to_string())?;
    let bytes: usize = site.files.values().map(Vec::len).sum();
    let mut out = format!(
        "{} pages and files, {:.1} MB, in {}: {} written, {} as they were",
        site.files.len(),
        bytes as f64 / 1e6,
        args.output.display(),
        written.changed,
        written.same
    );
    for (count, words) in [(written.removed, "removed"), (written.kept, "changed by others and left alone")] {
        if count > 0 {
            out.push_str(&format!(", {count} {words}"));
        }
    }
    output::print(&format!("{out}\n"))?;
    Ok(ExitCode::from(u8::from(has_errors)))
}
