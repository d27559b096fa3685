//! A game as its XML says it: names, numbers and the lines they stand on.

use super::attachments::Attachment;

/// Something with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub name: String,
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Territory {
    pub name: String,
    pub water: bool,
    pub line: u32,
}

/// Two neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub one: String,
    pub other: String,
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    pub name: String,
    /// Alliances it belongs to, in the order of the file.
    pub alliances: Vec<String>,
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delegate {
    pub name: String,
    /// The last part of the class that plays it: `MoveDelegate`.
    pub class: String,
    pub title: String,
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub name: String,
    pub delegate: String,
    pub player: Option<String>,
    /// Done only so many times in a game.
    pub at_most: Option<i64>,
    pub title: String,
    pub line: u32,
}

/// An amount of a resource, or of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price {
    pub what: String,
    pub amount: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductionRule {
    pub name: String,
    pub costs: Vec<Price>,
    pub results: Vec<Price>,
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frontier {
    pub name: String,
    pub rules: Vec<String>,
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    pub territory: String,
    pub player: String,
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    pub unit: String,
    pub territory: String,
    pub amount: i64,
    /// Nobody's units defend neutral ground.
    pub owner: Option<String>,
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    pub one: String,
    pub other: String,
    pub kind: String,
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    pub name: String,
    pub value: String,
    pub editable: bool,
    pub line: u32,
}

/// One game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// The file, as messages name it.
    pub file: String,
    pub title: String,
    pub version: String,
    pub dice_sides: i64,
    pub territories: Vec<Territory>,
    pub links: Vec<Link>,
    pub resources: Vec<Named>,
    pub players: Vec<Player>,
    pub units: Vec<Named>,
    pub relationship_types: Vec<Named>,
    pub territory_effects: Vec<Named>,
    pub technologies: Vec<Named>,
    pub delegates: Vec<Delegate>,
    pub steps: Vec<Step>,
    pub rules: Vec<ProductionRule>,
    pub frontiers: Vec<Frontier>,
    /// Player and frontier.
    pub production: Vec<(String, String)>,
    pub attachments: Vec<Attachment>,
    pub owners: Vec<Owner>,
    pub placements: Vec<Placement>,
    /// Player, resource, amount.
    pub given: Vec<(String, Price)>,
    pub relations: Vec<Relation>,
    pub properties: Vec<Property>,
    /// Elements this reader does not know, with their first line.
    pub unknown: Vec<Named>,
}

impl Game {
    /// A property of the game, by name.
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name.eq_ignore_ascii_case(name))
    }

    /// Whether a property is switched on.
    pub fn is_on(&self, name: &str) -> bool {
        self.property(name).is_some_and(|property| property.value.eq_ignore_ascii_case("true"))
    }

    /// A property that is a number.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.property(name).and_then(|property| property.value.trim().parse().ok())
    }

    /// What is attached to someone or something, by the kind of attachment: `UnitAttachment`.
    pub fn attached<'a>(&'a self, class: &'a str, to: &'a str) -> impl Iterator<Item = &'a Attachment> {
        self.attachments.iter().filter(move |attachment| attachment.class == class && attachment.to == to)
    }

    pub fn of_class<'a>(&'a self, class: &'a str) -> impl Iterator<Item = &'a Attachment> {
        self.attachments.iter().filter(move |attachment| attachment.class == class)
    }
}
