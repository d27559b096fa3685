//! Printed totals against the packs: production at start, land values, treasuries, units. Reckoned here from map, control
//! and set-up, without the engine, and asserted once more as figures typed from the rulebooks.

use std::collections::BTreeMap;

use chartroom_format::content::Content;
use chartroom_format::fs::DiskFs;
use chartroom_format::load;
use chartroom_format::schema::ids::{PowerId, SpaceId};
use chartroom_format::schema::scenario::{Placement, Scenario, TotalKind};
use chartroom_format::schema::terrain::FeatureRole;
use chartroom_tests::packs;

/// The figures of the rulebooks: pack, scenario, who, what, how much.
const PRINTED: &[(&str, &str, &str, &str, i64)] = &[
    ("hitlers-global-war", "barbarossa", "axis", "production", 34),
    ("hitlers-global-war", "barbarossa", "soviet", "production", 16),
    ("hitlers-global-war", "fall-of-germany", "axis", "production", 30),
    ("hitlers-global-war", "fall-of-germany", "soviet", "production", 23),
    ("hitlers-global-war", "fall-of-germany", "allies", "production", 35),
    ("hitlers-global-war", "campaign-1", "axis", "production", 16),
    ("hitlers-global-war", "campaign-1", "allies", "production", 23),
    ("war-game-ww2", "1942", "germany", "land", 127),
    ("war-game-ww2", "1942", "italy", "land", 26),
    ("war-game-ww2", "1942", "ussr", "land", 68),
    ("war-game-ww2", "1942", "uk", "land", 119),
    ("war-game-ww2", "1942", "france", "land", 23),
    ("war-game-ww2", "1942", "japan", "land", 83),
    ("war-game-ww2", "1942", "usa", "land", 147),
    ("war-game-ww2", "1942", "china", "land", 31),
    ("war-game-ww2", "1942", "ussr", "treasury", 15),
    ("war-game-ww2", "1942", "uk", "treasury", 15),
    ("war-game-ww2", "1942", "france", "treasury", 4),
];

struct Start<'a> {
    content: &'a Content,
    scenario: &'a Scenario,
    holders: BTreeMap<SpaceId, PowerId>,
}

impl<'a> Start<'a> {
    fn new(content: &'a Content, scenario: &'a Scenario) -> Self {
        let mut holders: BTreeMap<SpaceId, PowerId> = BTreeMap::new();
        for (id, space) in &content.spaces {
            let region = space.country.as_ref().and_then(|country| content.regions.get(country));
            if let Some(power) = region.and_then(|region| region.power.clone()) {
                holders.insert(id.clone(), power);
            }
        }
        for (actor, places) in &scenario.control {
            for space in places.iter().flat_map(|place| content.spaces_of(place.as_str())) {
                holders.insert(space, PowerId(actor.to_string()));
            }
        }
        Self { content, scenario, holders }
    }

    /// Whether a holder is the one meant: the power itself, or a power of that side in this scenario.
    fn is(&self, holder: &PowerId, who: &str) -> bool {
        let in_play = self.scenario.powers.is_empty() || self.scenario.powers.contains(holder);
        let side = self.scenario.sides.get(holder).or_else(|| self.content.powers.get(holder)?.side.as_ref());
        holder.as_str() == who
            || in_play && !self.scenario.neutral.contains(holder) && side.is_some_and(|side| side.as_str() == who)
    }

    fn held<'b>(&'b self, who: &'b str) -> impl Iterator<Item = &'b SpaceId> {
        self.holders.iter().filter(move |(_, holder)| self.is(holder, who)).map(|(space, _)| space)
    }

    fn feature(&self, space: &SpaceId, feature: &str) -> i64 {
        let changed = self.scenario.features.get(space).and_then(|features| features.get(feature));
        let printed = self.content.spaces.get(space).and_then(|entry| entry.features.get(feature));
        changed.or(printed).copied().unwrap_or(0)
    }

    fn production(&self, who: &str) -> i64 {
        let kinds: Vec<&str> = self
            .content
            .features
            .iter()
            .filter(|(_, feature)| feature.role == FeatureRole::Production)
            .map(|(id, _)| id.as_str())
            .collect();
        self.held(who)
            .map(|space| {
                let points: i64 = kinds.iter().map(|kind| self.feature(space, kind)).sum();
                points - self.scenario.devastated.get(space).copied().unwrap_or(0).min(points)
            })
            .sum()
    }

    fn land(&self, who: &str) -> i64 {
        self.held(who).filter_map(|space| self.content.spaces.get(space)?.value).sum()
    }

    fn units(&self, who: &str, wanted: &dyn Fn(&str) -> bool) -> i64 {
        fn add(placements: &[Placement], wanted: &dyn Fn(&str) -> bool) -> i64 {
            placements
                .iter()
                .map(|placement| match placement {
                    Placement::Reconstructed(_, inner) | Placement::From(_, inner) => add(inner, wanted),
                    Placement::At(_, force)
                    | Placement::Damaged(_, force)
                    | Placement::Aboard(_, _, force)
                    | Placement::Formation(_, _, force)
                    | Placement::Within(_, force)
                    | Placement::OnBorder(_, _, force)
                    | Placement::AtAny(_, force)
                    | Placement::Anywhere(force) => {
                        force.iter().filter(|(unit, _)| wanted(unit.as_str())).map(|(_, count)| count).sum()
                    }
                })
                .sum()
        }
        self.scenario
            .set_up
            .iter()
            .filter(|(power, _)| self.is(power, who))
            .map(|(_, placed)| add(placed, wanted))
            .sum()
    }

    fn total(&self, who: &str, of: &TotalKind) -> i64 {
        match of {
            TotalKind::Production => self.production(who),
            TotalKind::LandValue => self.land(who),
            TotalKind::Units(unit) => self.units(who, &|id| id == unit.as_str()),
            TotalKind::Class(class) => {
                self.units(who, &|id| self.content.units.get(id).is_some_and(|unit| unit.classes.contains(class)))
            }
            TotalKind::Features(feature) => self.held(who).map(|space| self.feature(space, feature.as_str())).sum(),
            TotalKind::Treasury => {
                self.scenario.treasury.iter().filter(|(actor, _)| actor.as_str() == who).map(|(_, money)| money).sum()
            }
        }
    }
}

fn for_each_scenario(mut look: impl FnMut(&str, &Content, &Scenario)) {
    for folder in packs() {
        let loaded = load::load(&DiskFs, &folder).expect("the pack loads");
        let pack = loaded.content.pack().expect("a pack").id.to_string();
        for scenario in loaded.content.scenarios.values() {
            look(&pack, &loaded.content, scenario);
        }
    }
}

#[test]
fn scenarios_give_the_totals_they_state() {
    let (mut wrong, mut looked) = (Vec::new(), 0);
    for_each_scenario(|pack, content, scenario| {
        let start = Start::new(content, scenario);
        for total in &scenario.totals {
            let found = start.total(total.who.as_str(), &total.of);
            looked += 1;
            // A total that the rulebook's own facts contradict says so; it must then really differ.
            if (found == total.is) == total.contradicted.is_some() {
                wrong.push(format!(
                    "{pack}/{}: {} {:?} is {found}, stated {}",
                    scenario.id, total.who, total.of, total.is
                ));
            }
        }
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(looked > 50, "only {looked} totals were looked at");
}

#[test]
fn printed_figures_come_out_of_the_map_and_the_set_up() {
    let mut found: BTreeMap<(String, String, String, String), i64> = BTreeMap::new();
    for_each_scenario(|pack, content, scenario| {
        let start = Start::new(content, scenario);
        for (of_pack, of_scenario, who, what, _) in PRINTED {
            if *of_pack == pack && *of_scenario == scenario.id.as_str() {
                let value = match *what {
                    "production" => start.production(who),
                    "land" => start.land(who),
                    _ => start.total(who, &TotalKind::Treasury),
                };
                found
                    .insert((pack.to_owned(), (*of_scenario).to_owned(), (*who).to_owned(), (*what).to_owned()), value);
            }
        }
    });
    for (pack, scenario, who, what, printed) in PRINTED {
        let key = ((*pack).to_owned(), (*scenario).to_owned(), (*who).to_owned(), (*what).to_owned());
        assert_eq!(found.get(&key), Some(printed), "{pack}/{scenario}: {what} of {who}");
    }
}
