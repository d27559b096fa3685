//! What cannot be carried out is a finding at its line.

use super::Mini;

/// The first finding: its code, file and the text it stands at.
fn check(mini: &Mini, code: &str, file: &str, says: &str) {
    let findings = mini.findings();
    let found = findings.iter().find(|finding| finding.code.as_str() == code);
    let found = found.unwrap_or_else(|| panic!("{code} is not among {findings:?}"));
    assert!(found.message.contains(says), "{}", found.message);
    let place = found.place.as_ref().unwrap_or_else(|| panic!("{code} has no place"));
    assert!(place.file.ends_with(file), "{code} is in {}", place.file);
    assert!(place.span.start < place.span.end, "{code} points at nothing");
}

#[test]
fn the_pack_itself_has_none() {
    let findings = Mini::default().findings();
    assert!(findings.is_empty(), "{findings:?}");
}

#[test]
fn what_a_table_lacks_is_told_where_it_lacks_it() {
    let table = |from: &str, to: &str| Mini { table: super::TABLE.replace(from, to), ..Mini::default() };
    check(
        &table(r#"2: ["AR", "AR", "AR", "AR"]"#, r#"2: ["AR", "DX", "AR", "AR"]"#),
        "E109",
        "tables/crt.ron",
        "`DX` at 1-1",
    );
    check(&table(r#""2-1", "3-1"]"#, r#""2-1", "many"]"#), "E103", "rules/procedures.ron", "`many`");
    check(&table(r#"4: ["DR", "DR", "DR", "DR"], "#, ""), "E103", "rules/procedures.ron", "the roll 4");
    check(&table(r#"4: ["DR", "DR", "DR", "DR"]"#, r#"4: ["DR", "DR"]"#), "E103", "tables/crt.ron", "no cell");
    let settings = |text: &str| Mini { battle_settings: text.to_owned(), ..Mini::default() };
    check(&settings(r#"column: Ratio(), table: "crt", die: 8"#), "E103", "rules/procedures.ron", "the roll 7");
    check(&settings(r#"column: Difference, table: "crt", die: 6"#), "E103", "rules/procedures.ron", "is no number");
    check(&settings(r#"column: Ratio(), table: "crt", die: 0"#), "E103", "rules/procedures.ron", "cannot be thrown");
}

#[test]
fn results_that_nobody_can_suffer_are_told_at_their_code() {
    let results = |from: &str, to: &str| Mini { results: super::RESULTS.replace(from, to), ..Mini::default() };
    check(&results("Lose(Defending, 1)", "Lose(Defending, 0)"), "E110", "rules/procedures.ron", "`DS`");
    check(&results("Retreat(Defending, 2)", "Retreat(Defending, 99)"), "E110", "rules/procedures.ron", "`DR`");
}

#[test]
fn settings_without_effect_are_told() {
    let moves = |text: &str| Mini { move_settings: text.to_owned(), ..Mini::default() };
    check(&moves("stacking: Units(0)"), "E108", "rules/procedures.ron", "holds nobody");
    let heavy = Mini {
        units: r#""giant": (title: "Giant", domain: Land, classes: ["line"], stats: (attack_strength: 9, defence_strength: 9, stacking: 2)),"#.to_owned(),
        ..Mini::default()
    };
    check(&heavy, "E108", "rules/procedures.ron", "`giant`");
    let nobody = Mini {
        sequence: r#"Phase(id: "march", do: "march"), Phase(id: "end", do: "end")"#.to_owned(),
        ..Mini::default()
    };
    check(&nobody, "E111", "sequence.ron", "nobody acts");
    let endless = Mini { sequence: super::SEQUENCE.replace("each:", "until: (), each:"), ..Mini::default() };
    check(&endless, "E108", "sequence.ron", "nothing ends this stage");
}
