//! `chartroom check`: exit 0 clean, 1 findings, 2 could not run.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chartroom_format::diag::{Diagnostic, Severity};
use chartroom_format::edit;
use chartroom_format::fs::DiskFs;
use chartroom_validator::baseline::Baseline;
use chartroom_validator::games::Limits;
use chartroom_validator::run::{Depth, Report};
use chartroom_validator::{codes, fix, games, report, run};
use serde::Serialize;

use crate::args::{Check, Format};
use crate::progress::Progress;
use crate::{changed, find, output};

mod watch;

pub(crate) fn run(args: &Check) -> Result<ExitCode, String> {
    if args.list {
        return list(args);
    }
    for selector in args.select.iter().chain(&args.ignore) {
        if !codes::all().iter().any(|code| codes::selects(selector, *code)) {
            return Err(codes::find(selector).err().unwrap_or_else(|| format!("`{selector}` selects nothing")));
        }
    }
    if let Some(file) = &args.evidence {
        output::may_write(file)?;
    }
    if let Some(jobs) = args.jobs {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(jobs));
        pool.build_global().map_err(|error| format!("cannot start {jobs} jobs: {error}"))?;
    }
    let mut packs = packs(&args.paths)?;
    if let Some(revision) = &args.changed_since {
        packs = changed::since(revision, &packs)?;
        if packs.is_empty() {
            eprintln!("chartroom: no pack differs from {revision}");
        }
    }
    if args.watch {
        return watch::run(&packs, || once(args, &packs).map(drop));
    }
    once(args, &packs)
}

/// One check of all packs.
fn once(args: &Check, packs: &[PathBuf]) -> Result<ExitCode, String> {
    let progress = Progress::new(packs.len());
    let watch = |step: games::Progress<'_>| progress.show(step);
    let depth = if args.quick { Depth::Quick } else { Depth::Full(Limits::default(), &watch) };
    if args.fix || args.unsafe_fixes {
        fix_all(args, packs)?;
    }
    let mut report = run::check_each(&DiskFs, packs, depth, &|pack| progress.checked(pack))?;
    progress.clear();
    let interrupted = args.balance && super::balance::check(&mut report, args.evidence.as_deref())?;
    for pack in &mut report.packs {
        pack.findings.retain(|finding| is_wanted(finding, args));
    }
    if let Some(file) = &args.write_baseline {
        let baseline = Baseline::of(&report);
        output::write(file, baseline.text().as_bytes())?;
        eprintln!("chartroom: {} kinds of finding written to {}", baseline.findings.len(), file.display());
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(file) = &args.baseline {
        let text = chartroom_format::fs::read_text(file)
            .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        let gone = Baseline::parse(&text)?.apply(&mut report);
        if gone > 0 {
            eprintln!("chartroom: {gone} entries of {} are mended; write it again to drop them", file.display());
        }
    }
    output::print(&printed(&report, args.format, args.all))?;
    let fails_at = if args.deny.is_some() { Severity::Warning } else { Severity::Error };
    let failed = report.findings().any(|(_, finding)| finding.severity >= fails_at);
    if interrupted {
        return Ok(super::experiment::exit(true));
    }
    Ok(ExitCode::from(u8::from(failed)))
}

fn printed(report: &Report, format: Format, all: bool) -> String {
    match format {
        Format::Human => report::text::human(report, output::colour(), all),
        Format::Concise => report::text::concise(report, all),
        Format::Json => report::json::render(report),
        Format::Sarif => report::sarif::render(report, all),
        Format::Junit => report::junit::render(report, all),
        Format::Github => report::github::render(report, all),
    }
}

fn fix_all(args: &Check, packs: &[PathBuf]) -> Result<(), String> {
    let mut write = |path: &Path, text: &str| {
        edit::write_with_backup(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
    };
    let allowed = |finding: &Diagnostic| is_wanted(finding, args);
    let (_, applied) = fix::until_stable(&DiskFs, packs, args.unsafe_fixes, &allowed, &mut write)?;
    eprintln!("chartroom: {applied} fixed");
    Ok(())
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

/// Hints show up when asked for, by the flag or by their code.
fn is_wanted(finding: &Diagnostic, args: &Check) -> bool {
    let named = |list: &[String]| list.iter().any(|selector| codes::selects(selector, finding.code));
    let selected = args.select.is_empty() || named(&args.select);
    let hint = finding.severity == Severity::Hint && !args.hints && !named(&args.select);
    selected && !named(&args.ignore) && !hint
}

#[derive(Serialize)]
struct Listed {
    code: &'static str,
    name: &'static str,
    group: &'static str,
    severity: Severity,
    what: &'static str,
}

fn list(args: &Check) -> Result<ExitCode, String> {
    let codes = codes::all();
    if args.format == Format::Json {
        let listed: Vec<Listed> = codes
            .iter()
            .map(|code| {
                let info = code.info();
                Listed { code: info.code, name: info.name, group: info.group, severity: info.severity, what: info.what }
            })
            .collect();
        output::print_json(&listed)?;
    } else {
        let mut out = String::new();
        for code in codes {
            let info = code.info();
            let _ = writeln!(out, "{}  {:<8} {:<10} {}", info.code, info.severity.name(), info.group, info.name);
        }
        output::print(&out)?;
    }
    Ok(ExitCode::SUCCESS)
}
