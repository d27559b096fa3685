//! A scenario as a `Module`: the board with its places, counters of every power, the set-up, charts and turns.

use std::collections::{BTreeMap, BTreeSet};

use chartroom_atlas::chart::{self, Holdings};
use chartroom_atlas::counter::Counter;
use chartroom_atlas::hexes;
use chartroom_atlas::render::{self, Frame, Scene};
use chartroom_atlas::zones::{Areas, middle};
use chartroom_engine::ids::SpaceIx;
use chartroom_engine::{Options, Ruleset, State, compile};
use chartroom_format::content::Content;
use chartroom_format::schema::ids::{PowerId, SpaceId, UnitId};
use chartroom_format::schema::map::Grid;
use chartroom_format::schema::procedure::Procedure;
use chartroom_format::schema::scenario::Scenario;

use super::ids::Ids;
use super::module::{AtStart, Board, Chart, Module, Palette, Places, Point, Slot, Turns};
use super::piece::plain;
use super::{ExportError, Look, charts, unsound};
use crate::outlines::keyholes;
use crate::report::Report;

const BOARD: &str = "map.png";
/// What stands for land that is held by another than the map names.
const CONTROL: &str = "control";

/// A module with the files it names.
pub(super) struct Built {
    pub module: Module,
    pub files: Vec<(String, Vec<u8>)>,
    pub report: Report,
}

pub(super) fn build(content: &Content, scenario: &str, look: Look<'_>) -> Result<Built, ExportError> {
    let Some(chosen) = content.scenarios.get(scenario) else {
        return Err(ExportError::NoScenario(scenario.to_owned()));
    };
    let (rules, state) = compile(content, scenario, Options::default()).map_err(|findings| unsound(&findings))?;
    let scene = chart::chart(content, &Holdings::default(), look.geography)?;
    let frame = render::frame(&scene, look.width)?;
    let mut build = Build {
        content,
        scenario: chosen,
        rules: &rules,
        state: &state,
        look,
        ids: Ids::default(),
        pictures: BTreeMap::new(),
        report: Report::default(),
    };
    let board = build.board(&scene, &frame)?;
    let palettes = build.palettes()?;
    let stacks = build.stacks(&frame)?;
    let (pages, turns) = (build.pages(), build.turns());
    let pack = content.pack();
    let module = Module {
        name: plain(&pack.map_or_else(|| chosen.title.clone(), |pack| format!("{} - {}", pack.title, chosen.title))),
        version: pack.map_or_else(|| "1.0".to_owned(), |pack| pack.version.clone()),
        players: content.sides.values().map(|side| plain(&side.title)).collect(),
        board,
        palettes,
        stacks,
        charts: pages.iter().map(|(chart, _)| chart.clone()).collect(),
        turns,
        die: build.die(),
    };
    let mut files = vec![(format!("images/{BOARD}"), render::png(&scene, look.width)?)];
    files.extend(build.pictures.into_iter().map(|(name, bytes)| (format!("images/{name}"), bytes)));
    files.extend(pages.into_iter().map(|(chart, page)| (chart.file, page.into_bytes())));
    Ok(Built { module, files, report: build.report })
}

struct Build<'a> {
    content: &'a Content,
    scenario: &'a Scenario,
    rules: &'a Ruleset,
    state: &'a State,
    look: Look<'a>,
    ids: Ids,
    /// Pictures of counters by file.
    pictures: BTreeMap<String, Vec<u8>>,
    report: Report,
}

impl Build<'_> {
    fn board(&mut self, scene: &Scene, frame: &Frame) -> Result<Board, ExportError> {
        let places = match self.content.map.as_ref().map(|map| &map.grid) {
            Some(Grid::Hexes(_)) => {
                let middles = self.middles();
                let hexes = middles.iter().map(|(id, at)| (plain(id.as_str()), pixel(frame, *at))).collect();
                self.report.exact("hexes with their printed numbers, to which pieces snap", None);
                Places::Hexes(hexes)
            }
            _ => Places::Zones(self.zones(frame)),
        };
        self.report.exact("map as a picture", None);
        let name = plain(if scene.title.is_empty() { "Map" } else { &scene.title });
        Ok(Board { name, image: BOARD.to_owned(), width: frame.width, height: frame.height, places })
    }

    fn zones(&mut self, frame: &Frame) -> Vec<(String, Vec<Point>)> {
        let Some(shapes) = &self.content.shapes else { return Vec::new() };
        let (areas, _) = Areas::read(shapes);
        let mut zones = Vec::new();
        for (id, area) in &areas.zones {
            let name = self.space_name(id);
            for outline in keyholes(&area.rings) {
                let path = outline.iter().map(|&(x, y)| pixel(frame, (f64::from(x), f64::from(y)))).collect();
                zones.push((name.clone(), path));
            }
        }
        self.report.exact("zones with their outlines, many parts and islands among them", None);
        zones
    }

    fn space_name(&self, id: &SpaceId) -> String {
        let name = self.content.spaces.get(id).and_then(|space| space.name.as_deref());
        plain(name.unwrap_or(id.as_str()))
    }

    /// The middle of every space that is drawn, in map units.
    fn middles(&self) -> BTreeMap<SpaceId, (f64, f64)> {
        match self.content.map.as_ref().map(|map| &map.grid) {
            Some(Grid::Hexes(grid)) => {
                let Ok(board) = grid.board() else { return BTreeMap::new() };
                let layout = hexes::layout(&board);
                let at = |cell| (SpaceId(grid.numbering.format(&board, cell)), layout.centre(board.to_hex(cell)));
                board.cells().map(at).collect()
            }
            _ => {
                let Some(shapes) = &self.content.shapes else { return BTreeMap::new() };
                let (areas, _) = Areas::read(shapes);
                let middle_of = |(id, area): (SpaceId, chartroom_atlas::zones::Area)| {
                    let rings: Vec<Vec<(f64, f64)>> = area
                        .rings
                        .iter()
                        .map(|ring| ring.iter().map(|&(x, y)| (f64::from(x), f64::from(y))).collect())
                        .collect();
                    middle(&rings).map(|(at, _)| (id, at))
                };
                areas.zones.into_iter().filter_map(middle_of).collect()
            }
        }
    }

    /// Every power with what it may build or has on the board.
    fn palettes(&mut self) -> Result<Vec<Palette>, ExportError> {
        let (content, rules) = (self.content, self.rules);
        let standing: BTreeSet<(&str, &str)> = self
            .state
            .stacks
            .iter()
            .map(|stack| (rules.power(stack.power).id.as_str(), rules.unit(stack.unit).id.as_str()))
            .collect();
        let mut palettes = Vec::new();
        for (id, power) in &content.powers {
            let mut slots = Vec::new();
            for (unit, kind) in &content.units {
                let builds = kind
                    .build
                    .as_ref()
                    .is_none_or(|build| !build.never && (build.by.is_empty() || build.by.contains(id)));
                if !builds && !standing.contains(&(id.as_str(), unit.as_str())) {
                    continue;
                }
                let hits =
                    kind.damaged.len().max(kind.stats.hits.map_or(0, |hits| usize::try_from(hits - 1).unwrap_or(0)));
                for damage in 0..=hits.min(9) {
                    slots.push(self.slot("palette", id, unit, damage as u32, 0)?);
                }
            }
            slots.push(self.control("palette", id)?);
            palettes.push(Palette { title: plain(&power.title), slots });
        }
        self.report.exact("counters of every power, damaged states as counters of their own", None);
        Ok(palettes)
    }

    /// A piece, with its picture among the files.
    fn slot(
        &mut self,
        place: &str,
        power: &PowerId,
        unit: &UnitId,
        hits: u32,
        number: usize,
    ) -> Result<Slot, ExportError> {
        let damage = if hits > 0 { format!("-{hits}") } else { String::new() };
        let image = format!("{power}-{unit}{damage}.png");
        let side = self.picture(&image, |content, size| {
            let counter = Counter::of(content, unit, Some(power));
            let counter = if hits > 0 { counter.damaged(content, unit, hits) } else { counter };
            counter.drawing(size as f32).png(size)
        })?;
        let title = self.content.units.get(unit).map_or(unit.as_str(), |kind| kind.title.as_str());
        let name = plain(&if hits > 0 { format!("{title} (hit {hits})") } else { title.to_owned() });
        let marks = [("Power", power.to_string()), ("Unit", unit.to_string()), ("Hits", hits.to_string())];
        Ok(Slot {
            name,
            id: self.ids.of(&format!("{place}/{power}/{unit}/{hits}/{number}")),
            image,
            side,
            marks: marks.map(|(name, value)| (name.to_owned(), plain(&value))).to_vec(),
        })
    }

    /// A marker of a power on land that the map names as another's.
    fn control(&mut self, place: &str, power: &PowerId) -> Result<Slot, ExportError> {
        let image = format!("{power}-{CONTROL}.png");
        let side = self.picture(&image, |content, size| {
            let colour = content.powers.get(power).and_then(|power| render::Rgb::parse(&power.colour));
            let title = content.powers.get(power).map_or("", |power| power.title.as_str());
            let label: String = title.chars().take(3).collect::<String>().to_uppercase();
            let plain = Counter::plain(colour.unwrap_or(render::Rgb(0x80, 0x80, 0x80)), 1);
            Counter { label, emblem: chartroom_atlas::counter::Emblem::Headquarters, ..plain }
                .drawing(size as f32)
                .png(size)
        })?;
        let title = self.content.powers.get(power).map_or(power.as_str(), |power| power.title.as_str());
        let marks = [("Power", power.to_string()), ("Unit", CONTROL.to_owned()), ("Hits", "0".to_owned())];
        Ok(Slot {
            name: plain(&format!("{title} holds this")),
            id: self.ids.of(&format!("{place}/{power}/{CONTROL}")),
            image,
            side,
            marks: marks.map(|(name, value)| (name.to_owned(), value)).to_vec(),
        })
    }

    /// Draws a picture unless it is there; the side of all of them.
    fn picture(
        &mut self,
        file: &str,
        draw: impl FnOnce(&Content, u32) -> Result<Vec<u8>, render::RenderError>,
    ) -> Result<u32, ExportError> {
        if !self.pictures.contains_key(file) {
            let bytes = draw(self.content, self.look.counter)?;
            self.pictures.insert(file.to_owned(), bytes);
        }
        let margin = chartroom_atlas::counter::Drawing::MARGIN;
        Ok(self.look.counter + 2 * (self.look.counter as f32 * margin).ceil() as u32)
    }

    fn stacks(&mut self, frame: &Frame) -> Result<Vec<AtStart>, ExportError> {
        let middles = self.middles();
        let mut stacks = Vec::new();
        for (place, space) in self.rules.board.spaces.iter().enumerate() {
            let at = SpaceIx::new(place);
            let id = SpaceId(space.id.clone());
            let mut slots = Vec::new();
            let named = self
                .content
                .spaces
                .get(&id)
                .and_then(|space| self.content.regions.get(space.country.as_ref()?)?.power.clone());
            let holder = self.state.holder(at).map(|power| PowerId(self.rules.power(power).id.clone()));
            if let Some(holder) = holder.filter(|holder| named.as_ref() != Some(holder)) {
                slots.push(self.control(&space.id, &holder)?);
            }
            for stack in self.state.stacks_in(at) {
                let power = PowerId(self.rules.power(stack.power).id.clone());
                let unit = UnitId(self.rules.unit(stack.unit).id.clone());
                for number in 0..usize::from(stack.count) {
                    let place = if stack.army == 0 { space.id.clone() } else { format!("{}/{}", space.id, stack.army) };
                    slots.push(self.slot(&place, &power, &unit, u32::from(stack.damaged), number)?);
                }
            }
            if slots.is_empty() {
                continue;
            }
            let Some(&middle) = middles.get(&id) else {
                let what = format!("{} pieces in {}", slots.len(), space.name());
                self.report.left_out("pieces in a place that is not drawn", &what, None);
                continue;
            };
            stacks.push(AtStart { name: plain(&space.id), at: pixel(frame, middle), slots });
        }
        self.report.exact("set-up, piece by piece, and markers where the map names another holder", None);
        for (found, what) in [
            (!self.scenario.reinforcements.is_empty(), "reinforcements"),
            (!self.scenario.pools.is_empty(), "units that wait off the map"),
        ] {
            if found {
                self.report.left_out(what, "their counters are among the pieces of their power", None);
            }
        }
        Ok(stacks)
    }

    fn pages(&mut self) -> Vec<(Chart, String)> {
        let mut pages = vec![(
            Chart { title: plain(&self.scenario.title), file: "scenario.html".to_owned() },
            charts::scenario(self.content, self.scenario),
        )];
        for (id, table) in &self.content.tables {
            pages.push((Chart { title: plain(&table.title), file: format!("table-{id}.html") }, charts::table(table)));
        }
        self.report.exact("tables as charts", None);
        self.report.left_out("rules of play", "players move the pieces themselves", None);
        pages
    }

    fn turns(&mut self) -> Turns {
        let mut phases: Vec<String> = self.rules.phases.iter().map(|phase| plain(&phase.title)).collect();
        phases.dedup();
        self.report.exact("turn track with the phases of a turn", None);
        Turns { first: self.scenario.turns.first, phases }
    }

    /// The faces of the die that the game throws.
    fn die(&self) -> i64 {
        let die = self.content.procedures.values().find_map(|entry| match &entry.run {
            Procedure::HitRollCombat { die, .. } | Procedure::Battle { die, .. } => Some(*die),
            _ => None,
        });
        die.unwrap_or(6)
    }
}

fn pixel(frame: &Frame, at: (f64, f64)) -> Point {
    let (x, y) = frame.at(at);
    (x.round() as i32, y.round() as i32)
}
