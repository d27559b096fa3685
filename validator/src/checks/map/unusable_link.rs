//! P122 link-nobody-can-use.

use chartroom_format::diag::Diagnostic;
use chartroom_format::schema::Kind;
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::units::Domain;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P122", "link-nobody-can-use", "map", Error,
        what: "A link is stated between spaces where nothing that its class lets pass can be: a land link to a sea zone.",
        why: "The neighbours are wrong: nobody can ever go that way, and the link that was meant is missing.",
        remedy: "Correct one of the two spaces, or the class of the link.",
        bad: r#"Links(schema: 2, added: [(from: "0103", to: "0501", class: "land", note: "a ferry")])"#,
        good: r#"Links(schema: 2, added: [(from: "0103", to: "0303", class: "land", note: "a tunnel")])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (index, link) in cx.content.added_links.iter().enumerate() {
        let Some(class) = cx.content.link_classes.get(&link.class) else { continue };
        let (Some(from), Some(to)) = (cx.board.surface(link.from.as_str()), cx.board.surface(link.to.as_str())) else {
            continue;
        };
        let passes = |domain: Domain| class.passes.contains(&domain);
        let by_land = passes(Domain::Land) && has_land(from) && has_land(to);
        let by_sea = (passes(Domain::Sea) || passes(Domain::Submarine)) && has_sea(from) && has_sea(to);
        // A class for both lets units go aboard and land.
        let ashore = passes(Domain::Land)
            && passes(Domain::Sea)
            && (has_land(from) && has_sea(to) || has_sea(from) && has_land(to));
        let only_air = class.passes.iter().all(|domain| *domain == Domain::Air);
        if !(by_land || by_sea || ashore || only_air) {
            let spot = cx.nth(Kind::Links, "added", index);
            let message = format!(
                "a link of class `{}` cannot join `{}` ({from:?}) and `{}` ({to:?})",
                link.class, link.from, link.to
            );
            found.push(cx.finding(CODE, &spot, message));
        }
    }
}

const fn has_land(surface: Surface) -> bool {
    matches!(surface, Surface::Land | Surface::Coast | Surface::Island | Surface::Box)
}

const fn has_sea(surface: Surface) -> bool {
    matches!(surface, Surface::Sea | Surface::Coast | Surface::Island | Surface::Lake | Surface::Box)
}
