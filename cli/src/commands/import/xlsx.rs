//! `chartroom import xlsx`: what was changed in a workbook, back into the pack it was written from.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chartroom_exchange::workbook::{self, FileEdits, Import};
use chartroom_format::diag::{Diagnostic, Severity};
use chartroom_format::edit;
use chartroom_format::fs::{self, DiskFs, Fs, ReadFailure};
use chartroom_format::load;
use chartroom_validator::run;
use serde_json::json;

use crate::{find, output};

#[derive(clap::Args)]
#[command(after_help = "Examples:
  chartroom import xlsx war-game-ww2.xlsx war-game-ww2
  chartroom import xlsx war-game-ww2.xlsx war-game-ww2 --write
  chartroom import xlsx unit-cost.csv war-game-ww2          one table: the file bears its id

The file may be .xlsx, .ods or .csv. Only what was changed in it since it was written is taken: one changed cell is one changed line. A
cell that the pack has changed meanwhile is named, and nothing is written. Exit 0 when all can be taken, 1 when not.")]
pub(crate) struct Args {
    /// The workbook.
    file: PathBuf,
    /// A pack folder, or the name of one under content/.
    pack: String,
    /// Write the changes into the pack.
    #[arg(long)]
    write: bool,
    /// Write them even if the pack has new errors then.
    #[arg(long, requires = "write")]
    force: bool,
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode, String> {
    let folder = find::pack_folder(&args.pack)?;
    let loaded = load::load(&DiskFs, &folder)?;
    let bytes =
        fs::open_regular(&args.file).map_err(|error| format!("cannot read {}: {error}", args.file.display()))?;
    let name = args.file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let book = workbook::read(&name, &bytes).map_err(|error| format!("{}: {error}", args.file.display()))?;
    let mut import = workbook::compare(&loaded.content, &book);
    let mut files = Vec::new();
    if import.is_usable() {
        match workbook::edits(&loaded, &import.changes) {
            Ok(edits) => files = edits,
            Err(faults) => import.faults = faults,
        }
    }
    let new = if import.is_usable() && !files.is_empty() { new_errors(&folder, &files)? } else { Vec::new() };
    let can = import.is_usable() && (new.is_empty() || args.force);
    if args.write && can {
        for file in &files {
            let path = folder.join(&file.relative);
            edit::write_with_backup(&path, &file.text)
                .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
    }
    if args.json {
        output::print_json(&as_json(&import, &files, &new, args.write && can))?;
    } else {
        output::print(&told(&import, &files, &new, args.write && can))?;
    }
    Ok(ExitCode::from(u8::from(!can)))
}

fn told(import: &Import, files: &[FileEdits], new: &[Diagnostic], written: bool) -> String {
    let mut text = String::new();
    for note in &import.notes {
        let _ = writeln!(text, "note: {note}");
    }
    for change in &import.changes {
        let said = |value: &str| if value.is_empty() { "nothing".to_owned() } else { value.to_owned() };
        let _ = writeln!(
            text,
            "{}: {}: {} \u{2192} {}",
            change.place,
            change.what,
            said(&change.before),
            said(&change.after)
        );
    }
    for stale in &import.stale {
        let _ = writeln!(text, "error: {stale}");
    }
    for fault in &import.faults {
        let _ = writeln!(text, "error: {fault}");
    }
    for finding in new {
        let _ = writeln!(text, "error: with this, `check` would find: {} ({})", finding.message, finding.code);
    }
    let count = import.changes.len();
    let verdict = match (import.is_usable(), count, written) {
        (false, ..) => "nothing was written: mend the cells above, or export the pack anew".to_owned(),
        (true, 0, _) => "the workbook changes nothing".to_owned(),
        (true, _, true) => format!("{count} cells changed in {} files", files.len()),
        (true, _, false) if !new.is_empty() => {
            "nothing was written: the pack would have new errors (--force writes all the same)".to_owned()
        }
        (true, _, false) => format!("{count} cells would change in {} files; --write writes them", files.len()),
    };
    let _ = writeln!(text, "{verdict}");
    text
}

fn as_json(import: &Import, files: &[FileEdits], new: &[Diagnostic], written: bool) -> serde_json::Value {
    let changes = import.changes.iter().map(
        |change| json!({ "place": change.place, "what": change.what, "before": change.before, "after": change.after }),
    );
    let stale = import.stale.iter().map(|stale| {
        json!({ "place": stale.place, "what": stale.what, "written": stale.written, "pack": stale.pack, "workbook": stale.workbook })
    });
    let faults = import.faults.iter().map(|fault| json!({ "place": fault.place, "message": fault.message }));
    let errors = new.iter().map(|finding| json!({ "code": finding.code.to_string(), "message": finding.message }));
    json!({
        "changes": changes.collect::<Vec<_>>(), "stale": stale.collect::<Vec<_>>(), "faults": faults.collect::<Vec<_>>(),
        "new_errors": errors.collect::<Vec<_>>(), "notes": import.notes,
        "files": files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>(), "written": written,
    })
}

/// Errors that the pack would have with the changes and has not without them.
fn new_errors(folder: &Path, files: &[FileEdits]) -> Result<Vec<Diagnostic>, String> {
    let errors = |fs: &(dyn Fs + Sync)| -> Result<Vec<Diagnostic>, String> {
        let report = run::check(fs, &[folder.to_owned()])?;
        let all = report.packs.into_iter().flat_map(|pack| pack.findings);
        Ok(all.filter(|finding| finding.severity == Severity::Error && finding.follows_from.is_none()).collect())
    };
    let known: BTreeSet<String> = errors(&DiskFs)?.into_iter().map(|finding| finding.message).collect();
    let texts = files.iter().map(|file| (folder.join(&file.relative), file.text.clone())).collect();
    let changed = errors(&Changed { texts })?;
    Ok(changed.into_iter().filter(|finding| !known.contains(&finding.message)).collect())
}

/// The disk with some files as they would be.
struct Changed {
    texts: BTreeMap<PathBuf, String>,
}

impl Fs for Changed {
    fn list(&self, folder: &Path) -> Result<Vec<String>, String> {
        DiskFs.list(folder)
    }

    fn read(&self, folder: &Path, file: &str) -> Result<String, ReadFailure> {
        match self.texts.get(&folder.join(file)) {
            Some(text) => Ok(text.clone()),
            None => DiskFs.read(folder, file),
        }
    }

    fn bytes(&self, folder: &Path, file: &str) -> Result<Vec<u8>, ReadFailure> {
        DiskFs.bytes(folder, file)
    }

    fn is_folder(&self, path: &Path) -> bool {
        DiskFs.is_folder(path)
    }
}
