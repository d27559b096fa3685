//! Finding packs and running the checks over them. Packs are checked side by side on all cores; results keep their order.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use chartroom_format::codes as format_codes;
use chartroom_format::diag::{self, Cause, Code, Diagnostic, Severity};
use chartroom_format::fs::Fs;
use chartroom_format::load::{self, Loaded};
use rayon::prelude::*;

use crate::causes;
use crate::checks::Check;
use crate::checks::play::compiles;
use crate::codes;
use crate::context::Context;
use crate::games::{self, Limits, Watch};
use crate::overlaid;
use crate::suppress;

/// One checked pack.
#[derive(Clone, Debug)]
pub struct CheckedPack {
    pub loaded: Loaded,
    pub findings: Vec<Diagnostic>,
}

/// What a run found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub packs: Vec<CheckedPack>,
}

impl Report {
    pub fn findings(&self) -> impl Iterator<Item = (&CheckedPack, &Diagnostic)> {
        self.packs.iter().flat_map(|pack| pack.findings.iter().map(move |finding| (pack, finding)))
    }

    pub fn count(&self, severity: Severity) -> usize {
        self.findings().filter(|(_, finding)| finding.severity == severity).count()
    }
}

/// The packs at a path: the folder itself, the folder around a file, or the packs inside a folder.
pub fn packs_at(path: &Path) -> Result<Vec<PathBuf>, String> {
    if path.is_file() {
        let around = path.ancestors().skip(1).find(|folder| folder.join("pack.ron").is_file());
        return around
            .map(|folder| vec![folder.to_owned()])
            .ok_or_else(|| format!("{} belongs to no pack", path.display()));
    }
    if !path.is_dir() {
        return Err(format!("there is nothing at {}", path.display()));
    }
    if path.join("pack.ron").is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = std::fs::read_dir(path).map_err(|error| format!("cannot list {}: {error}", path.display()))?;
    let mut packs: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|folder| folder.join("pack.ron").is_file())
        .collect();
    packs.sort();
    if packs.is_empty() {
        return Err(format!("{} holds no pack: there is no pack.ron", path.display()));
    }
    Ok(packs)
}

/// How far a run goes.
#[derive(Clone, Copy, Default)]
pub enum Depth<'a> {
    /// Everything but played games.
    #[default]
    Quick,
    /// Bots play every scenario too; somebody may watch.
    Full(Limits, Watch<'a>),
    /// With games if limits are given, until somebody raises the flag. What a stopped run found is not the whole truth.
    Until(Option<Limits>, Watch<'a>, &'a AtomicBool),
}

impl<'a> Depth<'a> {
    /// How many games are played, and who watches.
    fn games(self) -> Option<(Limits, Watch<'a>)> {
        match self {
            Self::Quick | Self::Until(None, ..) => None,
            Self::Full(limits, watch) | Self::Until(Some(limits), watch, _) => Some((limits, watch)),
        }
    }

    /// Whether nobody waits for the result any more.
    fn is_stopped(self) -> bool {
        matches!(self, Self::Until(_, _, stop) if stop.load(Ordering::Relaxed))
    }
}

impl Depth<'static> {
    /// Everything, with nobody watching.
    pub fn full() -> Self {
        Self::Full(Limits::default(), &|_| {})
    }
}

/// Checks packs without playing games.
pub fn check(fs: &(dyn Fs + Sync), packs: &[PathBuf]) -> Result<Report, String> {
    check_to(fs, packs, Depth::Quick)
}

/// Checks packs. The error says why a pack could not be looked at at all.
pub fn check_to(fs: &(dyn Fs + Sync), packs: &[PathBuf], depth: Depth<'_>) -> Result<Report, String> {
    check_each(fs, packs, depth, &|_| {})
}

/// The same, telling of each pack that is done, from any thread.
pub fn check_each(
    fs: &(dyn Fs + Sync),
    packs: &[PathBuf],
    depth: Depth<'_>,
    done: &(dyn Fn(&Path) + Sync),
) -> Result<Report, String> {
    let checked: Result<Vec<CheckedPack>, String> = packs
        .par_iter()
        .map(|root| {
            let mut loaded = load::load(fs, root)?;
            let findings = std::mem::take(&mut loaded.findings);
            let checked = check_loaded(fs, loaded, findings, depth);
            done(root);
            Ok(checked)
        })
        .collect();
    let mut report = Report { packs: checked? };
    drop_repetitions(&mut report);
    Ok(report)
}

/// Runs the checks over a pack that is loaded already. Files that could not be read leave holes in the content, so the
/// checks stay silent until they are mended: what they said would be about the holes. A pack whose base is missing is a
/// fragment: only what is true of its tables alone is said, not what the base would have to offer.
pub fn check_loaded(
    fs: &(dyn Fs + Sync),
    loaded: Loaded,
    mut findings: Vec<Diagnostic>,
    depth: Depth<'_>,
) -> CheckedPack {
    let has_error = |findings: &[Diagnostic]| findings.iter().any(|finding| finding.severity == Severity::Error);
    let is_whole = !findings
        .iter()
        .any(|finding| finding.severity == Severity::Error && matches!(finding.code.info().group, "syntax" | "schema"));
    let is_fragment = findings.iter().any(|finding| FRAGMENT.contains(&finding.code));
    if is_fragment {
        findings.retain(|finding| finding.code != format_codes::DANGLING);
    }
    let (mut tried, mut played) = (false, false);
    if is_whole {
        let mut context = Context::new(fs, &loaded);
        if !is_fragment && !depth.is_stopped() {
            context.prepare(!has_error(&findings));
        }
        let group = |check: &Check| check.code.info().group;
        let of_play = |check: &&Check| group(check) == "play";
        let of_content = codes::CHECKS.iter().filter(|check| !of_play(check));
        findings.extend(run_all(&context, of_content.filter(|check| !is_fragment || group(check) == "table"), depth));
        // The engine would only say again, in its own words, what is known to be wrong. Where only examples fail, it is asked
        // whether the scenario behind them can be played at all.
        let only_outcomes = |finding: &Diagnostic| {
            finding.severity < Severity::Error || matches!(finding.code.info().group, "example" | "coverage")
        };
        if !is_fragment && has_error(&findings) && findings.iter().all(only_outcomes) {
            tried = true;
            let refusal = codes::CHECKS.iter().filter(|check| check.code == compiles::CODE);
            findings.extend(run_all(&context, refusal, depth));
        }
        if !is_fragment && !has_error(&findings) {
            tried = true;
            if let Some((limits, watch)) = depth.games() {
                played = true;
                context.games = Some(games::play_all(&context.scenarios, limits, watch, &|| depth.is_stopped()));
            }
            findings.extend(run_all(&context, codes::CHECKS.iter().filter(of_play), depth));
        }
        if !is_fragment {
            causes::link(&context, &mut findings);
        }
    }
    overlaid::redirect(&loaded, &mut findings);
    causes::give_help(&mut findings);
    let looked_for = |code: Code| match code.info().group {
        "syntax" | "schema" => true,
        "play" if code == compiles::CODE => tried,
        "play" => played,
        "table" => is_whole,
        _ => is_whole && !is_fragment,
    };
    suppress::apply(&loaded, &mut findings, &looked_for);
    causes::give_help(&mut findings);
    // Causes are kept with the words they were found by, so they change together with what follows.
    for finding in &mut findings {
        diag::make_visible(finding);
        if let Some(cause) = &mut finding.follows_from {
            let mut told = Diagnostic::new(cause.code, std::mem::take(&mut cause.message));
            diag::make_visible(&mut told);
            cause.message = told.message;
        }
    }
    diag::sort(&mut findings);
    put_causes_first(&mut findings);
    CheckedPack { loaded, findings }
}

/// Findings that others follow from, then the rest, then what follows; each by file and place.
fn put_causes_first(findings: &mut [Diagnostic]) {
    let causes: BTreeSet<Cause> =
        findings.iter().filter_map(|finding| finding.follows_from.as_deref().cloned()).collect();
    if causes.is_empty() {
        return;
    }
    findings.sort_by_cached_key(|finding| match &finding.follows_from {
        Some(_) => 2,
        None if causes.contains(&finding.as_cause()) => 0,
        None => 1,
    });
}

/// Runs checks side by side; what they find comes in their order.
fn run_all<'c>(context: &Context<'_>, checks: impl Iterator<Item = &'c Check>, depth: Depth<'_>) -> Vec<Diagnostic> {
    let checks: Vec<&Check> = checks.collect();
    let found = checks.into_par_iter().filter(|_| !depth.is_stopped()).map(|check| {
        let mut found = Vec::new();
        (check.run)(context, &mut found);
        found
    });
    found.collect::<Vec<_>>().into_iter().flatten().collect()
}

/// Findings after which a pack is a fragment: what it builds on is not there.
const FRAGMENT: &[Code] = &[format_codes::MISSING_BASE, format_codes::CYCLE];

/// A pack and the packs that extend it share files: what is wrong there is said once.
fn drop_repetitions(report: &mut Report) {
    let mut seen = BTreeSet::new();
    for pack in &mut report.packs {
        pack.findings.retain(|finding| finding.place.is_none() || seen.insert(finding.sort_key()));
    }
}
