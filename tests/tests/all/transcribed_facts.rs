//! Figures outside the tables against the second transcription (`facts.tsv`): limits, ranges, costs, abilities, orders of
//! play and conditions, each typed again from the rulebook under the rule that prints it.

use chartroom_tests::entries::{plain, words};
use chartroom_tests::rulebook_packs;
use chartroom_tests::transcription::{content, sheets};

/// A cell that starts with this names words the field must hold among others.
const HOLDS: &str = "has:";

fn agrees(printed: &str, found: &str) -> bool {
    match printed.strip_prefix(HOLDS) {
        Some(wanted) => {
            let found: Vec<&str> = found.split_whitespace().collect();
            plain(wanted).split_whitespace().all(|word| found.contains(&word))
        }
        None => plain(printed) == found,
    }
}

#[test]
fn every_figure_agrees_with_the_second_transcription() {
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for folder in rulebook_packs() {
        let pack = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let content = content(&pack);
        for sheet in sheets(&pack).iter().filter(|sheet| sheet.name == "facts") {
            assert_eq!(sheet.header, ["rule", "entry", "field", "value"], "{pack}/facts.tsv");
            for row in &sheet.rows {
                let [rule, entry, field, printed] = row.as_slice() else {
                    wrong.push(format!("{pack}: four columns, not {}: {row:?}", row.len()));
                    continue;
                };
                match words(&content, entry, field) {
                    Ok(found) if agrees(printed, &found) => compared += 1,
                    Ok(found) => {
                        wrong.push(format!("{pack}: {entry} {field} is `{found}`, printed `{printed}` ({rule})"));
                    }
                    Err(reason) => wrong.push(format!("{pack}: {reason} ({rule})")),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} figures differ:\n{}", wrong.len(), wrong.join("\n"));
    assert!(compared > 1_800, "only {compared} figures were compared");
}
