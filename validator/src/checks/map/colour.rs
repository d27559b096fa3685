//! P126 unreadable-colour.

use chartroom_format::diag::Diagnostic;
use chartroom_format::entries::EntryKind;
use chartroom_format::schema::Kind;
use chartroom_format::schema::recipe::Drawing;

use crate::checks::Check;
use crate::context::{Context, Spot};

chartroom_format::codes! {
    CODE = "P126", "unreadable-colour", "map", Error,
        what: "A colour is not written as `#` with six digits from 0 to 9 and a to f.",
        why: "The map would be drawn in a colour that nobody chose.",
        remedy: "Write it as \"#rrggbb\", for example \"#4f7fae\".",
        bad: r##"Powers(schema: 2, sides: {"north": (title: "North", colour: "#b5483")}, powers: {})"##,
        good: r##"Powers(schema: 2, sides: {"north": (title: "North", colour: "#b5483a")}, powers: {})"##;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let content = cx.content;
    let mut look = |spot: Spot, colour: &str| {
        if !is_colour(colour) {
            let digits = colour.trim_start_matches('#').chars().count();
            let message = match colour.strip_prefix('#') {
                Some(rest) if rest.chars().all(|digit| digit.is_ascii_hexdigit()) => {
                    format!("the colour `{colour}` has {digits} digits; 6 are needed")
                }
                _ => format!("`{colour}` is no colour"),
            };
            found.push(cx.finding(CODE, &spot, message).help("write it as \"#rrggbb\", for example \"#4f7fae\""));
        }
    };
    macro_rules! colours {
        ($($kind:ident in $map:ident;)*) => {$(
            for (id, entry) in &content.$map {
                look(cx.entry(EntryKind::$kind, id.as_str()).then("colour"), &entry.colour);
            }
        )*};
    }
    colours! { Alliance in sides; Power in powers; Terrain in terrains; Side in side_types; }
    for (id, region) in &content.regions {
        if let Some(colour) = &region.colour {
            look(cx.entry(EntryKind::Region, id.as_str()).then("colour"), colour);
        }
    }
    let (tag, palette) = match content.recipe.as_ref().map(|recipe| &recipe.draw) {
        Some(Drawing::HexPicture(picture)) => ("HexPicture", &picture.palette),
        Some(Drawing::ZonePicture(picture)) => ("ZonePicture", &picture.palette),
        _ => return,
    };
    for (index, entry) in palette.iter().enumerate() {
        let way = ["draw".into(), tag.into(), "palette".into(), index.into(), "colour".into()];
        look(cx.in_kind(Kind::Recipe, &way), &entry.colour);
    }
}

fn is_colour(colour: &str) -> bool {
    colour
        .strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}
