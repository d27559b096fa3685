//! The phrases, as data: a variant's name and how it is told. `{}` is the whole value, `{0}` an item, `{who}` a field; what stands in
//! square brackets is left out when a value of it is. Of several phrases of one name the first that can be filled counts.

/// The phrases of a variant.
pub(super) fn of(name: &str) -> impl Iterator<Item = &'static str> {
    PHRASES.iter().filter(move |(known, _)| *known == name).map(|(_, phrase)| *phrase)
}

#[rustfmt::skip]
pub(super) const PHRASES: &[(&str, &str)] = &[
    // Conditions.
    ("Always", "always"),
    ("Turn", "the turn is from {from} to {to}"),
    ("Turn", "the turn is {from} or later"),
    ("Turn", "the turn is {to} or earlier"),
    ("Season", "the season is {}"),
    ("Year", "the year is from {0} to {1}"),
    ("Option", "the option {} is on"),
    ("Scenario", "the scenario is {}"),
    ("ControlsSome", "{who} controls at least {at_least} of {of}"),
    ("ControlsNone", "{0} controls none of {1}"),
    ("Controls", "{0} controls {1}"),
    ("ControlsFeatures", "{who} controls at least {at_least} spaces with {feature}[ within {within}]"),
    ("UnitsIn", "[at least {at_least} ][{units} ]of {who} stand in {places}"),
    ("UnitsOnGround", "units of {who} stand on ground that {of} holds[ in {places}]"),
    ("AtWar", "{0} is at war with {1}"),
    ("Relation", "{0} and {1} stand to each other as {2}"),
    ("Member", "{0} belongs to {1}"),
    ("Surrendered", "{} has surrendered"),
    ("Neutral", "{} is neutral"),
    ("Neutral", "neutral"),
    ("Happened", "{} has happened"),
    ("TurnsSince", "{event} happened {at_least} turns ago or more[, at most {at_most}]"),
    ("Track", "{track}[ of {who}] moves by {add}"),
    ("Track", "{track}[ of {who}] stands[ at {at_least} or more][ at {at_most} or less]"),
    ("Income", "the income of {who} is[ {at_least} or more][ {at_most} or less]"),
    ("Income", "the income of {0} changes by {1}"),
    ("Income", "income"),
    ("By", "it is about {}"),
    ("Unit", "the unit is {}"),
    ("Role", "the unit is {}"),
    ("In", "the place lies in {}"),
    ("OnTerrain", "the terrain is {}"),
    ("OnSurface", "the place is {}"),
    ("HasFeature", "the place has {}"),
    ("FromTerrain", "it comes from {}"),
    ("Across", "it goes across {}"),
    ("OnlyAcross", "every attack comes across {}"),
    ("Round", "the round is {}"),
    ("Battle", "the battle is {}"),
    ("Supply", "supply is {}"),
    ("Damaged", "the unit is damaged"),
    ("Damaged", "{1}, damaged, in {0}"),
    ("Marked", "the unit is marked {}"),
    ("Undefended", "nobody defends the place"),
    ("During", "the phase is {}"),
    // Effects.
    ("Join", "{0} joins {1}"),
    ("TakeSide", "{0} takes the side of {1}"),
    ("DeclareWar", "{0} goes to war with {1}"),
    ("SetRelation", "{0} and {1} now stand to each other as {2}"),
    ("BecomeNeutral", "{} becomes neutral"),
    ("Surrender", "{power} surrenders[ to {to}][; its units go on under {units_to}]"),
    ("Control", "{0} gets control of {1}"),
    ("Place", "{0} gets {1}"),
    ("Remove", "[{count} ][{units} ]of {who} disappear[ in {places}][ outside of {outside}]"),
    ("Muster", "{power} gets {unit}, one at each {at}, {most} at most"),
    ("Withdraw", "all units of {who} go to {to}"),
    ("HandOver", "[{units} ]of {who}[ in {places}] go over to {to}"),
    ("Money", "{0} gains {1} in money"),
    ("Transfer", "{0} pays {2} to {1}"),
    ("SetFeature", "{1} of {0} becomes {2}"),
    ("ChangeFeature", "{1} of {0} changes by {2}"),
    ("Devastate", "{0} takes {1} damage to production"),
    ("SetTrack", "{track}[ of {who}] is set to {to}"),
    ("Points", "{0} gains {1} victory points"),
    ("Points", "victory points"),
    ("Switch", "the option {0} is switched: {1}"),
    ("Roll", "roll {dice}: {outcomes}"),
    ("MoveCapital", "the capital of {0} moves to {1}"),
    ("Trigger", "then {} happens"),
    ("Win", "{side} wins[ ({level})]"),
    ("EndGame", "the game ends"),
    ("Choose", "the owner chooses: {}"),
    ("Ask", "{who} chooses: {ways}"),
    ("Tell", "{}"),
    // Triggers.
    ("GameStart", "before the first turn"),
    ("TurnStart", "at the start of every turn"),
    ("TurnEnd", "at the end of every turn"),
    ("PhaseStart", "at the start of {}"),
    ("PhaseEnd", "at the end of {}"),
    ("PowerTurnStart", "when the turn of {} starts"),
    ("PowerTurnEnd", "when the turn of {} ends"),
    ("Captured", "when {} changes hands"),
    ("Attacked", "when {} is attacked or entered"),
    ("UnitsAttacked", "when units of {} are attacked"),
    ("WarDeclared", "when {} goes to war"),
    ("PowerSurrendered", "when {} surrenders"),
    ("Whenever", "as soon as it holds"),
    ("Chosen", "when {} wants it"),
    ("Called", "when another rule says so"),
    // Placements.
    ("At", "{1} in {0}"),
    ("Aboard", "{2} aboard {1} in {0}"),
    ("Formation", "{0} with {2} in {1}"),
    ("Within", "{1} anywhere in {0}"),
    ("OnBorder", "{2} in {0} on the border of {1}"),
    ("AtAny", "{1} at any {0}"),
    ("Anywhere", "{} anywhere"),
    ("Reconstructed", "{1}"),
    ("From", "{1}"),
    // Victory.
    ("Holds", "{}"),
    ("HoldsFor", "{0}, at the end of {1} turns in a row"),
    ("MostPoints", "the most points: {}"),
    ("Otherwise", "nobody else has won"),
    ("AtOnce", "at any moment"),
    ("GameEnd", "at the end of the last turn"),
    // Modifiers.
    ("Die", "the die of battles ({})"),
    ("Column", "the column of battles ({})"),
    ("Add", "{} added"),
    ("Times", "times {}"),
    ("Set", "is {}"),
    ("AtLeast", "is at least {}"),
    ("AtMost", "is at most {}"),
    // Sequence.
    ("Slots", "each slot of the order of play in turn"),
    ("Of", "{} in turn"),
    ("Procedure", "{}"),
    ("Rule", "{}"),
];

#[cfg(test)]
mod tests {
    use super::PHRASES;
    use chartroom_format::schema::{CURRENT, Kind};
    use serde_json::Value;

    fn variants(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                for key in ["enum", "required"] {
                    let names = fields.get(key).and_then(Value::as_array).into_iter().flatten();
                    found.extend(names.filter_map(Value::as_str).map(ToOwned::to_owned));
                }
                found.extend(fields.get("const").and_then(Value::as_str).map(ToOwned::to_owned));
                fields.values().for_each(|inner| variants(inner, found));
            }
            Value::Array(items) => items.iter().for_each(|inner| variants(inner, found)),
            _ => {}
        }
    }

    #[test]
    fn every_phrase_tells_something_that_can_be_written() {
        let mut known = Vec::new();
        for kind in Kind::ALL {
            chartroom_format::schemas::get(CURRENT, *kind).iter().for_each(|schema| variants(schema, &mut known));
        }
        let strange: Vec<&str> =
            PHRASES.iter().map(|(name, _)| *name).filter(|name| !known.iter().any(|known| known == name)).collect();
        assert_eq!(strange, Vec::<&str>::new(), "phrases of what no schema has");
    }
}
