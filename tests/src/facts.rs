//! One stated fact about a place, held against a pack. The words are the columns of `tests/places/*.tsv`; see its README.

use std::collections::BTreeSet;

use chartroom_format::content::Content;
use chartroom_format::fs::DiskFs;
use chartroom_format::load;
use chartroom_format::lookup::Looked;
use chartroom_format::schema::ids::{PowerId, SideId, SideTypeId, SpaceId};
use chartroom_format::schema::map::{Grid, Space, Surface};
use chartroom_format::schema::recipe::Projection;
use chartroom_format::schema::scenario::{Force, Placement, Scenario};
use chartroom_format::schema::terrain::FeatureRole;
use chartroom_format::schema::units::Domain;

use crate::globe::Globe;
use crate::repository;
use crate::topology::Topology;

/// A pack with all that the facts ask of it.
pub struct Facts {
    pub content: Content,
    pub topology: Topology,
    globe: Option<Globe>,
}

/// What a fact is about.
enum Subject<'a> {
    Space(&'a str),
    Region(&'a str),
    Passage(&'a str),
    Map,
}

type Checked = Result<(), String>;

impl Facts {
    pub fn of(pack: &str) -> Result<Self, String> {
        let content = load::load(&DiskFs, &repository().join("content").join(pack))?.content;
        let topology = Topology::of(&content)?;
        let globe = Globe::of(&content)?;
        Ok(Self { content, topology, globe })
    }

    /// Whether the pack agrees; else what it says instead.
    pub fn check(&self, subject: &str, check: &str, argument: &str) -> Checked {
        let subject = match subject.split_once(':') {
            Some(("region", id)) if self.content.regions.contains_key(id) => Subject::Region(id),
            Some(("passage", id)) if self.content.passages.contains_key(id) => Subject::Passage(id),
            None if subject == "map" => Subject::Map,
            None if self.topology.has(subject) => Subject::Space(subject),
            _ => return Err(format!("the pack has no `{subject}`")),
        };
        let (check, of) = check.split_once(':').unwrap_or((check, ""));
        match subject {
            Subject::Space(id) => self.check_space(id, check, of, argument),
            Subject::Region(id) => self.check_region(id, check, of, argument),
            Subject::Passage(id) => self.check_passage(id, check, argument),
            Subject::Map => self.check_map(check, of, argument),
        }
    }

    fn check_space(&self, id: &str, check: &str, of: &str, argument: &str) -> Checked {
        let space = self.space(id);
        let way = way(of);
        match check {
            "surface" => one_of(argument, surface_word(space.surface)),
            "terrain" => one_of(argument, self.terrain(&space)),
            "country" => one_of(argument, space.country.as_ref().map_or("none", |id| id.as_str())),
            "owner" => one_of(argument, self.owner(&space).unwrap_or("none")),
            "name" => contains(argument, space.name.as_deref().unwrap_or_default()),
            "value" => amount(argument, space.value.unwrap_or(0)),
            "feature" => amount(argument, space.features.get(of).copied().unwrap_or(0)),
            "capital-of" => {
                let power = self.content.powers.get(argument).ok_or_else(|| format!("no power `{argument}`"))?;
                holds(power.capitals.iter().any(|capital| capital.as_str() == id), || {
                    format!("capitals are {:?}", power.capitals)
                })
            }
            "region" => words(argument).try_for_each(|region| {
                holds(self.members(region)?.contains(id), || format!("does not belong to {region}"))
            }),
            "not-region" => words(argument)
                .try_for_each(|region| holds(!self.members(region)?.contains(id), || format!("belongs to {region}"))),
            "neighbour" => words(argument).try_for_each(|other| {
                self.known(other)?;
                holds(self.topology.linked(id, other, way), || {
                    let around: Vec<&str> = self.topology.neighbours(id).map(|(name, _)| name).collect();
                    format!("does not lead to {other}, but to {}", around.join(" "))
                })
            }),
            "not-neighbour" => words(argument).try_for_each(|other| {
                self.known(other)?;
                holds(!self.topology.linked(id, other, way), || format!("leads to {other}"))
            }),
            "distance" => {
                // "space steps", or "space space ... steps" for a route that passes them in turn.
                let mut stops: Vec<&str> = words(argument).collect();
                let wanted = stops.pop().ok_or("spaces and a distance")?;
                let mut steps = 0;
                for pair in std::iter::once(id).chain(stops).collect::<Vec<_>>().windows(2) {
                    self.known(pair[1])?;
                    let found = self.topology.distance(pair[0], pair[1], way.unwrap_or(Domain::Air));
                    steps += found.ok_or_else(|| format!("no way to {}", pair[1]))?;
                }
                amount(wanted, steps as i64)
            }
            "passage-to" => {
                self.known(argument)?;
                let joins = |(from, to): &(SpaceId, SpaceId)| {
                    let pair = (from.as_str(), to.as_str());
                    pair == (id, argument) || pair == (argument, id)
                };
                let passage = self.content.passages.values().any(|passage| passage.between.iter().any(joins));
                holds(passage, || format!("no passage to {argument}"))?;
                holds(self.topology.linked(id, argument, Some(Domain::Sea)), || "the passage leads nowhere".to_owned())
            }
            "seas" => {
                let seas: BTreeSet<&str> = self.seas_off(id);
                match argument {
                    "some" => holds(!seas.is_empty(), || "has no coast".to_owned()),
                    _ => holds(seas == words(argument).collect(), || format!("touches {seas:?}")),
                }
            }
            "harbour" => {
                let types = space.features.keys().filter_map(|feature| self.content.features.get(feature));
                let roles: Vec<FeatureRole> = types.map(|feature| feature.role).collect();
                let harbour = roles.contains(&FeatureRole::Port) || roles.contains(&FeatureRole::NavalBase);
                holds(harbour == (argument == "yes"), || format!("bears {:?}", space.features))
            }
            "spans-edge" => {
                let spans = self.topology.spans_edge(id);
                holds(spans == (argument == "yes"), || format!("spans the edge: {spans}"))
            }
            "damaged" => self.set_up(of, argument, &|placement| match placement {
                Placement::Damaged(at, force) => (at.as_str() == id).then_some(force),
                _ => None,
            }),
            "near" => self.near(id, argument),
            "twin" => self.twin(id, argument),
            "held" => {
                let scenario = self.scenario(of)?;
                let holder = self.holder(scenario, id);
                // A side is named where the text names no power.
                one_of(argument, self.side(scenario, &holder).unwrap_or("neutral"))
                    .or_else(|_| one_of(argument, &holder))
            }
            "set-up" => self.set_up(of, argument, &|placement| match placement {
                Placement::At(at, force) | Placement::Damaged(at, force) | Placement::Formation(_, at, force) => {
                    (at.as_str() == id).then_some(force)
                }
                _ => None,
            }),
            "devastated" => amount(argument, self.scenario(of)?.devastated.get(id).copied().unwrap_or(0)),
            "starts-with" => {
                let (feature, wanted) = argument.split_once(' ').ok_or("a feature and an amount")?;
                let own = space.features.get(feature).copied().unwrap_or(0);
                let at_start = self.scenario(of)?.features.get(id).and_then(|features| features.get(feature));
                amount(wanted, at_start.copied().unwrap_or(own))
            }
            _ => Err(format!("spaces know no check `{check}`")),
        }
    }

    fn check_region(&self, id: &str, check: &str, of: &str, argument: &str) -> Checked {
        let region = &self.content.regions[id];
        let members = self.members(id)?;
        let all = |test: &dyn Fn(&str) -> Checked| {
            holds(!members.is_empty(), || "has no spaces".to_owned())?;
            members.iter().try_for_each(|space| test(space).map_err(|found| format!("{space}: {found}")))
        };
        match check {
            "title" => contains(argument, &region.title),
            "note" => contains(argument, &region.note),
            "includes" => words(argument).try_for_each(|part| {
                holds(region.includes.iter().any(|id| id.as_str() == part), || format!("does not include {part}"))
            }),
            "kind" => one_of(argument, &format!("{:?}", region.kind).to_lowercase()),
            "owner" => one_of(argument, region.power.as_ref().map_or("none", |power| power.as_str())),
            "contains" => words(argument)
                .try_for_each(|space| holds(members.contains(space), || format!("does not contain {space}"))),
            "without" => {
                words(argument).try_for_each(|space| holds(!members.contains(space), || format!("contains {space}")))
            }
            "members" => amount(argument, members.len() as i64),
            "surface" | "terrain" | "held" => all(&|space| self.check_space(space, check, of, argument)),
            "with" => {
                let bearing = members.iter().filter(|space| self.space(space).features.contains_key(of));
                amount(argument, bearing.count() as i64)
            }
            "feature" => {
                let features = members.iter().map(|space| self.space(space).features.get(of).copied().unwrap_or(0));
                amount(argument, features.sum())
            }
            "value" => amount(argument, members.iter().filter_map(|space| self.space(space).value).sum()),
            "held-value" | "lost-value" => {
                let (power, wanted) = argument.split_once(' ').ok_or("a power and a value")?;
                let scenario = self.scenario(of)?;
                let theirs = |space: &&String| (self.holder(scenario, space) == power) == (check == "held-value");
                amount(wanted, members.iter().filter(theirs).filter_map(|space| self.space(space).value).sum())
            }
            "leans" => {
                let power = region.power.as_ref().and_then(|power| self.content.powers.get(power));
                one_of(argument, power.and_then(|power| power.leans.as_ref()).map_or("none", |side| side.as_str()))
            }
            "sides" => {
                let inside = |pair: &&String| {
                    pair.split_once('/').is_some_and(|(a, b)| members.contains(a) && members.contains(b))
                };
                let bears = |sides: &[SideTypeId]| sides.iter().any(|side| side.as_str() == of);
                let found = self.content.hexsides.iter().filter(|(pair, sides)| inside(pair) && bears(sides)).count();
                amount(argument, found as i64)
            }
            "neutral" => {
                let scenario = self.scenario(of)?;
                let neutral = region.power.as_ref().is_none_or(|power| self.side(scenario, power.as_str()).is_none());
                holds(neutral == (argument == "yes"), || format!("neutral: {neutral}"))
            }
            "set-up" => self.set_up(of, argument, &|placement| match placement {
                Placement::Within(places, force) => places.iter().any(|place| place.as_str() == id).then_some(force),
                _ => None,
            }),
            "set-up-on-border-of" => {
                let (scenario, other) = of.split_once(':').ok_or("a scenario and a region")?;
                self.set_up(scenario, argument, &|placement| match placement {
                    Placement::OnBorder(own, others, force) => {
                        (own.as_str() == id && others.iter().any(|region| region.as_str() == other)).then_some(force)
                    }
                    _ => None,
                })
            }
            _ => Err(format!("regions know no check `{check}`")),
        }
    }

    fn check_passage(&self, id: &str, check: &str, argument: &str) -> Checked {
        let passage = &self.content.passages[id];
        match check {
            "keys" => {
                let keys: BTreeSet<&str> = passage.keys.iter().map(SpaceId::as_str).collect();
                holds(keys == words(argument).collect(), || format!("keys are {keys:?}"))
            }
            "between" => {
                let (a, b) = argument.split_once(' ').ok_or("two spaces")?;
                let joins = |(from, to): &(SpaceId, SpaceId)| {
                    let pair = (from.as_str(), to.as_str());
                    pair == (a, b) || pair == (b, a)
                };
                holds(passage.between.iter().any(joins), || format!("joins {:?}", passage.between))
            }
            _ => Err(format!("passages know no check `{check}`")),
        }
    }

    fn check_map(&self, check: &str, of: &str, argument: &str) -> Checked {
        let map = self.content.map.as_ref().ok_or("no map")?;
        match check {
            "wraps" => {
                let wraps = match &map.grid {
                    Grid::Hexes(grid) => grid.wrap,
                    Grid::Zones(grid) => grid.wrap,
                };
                holds(wraps == (argument == "yes"), || format!("wraps: {wraps}"))
            }
            "held-value" => {
                let (power, wanted) = argument.split_once(' ').ok_or("a power and a value")?;
                let scenario = self.scenario(of)?;
                let theirs = self.content.spaces.iter().filter(|(id, _)| self.holder(scenario, id.as_str()) == power);
                amount(wanted, theirs.filter_map(|(_, space)| space.value).sum())
            }
            "table" | "table-says" => {
                let (keys, wanted) = argument.split_once(" = ").ok_or("keys and a cell")?;
                let table = self.content.tables.get(of).ok_or_else(|| format!("no table `{of}`"))?;
                match table.look_up(&words(keys).collect::<Vec<_>>()).map_err(|error| error.to_string())? {
                    Looked::Cell(cell) if check == "table-says" => contains(wanted, &cell.to_string()),
                    Looked::Cell(cell) => one_of(wanted, &cell.to_string()),
                    Looked::Nothing => Err("the table is silent".to_owned()),
                }
            }
            _ => Err(format!("maps know no check `{check}`")),
        }
    }

    /// The space as listed, or plain open sea.
    #[allow(clippy::default_trait_access)] // the map type comes from a crate the tests need for nothing else
    fn space(&self, id: &str) -> Space {
        self.content.spaces.get(id).cloned().unwrap_or_else(|| Space {
            surface: self.content.map.as_ref().and_then(|map| map.unlisted).unwrap_or(Surface::Sea),
            terrain: None,
            name: None,
            country: None,
            regions: Vec::new(),
            features: Default::default(),
            value: None,
            source: None,
            reconstructed: Vec::new(),
            note: String::new(),
        })
    }

    /// The sea zones or sea hexes a space touches.
    fn seas_off(&self, id: &str) -> BTreeSet<&str> {
        let seas: BTreeSet<&str> =
            self.topology.spaces().filter(|(_, surface)| *surface == Surface::Sea).map(|(name, _)| name).collect();
        let touched = self.topology.neighbours(id).filter(|(_, ways)| !ways.is_empty()).map(|(name, _)| name);
        touched.filter(|name| seas.contains(name)).collect()
    }

    fn known(&self, space: &str) -> Checked {
        holds(self.topology.has(space), || format!("the pack has no `{space}`"))
    }

    fn terrain<'a>(&'a self, space: &'a Space) -> &'a str {
        space.terrain.as_ref().or(self.content.default_terrain.as_ref()).map_or("none", |id| id.as_str())
    }

    fn owner(&self, space: &Space) -> Option<&str> {
        self.content.regions.get(space.country.as_ref()?)?.power.as_ref().map(PowerId::as_str)
    }

    /// All spaces of a region, those of the regions it includes too.
    fn members(&self, region: &str) -> Result<BTreeSet<String>, String> {
        let entry = self.content.regions.get(region).ok_or_else(|| format!("no region `{region}`"))?;
        let mut members: BTreeSet<String> = entry.spaces.iter().map(ToString::to_string).collect();
        let named = self
            .content
            .spaces
            .iter()
            .filter(|(_, space)| space.country.iter().chain(&space.regions).any(|of| of.as_str() == region));
        members.extend(named.map(|(id, _)| id.to_string()));
        if let (true, Some(globe)) = (entry.rows.is_some() || entry.columns.is_some(), &self.globe) {
            let within =
                |lines: Option<(i64, i64)>, line| lines.is_none_or(|(first, last)| (first..=last).contains(&line));
            let all = globe.board.cells().map(|cell| globe.numbering.format(&globe.board, cell));
            let held = |name: &String| {
                globe
                    .printed(name)
                    .is_some_and(|(row, column)| within(entry.rows, row) && within(entry.columns, column))
            };
            members.extend(all.filter(held));
        }
        for part in &entry.includes {
            members.extend(self.members(part.as_str())?);
        }
        Ok(members)
    }

    fn scenario(&self, id: &str) -> Result<&Scenario, String> {
        self.content.scenarios.get(id).ok_or_else(|| format!("no scenario `{id}`"))
    }

    /// Who holds a space at start: the scenario's word for the space, for a region around it, then its country's power.
    fn holder(&self, scenario: &Scenario, id: &str) -> String {
        let listed = |test: &dyn Fn(&str) -> bool| {
            let holder = scenario.control.iter().find(|(_, places)| places.iter().any(|place| test(place.as_str())));
            holder.map(|(actor, _)| actor.to_string())
        };
        let space = self.space(id);
        listed(&|place| place == id)
            .or_else(|| listed(&|place| self.members(place).is_ok_and(|members| members.contains(id))))
            .or_else(|| self.owner(&space).map(str::to_owned))
            .unwrap_or_else(|| "nobody".to_owned())
    }

    /// The side a power fights on at start; none while it is neutral.
    pub fn side<'a>(&'a self, scenario: &'a Scenario, power: &str) -> Option<&'a str> {
        if scenario.neutral.iter().any(|neutral| neutral.as_str() == power) {
            return None;
        }
        let own = self.content.powers.get(power).and_then(|power| power.side.as_ref());
        scenario.sides.get(power).or(own).map(SideId::as_str)
    }

    /// Compares "power unit number unit number" with the placements that a test picks.
    fn set_up<'a>(
        &'a self,
        scenario: &str,
        argument: &str,
        pick: &dyn Fn(&'a Placement) -> Option<&'a Force>,
    ) -> Checked {
        let mut wanted = words(argument);
        let power = wanted.next().ok_or("a power")?;
        let placements = self.scenario(scenario)?.set_up.get(power).map(Vec::as_slice).unwrap_or_default();
        let mut forces = Vec::new();
        gather(placements, pick, &mut forces);
        while let Some(unit) = wanted.next() {
            let number = wanted.next().ok_or("a number")?;
            let found = forces.iter().filter_map(|force| force.get(unit)).sum();
            amount(number, found).map_err(|found| format!("{unit}: {found}"))?;
        }
        Ok(())
    }

    /// The recipe must put the place where the hex is.
    ///
    /// A place we are certain of, or that is likely, falls inside its hex on the map as drawn. That alone would prove little,
    /// because the recipe bends the map toward its calibrated hexes; so every hex must also be foretold by the others, with
    /// itself left out. The index gives the middle of an area ("southern Norway"), which is itself good to half a hex, hence
    /// 0.8 of a hex where we are certain. Elsewhere the hexes of the printed map may be pushed about to make room: 1.25.
    fn near(&self, id: &str, argument: &str) -> Checked {
        let globe = self.globe.as_ref().ok_or("only hexes lie on the globe")?;
        let [lat, lon, sure] = words(argument).collect::<Vec<_>>()[..] else {
            return Err("lat lon sureness".to_owned());
        };
        let number = |text: &str| text.parse::<f64>().map_err(|_| format!("`{text}` is no number"));
        let (lat, lon) = (number(lat)?, number(lon)?);
        let allowed = match sure {
            "certain" => 0.8,
            "likely" | "weak" => 1.25,
            _ => return Err(format!("how sure is `{sure}`?")),
        };
        let unaided = globe.off_unaided(id, lat, lon)?;
        holds(unaided < allowed, || format!("the other hexes put it {unaided:.2} hexes off"))?;
        if sure != "weak" {
            holds(globe.is_calibrated(id), || "the recipe does not use it".to_owned())?;
            let off = globe.off(id, lat, lon)?;
            holds(off < 0.5, || format!("{off:.2} hexes off as drawn"))?;
        }
        Ok(())
    }

    /// The same pack with its hexes on another projection.
    pub fn projected(mut self, projection: Projection) -> Result<Self, String> {
        self.globe = self.globe.map(|globe| globe.projected(projection)).transpose()?;
        Ok(self)
    }

    /// The same place on the map of another pack: "pack hex", within a hex and a half of the coarser map.
    fn twin(&self, id: &str, argument: &str) -> Checked {
        let (pack, other) = argument.split_once(' ').ok_or("a pack and a hex")?;
        let theirs = load::load(&DiskFs, &repository().join("content").join(pack))?.content;
        let theirs = Globe::of(&theirs)?.ok_or("the other map has no hexes")?;
        let own = self.globe.as_ref().ok_or("only hexes lie on the globe")?;
        let (lat, lon) = own.locate(id)?;
        let off = theirs.off(other, lat, lon)?;
        holds(off < 1.5, || format!("{off:.2} hexes from {other}"))
    }
}

fn gather<'a>(
    placements: &'a [Placement],
    pick: &dyn Fn(&'a Placement) -> Option<&'a Force>,
    found: &mut Vec<&'a Force>,
) {
    for placement in placements {
        match placement {
            Placement::Reconstructed(_, inner) | Placement::From(_, inner) => gather(inner, pick, found),
            plain => found.extend(pick(plain)),
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace()
}

fn holds(truth: bool, otherwise: impl FnOnce() -> String) -> Checked {
    if truth { Ok(()) } else { Err(otherwise()) }
}

/// Alternatives are parted by `|`.
fn one_of(allowed: &str, found: &str) -> Checked {
    holds(allowed.split('|').any(|word| word.eq_ignore_ascii_case(found)), || format!("is {found}"))
}

fn contains(wanted: &str, found: &str) -> Checked {
    holds(found.to_lowercase().contains(&wanted.to_lowercase()), || format!("is `{found}`"))
}

/// A number, or a bound as in `>=3` and `<=6`.
fn amount(wanted: &str, found: i64) -> Checked {
    let number = |text: &str| text.trim().parse::<i64>().map_err(|_| format!("`{text}` is no number"));
    let agrees = match (wanted.strip_prefix(">="), wanted.strip_prefix("<=")) {
        (Some(least), _) => found >= number(least)?,
        (_, Some(most)) => found <= number(most)?,
        _ => found == number(wanted)?,
    };
    holds(agrees, || format!("is {found}"))
}

const fn way(word: &str) -> Option<Domain> {
    match word.as_bytes() {
        b"land" => Some(Domain::Land),
        b"sea" => Some(Domain::Sea),
        b"air" => Some(Domain::Air),
        _ => None,
    }
}

const fn surface_word(surface: Surface) -> &'static str {
    match surface {
        Surface::Land => "land",
        Surface::Coast => "coast",
        Surface::Sea => "sea",
        Surface::Island => "island",
        Surface::Lake => "lake",
        Surface::Box => "box",
        Surface::Impassable => "impassable",
    }
}
