//! The page that says how true each pack is to its rulebook: the classes of its rules, where the rulebook contradicts itself and how we
//! read it, and what is reconstructed. Generated, so that nobody can flatter it.

use std::collections::BTreeMap;
use std::fmt::Write;

use chartroom_format::content::Content;
use chartroom_format::fs::Fs;
use chartroom_format::load::Loaded;
use chartroom_format::schema::coverage::Covered;
use chartroom_format::schema::example::ExampleOrigin;
use chartroom_format::schema::table::Mark;

use crate::coverage::{Class, Counts, IndexRule, classes, counted};

const HEAD: &str = "# How true the packs are to their rulebooks

Generated from `coverage.ron`, the worked examples and the marks in the packs; do not edit. `chartroom coverage` prints the counts.

| class | meaning |
|---|---|
| printed | figures, names, maps and set-ups that stand in the data as printed, agreed by a second transcription, a total or an example |
| played | behaviour that a worked example through play or a test on a position shows |
| held | in the data, but nothing shows that play obeys it |
| open | not modelled yet |
| out of scope | not to be modelled, with the reason |

Behaviour is every testable rule whose kind is not table, set-up, map, unit, example or scenario.
";

/// The page about these packs.
pub fn page(fs: &dyn Fs, packs: &[Loaded]) -> String {
    let judged: Vec<_> = packs
        .iter()
        .map(|loaded| {
            let classes = classes(fs, loaded);
            (loaded, counted(loaded, &classes), classes)
        })
        .filter(|(_, counts, _)| counts.total > 0)
        .collect();
    let mut out = HEAD.to_owned();
    out.push_str("\n| pack | rules | printed | played | held | open | out of scope | behaviour | of it played |\n");
    out.push_str("|---|---|---|---|---|---|---|---|---|\n");
    for (_, counts, _) in &judged {
        let Counts { pack, total, printed, played, held, open, out_of_scope, behaviour, behaviour_played, .. } = counts;
        let share = behaviour_played * 100 / (*behaviour).max(1);
        let _ = writeln!(
            out,
            "| {pack} | {total} | {printed} | {played} | {held} | {open} | {out_of_scope} | {behaviour} | {behaviour_played} ({share} %) |"
        );
    }
    for (loaded, counts, classes) in &judged {
        let _ = writeln!(out, "\n## {}", counts.pack);
        list(&mut out, "Where the rulebook contradicts itself, and our reading", &readings(&loaded.content));
        list(&mut out, "Reconstructed", &reconstructed(&loaded.content));
        let reasons = |class| reasons(&loaded.content, classes, class);
        list(&mut out, "Held", &reasons(Class::Held));
        list(&mut out, "Open", &reasons(Class::Open));
        list(&mut out, "Out of scope", &reasons(Class::OutOfScope));
    }
    out
}

fn list(out: &mut String, title: &str, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n### {title}\n");
    for line in lines {
        let _ = writeln!(out, "- {}", line.trim().replace('\n', " "));
    }
}

/// Table cells, totals and examples that rest on a reading of ours.
fn readings(content: &Content) -> Vec<String> {
    let mut found = Vec::new();
    for table in content.tables.values() {
        for (cell, mark) in &table.marks {
            if let Mark::Reading(why) = mark {
                found.push(format!("table `{}`, {cell}: {why}", table.id));
            }
        }
    }
    for (id, scenario) in &content.scenarios {
        for total in &scenario.totals {
            if let Some(why) = &total.contradicted {
                found.push(format!("scenario `{id}`, a printed total of {} ({}): {why}", total.is, total.source));
            }
        }
    }
    let own = content.examples.iter().filter(|(_, example)| example.origin == ExampleOrigin::Reading);
    found.extend(own.map(|(id, example)| {
        let rules: Vec<String> = example.source.iter().map(ToString::to_string).collect();
        let words = if example.note.is_empty() { &example.title } else { &example.note };
        format!("example `{id}` ({}): {words}", rules.join(", "))
    }));
    found
}

/// What the pack says it made up, and why.
fn reconstructed(content: &Content) -> Vec<String> {
    let mut found: Vec<String> = content.pack().map(|pack| pack.reconstructed.clone()).unwrap_or_default();
    for table in content.tables.values() {
        let cells = table.marks.values().filter(|mark| matches!(mark, Mark::Reconstructed(_))).count();
        if cells > 0 {
            found.push(format!("{cells} marked places of table `{}`", table.id));
        }
    }
    for (id, scenario) in &content.scenarios {
        found.extend(scenario.reconstructed.iter().map(|what| format!("scenario `{id}`: {what}")));
    }
    for (id, unit) in &content.units {
        found.extend(unit.reconstructed.iter().map(|(what, why)| format!("unit `{id}`, {what}: {why}")));
    }
    found
}

/// Rules of a class by what is said of them.
fn reasons(content: &Content, classes: &[(IndexRule, Class)], wanted: Class) -> Vec<String> {
    let mut by_reason: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (rule, _) in classes.iter().filter(|(_, class)| *class == wanted) {
        let reason = match content.coverage.get(rule.id.as_str()) {
            Some(Covered::Held { why, .. }) => why.as_str(),
            Some(Covered::Open(why) | Covered::OutOfScope(why)) => why.as_str(),
            Some(_) => "called modelled, but nothing shows it",
            None => "not mentioned in coverage.ron",
        };
        by_reason.entry(reason).or_default().push(&rule.id);
    }
    by_reason.into_iter().map(|(reason, rules)| format!("{reason}: {}", rules.join(", "))).collect()
}
