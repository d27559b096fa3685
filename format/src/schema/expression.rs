//! Values as data: a number that is written, or one that is computed from the position. Wherever a number may change during play a
//! value stands; the engine evaluates them, here is only how they are written.

use std::fmt;

use serde::Deserializer;
use serde::de::value::{EnumAccessDeserializer, StrDeserializer};
use serde::de::{self, EnumAccess, IntoDeserializer, Visitor};

use super::ids::Shape;
use super::prelude::*;
use super::value::is_amount;

/// A number: written as it is (`5`, `"1/3"`), or computed (`Income("axis")`, `Sum([2, Track(track: "morale")])`).
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Value {
    /// The number itself.
    Number(Amount),
    /// It is computed.
    Computed(Box<Expression>),
}

/// How a number is computed from the position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Expression {
    /// A value that the pack gives a name, under `values` of its rules.
    Named(ValueId),
    /// The turn.
    Turn,
    /// The year.
    Year,
    /// The round of the battle at hand.
    BattleRound,
    /// How many such seasons there have been since a rule or event happened, with the one it happened in and the one at hand; 0 before.
    Seasons { of: SeasonId, since: EventId },
    /// Where a track stands.
    Track {
        track: TechId,
        /// The power or side at hand if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<ActorId>,
    },
    /// Money in hand.
    Money(Who),
    /// What the income is counted from: values of land, or production that works.
    Income(Who),
    /// All production held, damaged or ruined or not, of several together.
    Production(Vec<Who>),
    /// Victory points.
    Points(Who),
    /// The amount of a feature of the place at hand.
    Feature(FeatureId),
    /// A number of the unit at hand.
    Stat(UnitNumber),
    /// How many of these there are.
    Count(Among),
    /// The sum of a value over all of these.
    Total { over: Among, of: Value },
    /// A cell of a table, by its keys in the order of the axes.
    Cell(TableId, Vec<CellKey>),
    /// All of these added.
    Sum(Vec<Value>),
    /// The first less the second.
    Minus(Value, Value),
    /// All of these multiplied.
    Times(Vec<Value>),
    /// One divided by another, exactly.
    Quotient {
        of: Value,
        by: Value,
        /// What it is where the divisor is 0; needed wherever that may be.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        if_zero: Option<Value>,
    },
    /// The least of these.
    Min(Vec<Value>),
    /// The greatest of these.
    Max(Vec<Value>),
    /// A whole number.
    Round(Value, Rounding),
    /// One value while a condition holds, another while not.
    If { when: Condition, then: Value, otherwise: Value },
}

/// Whose: a power or side by its name, or by its part in what is at hand.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Who {
    /// By its part.
    Part(Part),
    /// By its name.
    Named(ActorId),
}

/// The part that somebody has in what is at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Part {
    /// Whoever is at hand: who acts, whose unit it is, whom the modifier concerns.
    This,
    /// Who holds the place at hand.
    Holder,
    /// All who are at war with whoever is at hand.
    Enemies,
}

/// Spaces, units or powers that are looked at one by one; each is at hand while its condition is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum Among {
    /// Spaces.
    Spaces {
        /// In these places; anywhere if left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        within: Vec<PlaceId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        when: Option<Box<Condition>>,
    },
    /// Units, each figure by itself.
    Units {
        /// Of these; of anybody if left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        of: Vec<Who>,
        #[serde(default)]
        units: UnitFilter,
        /// In these places; anywhere if left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        within: Vec<PlaceId>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        when: Option<Box<Condition>>,
    },
    /// Powers that take part.
    Powers {
        /// These, or members of these; all if left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        of: Vec<Who>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        when: Option<Box<Condition>>,
    },
}

/// A number of a unit, as printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum UnitNumber {
    /// Attack strength.
    Attack,
    /// Defence strength.
    Defence,
    /// Movement points or spaces.
    Movement,
    /// What it counts for stacking.
    Stacking,
    /// What it counts for transport.
    Weight,
}

/// A key of a table.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum CellKey {
    /// A row or column by its name or number.
    Is(Key),
    /// What is at hand, or a number.
    By(KeyBy),
}

/// What a key of a table is taken from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub enum KeyBy {
    /// The season at hand.
    Season,
    /// The power at hand.
    Power,
    /// The unit at hand.
    Unit,
    /// The place at hand.
    Space,
    /// A number, rounded down.
    Value(Value),
}

/// How a number becomes whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Rounding {
    Down,
    Up,
    /// To the nearest; halves up.
    Nearest,
}

/// A value that the pack gives a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NamedValue {
    /// What it is, in a few words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    pub is: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RuleRef>,
    /// Not in the rulebook: why it is here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reconstructed: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

impl Value {
    pub const ZERO: Self = Self::Number(Amount::ZERO);

    /// The number, if it is written as one.
    pub fn number(&self) -> Option<Amount> {
        match self {
            Self::Number(amount) => Some(*amount),
            Self::Computed(_) => None,
        }
    }

    /// The number, if it is written as a whole one.
    pub fn whole(&self) -> Option<i64> {
        self.number().and_then(Amount::as_whole)
    }

    /// Whether it is written as this number.
    pub fn is(&self, number: i64) -> bool {
        self.whole() == Some(number)
    }

    pub fn is_zero(&self) -> bool {
        self.is(0)
    }
}

impl Default for Value {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(Amount::whole(number))
    }
}

impl From<Amount> for Value {
    fn from(number: Amount) -> Self {
        Self::Number(number)
    }
}

impl From<Expression> for Value {
    fn from(expression: Expression) -> Self {
        Self::Computed(Box::new(expression))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(amount) => write!(f, "{amount}"),
            Self::Computed(_) => f.write_str("a computed value"),
        }
    }
}

impl From<&str> for Who {
    fn from(name: &str) -> Self {
        Self::Named(name.into())
    }
}

/// What is either a plain scalar or a word of its own. A reader that knows words where they stand calls `visit_enum`; the others buffer
/// what they read, because no format tells a visitor of anything the name of a variant.
macro_rules! scalar_or_word {
    ($name:ident, $word:ident($inner:ty), $plain:ident($scalar:ty), $expecting:literal, $whole:expr, $text:expr) => {
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                #[derive(Deserialize)]
                #[serde(untagged)]
                enum Buffered {
                    Word($inner),
                    Plain($scalar),
                }

                struct InPlace;

                impl<'de> Visitor<'de> for InPlace {
                    type Value = $name;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($expecting)
                    }

                    fn visit_i64<E: de::Error>(self, number: i64) -> Result<$name, E> {
                        let read: fn(i64) -> Option<$scalar> = $whole;
                        read(number).map($name::$plain).ok_or_else(|| E::custom($expecting))
                    }

                    fn visit_str<E: de::Error>(self, text: &str) -> Result<$name, E> {
                        let read: fn(&str) -> Option<$scalar> = $text;
                        read(text).map($name::$plain).ok_or_else(|| E::custom($expecting))
                    }

                    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<$name, A::Error> {
                        <$inner>::deserialize(EnumAccessDeserializer::new(data)).map($name::$word)
                    }
                }

                if deserializer.is_human_readable() {
                    return Ok(match Buffered::deserialize(deserializer)? {
                        Buffered::Word(word) => Self::$word(word),
                        Buffered::Plain(plain) => Self::$plain(plain),
                    });
                }
                deserializer.deserialize_any(InPlace)
            }
        }
    };
}

fn amount(text: &str) -> Option<Amount> {
    let read: StrDeserializer<'_, de::value::Error> = text.into_deserializer();
    Amount::deserialize(read).ok().filter(|_| is_amount(text))
}

fn actor(text: &str) -> Option<ActorId> {
    Shape::Id.fits(text).then(|| text.into())
}

scalar_or_word!(
    Value,
    Computed(Box<Expression>),
    Number(Amount),
    "a number, or a value such as Income(\"axis\")",
    |number| Some(Amount::whole(number)),
    amount
);
scalar_or_word!(
    Who,
    Part(Part),
    Named(ActorId),
    "the name of a power or side, or This, Holder, Enemies",
    |_| None,
    actor
);
scalar_or_word!(
    CellKey,
    By(KeyBy),
    Is(Key),
    "a key of the table, or Season, Power, Unit, Space, Value(..)",
    |number| Some(Key(number.to_string())),
    // Words that stand for what is at hand are no keys; the long way knows that too.
    |text| (!matches!(text, "Season" | "Power" | "Unit" | "Space")).then(|| Key(text.to_owned()))
);

#[cfg(test)]
mod tests {
    use crate::document;
    use crate::schema::{Document, Kind};

    fn rules(value: &str) -> String {
        format!("Rules(schema: 2, values: {{\"a\": (is: {value})}})")
    }

    #[test]
    fn every_way_of_reading_gives_the_same_value() {
        for value in [
            "5",
            "\"-1/3\"",
            "Turn",
            "Named(\"b\")",
            "Track(track: \"morale\")",
            "Sum([1, \"1/2\", Money(\"axis\"), Points(This)])",
            "Minus(Income(\"axis\"), Income(Enemies))",
            "Count(Spaces(within: [\"europe\"], when: HeldBy([\"axis\", Holder])))",
            "Total(over: Units(of: [This], units: (types: [\"tank\"])), of: Stat(Attack))",
            "Total(over: Units(), of: 1)",
            "Cell(\"crt\", [3, \"a\", Season, Value(Turn)])",
            "Quotient(of: 1, by: Turn, if_zero: 0)",
            "Round(Times([\"1/2\", Year]), Nearest)",
            "If(when: All([AtLeast(Turn, 3), Not(Equal(Turn, 5))]), then: 1, otherwise: Max([1, 2]))",
        ] {
            let text = rules(value);
            let short = Document::decode_plain(Kind::Rules, &text);
            assert!(short.is_some(), "{text}");
            let long = document::read_with_places(&text, "test.ron");
            assert_eq!(long.findings, [], "{text}");
            assert_eq!(long.document, short, "{text}");
            let json = crate::convert::to_json(&text).expect("JSON").to_string();
            let back = crate::convert::from_json(&json).expect("RON");
            assert_eq!(Document::decode_plain(Kind::Rules, &back), short, "{back}");
        }
    }

    #[test]
    fn what_is_no_value_is_a_finding_at_its_place() {
        for (value, wanted) in [
            ("Incme(\"axis\")", "Income"),
            ("\"lots\"", "allowed"),
            ("Money(\"The Axis\")", "Enemies"),
            ("Sum([1, Turns])", "Turn"),
            ("Round(1, Sideways)", "Down"),
        ] {
            let text = rules(value);
            assert_eq!(Document::decode_plain(Kind::Rules, &text), None, "{text}");
            let findings = document::read(&text, "test.ron").findings;
            let told =
                findings.iter().map(|finding| format!("{} {}", finding.message, finding.help)).collect::<String>();
            assert!(told.contains(wanted), "{text}: {findings:#?}");
        }
    }
}
