//! What follows from what: a misspelt name makes scenarios fall, with them their examples, and with those the proofs of the
//! coverage. Here findings are tied to the one that a person has to mend. Nothing is dropped: reports fold what follows.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::codes as format_codes;
use chartroom_format::diag::{Cause, Diagnostic, Place, Severity};
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::coverage::{Covered, Proof};
use chartroom_format::schema::example::{Example, ExampleKind};
use chartroom_format::schema::value::Data;
use chartroom_format::source::Span;

use crate::checks::map::{crossing, outline};
use crate::checks::scenario::{turns, unreachable_victory};
use crate::checks::{coverage::proof, example::fails, play::compiles};
use crate::context::Context;

/// Groups that speak of what the rest of the content brings about.
const OF_OUTCOMES: &[&str] = &["example", "coverage", "play"];

fn is_of_outcomes(finding: &Diagnostic) -> bool {
    OF_OUTCOMES.contains(&finding.code.info().group)
}

/// Whether a finding may be what others come from.
fn may_cause(finding: &Diagnostic) -> bool {
    finding.severity == Severity::Error && (!is_of_outcomes(finding) || finding.code == compiles::CODE)
}

/// Ties findings to their causes.
pub fn link(cx: &Context<'_>, findings: &mut [Diagnostic]) {
    by_name(findings);
    by_set_up(cx, findings);
    by_border(findings);
    by_turns(findings);
    by_place(findings);
    by_prices(cx, findings);
    by_scenario(cx, findings);
    by_error_in_scenario(cx, findings);
}

/// A finding that speaks of a name which was written wrongly elsewhere, or of the name that was meant there: `germany` has
/// nothing set up, because the set-up says `gremany`.
fn by_name(findings: &mut [Diagnostic]) {
    let mut causes: BTreeMap<String, Cause> = BTreeMap::new();
    for finding in findings.iter().filter(|finding| finding.code == format_codes::DANGLING) {
        let names = quoted(&finding.message).chain(quoted(&finding.help));
        for name in names {
            causes.entry(name.to_owned()).or_insert_with(|| finding.as_cause());
        }
    }
    if causes.is_empty() {
        return;
    }
    for finding in findings.iter_mut() {
        let is_loading = matches!(finding.code.info().group, "syntax" | "schema");
        if is_loading || finding.code == format_codes::DANGLING || is_of_outcomes(finding) {
            continue;
        }
        let cause = quoted(&finding.message).find_map(|name| causes.get(name)).or_else(|| {
            if TELLS_ITSELF.contains(&finding.code.as_str()) { None } else { spoken(&causes, &finding.message) }
        });
        finding.follows_from = cause.cloned().map(Box::new);
    }
}

/// What stands wrongly in the set-up itself, whatever else is misspelt there.
const TELLS_ITSELF: &[&str] = &["S102", "S108", "S112", "S118", "S120", "S122", "S127"];

/// The cause that a message names as one of its words, without backticks.
fn spoken<'c>(causes: &'c BTreeMap<String, Cause>, message: &str) -> Option<&'c Cause> {
    let inside = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
    message.split(|letter| !inside(letter)).find_map(|word| causes.get(word))
}

/// A name that is misspelt in a scenario leaves a hole in its start position: what is said of the position follows from it.
fn by_set_up(cx: &Context<'_>, findings: &mut [Diagnostic]) {
    let mut holes: Vec<(&str, &str, String, Cause)> = Vec::new();
    for (id, scenario) in &cx.content.scenarios {
        let Some(file) = cx.content.origin(EntryKind::Scenario, id.as_str()).map(|origin| origin.file.clone()) else {
            continue;
        };
        let in_file = |finding: &&Diagnostic| {
            finding.code == format_codes::DANGLING && finding.place.as_ref().is_some_and(|place| place.file == file)
        };
        if let Some(hole) = findings.iter().find(in_file) {
            holes.push((id.as_str(), scenario.title.as_str(), file, hole.as_cause()));
        }
    }
    for finding in findings.iter_mut().filter(|finding| finding.follows_from.is_none()) {
        if finding.code.info().group != "scenario" || TELLS_ITSELF.contains(&finding.code.as_str()) {
            continue;
        }
        let speaks = |(id, title, file, _): &&(&str, &str, String, Cause)| {
            finding.place.as_ref().is_some_and(|place| place.file == *file)
                || finding.message.contains(*id)
                || finding.message.contains(*title)
        };
        finding.follows_from = holes.iter().find(speaks).map(|(.., cause)| Box::new(cause.clone()));
    }
}

/// An example that fails in a scenario which has an error of its own is asked again when that is mended.
fn by_error_in_scenario(cx: &Context<'_>, findings: &mut [Diagnostic]) {
    let mut broken: BTreeMap<&str, Cause> = BTreeMap::new();
    for id in cx.content.scenarios.keys() {
        let Some(origin) = cx.content.origin(EntryKind::Scenario, id.as_str()) else { continue };
        let here = |finding: &&Diagnostic| {
            may_cause(finding)
                && finding.follows_from.is_none()
                && finding.place.as_ref().is_some_and(|place| place.file == origin.file)
        };
        if let Some(error) = findings.iter().find(here) {
            broken.insert(id.as_str(), error.as_cause());
        }
    }
    if broken.is_empty() {
        return;
    }
    let mut fallen: BTreeMap<&str, Cause> = BTreeMap::new();
    for (id, example) in &cx.content.examples {
        let looks_up =
            matches!(example.runs, ExampleKind::Table(_) | ExampleKind::Unit | ExampleKind::Space | ExampleKind::Fact);
        if let Some(cause) = refusal_of(example, &broken).filter(|_| !looks_up) {
            fallen.insert(id.as_str(), cause);
        }
    }
    for finding in findings.iter_mut().filter(|finding| finding.code == fails::CODE && finding.follows_from.is_none()) {
        let id = quoted(&finding.message).next().unwrap_or_default();
        finding.follows_from = fallen.get(id).cloned().map(Box::new);
    }
    follow_proofs(cx, findings, &fallen);
}

/// Borders cross where one of them ends in the wrong place.
fn by_border(findings: &mut [Diagnostic]) {
    let open: Vec<Cause> =
        findings.iter().filter(|finding| finding.code == outline::CODE).map(Diagnostic::as_cause).collect();
    for finding in findings.iter_mut().filter(|finding| finding.code == crossing::CODE) {
        let shares =
            |cause: &&Cause| quoted(&cause.message).any(|zone| quoted(&finding.message).any(|other| other == zone));
        finding.follows_from = open.iter().find(shares).cloned().map(Box::new);
    }
}

/// A game that ends before it begins makes every condition on turns a riddle.
fn by_turns(findings: &mut [Diagnostic]) {
    let backwards = |finding: &&Diagnostic| finding.code == turns::CODE && finding.message.contains("comes after");
    let Some(cause) = findings.iter().find(backwards).map(Diagnostic::as_cause) else { return };
    let judged = |finding: &&mut Diagnostic| {
        let code = finding.code;
        let by_turn = code == turns::CODE || code == unreachable_victory::CODE;
        finding.follows_from.is_none() && (code.info().group == "rule" || by_turn) && finding.as_cause() != cause
    };
    for finding in findings.iter_mut().filter(judged) {
        finding.follows_from = Some(Box::new(cause.clone()));
    }
}

/// Two findings about the very same words: the lesser one is about what the graver one says.
fn by_place(findings: &mut [Diagnostic]) {
    let mut gravest: BTreeMap<Place, Cause> = BTreeMap::new();
    for finding in findings.iter().filter(|finding| may_cause(finding) && finding.follows_from.is_none()) {
        if let Some(place) = &finding.place {
            gravest.entry(place.clone()).or_insert_with(|| finding.as_cause());
        }
    }
    for finding in findings.iter_mut().filter(|finding| finding.follows_from.is_none()) {
        let cause = finding.place.as_ref().and_then(|place| gravest.get(place));
        let cause = cause.or_else(|| beside(finding, &gravest));
        if finding.severity < Severity::Error {
            finding.follows_from = cause.cloned().map(Box::new);
        }
    }
}

/// An error of the same group in the same row or list: the doubt that follows compares with what is wrong there.
fn beside<'c>(finding: &Diagnostic, gravest: &'c BTreeMap<Place, Cause>) -> Option<&'c Cause> {
    let place = finding.place.as_ref()?;
    let at = |start: usize| Place { file: place.file.clone(), span: Span::new(start, 0) };
    let near = gravest.range(at(place.span.start.saturating_sub(SAME_ROW))..at(place.span.start + SAME_ROW));
    near.map(|(_, cause)| cause).find(|cause| cause.code.info().group == finding.code.info().group)
}

/// Two cells of one row stand no further apart than this, in bytes.
const SAME_ROW: usize = 80;

/// An example that tells a price fails where something is wrong with a table.
fn by_prices(cx: &Context<'_>, findings: &mut [Diagnostic]) {
    let tables: BTreeSet<&str> = cx
        .content
        .tables
        .keys()
        .filter_map(|id| cx.content.origin(EntryKind::Table, id.as_str()))
        .map(|origin| origin.file.as_str())
        .collect();
    let in_table = |finding: &&Diagnostic| {
        finding.severity >= Severity::Warning
            && !is_of_outcomes(finding)
            && finding.follows_from.is_none()
            && finding.place.as_ref().is_some_and(|place| tables.contains(place.file.as_str()))
    };
    let Some(cause) = findings.iter().find(in_table).map(Diagnostic::as_cause) else { return };
    for finding in findings.iter_mut().filter(|finding| finding.code == fails::CODE) {
        if quoted(&finding.message).any(|word| word == "prices") {
            finding.follows_from = Some(Box::new(cause.clone()));
        }
    }
}

/// A scenario that cannot be played lets its examples fail, and those the proofs that name them.
fn by_scenario(cx: &Context<'_>, findings: &mut [Diagnostic]) {
    let outcomes = |code| findings.iter().any(|finding: &Diagnostic| finding.code == code);
    if !outcomes(fails::CODE) && !outcomes(proof::CODE) {
        return;
    }
    let refused = refusals(cx, findings);
    if refused.is_empty() {
        return follow_proofs(cx, findings, &BTreeMap::new());
    }
    // Which examples fall, and with which cause.
    let mut fallen: BTreeMap<&str, Cause> = BTreeMap::new();
    for (id, example) in &cx.content.examples {
        if let Some(cause) = refusal_of(example, &refused) {
            fallen.insert(id.as_str(), cause);
        }
    }
    for finding in findings.iter_mut().filter(|finding| finding.code == fails::CODE) {
        let id = quoted(&finding.message).next().unwrap_or_default();
        finding.follows_from = fallen.get(id).cloned().map(Box::new);
    }
    follow_proofs(cx, findings, &fallen);
}

/// What stops each scenario that the engine refuses: the finding at the place the engine names, else the gravest known.
fn refusals<'a>(cx: &Context<'a>, findings: &[Diagnostic]) -> BTreeMap<&'a str, Cause> {
    let candidates: Vec<&Diagnostic> =
        findings.iter().filter(|finding| may_cause(finding) && finding.follows_from.is_none()).collect();
    let first = candidates
        .iter()
        .find(|finding| finding.code == format_codes::DANGLING)
        .or_else(|| candidates.iter().find(|finding| finding.code != compiles::CODE))
        .or(candidates.first());
    let mut refused = BTreeMap::new();
    for (scenario, compiled) in cx.compiled() {
        let Err(faults) = compiled else { continue };
        let at_fault = candidates.iter().find(|finding| {
            faults.iter().any(|fault| fault.place.is_some() && fault.place == finding.place)
                || faults
                    .iter()
                    .any(|fault| quoted(&fault.message).any(|name| quoted(&finding.message).next() == Some(name)))
        });
        if let Some(finding) = at_fault.or(first) {
            refused.insert(scenario, finding.as_cause());
        }
    }
    refused
}

/// Why an example cannot be played: its scenario is refused, or, if it names none, all of them are.
fn refusal_of(example: &Example, refused: &BTreeMap<&str, Cause>) -> Option<Cause> {
    match example.given.get("scenario").and_then(Data::as_text) {
        Some(scenario) => refused.get(scenario).cloned(),
        None => refused.values().next().cloned(),
    }
}

/// A proof that does not hold because its example fails follows from what the example follows from, or from the example.
fn follow_proofs(cx: &Context<'_>, findings: &mut [Diagnostic], fallen: &BTreeMap<&str, Cause>) {
    let mut failing: BTreeMap<String, Cause> = BTreeMap::new();
    for finding in findings.iter().filter(|finding| finding.code == fails::CODE) {
        if let Some(id) = quoted(&finding.message).next() {
            let cause = finding.follows_from.as_deref().cloned().unwrap_or_else(|| finding.as_cause());
            failing.insert(id.to_owned(), cause);
        }
    }
    let proving: BTreeSet<&str> = cx
        .content
        .coverage
        .values()
        .flat_map(Covered::proofs)
        .filter_map(|proof| match proof {
            Proof::Example(id) => Some(id.as_str()),
            _ => None,
        })
        .collect();
    for finding in findings.iter_mut().filter(|finding| finding.code == proof::CODE) {
        let example = quoted(&finding.message).find(|name| proving.contains(name));
        let cause = example.and_then(|id| failing.get(id).or_else(|| fallen.get(id)));
        finding.follows_from = cause.cloned().map(Box::new);
    }
}

/// The names in a message: what stands between backticks.
fn quoted(message: &str) -> impl Iterator<Item = &str> {
    message.split('`').skip(1).step_by(2)
}

/// Every finding says what to do: where it has no words of its own, those of its code.
pub fn give_help(findings: &mut [Diagnostic]) {
    for finding in findings.iter_mut().filter(|finding| finding.help.is_empty()) {
        let remedy = finding.code.info().remedy.trim_end_matches('.');
        let mut letters = remedy.chars();
        finding.help = letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect());
    }
}
