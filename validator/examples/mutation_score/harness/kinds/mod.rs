//! The kinds of mutation, by what they change. Each finder offers every place of a file where its mutation can be made, and says
//! which stated thing that would break, if any. That is judged from the pack's own statements, never by running a check.

mod map;
mod rules;
mod scenario;
mod tables;
mod units;

use chartroom_format::content::Content;
use chartroom_format::cst::NodeKind;
use chartroom_format::edit::Edit;
use chartroom_format::load::SourceFile;
use chartroom_format::schema::Kind;

use super::facts::Facts;
use super::places::Place;

/// One mutation that a finder offers.
pub(crate) struct Offer {
    pub(crate) what: String,
    pub(crate) edits: Vec<Edit>,
    /// What the pack states elsewhere that is no longer so; none if the changed pack is merely another game.
    pub(crate) breaks: Option<&'static str>,
}

/// What a finder looks at.
pub(crate) struct Source<'a> {
    pub(crate) file: &'a SourceFile,
    pub(crate) content: &'a Content,
    pub(crate) facts: &'a Facts<'a>,
    pub(crate) places: &'a [Place<'a>],
}

type Offers = Vec<Offer>;

/// One kind of mutation.
pub(crate) struct MutationKind {
    pub(crate) name: &'static str,
    pub(crate) find: fn(&Source<'_>, &mut Offers),
}

pub(crate) const KINDS: &[MutationKind] = &[
    MutationKind { name: "price times ten", find: tables::price },
    MutationKind { name: "row of a table dropped", find: tables::drop_row },
    MutationKind { name: "cell of a table dropped", find: tables::drop_cell },
    MutationKind { name: "cell of a table off by one", find: tables::off_by_one },
    MutationKind { name: "cell of a table far off", find: tables::far_off },
    MutationKind { name: "axis of a table one longer", find: tables::longer_axis },
    MutationKind { name: "number of a unit times ten", find: units::times_ten },
    MutationKind { name: "land unit made a ship, ship a land unit", find: units::domain },
    MutationKind { name: "capacity of a unit gone", find: units::capacity },
    MutationKind { name: "count of units off by one", find: scenario::count },
    MutationKind { name: "count raised over the stack limit", find: scenario::overstack },
    MutationKind { name: "ship set up on land, army at sea", find: scenario::wrong_surface },
    MutationKind { name: "army set up in an enemy's land", find: scenario::enemy_land },
    MutationKind { name: "printed total changed", find: scenario::total },
    MutationKind { name: "money at start changed", find: scenario::treasury },
    MutationKind { name: "turn beyond the game", find: scenario::turns },
    MutationKind { name: "goal of a victory or condition out of reach", find: rules::out_of_reach },
    MutationKind { name: "owner of a space changed", find: map::owner },
    MutationKind { name: "two spaces swapped", find: map::swap },
    MutationKind { name: "value of a space changed", find: map::value },
    MutationKind { name: "amount of a feature changed", find: map::feature },
    MutationKind { name: "land made sea, sea made land", find: map::surface },
    MutationKind { name: "port put inland", find: map::inland_port },
    MutationKind { name: "link or hexside removed", find: map::unlink },
    MutationKind { name: "hexside put elsewhere", find: map::hexside },
    MutationKind { name: "point of a border moved far", find: map::border_point },
    MutationKind { name: "zone beside a border changed", find: map::border_zone },
    MutationKind { name: "phase dropped", find: rules::drop_phase },
    MutationKind { name: "name misspelt", find: rules::misspell },
    MutationKind { name: "rule id misspelt", find: rules::rule_id },
    MutationKind { name: "expected result of an example changed", find: rules::example },
    MutationKind { name: "proof or place in the coverage misspelt", find: rules::coverage },
];

impl Source<'_> {
    fn is(&self, kind: Kind) -> bool {
        self.file.kind == Some(kind)
    }

    fn number(&self, place: &Place<'_>) -> Option<i64> {
        matches!(place.node.kind, NodeKind::Number).then(|| place.node.span.of(&self.file.text).parse().ok()).flatten()
    }

    /// Values with this many names around them whose way ends so.
    fn ending<'s>(&'s self, names: &'static [&'static str]) -> impl Iterator<Item = &'s Place<'s>> {
        self.places.iter().filter(move |place| place.ends(names))
    }
}

fn replace(place: &Place<'_>, text: impl Into<String>) -> Vec<Edit> {
    vec![Edit::replace(place.node.span, text)]
}

fn said(place: &Place<'_>) -> String {
    let index = place.index.map_or_else(String::new, |index| format!(" {index}"));
    format!("{}{index}", place.way.join("/"))
}

fn offer(what: String, edits: Vec<Edit>, breaks: Option<&'static str>) -> Offer {
    Offer { what, edits, breaks }
}
