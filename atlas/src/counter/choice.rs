//! Which drawing a unit gets that names none: by the words of its title and classes, then by what it can do, then by where it
//! lives.

use chartroom_format::schema::emblem::Emblem;
use chartroom_format::schema::ids::UnitId;
use chartroom_format::schema::units::{Ability, Domain, UnitType};

/// Beginnings of words, the telling ones first. A longer name stands before the shorter one that it contains.
const LAND: [(&str, Emblem); 52] = [
    ("parachut", Emblem::Airborne),
    ("para", Emblem::Airborne),
    ("airborne", Emblem::Airborne),
    ("commando", Emblem::Airborne),
    ("marine", Emblem::Marines),
    ("naval infantry", Emblem::Marines),
    ("amphib", Emblem::Marines),
    ("panzer grenadier", Emblem::Mechanised),
    ("panzergrenadier", Emblem::Mechanised),
    ("mechani", Emblem::Mechanised),
    ("half track", Emblem::Mechanised),
    ("motor", Emblem::Motorised),
    ("bersaglieri", Emblem::Motorised),
    ("anti tank", Emblem::AntiTank),
    ("anti air", Emblem::AntiAircraft),
    ("antiair", Emblem::AntiAircraft),
    ("aa gun", Emblem::AntiAircraft),
    ("aagun", Emblem::AntiAircraft),
    ("flak", Emblem::AntiAircraft),
    ("armor", Emblem::Armour),
    ("armour", Emblem::Armour),
    ("tank", Emblem::Armour),
    ("panzer", Emblem::Armour),
    ("combat command", Emblem::Armour),
    ("maus", Emblem::Armour),
    ("nebelwerfer", Emblem::RocketArtillery),
    ("katyusha", Emblem::RocketArtillery),
    ("rocket art", Emblem::RocketArtillery),
    ("artillery", Emblem::Artillery),
    ("battery", Emblem::Artillery),
    ("howitzer", Emblem::Artillery),
    ("guns", Emblem::Artillery),
    ("cavalry", Emblem::Cavalry),
    ("horse", Emblem::Cavalry),
    ("cossack", Emblem::Cavalry),
    ("mountain", Emblem::Mountain),
    ("alpin", Emblem::Mountain),
    ("engineer", Emblem::Engineers),
    ("pioneer", Emblem::Engineers),
    ("headquarter", Emblem::Headquarters),
    ("hq", Emblem::Headquarters),
    ("general", Emblem::Leader),
    ("leader", Emblem::Leader),
    ("marshal", Emblem::Leader),
    ("missile", Emblem::Missile),
    ("rocket", Emblem::Missile),
    ("militia", Emblem::Militia),
    ("home", Emblem::Militia),
    ("partisan", Emblem::Militia),
    ("landwehr", Emblem::Militia),
    ("self def", Emblem::Militia),
    ("supply", Emblem::Supply),
];

const AIR: [(&str, Emblem); 12] = [
    ("atomic", Emblem::AtomicBomb),
    ("missile", Emblem::Missile),
    ("rocket", Emblem::Missile),
    ("escort", Emblem::Fighter),
    ("tac", Emblem::TacticalBomber),
    ("torpedo", Emblem::TacticalBomber),
    ("dive", Emblem::TacticalBomber),
    ("bomber", Emblem::Bomber),
    ("transport", Emblem::TransportPlane),
    ("coastal", Emblem::TacticalBomber),
    ("anti submarine", Emblem::TacticalBomber),
    ("jet", Emblem::Jet),
];

const SEA: [(&str, Emblem); 18] = [
    ("carrier", Emblem::Carrier),
    ("battleship", Emblem::Battleship),
    ("dreadnought", Emblem::Battleship),
    ("battlecruiser", Emblem::Battleship),
    ("cruiser", Emblem::Cruiser),
    ("destroyer", Emblem::Destroyer),
    ("frigate", Emblem::Destroyer),
    ("corvette", Emblem::Destroyer),
    ("anti submarine", Emblem::Destroyer),
    ("a s w", Emblem::Destroyer),
    ("amphib", Emblem::LandingShip),
    ("landing", Emblem::LandingShip),
    ("transport", Emblem::Transport),
    ("shipping", Emblem::Transport),
    ("merchant", Emblem::Transport),
    ("convoy", Emblem::Transport),
    ("leader", Emblem::Leader),
    ("capital", Emblem::Battleship),
];

const FIXED: [(&str, Emblem); 6] = [
    ("fort", Emblem::Fort),
    ("bunker", Emblem::Fort),
    ("atomic", Emblem::AtomicBomb),
    ("missile", Emblem::Missile),
    ("port", Emblem::Base),
    ("base", Emblem::Base),
];

/// The drawing of a unit: the one it names, or the one that fits it best.
#[must_use]
pub fn emblem(id: &UnitId, unit: &UnitType) -> Emblem {
    if let Some(emblem) = unit.emblem {
        return emblem;
    }
    let (words, otherwise): (&[(&str, Emblem)], Emblem) = match unit.domain {
        Domain::Submarine => return Emblem::Submarine,
        Domain::Land => (&LAND, by_ability(unit)),
        Domain::Air => (&AIR, Emblem::Fighter),
        Domain::Sea => (&SEA, Emblem::Cruiser),
        Domain::Fixed => (&FIXED, Emblem::Works),
    };
    // A title says more than a class, which holds many kinds of unit.
    let title = words_of(&format!("{} {id}", unit.title));
    let classes = words_of(&unit.classes.iter().map(|class| class.as_str()).collect::<Vec<_>>().join(" "));
    let told =
        |text: &str| words.iter().find(|(word, _)| text.contains(&format!(" {word}"))).map(|(_, emblem)| *emblem);
    told(&title).or_else(|| told(&classes)).unwrap_or(otherwise)
}

fn by_ability(unit: &UnitType) -> Emblem {
    let can = |ability: Ability| unit.abilities.contains(&ability);
    match () {
        () if can(Ability::Paradrop) => Emblem::Airborne,
        () if can(Ability::Amphibious) => Emblem::Marines,
        () if can(Ability::Mechanised) => Emblem::Mechanised,
        () if can(Ability::Leads) => Emblem::Leader,
        () => Emblem::Infantry,
    }
}

/// Lower case, words parted and led by one blank.
fn words_of(text: &str) -> String {
    let plain: String = text.chars().map(|letter| if letter.is_alphanumeric() { letter } else { ' ' }).collect();
    plain.to_lowercase().split_whitespace().fold(String::new(), |line, word| line + " " + word)
}

/// The usual mark of a unit's size, where its title names one.
pub(super) fn echelon(title: &str) -> &'static str {
    const SIZES: [(&str, &str); 9] = [
        ("company", "I"),
        ("battalion", "II"),
        ("regiment", "III"),
        ("brigade", "X"),
        ("battle group", "X"),
        ("combat command", "X"),
        ("division", "XX"),
        ("corps", "XXX"),
        ("army", "XXXX"),
    ];
    let words = words_of(title);
    SIZES.iter().find(|(size, _)| words.ends_with(&format!(" {size}"))).map_or("", |(_, mark)| mark)
}
