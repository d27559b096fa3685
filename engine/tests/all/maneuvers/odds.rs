//! Odds of a battle by table are those of play: every roll played by hand gives the same.

use chartroom_engine::matchup::{self, Losses, Question};
use chartroom_engine::odds::{Budget, Ending, Method};

use super::Mini;

fn ask(mini: &Mini, attack: &str, defend: &str, at: Option<&str>) -> Result<matchup::Answer, String> {
    let content = mini.load();
    let (attack, defend) = (matchup::read_force(&content, attack)?, matchup::read_force(&content, defend)?);
    matchup::answer(&Question {
        content: &content,
        attack,
        defend,
        attacker: None,
        defender: None,
        at,
        position: None,
        losses: (Losses::Usual, Losses::Usual),
        budget: Budget::default(),
    })
}

#[test]
fn each_code_has_its_share_of_the_rolls() {
    let answer = ask(&Mini::default(), "2 foot", "1 foot", None).expect("odds");
    assert_eq!(answer.odds.method, Method::Exact);
    // One face each: AE, AR, EX, DR, DE, DS.
    let sixth = 1.0 / 6.0;
    for code in ["AE", "AR", "EX", "DR", "DE", "DS"] {
        let (_, chance) = answer.results.iter().find(|(known, _)| known == code).expect("the code comes up");
        assert!((chance - sixth).abs() < 1e-12, "{code}: {chance}");
    }
    let near = |ending: Ending, wanted: f64| {
        let found = answer.odds.ending(ending);
        assert!((found - wanted).abs() < 1e-12, "{ending:?}: {found}");
    };
    near(Ending::DefenderDestroyed, 2.0 * sixth);
    near(Ending::DefenderRetreated, sixth);
    near(Ending::AttackerDestroyed, sixth);
    near(Ending::AttackerRetreated, sixth);
    near(Ending::Held, sixth);
    // AE takes both, EX a step from each: four points for the four of the defender.
    let left = &answer.odds.attacker_survivors[0];
    assert!((left.expected - (2.0 - 2.0 * sixth)).abs() < 1e-9, "{}", left.expected);
    assert!((left.expected_damaged - 2.0 * sixth).abs() < 1e-9, "{}", left.expected_damaged);
}

#[test]
fn an_attack_that_is_not_allowed_has_no_odds() {
    let refused = ask(&Mini::default(), "1 horse", "2 foot", None).expect_err("two against eight");
    assert!(refused.contains("worse than the first column"), "{refused}");
    let shifted = Mini {
        battle_settings: r#"column: Ratio(), table: "crt", die: 6, shifts: [(by: -1, when: OnTerrain(["hill"]))]"#
            .to_owned(),
        ..Mini::default()
    };
    let plain = ask(&shifted, "2 foot", "1 foot", None).expect("odds");
    assert!(plain.notes[0].starts_with("column 2-1"), "{:?}", plain.notes);
    let uphill = ask(&shifted, "2 foot", "1 foot", Some("0301")).expect("odds");
    assert!(uphill.notes[0].starts_with("column 1-1"), "{:?}", uphill.notes);
}
