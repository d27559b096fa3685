//! Goals, line-ups, axes and shards as people type them; what is not understood is refused with a way out.

use chartroom_lab::goal::{Goal, even};
use chartroom_lab::lineup::Lineup;
use chartroom_lab::shard::Shard;
use chartroom_lab::sweep::{Axis, grid};
use chartroom_lab::tune::{Free, Spot};

use crate::games::starter_pack;

#[test]
fn what_is_typed_wrong_is_refused_with_a_way_out() {
    let goal = |text: &str| Goal::parse(text).map(drop);
    let axis = |text: &str| Axis::parse(text).map(drop);
    let lineup = |text: &str| Lineup::parse(text).map(drop);
    let shard = |text: &str| text.parse::<Shard>().map(drop);
    for (result, word) in [
        (goal("45..55"), "a side, then"),
        (goal("axis"), "a side, then"),
        (goal("axis 55..45"), "lower end first"),
        (goal("axis -3..4"), "within 0 to 100"),
        (goal("axis 50..140"), "within 0 to 100"),
        (goal("axis x..y"), "such as"),
        (axis("units.a.attack"), "PATH=FROM..TO"),
        (axis("units.a.attack=5..2"), "goes nowhere"),
        (axis("units.a.attack=1..9:0"), "goes nowhere"),
        (axis("units.a.attack=1..900000"), "at most"),
        (axis("units.a.attack=-9223372036854775808..9223372036854775807"), "at most"),
        (lineup("axis=gredy"), "did you mean `greedy`"),
        (lineup("clever"), "there is no bot"),
        (shard("9/8"), "1/N to N/N"),
        (shard("0/8"), "1/N to N/N"),
        (shard("1/0"), "1/N to N/N"),
        (shard("3"), "such as 3/8"),
        (shard("1/99999999999999999999"), "such as 3/8"),
    ] {
        let said = result.expect_err(word);
        assert!(said.contains(word), "{said}");
    }
    let two = [Axis::parse("a=1..30").expect("one"), Axis::parse("b=1..30").expect("other")];
    assert!(grid(&two).expect_err("900 rule sets").contains("too many"));
}

#[test]
fn goals_read_back_as_they_are_printed() {
    for (typed, printed) in [
        ("axis 45..55", "axis 45 to 55 %"),
        ("soviet 33.3", "soviet 33.3 %"),
        ("new allies 0..12.5%", "new allies 0 to 12.5 %"),
    ] {
        let goal = Goal::parse(typed).expect("a goal");
        assert_eq!(goal.to_string(), printed);
        assert_eq!(Goal::parse(&printed.replace(" to ", "..").replace(" %", "")).expect("again"), goal);
    }
    let sides: Vec<String> = ["a", "b", "c"].map(str::to_owned).to_vec();
    assert_eq!(even(&sides).len(), 3, "three sides need three goals");
    assert_eq!(even(&sides[..2]).len(), 1, "of two sides one says it for both");
}

#[test]
fn free_values_know_their_range() {
    let (_folder, loaded) = starter_pack(chartroom_format::starter::Starter::Hexes);
    let free = |text: &str| Free::parse(text, &loaded.content);
    let price = free("tables.unit-cost.infantry").expect("a price");
    assert!(price.from < price.value && price.value < price.to, "{price:?}");
    for (text, word) in [
        ("tables.unit-cost.infantri", "did you mean"),
        ("tables.unit-cos.infantry", "did you mean"),
        ("units.infantry.fame", "there is no number of a unit"),
        ("units.infantry.attack=1..2..3", "is not PATH"),
        ("tables.unit-cost.infantry=50..60", "outside"),
        ("tables.unit-cost.infantry=-5..60", "takes 0 to"),
        ("infantry", "is not a path"),
    ] {
        let said = free(text).expect_err(word);
        assert!(said.contains(word), "{text}: {said}");
    }
    let spot = Spot::start(std::slice::from_ref(&price)).with(0, price.value + 1);
    assert_eq!(spot.settings(std::slice::from_ref(&price)), [format!("tables.unit-cost.infantry={}", price.value + 1)]);
}
