//! `check --balance`: the contracts of balance.ron played, their findings among those of the check, their evidence in a file.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_lab::contract::{self, Checked, Verdict};
use chartroom_validator::balance::{NOT_PLAYABLE, NOT_PROVED, REFUTED};
use chartroom_validator::run::{CheckedPack, Report};

use super::experiment;
use crate::output;

/// Plays the contracts of all packs and adds what they show. Says whether Ctrl+C ended it.
pub(crate) fn check(report: &mut Report, evidence: Option<&Path>) -> Result<bool, String> {
    let stopped = experiment::interruptible()?;
    let mut markdown = String::new();
    let mut all: Vec<Checked> = Vec::new();
    let mut contracts = 0;
    for pack in &mut report.packs {
        contracts += pack.loaded.content.contracts.len();
        play(pack, &stopped, &mut markdown, &mut all);
    }
    if contracts == 0 {
        eprintln!("chartroom: no pack here has a balance.ron, so --balance has nothing to prove");
    }
    if let Some(file) = evidence {
        let json = file.extension().is_some_and(|ending| ending == "json");
        let text =
            if json { serde_json::to_string_pretty(&all).map_err(|error| error.to_string())? + "\n" } else { markdown };
        output::write(file, text.as_bytes())?;
    }
    Ok(stopped.load(Ordering::Relaxed))
}

fn play(pack: &mut CheckedPack, stopped: &Arc<AtomicBool>, markdown: &mut String, all: &mut Vec<Checked>) {
    let mut findings = Vec::new();
    for (name, terms) in &pack.loaded.content.contracts {
        if stopped.load(Ordering::Relaxed) {
            break;
        }
        let bar = experiment::bar(terms.games as usize);
        let told = || bar.inc(1);
        let checked = contract::check(&pack.loaded, name, terms, env!("CARGO_PKG_VERSION"), stopped, &told);
        bar.finish_and_clear();
        match checked {
            Err(why) => findings.push(at(pack, name, Diagnostic::new(NOT_PLAYABLE, format!("{name}: {why}")))),
            Ok(checked) => {
                markdown.push_str(&checked.markdown());
                for want in &checked.wants {
                    let code = match want.verdict {
                        Verdict::Proved => continue,
                        Verdict::Refuted => REFUTED,
                        Verdict::Open => NOT_PROVED,
                    };
                    let message = format!("{name}: {}, but games say {}", want.want, want.says());
                    let how = format!(
                        "{} of at most {} games of {} by {}, seed {}, pack {}; the interval holds at whatever game one stops",
                        checked.games,
                        checked.most_games,
                        checked.scenario,
                        checked.bots.join(" and "),
                        checked.seed,
                        checked.pack_hash
                    );
                    findings.push(at(pack, name, Diagnostic::new(code, message).note(how)));
                }
                all.push(checked);
            }
        }
    }
    pack.findings.extend(findings);
}

/// A finding at the contract it is about.
fn at(pack: &CheckedPack, name: &str, finding: Diagnostic) -> Diagnostic {
    let Some(origin) = pack.loaded.content.origin(EntryKind::Contract, name) else { return finding };
    let span = pack.loaded.file(&origin.file).and_then(|file| {
        let tree = chartroom_format::cst::parse(&file.text).0?;
        let found = tree.find(&origin.path, &file.text)?;
        Some(found.name.unwrap_or(found.node.span))
    });
    finding.at(origin.file.clone(), span.unwrap_or_default())
}
