//! What a pack states more than once: the second statement is what a mutation breaks. Read from the content alone.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_format::content::Content;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::example::ExampleKind;
use chartroom_format::schema::ids::{ActorId, PowerId, RegionId};
use chartroom_format::schema::map::{Grid, Surface};
use chartroom_format::schema::procedure::Procedure;
use chartroom_format::schema::scenario::{Placement, Scenario, Total, TotalKind};
use chartroom_format::schema::table::{Sum, Table};
use chartroom_format::schema::terrain::FeatureRole;
use chartroom_format::schema::units::Domain;
use chartroom_format::schema::value::Data;
use chartroom_validator::model::force;

/// The statements of a pack, gathered once.
pub(crate) struct Facts<'a> {
    content: &'a Content,
    pub(crate) is_stacking_limited: bool,
    /// Space, power, unit of every placement that names its space.
    standing: Vec<(&'a str, &'a str, &'a str, &'a Scenario)>,
    /// Neighbours on the grid of hexes.
    hexes: BTreeMap<String, BTreeSet<String>>,
}

impl<'a> Facts<'a> {
    pub(crate) fn new(content: &'a Content) -> Self {
        let is_stacking_limited = content.procedures.values().any(|entry| {
            matches!(
                &entry.run,
                Procedure::Redeploy { .. }
                    | Procedure::MoveByPoints { stacking: Some(_), .. }
                    | Procedure::MoveByRange { stacking: Some(_), .. }
                    | Procedure::Produce { stacking: Some(_), .. }
            )
        });
        let mut standing = Vec::new();
        for scenario in content.scenarios.values() {
            for (power, placements) in &scenario.set_up {
                for placed in force::flatten(placements) {
                    let Some(space) = placed.space().filter(|_| !matches!(placed.placement, Placement::Aboard(..)))
                    else {
                        continue;
                    };
                    let units = placed.force.keys();
                    standing.extend(units.map(|unit| (space, power.as_str(), unit.as_str(), scenario)));
                }
            }
        }
        let mut hexes = BTreeMap::new();
        if let Some(Grid::Hexes(grid)) = content.map.as_ref().map(|map| &map.grid)
            && let Ok(board) = grid.board()
        {
            for cell in board.cells() {
                let near = board.neighbours(cell).map(|(_, other)| grid.numbering.format(&board, other));
                hexes.insert(grid.numbering.format(&board, cell), near.collect());
            }
        }
        Self { content, is_stacking_limited, standing, hexes }
    }

    pub(crate) fn touch(&self, a: &str, b: &str) -> bool {
        self.hexes.get(a).is_some_and(|near| near.contains(b))
    }

    fn scenario_in(&self, file: &str) -> Option<&'a Scenario> {
        self.content.scenarios.values().find(|scenario| {
            self.content.origin(EntryKind::Scenario, scenario.id.as_str()).is_some_and(|origin| origin.file == file)
        })
    }

    fn side_of(&self, scenario: &Scenario, power: &str) -> Option<String> {
        let own = self.content.powers.get(power).and_then(|power| power.side.as_ref());
        scenario.sides.get(power).or(own).map(ToString::to_string)
    }

    /// Printed totals that are not called contradicted and speak of a power or its side.
    fn totals_of<'s>(&'s self, scenario: &'a Scenario, power: &'s str) -> impl Iterator<Item = &'a Total> + 's {
        let side = self.side_of(scenario, power);
        scenario.totals.iter().filter(move |total| {
            total.contradicted.is_none() && (total.who.as_str() == power || Some(total.who.as_str()) == side.as_deref())
        })
    }

    /// Whether a printed total of the scenario in this file counts units of a type of a power.
    pub(crate) fn total_counts(&self, file: &str, power: &str, unit: &str) -> bool {
        let Some(scenario) = self.scenario_in(file) else { return false };
        let kind = self.content.units.get(unit);
        self.totals_of(scenario, power).any(|total| match &total.of {
            TotalKind::Units(counted) => counted.as_str() == unit,
            TotalKind::Class(class) => kind.is_some_and(|kind| kind.classes.contains(class)),
            _ => false,
        })
    }

    pub(crate) fn total_treasury(&self, file: &str, who: &str) -> bool {
        self.scenario_in(file)
            .is_some_and(|scenario| self.totals_of(scenario, who).any(|total| matches!(total.of, TotalKind::Treasury)))
    }

    /// A capital of somebody that the power of this file's scenario is at war with from the start, held by him.
    pub(crate) fn enemy_capital(&self, file: &str, power: &str) -> Option<String> {
        let scenario = self.scenario_in(file)?;
        let side = self.side_of(scenario, power);
        let is_me = |actor: &str| actor == power || Some(actor) == side.as_deref();
        let enemies: Vec<&str> = scenario
            .wars
            .iter()
            .flat_map(|(left, right)| [(left, right), (right, left)])
            .filter(|(mine, _)| mine.iter().any(|actor| is_me(actor.as_str())))
            .flat_map(|(_, theirs)| theirs.iter().map(ActorId::as_str))
            .collect();
        let is_enemy = |id: &str| {
            let their_side = self.side_of(scenario, id);
            (enemies.contains(&id) || their_side.as_deref().is_some_and(|side| enemies.contains(&side)))
                && their_side != side
        };
        let plays = |id: &str| scenario.powers.is_empty() || scenario.powers.iter().any(|power| power.as_str() == id);
        self.content
            .powers
            .iter()
            .filter(|(id, _)| is_enemy(id.as_str()) && plays(id.as_str()) && !scenario.neutral.contains(*id))
            .flat_map(|(id, enemy)| enemy.capitals.iter().map(move |space| (id, space)))
            .find(|(id, space)| {
                let country = self.content.spaces.get(*space).and_then(|space| space.country.as_ref());
                let printed =
                    country.and_then(|country| self.content.regions.get(country)).and_then(|it| it.power.as_ref());
                printed == Some(*id) && !self.is_reassigned(scenario, space.as_str())
            })
            .map(|(_, space)| space.to_string())
    }

    /// Whether a scenario gives a space, or a region that holds it, to somebody.
    fn is_reassigned(&self, scenario: &Scenario, space: &str) -> bool {
        let it = self.content.spaces.get(space);
        let regions: Vec<&str> =
            it.into_iter().flat_map(|it| it.country.iter().chain(&it.regions)).map(RegionId::as_str).collect();
        scenario.control.values().flatten().any(|place| {
            let place = place.as_str();
            let listed = self.content.regions.get(place).is_some_and(|region| {
                region.spaces.iter().any(|member| member.as_str() == space)
                    || region.includes.iter().any(|inner| regions.contains(&inner.as_str()))
            });
            place == space || regions.contains(&place) || listed
        })
    }

    /// What states a cell a second time so that the new value is wrong.
    pub(crate) fn cell_is_stated(&self, table: &Table, row: &str, column: usize, new: i64) -> Option<&'static str> {
        if self.example_reads_cell(table, row, column) {
            return Some("a worked example");
        }
        let names = table.keys(1);
        let line = names.get(column).map(|key| key.as_str().to_owned()).unwrap_or_default();
        let summed = table.sums.iter().any(|sum| match sum {
            Sum::Rows { except, .. } => names_row(sum, row) && !except.iter().any(|key| key.as_str() == line),
            Sum::Columns { total, of, except } => {
                of.iter().chain([total]).any(|key| key.as_str() == line)
                    && !except.iter().any(|key| key.as_str() == row)
            }
        });
        if summed {
            return Some("a total of the table");
        }
        goes_against_the_order(table, row, column, new).then_some("the order that the table declares")
    }

    pub(crate) fn example_reads_cell(&self, table: &Table, row: &str, column: usize) -> bool {
        let columns = table.keys(1);
        self.content.examples.values().any(|example| {
            let asks = |axis: usize, key: &str| {
                let name = table.axes.get(axis).map_or("", |axis| axis.name());
                example.given.get(name).is_some_and(|given| text(given) == key)
            };
            let wanted = columns.get(column).map(|key| key.as_str().to_owned());
            matches!(&example.runs, ExampleKind::Table(id) if *id == table.id)
                && asks(0, row)
                && wanted.is_none_or(|key| asks(1, &key))
        })
    }

    /// Whether a worked example states this number of a unit.
    pub(crate) fn example_reads_unit(&self, unit: &str, field: &str) -> bool {
        let asked = match field {
            "movement" => "move",
            "defend" => "defense",
            other => other,
        };
        self.content.examples.values().any(|example| {
            matches!(example.runs, ExampleKind::Unit)
                && example.given.get("unit").and_then(Data::as_text) == Some(unit)
                && (example.expect.contains_key(field) || example.expect.contains_key(asked))
        })
    }

    fn example_reads_space(&self, space: &str, field: &str) -> bool {
        self.content.examples.values().any(|example| {
            matches!(example.runs, ExampleKind::Space)
                && example.given.get("space").and_then(Data::as_text) == Some(space)
                && example.expect.contains_key(field)
        })
    }

    /// Whether a procedure looks every unit, season or side up in a table, and this row is one of them.
    pub(crate) fn needs_row(&self, table: &Table, row: &str) -> bool {
        self.content.procedures.values().any(|entry| match &entry.run {
            Procedure::MoveByPoints { allowance: Some(id), .. } => {
                *id == table.id && self.content.seasons.contains_key(row)
            }
            Procedure::Produce { costs, delays, .. } => {
                let built =
                    self.content.units.get(row).is_some_and(|unit| !unit.build.as_ref().is_some_and(|it| it.never));
                (*costs == table.id || delays.as_ref() == Some(&table.id)) && built
            }
            _ => false,
        })
    }

    /// Whether some scenario sets a unit up in a space that a unit of this domain cannot be in.
    pub(crate) fn stands_where_it_cannot(&self, unit: &str, domain: Domain) -> bool {
        self.standing
            .iter()
            .filter(|(_, _, placed, _)| *placed == unit)
            .any(|(space, ..)| self.content.spaces.get(*space).is_some_and(|space| !bears(space.surface, domain)))
    }

    /// What a change of surface would contradict: units that stand there, or an owner at sea.
    pub(crate) fn surface_is_stated(&self, space: &str, to: Surface) -> Option<&'static str> {
        let stands = self
            .standing
            .iter()
            .filter(|(at, ..)| *at == space)
            .any(|(_, _, unit, _)| self.content.units.get(*unit).is_some_and(|unit| !bears(to, unit.domain)));
        let it = self.content.spaces.get(space)?;
        let bears_feature = it.features.keys().any(|feature| {
            let kind = self.content.features.get(feature);
            kind.is_some_and(|kind| !kind.on.is_empty() && !kind.on.contains(&to))
        });
        if stands {
            Some("the units set up there")
        } else if bears_feature {
            Some("where its features may stand")
        } else {
            self.example_reads_space(space, "surface").then_some("a worked example")
        }
    }

    pub(crate) fn value_is_stated(&self, space: &str) -> Option<&'static str> {
        if self.example_reads_space(space, "value") {
            return Some("a worked example");
        }
        self.total_of_holder(space, |of| matches!(of, TotalKind::LandValue)).then_some("a printed total")
    }

    pub(crate) fn feature_is_stated(&self, space: &str, feature: &str) -> Option<&'static str> {
        if self.example_reads_space(space, feature) {
            return Some("a worked example");
        }
        let production = self.content.features.get(feature).is_some_and(|kind| kind.role == FeatureRole::Production);
        let counts = |of: &TotalKind| match of {
            TotalKind::Production => production,
            TotalKind::Features(counted) => counted.as_str() == feature,
            _ => false,
        };
        self.total_of_holder(space, counts).then_some("a printed total")
    }

    /// Whether the printed owner of a space has such a total in a scenario that leaves the space to him, undamaged.
    fn total_of_holder(&self, space: &str, counts: impl Fn(&TotalKind) -> bool) -> bool {
        let country = self.content.spaces.get(space).and_then(|space| space.country.as_ref());
        let Some(power) =
            country.and_then(|country| self.content.regions.get(country)).and_then(|it| it.power.as_ref())
        else {
            return false;
        };
        self.content.scenarios.values().any(|scenario| {
            !self.is_reassigned(scenario, space)
                && !scenario.devastated.contains_key(space)
                && !scenario.features.contains_key(space)
                && !scenario.neutral.contains(power)
                && self.totals_of(scenario, power.as_str()).any(|total| counts(&total.of))
        })
    }

    /// What says who owns a space beside its country: a total of what it is worth, or units of the owner in it.
    pub(crate) fn owner_is_stated(&self, space: &str, now: &str, to: &str) -> Option<&'static str> {
        let power = |region: &str| self.content.regions.get(region).and_then(|region| region.power.as_ref());
        let it = self.content.spaces.get(space)?;
        if power(now) == power(to) {
            return None;
        }
        let worth = |of: &TotalKind| match of {
            TotalKind::LandValue => it.value.is_some_and(|value| value != 0),
            TotalKind::Production => it.features.keys().any(|feature| {
                self.content.features.get(feature).is_some_and(|kind| kind.role == FeatureRole::Production)
            }),
            TotalKind::Features(feature) => it.features.contains_key(feature),
            _ => false,
        };
        // The total of a side does not change when one of its own takes over.
        let same_side = self.content.scenarios.values().all(|scenario| {
            let side = |region: &str| power(region).and_then(|power| self.side_of(scenario, power.as_str()));
            side(now).is_some() && side(now) == side(to)
        });
        if !same_side && self.total_of_holder(space, worth) {
            return Some("a printed total");
        }
        self.is_garrisoned_against(space, power(now).map(PowerId::as_str), power(to).map(PowerId::as_str))
    }

    /// Land units of the old owner in the land of somebody who would be no friend.
    fn is_garrisoned_against(&self, space: &str, now: Option<&str>, to: Option<&str>) -> Option<&'static str> {
        let (now, to) = (now?, to?);
        let stranded = self.standing.iter().any(|(at, power, unit, scenario)| {
            *at == space
                && *power == now
                && self.content.units.get(*unit).is_some_and(|unit| unit.domain == Domain::Land)
                && !self.is_reassigned(scenario, space)
                && self.are_at_war(scenario, now, to)
        });
        stranded.then_some("the garrison of its owner")
    }

    fn are_at_war(&self, scenario: &Scenario, a: &str, b: &str) -> bool {
        let (side_a, side_b) = (self.side_of(scenario, a), self.side_of(scenario, b));
        let is = |actor: &str, power: &str, side: &Option<String>| actor == power || Some(actor) == side.as_deref();
        scenario.wars.iter().flat_map(|(left, right)| [(left, right), (right, left)]).any(|(mine, theirs)| {
            mine.iter().any(|actor| is(actor.as_str(), a, &side_a))
                && theirs.iter().any(|actor| is(actor.as_str(), b, &side_b))
        })
    }

    /// What the swap of two spaces would contradict.
    pub(crate) fn swap_is_stated(&self, one: &str, two: &str) -> Option<&'static str> {
        let (a, b) = (self.content.spaces.get(one)?, self.content.spaces.get(two)?);
        let stands = |space: &str, surface: Surface| {
            self.standing
                .iter()
                .filter(|(at, ..)| *at == space)
                .any(|(_, _, unit, _)| self.content.units.get(*unit).is_some_and(|unit| !bears(surface, unit.domain)))
        };
        if stands(one, b.surface) || stands(two, a.surface) {
            return Some("the units set up there");
        }
        let is_capital = |space: &str| {
            self.content.powers.values().any(|power| power.capitals.iter().any(|it| it.as_str() == space))
        };
        let mark = |space: &chartroom_format::schema::map::Space| {
            space
                .features
                .keys()
                .any(|feature| self.content.features.get(feature).is_some_and(|kind| kind.role == FeatureRole::Capital))
        };
        if is_capital(one) && mark(a) && !mark(b) || is_capital(two) && mark(b) && !mark(a) {
            return Some("which space is a capital");
        }
        let reads = |field: &str| self.example_reads_space(one, field) || self.example_reads_space(two, field);
        let differ = [
            ("value", a.value != b.value),
            ("country", a.country != b.country),
            ("name", a.name != b.name),
            ("terrain", a.terrain != b.terrain),
            ("surface", a.surface != b.surface),
        ];
        if differ.iter().any(|(field, differs)| *differs && reads(field)) {
            return Some("a worked example");
        }
        let garrison =
            |space: &str, from: &chartroom_format::schema::map::Space, to: &chartroom_format::schema::map::Space| {
                let power = |space: &chartroom_format::schema::map::Space| {
                    space
                        .country
                        .as_ref()
                        .and_then(|country| self.content.regions.get(country))
                        .and_then(|it| it.power.as_ref())
                        .map(ToString::to_string)
                };
                self.is_garrisoned_against(space, power(from).as_deref(), power(to).as_deref())
            };
        garrison(one, a, b).or_else(|| garrison(two, b, a))
    }

    /// A link that a passage goes by, or the only one of a space off the map.
    pub(crate) fn link_is_stated(&self, text: &str) -> Option<&'static str> {
        let link = self.content.added_links.iter().find(|link| {
            text.contains(&format!("from: \"{}\"", link.from)) && text.contains(&format!("to: \"{}\"", link.to))
        })?;
        let pair = |a: &str, b: &str| {
            link.from.as_str() == a && link.to.as_str() == b || link.from.as_str() == b && link.to.as_str() == a
        };
        let by_passage = self
            .content
            .passages
            .values()
            .any(|passage| passage.between.iter().any(|(a, b)| pair(a.as_str(), b.as_str())));
        (by_passage && !self.touch(link.from.as_str(), link.to.as_str()) && !self.hexes.is_empty())
            .then_some("a canal or strait")
    }

    /// Whether rules, conditions or scenarios name a phase.
    pub(crate) fn names_phase(&self, id: &str) -> bool {
        let mut named = false;
        let mut look = |name_type: &str, name: &str| {
            named |= name == id && name_type == chartroom_format::schema::ids::PhaseId::KIND;
        };
        for rule in self.content.rules.values() {
            chartroom_format::refs::walk(rule, &mut |kind, name, _| look(kind, name));
        }
        for modifier in self.content.modifiers.values() {
            chartroom_format::refs::walk(modifier, &mut |kind, name, _| look(kind, name));
        }
        named
    }
}

pub(crate) fn names_row(sum: &Sum, row: &str) -> bool {
    match sum {
        Sum::Rows { total, of, .. } => of.iter().chain([total]).any(|key| key.as_str() == row),
        Sum::Columns { .. } => false,
    }
}

/// Whether units of a domain can be on a surface.
fn bears(surface: Surface, domain: Domain) -> bool {
    match domain {
        Domain::Land => !matches!(surface, Surface::Sea | Surface::Lake | Surface::Impassable),
        Domain::Sea | Domain::Submarine => !matches!(surface, Surface::Land | Surface::Impassable),
        Domain::Air | Domain::Fixed => surface != Surface::Impassable,
    }
}

fn text(data: &Data) -> String {
    match data {
        Data::Text(text) => text.clone(),
        other => serde_json::to_value(other).map(|value| value.to_string()).unwrap_or_default(),
    }
}

/// Whether a new value breaks `rising` or `falling` against the nearest numbers on either hand.
fn goes_against_the_order(table: &Table, row: &str, column: usize, new: i64) -> bool {
    let Some(at) = table.rows.keys().position(|key| key.as_str() == row) else { return false };
    let value =
        |row: usize, column: usize| table.rows.get_index(row).and_then(|(_, row)| row.0.get(column)?.as_number());
    [(&table.rising, 1), (&table.falling, -1)].into_iter().any(|(names, sign)| {
        names.iter().filter_map(|name| table.axes.iter().position(|axis| axis.name() == name)).any(|axis| {
            let (before, after): (Vec<Option<i64>>, Vec<Option<i64>>) = if axis == 0 {
                (
                    (0..at).map(|row| value(row, column)).collect(),
                    (at + 1..table.rows.len()).map(|row| value(row, column)).collect(),
                )
            } else {
                let width = table.rows.get_index(at).map_or(0, |(_, row)| row.0.len());
                (
                    (0..column).map(|other| value(at, other)).collect(),
                    (column + 1..width).map(|other| value(at, other)).collect(),
                )
            };
            let low = before.into_iter().flatten().last();
            let high = after.into_iter().flatten().next();
            low.is_some_and(|low| (new - low) * sign < 0) || high.is_some_and(|high| (high - new) * sign < 0)
        })
    })
}
