//! Accepted findings: by `checks` in pack.ron and by comments in the files. Suppressions that meet nothing are findings
//! themselves, so that none outlives its reason.
//!
//! `// chartroom: allow(CODE) reason` accepts on its own line and on the next one; `// chartroom: allow-file(CODE) reason`
//! in the whole file. Several codes are separated by commas.

use chartroom_format::diag::{Code, Diagnostic, Safety, Severity};
use chartroom_format::edit::Edit;
use chartroom_format::load::{Loaded, SourceFile};
use chartroom_format::reference::span_of;
use chartroom_format::schema::pack::SeverityLevel;
use chartroom_format::source::Span;

use crate::codes;

chartroom_format::codes! {
    UNUSED = "R205", "unused-suppression", "reference", Warning,
        what: "A suppression accepts a finding that is not there.",
        why: "It would hide the next mistake of that kind.",
        remedy: "Remove the suppression; `--fix` does it for comments.",
        bad: "// chartroom: allow(P101) was an island once\nOptions(schema: 2, options: {})",
        good: "Options(schema: 2, options: {})";
    UNKNOWN = "R206", "unknown-code", "reference", Error,
        what: "A suppression or a severity setting names a code that does not exist.",
        why: "It changes nothing, and the finding that was meant is reported all the same.",
        remedy: "Correct the code; `chartroom check --list` prints all of them.",
        bad: "// chartroom: allow(P999) because\nOptions(schema: 2, options: {})",
        good: "Options(schema: 2, options: {})";
    NO_REASON = "R207", "suppression-without-reason", "reference", Warning,
        what: "A suppression gives no reason.",
        why: "Nobody can tell later whether it still holds.",
        remedy: "Write the reason behind the bracket: `// chartroom: allow(P101) reached by air only`.",
        bad: "// chartroom: allow(P103)\nRegions(schema: 2, regions: {\"nowhere\": (title: \"Nowhere\", kind: Group)})",
        good: "// chartroom: allow-file(P103) kept for an expansion\nRegions(schema: 2, regions: {\"nowhere\": (title: \"Nowhere\", kind: Group)})";
}

const MARK: &str = "// chartroom: allow";

/// One suppression in a comment.
struct Comment<'a> {
    file: &'a SourceFile,
    /// The comment itself.
    span: Span,
    codes: Vec<&'a str>,
    /// Where it accepts.
    reach: Span,
    reason: &'a str,
}

/// Whether a code was looked for in this run: what nobody looked for cannot be called absent.
pub type WasLookedFor<'a> = &'a dyn Fn(Code) -> bool;

/// Applies the settings of the pack and the comments of its files.
pub fn apply(loaded: &Loaded, findings: &mut Vec<Diagnostic>, looked_for: WasLookedFor<'_>) {
    set_severities(loaded, findings);
    let mut told = Vec::new();
    by_pack(loaded, findings, &mut told, looked_for);
    by_comments(loaded, findings, &mut told, looked_for);
    findings.append(&mut told);
}

fn set_severities(loaded: &Loaded, findings: &mut Vec<Diagnostic>) {
    let mut unknown = Vec::new();
    for pack in &loaded.content.layers {
        let Some(settings) = &pack.checks else { continue };
        for (selector, level) in &settings.severity {
            if !codes::all().iter().any(|code| codes::selects(selector, *code)) {
                unknown.push(in_pack(loaded, pack.id.as_str(), &["checks", "severity", selector], |finding| {
                    finding.message = format!("there is no code or group `{selector}`");
                }));
                continue;
            }
            let severity = match level {
                SeverityLevel::Off => None,
                SeverityLevel::Hint => Some(Severity::Hint),
                SeverityLevel::Note => Some(Severity::Note),
                SeverityLevel::Warning => Some(Severity::Warning),
                SeverityLevel::Error => Some(Severity::Error),
            };
            findings.retain_mut(|finding| {
                if codes::selects(selector, finding.code) {
                    finding.severity = severity.unwrap_or(finding.severity);
                    return severity.is_some();
                }
                true
            });
        }
    }
    findings.append(&mut unknown);
}

/// A finding about a setting in pack.ron.
fn in_pack(loaded: &Loaded, pack: &str, path: &[&str], change: impl FnOnce(&mut Diagnostic)) -> Diagnostic {
    let mut finding = Diagnostic::new(UNKNOWN, "");
    let file = loaded.files.iter().find(|file| file.pack.as_str() == pack && file.relative == "pack.ron");
    if let Some(file) = file {
        let steps: Vec<_> =
            path.iter().map(|step| step.parse::<usize>().map_or_else(|_| (*step).into(), Into::into)).collect();
        finding = finding.at(file.path.clone(), span_of(&file.text, &steps));
    }
    change(&mut finding);
    finding
}

fn by_pack(loaded: &Loaded, findings: &mut Vec<Diagnostic>, told: &mut Vec<Diagnostic>, looked_for: WasLookedFor<'_>) {
    let own = loaded.content.layers.len().saturating_sub(1);
    for (layer, pack) in loaded.content.layers.iter().enumerate() {
        for (index, allow) in pack.checks.iter().flat_map(|checks| &checks.allow).enumerate() {
            let index = index.to_string();
            let about = |path: &str, message: String, code| {
                in_pack(loaded, pack.id.as_str(), &["checks", "allow", &index, path], |finding| {
                    *finding = Diagnostic { code, severity: code.info().severity, message, ..finding.clone() };
                })
            };
            let code = match codes::find(&allow.code) {
                Ok(code) => code,
                Err(reason) => {
                    told.push(about("code", reason, UNKNOWN));
                    continue;
                }
            };
            if allow.reason.trim().is_empty() {
                told.push(about("reason", format!("`{}` is accepted without a reason", allow.code), NO_REASON));
            }
            let before = findings.len();
            findings.retain(|finding| {
                let file = finding.place.as_ref().and_then(|place| loaded.file(&place.file));
                let in_file =
                    allow.file.as_ref().is_none_or(|wanted| file.is_some_and(|file| file.relative == *wanted));
                let is_about = allow.about.as_ref().is_none_or(|words| {
                    finding.message.contains(words.as_str())
                        || finding.place.as_ref().is_some_and(|place| {
                            file.is_some_and(|file| place.span.of(&file.text).contains(words.as_str()))
                        })
                });
                !(finding.code.as_str() == allow.code && in_file && is_about)
            });
            if findings.len() == before && layer == own && looked_for(code) {
                told.push(about("code", format!("`{}` is accepted here but never found", allow.code), UNUSED));
            }
        }
    }
}

fn by_comments(
    loaded: &Loaded,
    findings: &mut Vec<Diagnostic>,
    told: &mut Vec<Diagnostic>,
    looked_for: WasLookedFor<'_>,
) {
    let own = loaded.content.pack().map(|pack| &pack.id);
    for comment in comments(loaded) {
        // What the pack below accepts is judged when that pack is checked.
        let mut told_here = Vec::new();
        let at = |code, message: String| Diagnostic::new(code, message).at(comment.file.path.clone(), comment.span);
        if comment.reason.is_empty() {
            told_here.push(at(NO_REASON, format!("{} is accepted without a reason", comment.codes.join(", "))));
        }
        for code in &comment.codes {
            let known = match codes::find(code) {
                Ok(known) => known,
                Err(reason) => {
                    told_here.push(at(UNKNOWN, reason));
                    continue;
                }
            };
            let before = findings.len();
            findings.retain(|finding| {
                let here = finding.place.as_ref().is_some_and(|place| {
                    place.file == comment.file.path
                        && comment.reach.start <= place.span.start
                        && place.span.start <= comment.reach.end
                });
                !(finding.code.as_str() == *code && here)
            });
            if findings.len() == before && looked_for(known) {
                let finding = at(UNUSED, format!("{code} is accepted here but not found"));
                let alone = comment.codes.len() == 1;
                told_here.push(if alone { remove(finding, comment.file, comment.span) } else { finding });
            }
        }
        if Some(&comment.file.pack) == own {
            told.append(&mut told_here);
        }
    }
}

/// Offers to remove the comment, with its line if nothing else stands there.
fn remove(finding: Diagnostic, file: &SourceFile, span: Span) -> Diagnostic {
    let start = file.text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let whole_line = file.text[start..span.start].trim().is_empty();
    let end = (span.end + usize::from(whole_line)).min(file.text.len());
    let kept = file.text[..span.start].trim_end_matches([' ', '\t']).len();
    let from = if whole_line { start } else { kept };
    finding.fix("remove the comment", Safety::Safe, vec![Edit::delete(Span::new(from, end))])
}

/// The suppressions written in comments.
fn comments(loaded: &Loaded) -> Vec<Comment<'_>> {
    let mut found = Vec::new();
    for file in &loaded.files {
        if !file.text.contains(MARK) {
            continue;
        }
        let mut start = 0;
        for line in file.text.split_inclusive('\n') {
            let end = start + line.trim_end().len();
            if let Some(at) = line.find(MARK) {
                found.extend(read(file, start, at, end));
            }
            start += line.len();
        }
    }
    found
}

fn read(file: &SourceFile, line_start: usize, at: usize, line_end: usize) -> Option<Comment<'_>> {
    let span = Span::new(line_start + at, line_end);
    let rest = file.text.get(span.start + MARK.len()..line_end)?;
    let (whole_file, rest) = match rest.strip_prefix("-file") {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let (list, reason) = rest.strip_prefix('(')?.split_once(')')?;
    let codes = list.split(',').map(str::trim).filter(|code| !code.is_empty()).collect();
    let reach = if whole_file {
        Span::new(0, file.text.len())
    } else {
        let next = file.text[line_end..].match_indices('\n').nth(1).map_or(file.text.len(), |(at, _)| line_end + at);
        Span::new(line_start, next)
    };
    Some(Comment { file, span, codes, reach, reason: reason.trim() })
}
