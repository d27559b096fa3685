//! What the keys of maps name. A JSON Schema tells only how a key is spelled; the kind of name is told here, field by field.

use chartroom_format::entries::EntryKind;
use chartroom_format::schema::Kind;

use crate::types::Ty;

/// What a piece of text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A name of this type of `schema::ids`.
    Name(&'static str),
    /// An entry of exactly this kind.
    Entry(EntryKind),
    /// A key on an axis of the table in which it stands.
    Axis(u8),
    /// Free data, which names an entry if only one kind has such an entry, these kinds first.
    Free(&'static [EntryKind]),
}

/// What the keys of a map are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Names(&'static str),
    /// Two spaces, "a/b".
    Pair,
    /// Keys of all axes of the table, "row, column".
    Cells,
    /// Rows of the table.
    Row,
    /// Names of what an example is given or must give.
    Parameters,
    /// One of the words of a type.
    Words,
    Plain,
}

/// Maps whose field names say all; owners only where one field name has two meanings.
const KEYS: &[(&str, &str, Key)] = &[
    ("Spaces", "spaces", Key::Names("SpaceId")),
    ("Space", "features", Key::Names("FeatureId")),
    ("Links", "sides", Key::Pair),
    ("Links", "passages", Key::Names("EventId")),
    ("Regions", "regions", Key::Names("RegionId")),
    ("", "options", Key::Names("OptionId")),
    ("Powers", "sides", Key::Names("SideId")),
    ("", "powers", Key::Names("PowerId")),
    ("Scenario", "sides", Key::Names("PowerId")),
    ("Scenario", "features", Key::Names("SpaceId")),
    ("Scenario", "features/", Key::Names("FeatureId")),
    ("Scenario", "rules", Key::Names("EventId")),
    ("Coverage", "rules", Key::Names("RuleRef")),
    ("Rules", "rules", Key::Names("EventId")),
    ("Terrain", "sides", Key::Names("SideTypeId")),
    ("Terrain", "features", Key::Names("FeatureId")),
    ("Terrain", "terrains", Key::Names("TerrainId")),
    ("Terrain", "links", Key::Names("LinkClassId")),
    ("Units", "classes", Key::Names("ClassId")),
    ("Units", "units", Key::Names("UnitId")),
    ("Units", "formations", Key::Names("ClassId")),
    ("Table", "rows", Key::Row),
    ("Table", "marks", Key::Cells),
    ("Example", "given", Key::Parameters),
    ("Example", "expect", Key::Parameters),
    ("", "examples", Key::Names("ExampleId")),
    ("", "others", Key::Names("PhaseId")),
    ("", "procedures", Key::Names("ProcedureId")),
    ("", "modifiers", Key::Names("EventId")),
    ("", "objectives", Key::Names("EventId")),
    ("", "facts", Key::Names("EventId")),
    ("", "tracks", Key::Names("TechId")),
    ("", "seasons", Key::Names("SeasonId")),
    ("", "to_bank", Key::Names("PowerId")),
    ("", "liberates", Key::Names("PowerId")),
    ("", "takes_over", Key::Names("PowerId")),
    ("", "set_up", Key::Names("PowerId")),
    ("", "pools", Key::Names("PowerId")),
    ("", "control", Key::Names("ActorId")),
    ("", "treasury", Key::Names("ActorId")),
    ("", "bypassed", Key::Names("SpaceId")),
    ("", "bonus", Key::Names("SpaceId")),
    ("", "devastated", Key::Names("SpaceId")),
    ("", "calibrate", Key::Names("SpaceId")),
    ("", "zones", Key::Names("SpaceId")),
    ("", "stands_on", Key::Names("SpaceId")),
    ("", "lies_on", Key::Names("SpaceId")),
    ("", "factories", Key::Names("FeatureId")),
    ("", "sites", Key::Names("FeatureId")),
    ("", "upgrades", Key::Names("FeatureId")),
    ("", "output", Key::Names("FeatureId")),
    ("", "never", Key::Names("FeatureId")),
    ("", "guns", Key::Names("FeatureId")),
    ("", "berths", Key::Names("ClassId")),
    ("", "per_turn_for", Key::Names("PowerId")),
    ("Guest", "at", Key::Names("PowerId")),
    ("Liberation", "except", Key::Names("PowerId")),
    ("", "fixed_modes", Key::Names("RegionId")),
    ("", "holds", Key::Names("ClassId")),
    ("OpenGround", "exhausts", Key::Names("UnitId")),
    ("Rules", "values", Key::Names("ValueId")),
    ("", "cost", Key::Words),
    ("", "contracts", Key::Plain),
    ("Overlay", "changes", Key::Plain),
    ("Cells", "", Key::Plain),
    ("Fields", "", Key::Plain),
    ("SetUp", "", Key::Plain),
    ("SetUp", "/", Key::Names("UnitId")),
    ("", "styles", Key::Plain),
    ("", "stated", Key::Plain),
    ("", "severity", Key::Plain),
    ("", "islands", Key::Plain),
    ("", "countries", Key::Plain),
    ("", "cites", Key::Plain),
    ("", "values", Key::Plain),
    ("", "reconstructed", Key::Plain),
];

/// What the keys of the map at a place are. Maps keyed by names of which nothing is told are forces: units with their numbers.
pub(crate) fn of(ty: Ty, nested: bool, named: bool) -> Key {
    told(ty, nested).unwrap_or(if named { Key::Names("UnitId") } else { Key::Plain })
}

#[cfg(test)]
pub(crate) fn is_told(ty: Ty, nested: bool) -> bool {
    told(ty, nested).is_some()
}

fn told(ty: Ty, nested: bool) -> Option<Key> {
    let fits = |owner: &str, field: &str| {
        let of_owner = owner.is_empty() || owner == ty.owner;
        let same = if nested { field.strip_suffix('/') == Some(ty.field) } else { field == ty.field };
        of_owner && same
    };
    KEYS.iter().find(|(owner, field, _)| fits(owner, field)).map(|(_, _, key)| *key)
}

/// The kind of entry that a key of a map defines, by the kind of file and the field at its top.
pub(crate) fn defines(kind: Kind, field: &str) -> Option<EntryKind> {
    Some(match (kind, field) {
        (Kind::Spaces, "spaces") => EntryKind::Space,
        (Kind::Links, "passages") => EntryKind::Passage,
        (Kind::Regions, "regions") => EntryKind::Region,
        (Kind::Terrain, "terrains") => EntryKind::Terrain,
        (Kind::Terrain, "sides") => EntryKind::Side,
        (Kind::Terrain, "features") => EntryKind::Feature,
        (Kind::Terrain, "links") => EntryKind::Link,
        (Kind::Powers, "sides") => EntryKind::Alliance,
        (Kind::Powers, "powers") => EntryKind::Power,
        (Kind::Units, "classes") => EntryKind::Class,
        (Kind::Units, "units") => EntryKind::Unit,
        (Kind::Units, "formations") => EntryKind::Formation,
        (Kind::Sequence, "others") => EntryKind::Sequence,
        (Kind::Options, "options") => EntryKind::Option,
        (Kind::Rules, "procedures") => EntryKind::Procedure,
        (Kind::Rules, "modifiers") => EntryKind::Modifier,
        (Kind::Rules | Kind::Scenario, "rules") => EntryKind::Rule,
        (Kind::Rules, "objectives") => EntryKind::Objective,
        (Kind::Rules, "tracks") => EntryKind::Track,
        (Kind::Rules, "values") => EntryKind::Value,
        (Kind::Rules, "seasons") => EntryKind::Season,
        (Kind::Rules, "facts") => EntryKind::Fact,
        (Kind::Examples, "examples") => EntryKind::Example,
        (Kind::Balance, "contracts") => EntryKind::Contract,
        _ => return None,
    })
}

/// The kinds of entry that a word of free data hints at: the name of a parameter or of an axis.
pub(crate) fn hinted(word: &str) -> &'static [EntryKind] {
    match word {
        "unit" | "units" => &[EntryKind::Unit],
        "space" | "at" | "from" | "to" => &[EntryKind::Space],
        "power" | "attacker" | "defender" | "nation" | "by" | "who" => &[EntryKind::Power, EntryKind::Alliance],
        "side" => &[EntryKind::Alliance],
        "region" | "country" => &[EntryKind::Region],
        "table" => &[EntryKind::Table],
        "fact" => &[EntryKind::Fact],
        "scenario" => &[EntryKind::Scenario],
        "season" => &[EntryKind::Season],
        "terrain" => &[EntryKind::Terrain],
        "feature" => &[EntryKind::Feature],
        _ => &[],
    }
}

/// The kind of entry that a word of an axis' `of` names.
pub(crate) fn axis_kind(word: &str) -> Option<EntryKind> {
    Some(match word {
        "Unit" => EntryKind::Unit,
        "Power" => EntryKind::Power,
        "Side" => EntryKind::Alliance,
        "Space" => EntryKind::Space,
        "Region" => EntryKind::Region,
        "Terrain" => EntryKind::Terrain,
        "Season" => EntryKind::Season,
        "Tech" => EntryKind::Track,
        "Feature" => EntryKind::Feature,
        _ => return None,
    })
}
