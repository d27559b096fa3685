//! A pack as sheets: plain data, in which every line has an id and every value knows where it stands in the pack.

use std::collections::BTreeMap;

use chartroom_format::content::Content;
use chartroom_format::cst::PathStep;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::scenario::{Force, Placement, Scenario};
use chartroom_format::schema::table::{Mark, Table};
use chartroom_format::schema::units::{Stats, UnitType};
use chartroom_format::schema::value::Amount;

/// Where a value stands in the pack, and what may stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub kind: EntryKind,
    /// The table, unit or scenario.
    pub entry: String,
    /// The way to the value inside the entry.
    pub path: Vec<PathStep>,
    pub takes: Takes,
}

/// What a cell may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// The cell of a table: a number or a text; nothing is "-".
    Cell,
    /// A text; never nothing.
    Text,
    /// A whole number or nothing.
    Number,
    /// A whole number or a fraction such as 1/3, or nothing.
    Amount,
    /// To-hit values, one per die: 8/6.
    Dice,
    /// How many units; nothing or 0 takes them away.
    Count,
    /// Money; nothing takes the line away.
    Money,
}

/// Where a value comes from, to be marked in the sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    Source(String),
    Reconstructed(String),
    Reading(String),
}

/// One value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// As the sheet shows it; empty for nothing.
    pub text: String,
    pub origin: Option<Origin>,
    /// None for what only explains.
    pub target: Option<Target>,
}

/// One line of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub id: String,
    pub slots: Vec<Slot>,
}

/// What a sheet holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holds {
    Units,
    Table(String),
    SetUp(String),
    Treasuries,
}

impl Holds {
    /// How the first sheet names it.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Units => "units".to_owned(),
            Self::Table(id) => format!("table:{id}"),
            Self::SetUp(id) => format!("set-up:{id}"),
            Self::Treasuries => "treasuries".to_owned(),
        }
    }
}

/// One sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The name on its tab: unique, and no longer than spreadsheets allow.
    pub name: String,
    pub holds: Holds,
    pub title: String,
    /// The heads of the columns; the first is that of the ids.
    pub heads: Vec<String>,
    pub lines: Vec<Line>,
}

/// Numbers of units in their order, and what they take.
const STATS: [(&str, Takes); 10] = [
    ("attack", Takes::Dice),
    ("defend", Takes::Dice),
    ("attack_strength", Takes::Amount),
    ("defence_strength", Takes::Amount),
    ("movement", Takes::Amount),
    ("range", Takes::Amount),
    ("hits", Takes::Number),
    ("stacking", Takes::Amount),
    ("weight", Takes::Amount),
    ("zone", Takes::Number),
];

/// The numbers of a unit in the order of a file.
#[must_use]
pub fn stat_names() -> [&'static str; 10] {
    STATS.map(|(name, _)| name)
}

/// All sheets of a pack, in the order of its content.
#[must_use]
pub fn sheets(content: &Content) -> Vec<Sheet> {
    let mut sheets = vec![units(content)];
    sheets.extend(content.tables.values().map(table));
    sheets.extend(content.scenarios.values().filter(|scenario| !scenario.set_up.is_empty()).map(set_up));
    sheets.push(treasuries(content));
    sheets.retain(|sheet| !sheet.lines.is_empty());
    name_all(&mut sheets);
    sheets
}

fn units(content: &Content) -> Sheet {
    let lines = content.units.iter().map(|(id, unit)| {
        let target =
            |path: Vec<PathStep>, takes| Some(Target { kind: EntryKind::Unit, entry: id.to_string(), path, takes });
        let mut slots = vec![Slot {
            text: unit.title.clone(),
            origin: source(unit),
            target: target(vec!["title".into()], Takes::Text),
        }];
        for (name, takes) in STATS {
            let origin = unit.reconstructed.get(name).map(|reason| Origin::Reconstructed(reason.clone()));
            slots.push(Slot {
                text: stat(&unit.stats, name),
                origin,
                target: target(vec!["stats".into(), name.into()], takes),
            });
        }
        Line { id: id.to_string(), slots }
    });
    let heads = ["id", "title"].into_iter().chain(stat_names()).map(str::to_owned).collect();
    Sheet { name: "Units".to_owned(), holds: Holds::Units, title: "Units".to_owned(), heads, lines: lines.collect() }
}

fn source(unit: &UnitType) -> Option<Origin> {
    unit.source.as_ref().map(|source| Origin::Source(source.to_string()))
}

fn stat(stats: &Stats, name: &str) -> String {
    let dice = |dice: &Option<Vec<i64>>| {
        dice.as_ref().map(|dice| dice.iter().map(ToString::to_string).collect::<Vec<_>>().join("/"))
    };
    let amount = |amount: &Option<Amount>| amount.map(|amount| amount.to_string());
    let number = |number: &Option<i64>| number.map(|number| number.to_string());
    let Stats { attack, defend, attack_strength, defence_strength, movement, range, hits, stacking, weight, zone } =
        stats;
    let said = match name {
        "attack" => dice(attack),
        "defend" => dice(defend),
        "attack_strength" => amount(attack_strength),
        "defence_strength" => amount(defence_strength),
        "movement" => amount(movement),
        "range" => amount(range),
        "hits" => number(hits),
        "stacking" => amount(stacking),
        "weight" => amount(weight),
        "zone" => number(zone),
        _ => None,
    };
    said.unwrap_or_default()
}

fn table(table: &Table) -> Sheet {
    let columns = table.keys(1);
    let single = columns.is_empty();
    let heads = std::iter::once("id".to_owned());
    let heads =
        heads.chain(if single { vec!["value".to_owned()] } else { columns.iter().map(ToString::to_string).collect() });
    let lines = table.rows.iter().map(|(key, row)| {
        let count = if single { row.0.len().min(1) } else { columns.len() };
        let slots = (0..count).map(|column| {
            let named = columns.get(column).map(|column| format!("{key}, {column}"));
            let mark = named.and_then(|named| table.marks.get(&named)).or_else(|| table.marks.get(key.as_str()));
            let mut path: Vec<PathStep> = vec!["rows".into(), key.as_str().into()];
            if row.0.len() > 1 || !single {
                path.push(column.into());
            }
            let origin = mark.map(|mark| match mark {
                Mark::Reconstructed(reason) => Origin::Reconstructed(reason.clone()),
                Mark::Reading(reason) => Origin::Reading(reason.clone()),
                Mark::Source(rule) => Origin::Source(rule.to_string()),
            });
            // A row that is too short has no place for the value.
            let cell = row.0.get(column);
            let target =
                cell.map(|_| Target { kind: EntryKind::Table, entry: table.id.to_string(), path, takes: Takes::Cell });
            Slot { text: cell.map(ToString::to_string).unwrap_or_default(), origin, target }
        });
        Line { id: key.to_string(), slots: slots.collect() }
    });
    Sheet {
        name: table.id.to_string(),
        holds: Holds::Table(table.id.to_string()),
        title: table.title.clone(),
        heads: heads.collect(),
        lines: lines.collect(),
    }
}

fn set_up(scenario: &Scenario) -> Sheet {
    let mut lines = Vec::new();
    for (power, placements) in &scenario.set_up {
        let path: Vec<PathStep> = vec!["set_up".into(), power.as_str().into()];
        let mut walk = Walk { scenario: scenario.id.as_str(), power: power.as_str(), lines: &mut lines };
        walk.placements(placements, &path, None);
    }
    number_repeated(&mut lines);
    let heads = ["id", "power", "where", "unit", "number"].map(str::to_owned).to_vec();
    let holds = Holds::SetUp(scenario.id.to_string());
    Sheet { name: format!("Set-up {}", scenario.id), holds, title: scenario.title.clone(), heads, lines }
}

struct Walk<'a> {
    scenario: &'a str,
    power: &'a str,
    lines: &'a mut Vec<Line>,
}

impl Walk<'_> {
    fn placements(&mut self, placements: &[Placement], path: &[PathStep], origin: Option<&Origin>) {
        let listed = |places: &[chartroom_format::schema::ids::PlaceId]| {
            places.iter().map(ToString::to_string).collect::<Vec<_>>().join("+")
        };
        for (index, placement) in placements.iter().enumerate() {
            let step = |tag: &str, place: usize| {
                let mut path = path.to_vec();
                path.extend([index.into(), tag.into(), place.into()]);
                path
            };
            match placement {
                Placement::At(space, force) => self.force(space.to_string(), force, &step("At", 1), origin),
                Placement::Damaged(space, force) => {
                    self.force(format!("{space} damaged"), force, &step("Damaged", 1), origin);
                }
                Placement::Aboard(space, carrier, force) => {
                    self.force(format!("{space} aboard {carrier}"), force, &step("Aboard", 2), origin);
                }
                Placement::Formation(name, space, force) => {
                    self.force(format!("{space} in {name}"), force, &step("Formation", 2), origin);
                }
                Placement::Within(places, force) => {
                    self.force(format!("within {}", listed(places)), force, &step("Within", 1), origin);
                }
                Placement::OnBorder(region, others, force) => {
                    let others: Vec<String> = others.iter().map(ToString::to_string).collect();
                    self.force(
                        format!("{region} at the border of {}", others.join("+")),
                        force,
                        &step("OnBorder", 2),
                        origin,
                    );
                }
                Placement::AtAny(feature, force) => {
                    self.force(format!("any {feature}"), force, &step("AtAny", 1), origin)
                }
                Placement::Anywhere(force) => {
                    // A variant of one value has no place of its own in the tree.
                    let mut path = path.to_vec();
                    path.extend([index.into(), "Anywhere".into()]);
                    self.force("anywhere".to_owned(), force, &path, origin);
                }
                Placement::Reconstructed(reason, inner) => {
                    self.placements(inner, &step("Reconstructed", 1), Some(&Origin::Reconstructed(reason.clone())));
                }
                Placement::From(rule, inner) => {
                    self.placements(inner, &step("From", 1), Some(&Origin::Source(rule.to_string())));
                }
            }
        }
    }

    fn force(&mut self, place: String, force: &Force, path: &[PathStep], origin: Option<&Origin>) {
        for (unit, number) in force {
            let mut path = path.to_vec();
            path.push(unit.as_str().into());
            let explains = |text: &str| Slot { text: text.to_owned(), origin: None, target: None };
            let target =
                Target { kind: EntryKind::Scenario, entry: self.scenario.to_owned(), path, takes: Takes::Count };
            self.lines.push(Line {
                id: format!("{}/{place}/{unit}", self.power),
                slots: vec![
                    explains(self.power),
                    explains(&place),
                    explains(unit.as_str()),
                    Slot { text: number.to_string(), origin: origin.cloned(), target: Some(target) },
                ],
            });
        }
    }
}

/// Lines of the same id are told apart by their number.
fn number_repeated(lines: &mut [Line]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for line in lines {
        let count = seen.entry(line.id.clone()).or_default();
        *count += 1;
        if *count > 1 {
            line.id = format!("{}#{count}", line.id);
        }
    }
}

fn treasuries(content: &Content) -> Sheet {
    let mut lines = Vec::new();
    for scenario in content.scenarios.values() {
        for (who, money) in &scenario.treasury {
            let explains = |text: String| Slot { text, origin: None, target: None };
            let path = vec!["treasury".into(), who.as_str().into()];
            let target =
                Target { kind: EntryKind::Scenario, entry: scenario.id.to_string(), path, takes: Takes::Money };
            let money = Slot { text: money.to_string(), origin: None, target: Some(target) };
            let slots = vec![explains(scenario.id.to_string()), explains(who.to_string()), money];
            lines.push(Line { id: format!("{}/{who}", scenario.id), slots });
        }
    }
    let heads = ["id", "scenario", "who", "money"].map(str::to_owned).to_vec();
    Sheet { name: "Treasuries".to_owned(), holds: Holds::Treasuries, title: "Treasuries".to_owned(), heads, lines }
}

/// Spreadsheets take 31 letters, some signs not at all, and no name twice, whatever its case.
fn name_all(sheets: &mut [Sheet]) {
    const LONGEST: usize = 31;
    let mut taken = std::collections::BTreeSet::from(["chartroom".to_owned(), "as written".to_owned()]);
    for sheet in sheets {
        let plain: String =
            sheet.name.chars().map(|letter| if "[]:*?/\\'".contains(letter) { '-' } else { letter }).collect();
        let mut name: String = plain.chars().take(LONGEST).collect();
        let mut number = 2;
        while !taken.insert(name.to_lowercase()) {
            let end = format!(" {number}");
            name = plain.chars().take(LONGEST - end.len()).chain(end.chars()).collect();
            number += 1;
        }
        sheet.name = name;
    }
}
