//! Unit attachments: what a counter is.

use chartroom_format::schema::CURRENT;
use chartroom_format::schema::condition::Condition;
use chartroom_format::schema::ids::{ClassId, FeatureId, UnitId};
use chartroom_format::schema::units::{
    Ability, BuildRule, Carrying, Domain, FirstStrike, Stats, SupportKind, SupportShot, TargetRule, UnitType, Units,
    Variant,
};
use chartroom_format::schema::value::Amount;
use indexmap::IndexMap;

use super::super::read::{Attachment, Game};
use super::Import;
use super::names::{class, title};
use super::technology::HEAVY;

/// Properties by which damaged units are whole again.
pub(super) const REPAIRS: [&str; 4] = [
    "Units Repair Hits End Turn",
    "Units Repair Hits Start Turn",
    "Battleships repair at end of round",
    "Battleships repair at beginning of round",
];
/// The class of ships that take several hits.
pub(super) const HARDY: &str = "capital-ship";

/// What a unit can be told by, whether or not its attachment is there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traits<'a> {
    pub attachment: Option<&'a Attachment>,
}

impl<'a> Traits<'a> {
    pub(super) fn of(game: &'a Game, unit: &'a str) -> Self {
        Self { attachment: game.attached("UnitAttachment", unit).last() }
    }

    pub(super) fn is(self, setting: &str) -> bool {
        self.attachment.is_some_and(|attachment| attachment.is(setting))
    }

    pub(super) fn number(self, setting: &str) -> i64 {
        self.attachment.and_then(|attachment| attachment.number(setting)).unwrap_or(0)
    }

    pub(super) fn domain(self) -> Domain {
        match (self.is("isAir"), self.is("isSea"), self.is_sub()) {
            (true, ..) => Domain::Air,
            (_, true, true) => Domain::Submarine,
            (_, true, false) => Domain::Sea,
            _ => Domain::Land,
        }
    }

    pub(super) fn is_sub(self) -> bool {
        self.is("isSub") || self.is("canEvade") && self.is("isFirstStrike")
    }

    pub(super) fn is_aa(self) -> bool {
        ["isAA", "isAAforCombatOnly", "isAAmovement"].iter().any(|setting| self.is(setting))
    }

    pub(super) fn hits(self) -> i64 {
        match self.number("hitPoints") {
            0 if self.is("isTwoHit") => 2,
            hits => hits,
        }
    }

    pub(super) fn is_hardy(self) -> bool {
        self.hits() > 1 && self.is("isSea")
    }

    pub(super) fn is_factory(self) -> bool {
        self.is("isFactory") || self.is("canProduceUnits")
    }
}

/// Whether a unit is part of its place rather than a counter: it never moves and never fights.
pub(super) fn is_feature(game: &Game, unit: &str) -> bool {
    let traits = Traits::of(game, unit);
    let idle = ["movement", "attack", "defense"].iter().all(|stat| traits.number(stat) == 0);
    !traits.is_aa() && idle && (traits.is_factory() || traits.is("isInfrastructure")) && traits.domain() == Domain::Land
}

impl Import<'_> {
    pub(super) fn units(&mut self) -> Units {
        let classes = [
            ("ground", "Land units"),
            ("air", "Aircraft"),
            ("ship", "Ships"),
            ("cargo", "Units that a transport takes"),
            ("deck", "Aircraft that land on carriers"),
            ("destroyer", "Ships that find submarines"),
            ("submarine", "Submarines"),
            ("artillery", "Units that support others in attack"),
            ("supported", "Units that artillery supports"),
            ("strategic", "Strategic bombers"),
            (HARDY, "Ships that take several hits"),
        ];
        let mut units = IndexMap::new();
        for unit in &self.game.units {
            if let (Some(id), false) = (self.names.unit(&unit.name), is_feature(self.game, &unit.name)) {
                let made = self.unit(&unit.name, &id);
                units.insert(id, made);
            }
        }
        let used =
            |id: &str| units.values().any(|unit: &UnitType| unit.classes.iter().any(|class| class.as_str() == id));
        let classes: IndexMap<ClassId, String> = classes
            .into_iter()
            .filter(|(id, _)| used(id) || ["air", "ground"].contains(id))
            .map(|(id, title)| (id.into(), title.to_owned()))
            .collect();
        for unit in units.values_mut() {
            keep_known(unit, &classes);
        }
        Units { schema: CURRENT, requires: Vec::new(), classes, units, formations: IndexMap::new() }
    }

    fn unit(&mut self, name: &str, id: &UnitId) -> UnitType {
        let traits = Traits::of(self.game, name);
        let domain = traits.domain();
        let line = traits.attachment.map(|attachment| attachment.line);
        if line.is_none() {
            self.report.near("unit without an attachment", &format!("`{name}` gets no numbers"), None);
        }
        if traits.is("isStrategicBomber") {
            self.report.left_out("strategic bombing of factories", "bombers fight in battles only", line);
        }
        let positive = |setting: &str| Some(traits.number(setting)).filter(|&value| value > 0);
        let mut classes = vec![class(match domain {
            Domain::Air => "air",
            Domain::Sea | Domain::Submarine => "ship",
            Domain::Land | Domain::Fixed => "ground",
        })];
        let mut belongs = |when: bool, id: &str| {
            if when {
                classes.push(class(id));
            }
        };
        belongs(domain == Domain::Land && positive("transportCost").is_some(), "cargo");
        belongs(domain == Domain::Air && positive("carrierCost").is_some(), "deck");
        belongs(traits.is("isDestroyer"), "destroyer");
        belongs(domain == Domain::Submarine, "submarine");
        belongs(traits.is("artillery"), "artillery");
        belongs(traits.is("artillerySupportable"), "supported");
        belongs(traits.is("isStrategicBomber"), "strategic");
        belongs(traits.is_hardy(), HARDY);
        UnitType {
            title: title(name),
            symbol: Some(symbol(&title(name))),
            emblem: None,
            domain,
            classes,
            stats: self.stats(traits, domain),
            damaged: Vec::new(),
            variants: self.heavy_bombers(traits),
            targets: targets(traits, domain),
            other_fire: Vec::new(),
            first_strike: self.first_strike(domain),
            early_dice: None,
            silences: Vec::new(),
            supports: self.supports_of(traits),
            carries: carries(traits),
            airlift: None,
            drops: None,
            trained: None,
            leads: None,
            abilities: abilities(self.game, traits, domain),
            build: self.build(name, id),
            upgrades_to: None,
            option: None,
            source: None,
            reconstructed: IndexMap::new(),
            note: String::new(),
        }
    }

    fn stats(&mut self, traits: Traits<'_>, domain: Domain) -> Stats {
        let mut fire = |value: &str, rolls: &str| {
            let strength = traits.number(value);
            let dice = traits.number(rolls).clamp(1, 20) as usize;
            if strength > self.game.dice_sides {
                let line = traits.attachment.map(|attachment| attachment.line);
                self.report.near("a value above the die", "every roll hits", line);
            }
            (strength > 0).then(|| vec![strength.min(self.game.dice_sides); dice])
        };
        let attack = fire("attack", "attackRolls");
        let defend = fire("defense", "defenseRolls");
        let weight = traits.number(if domain == Domain::Air { "carrierCost" } else { "transportCost" });
        let hits = traits.hits();
        Stats {
            attack,
            defend,
            movement: Some(Amount::whole(traits.number("movement").clamp(0, 1000))),
            hits: (hits > 1).then(|| hits.min(20)),
            weight: (weight > 0 && domain != Domain::Sea && domain != Domain::Submarine)
                .then(|| Amount::whole(weight.min(10_000))),
            ..Stats::default()
        }
    }

    /// Strategic bombers throw more dice once the technology is theirs.
    fn heavy_bombers(&self, traits: Traits<'_>) -> Vec<Variant> {
        let known = self.game.of_class("TechAttachment").any(|attachment| attachment.get("heavyBomber").is_some());
        let attack = traits.number("attack").min(self.game.dice_sides);
        if !(traits.is("isStrategicBomber") && attack > 0 && known && self.has_research()) {
            return Vec::new();
        }
        let dice = self.game.number("Heavy Bomber Dice Rolls").unwrap_or(2).clamp(1, 20) as usize;
        let when = Condition::Track { track: HEAVY.into(), who: None, at_least: Some(1), at_most: None };
        vec![Variant { when, stats: Stats { attack: Some(vec![attack; dice]), ..Stats::default() }, source: None }]
    }

    fn first_strike(&self, domain: Domain) -> Option<FirstStrike> {
        if domain != Domain::Submarine {
            return None;
        }
        let hunted = self.game.units.iter().any(|unit| Traits::of(self.game, &unit.name).is("isDestroyer"));
        let both =
            self.game.is_on("WW2V2") || self.game.is_on("WW2V3") || self.game.is_on("Defending Subs Sneak Attack");
        Some(match (both, hunted) {
            (true, true) => FirstStrike::Unless(vec![class("destroyer")]),
            (true, false) => FirstStrike::Always,
            (false, _) => FirstStrike::Attacker,
        })
    }

    fn supports_of(&mut self, traits: Traits<'_>) -> Vec<SupportShot> {
        let mut shots = Vec::new();
        if traits.is("canBombard") && traits.domain() == Domain::Sea {
            let bombard = traits.number("bombard");
            let limited = self.game.is_on("Shore Bombard Per Ground Unit Restricted");
            shots.push(SupportShot {
                kind: SupportKind::ShoreBombardment,
                dice: if bombard > 0 { vec![bombard.min(self.game.dice_sides)] } else { Vec::new() },
                damaged: Vec::new(),
                rounds: 1,
                before: false,
                per_unit: limited.then_some(1),
                source: None,
            });
        }
        if traits.is_aa() {
            let value = traits.number("attackAA").clamp(0, self.game.dice_sides);
            shots.push(SupportShot {
                kind: SupportKind::AntiAir,
                dice: vec![if value == 0 { 1 } else { value }],
                damaged: Vec::new(),
                rounds: 1,
                before: false,
                per_unit: None,
                source: None,
            });
            let line = traits.attachment.map(|attachment| attachment.line);
            self.report.near(
                "anti-aircraft fire",
                "before the first round of a battle, at every aircraft; not at aircraft that fly over",
                line,
            );
        }
        shots
    }

    fn build(&mut self, name: &str, _: &UnitId) -> Option<BuildRule> {
        let buyers = self.buyers(name);
        let all = self.game.players.len();
        let at: Vec<FeatureId> = self.required_features(name);
        if buyers.len() == all && at.is_empty() {
            return None;
        }
        let never = buyers.is_empty();
        let by = if never || buyers.len() == all {
            Vec::new()
        } else {
            buyers.iter().filter_map(|player| self.names.power(player)).collect()
        };
        Some(BuildRule { by, never, at: if never { Vec::new() } else { at }, ..BuildRule::default() })
    }

    /// Ships that take several hits.
    pub(super) fn hardy(&self) -> Vec<&str> {
        let units = self.game.units.iter().map(|unit| unit.name.as_str());
        units.filter(|unit| Traits::of(self.game, unit).is_hardy()).collect()
    }

    /// Whether a property makes damaged units whole between turns.
    pub(super) fn repairs_hits(&self) -> bool {
        REPAIRS.iter().any(|property| self.game.is_on(property))
    }

    /// Features without which a unit is not placed.
    fn required_features(&self, name: &str) -> Vec<FeatureId> {
        let settings =
            Traits::of(self.game, name).attachment.into_iter().flat_map(|attachment| attachment.all("requiresUnits"));
        let parts = settings.flat_map(|setting| setting.parts());
        let mut at: Vec<FeatureId> =
            parts.filter(|part| is_feature(self.game, part)).filter_map(|part| self.names.feature(part)).collect();
        at.sort();
        at.dedup();
        at
    }
}

fn targets(traits: Traits<'_>, domain: Domain) -> Vec<TargetRule> {
    let only = |domains: &[Domain]| TargetRule {
        when: None,
        domains: domains.to_vec(),
        classes: Vec::new(),
        first: Vec::new(),
        picks_on: None,
        half_against: None,
        source: None,
    };
    match domain {
        Domain::Submarine => vec![only(&[Domain::Sea, Domain::Submarine])],
        Domain::Land if traits.number("attack") + traits.number("defense") > 0 => {
            vec![only(&[Domain::Land, Domain::Air])]
        }
        _ => Vec::new(),
    }
}

fn carries(traits: Traits<'_>) -> Vec<Carrying> {
    let mut carries = Vec::new();
    let mut takes = |setting: &str, id: &str| {
        let capacity = traits.number(setting);
        if capacity > 0 && traits.is("isSea") {
            carries.push(Carrying { classes: vec![class(id)], capacity: capacity.min(10_000), source: None });
        }
    };
    takes("transportCapacity", "cargo");
    takes("carrierCapacity", "deck");
    carries
}

fn abilities(game: &Game, traits: Traits<'_>, domain: Domain) -> Vec<Ability> {
    let mut abilities = Vec::new();
    let mut can = |when: bool, ability: Ability| {
        if when {
            abilities.push(ability);
        }
    };
    can(traits.is("canBlitz") && domain == Domain::Land, Ability::Blitz);
    can(domain == Domain::Air && traits.number("carrierCost") > 0, Ability::CarrierBased);
    can(domain == Domain::Air || traits.is_aa() && traits.number("attack") == 0, Ability::CannotCapture);
    can(domain == Domain::Submarine && game.is_on("Submersible Subs"), Ability::Submerges);
    abilities
}

/// Classes that no unit belongs to are not defined, so nobody may speak of them.
fn keep_known(unit: &mut UnitType, classes: &IndexMap<ClassId, String>) {
    unit.carries.retain(|carrying| carrying.classes.iter().all(|class| classes.contains_key(class)));
    if let Some(FirstStrike::Unless(list)) = &unit.first_strike
        && !list.iter().all(|class| classes.contains_key(class))
    {
        unit.first_strike = Some(FirstStrike::Always);
    }
}

/// A short text for the counter: initials of several words, or the start of one.
fn symbol(title: &str) -> String {
    let words: Vec<&str> = title.split_whitespace().collect();
    match words.as_slice() {
        [] => "?".to_owned(),
        [word] => word.chars().take(3).collect(),
        several => several.iter().filter_map(|word| word.chars().next()).take(3).collect::<String>().to_uppercase(),
    }
}
