//! `chartroom site PACK.. -o DIR`: packs as a static web site.

use std::path::PathBuf;
use std::process::ExitCode;

use chartroom_exchange::diff::{self, What};
use chartroom_format::fs::DiskFs;
use chartroom_format::load::{self, Loaded};
use chartroom_site::{Changes, Detail, Entry, Source, Topic, build, write};
use rayon::prelude::*;

use crate::revision::Place;
use crate::{find, output};

/// Write packs as a static web site: maps, units, tables, rules, scenarios, search.
///
/// The pages need no server and no network, and no script to be read. An earlier site in the folder is renewed; files that are not
/// of a site stay as they are.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  chartroom site -o public\n  chartroom site war-game-ww2 mods/hotter-war -o public\n  chartroom site --since v1.0 -o public"
)]
pub(crate) struct Args {
    /// Pack folders, or names of packs under content/; all of content/ if left out.
    packs: Vec<String>,
    /// Tell on a page of its own what changed since this version: a revision of git, or another pack.
    #[arg(long, value_name = "REVISION|PACK")]
    since: Option<String>,
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
    let sources = loaded
        .iter()
        .map(|loaded| {
            let recipe = loaded.content.recipe.as_ref();
            let geography = recipe.and_then(|recipe| find::geography(&loaded.root, &recipe.geography));
            let changes = args.since.as_deref().map(|since| changes(since, loaded)).transpose()?;
            Ok(Source { loaded, fs: &DiskFs, geography, changes })
        })
        .collect::<Result<Vec<_>, String>>()?;
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

/// What differs between a pack and an earlier version of it.
fn changes(since: &str, loaded: &Loaded) -> Result<Changes, String> {
    let (before, _) = Place::pair(since, &loaded.root.to_string_lossy())?;
    let diff = diff::compare(&before.load()?.content, &loaded.content);
    let topics = diff.topics().map(|(topic, changes)| Topic {
        title: topic.title().to_owned(),
        entries: changes.iter().map(entry).collect(),
    });
    Ok(Changes { since: since.to_owned(), topics: topics.collect() })
}

fn entry(change: &diff::Change) -> Entry {
    let what = match &change.what {
        What::Added => "added".to_owned(),
        What::Removed => "removed".to_owned(),
        What::Renamed(from) => format!("renamed from {from}"),
        What::Changed => "changed".to_owned(),
    };
    let details = change.details.iter().map(|detail| Detail {
        what: detail.what.clone(),
        before: detail.before.clone(),
        after: detail.after.clone(),
    });
    Entry {
        name: format!("{}:{}", change.kind, change.id),
        title: change.title.clone().unwrap_or_default(),
        what,
        details: details.collect(),
    }
}
