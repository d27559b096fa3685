//! `chartroom check`: exit 0 clean, 1 findings, 2 could not run.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chartroom_format::diag::{Diagnostic, Severity};
use chartroom_format::fs::DiskFs;
use chartroom_validator::{report, run};

use crate::args::{Check, Format};
use crate::{find, output};

pub(crate) fn run(args: &Check) -> Result<ExitCode, String> {
    let packs = packs(&args.paths)?;
    let mut report = run::check(&DiskFs, &packs)?;
    for pack in &mut report.packs {
        pack.findings.retain(|finding| selected(finding, args));
    }
    let text = match args.format {
        Format::Human => report::text::human(&report, output::colour()),
        Format::Concise => report::text::concise(&report),
        Format::Json => report::json::render(&report),
    };
    output::print(&text)?;
    let fails_at = if args.deny.is_some() { Severity::Warning } else { Severity::Error };
    let failed = report.findings().any(|(_, finding)| finding.severity >= fails_at);
    Ok(ExitCode::from(u8::from(failed)))
}

fn packs(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    if paths.is_empty() {
        let folder = if Path::new(find::CONTENT).is_dir() { find::CONTENT } else { "." };
        return run::packs_at(Path::new(folder));
    }
    let mut packs = Vec::new();
    for path in paths {
        let path = if path.exists() { path.clone() } else { find::pack_folder(&path.to_string_lossy())? };
        packs.extend(run::packs_at(&path)?);
    }
    packs.sort();
    packs.dedup();
    Ok(packs)
}

fn selected(finding: &Diagnostic, args: &Check) -> bool {
    let info = finding.code.info();
    let matches =
        |wanted: &String| info.code.starts_with(wanted.as_str()) || info.group == wanted || info.name == wanted;
    (args.select.is_empty() || args.select.iter().any(matches)) && !args.ignore.iter().any(matches)
}
