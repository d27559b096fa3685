//! P107 link-stated-twice.

use chartroom_format::diag::Diagnostic;
use chartroom_format::diag::Safety;
use chartroom_format::edit::Edit;
use chartroom_format::schema::Kind;
use chartroom_format::schema::map::Surface;
use chartroom_format::schema::units::Domain;
use chartroom_format::source::Span;

use crate::checks::Check;
use crate::context::Context;

chartroom_format::codes! {
    CODE = "P107", "link-stated-twice", "map", Warning,
        what: "A link is stated that is there already: without a source or note although the spaces touch and it opens nothing more, or twice.",
        why: "Only one of them can be meant; the other hides a mistyped name.",
        remedy: "Remove it, or correct the space that was meant.",
        bad: r#"Links(schema: 2, added: [(from: "0103", to: "0104", class: "land")])"#,
        good: r#"Links(schema: 2, added: [(from: "0103", to: "0204", class: "land", note: "a tunnel")])"#;
}

pub const CHECK: Check = Check { code: CODE, run };

fn run(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (index, link) in cx.content.added_links.iter().enumerate() {
        let (from, to) = (link.from.as_str(), link.to.as_str());
        let spot = || cx.nth(Kind::Links, "added", index);
        let before = &cx.content.added_links[..index];
        let again = before.iter().any(|other| {
            other.class == link.class
                && (other.from == link.from && other.to == link.to
                    || !link.one_way && !other.one_way && other.from == link.to && other.to == link.from)
        });
        if from == to {
            found.push(cx.finding(CODE, &spot(), format!("`{from}` is linked to itself")));
        } else if again {
            let mut finding = cx.finding(CODE, &spot(), format!("the link from `{from}` to `{to}` is stated twice"));
            if let Some(span) = whole_item(cx, &finding) {
                finding = finding.fix("remove the second", Safety::Safe, vec![Edit::delete(span)]);
            }
            found.push(finding);
        } else if link.source.is_none()
            && link.note.is_empty()
            && cx.board.touches(from, to)
            && opens_nothing(cx, from, to, link.class.as_str())
        {
            let message = format!("`{from}` and `{to}` touch anyway, and the link opens nothing more");
            found.push(cx.finding(CODE, &spot(), message));
        }
    }
}

/// Whether geometry already lets all pass that the link's class lets pass. Hexsides may bar, so they make a link useful.
fn opens_nothing(cx: &Context<'_>, from: &str, to: &str, class: &str) -> bool {
    let Some(class) = cx.content.link_classes.get(class) else { return false };
    let sides = [format!("{from}/{to}"), format!("{to}/{from}")];
    if sides.iter().any(|side| cx.content.hexsides.contains_key(side)) {
        return false;
    }
    let land = |surface| matches!(surface, Some(Surface::Land | Surface::Coast));
    let sea = |surface| matches!(surface, Some(Surface::Sea));
    let (a, b) = (cx.board.surface(from), cx.board.surface(to));
    class.passes.iter().all(|domain| match domain {
        Domain::Land => land(a) && land(b),
        Domain::Sea | Domain::Submarine => sea(a) && sea(b),
        Domain::Air => true,
        Domain::Fixed => false,
    })
}

/// The item with the comma behind it; none if it does not stand on one line.
fn whole_item(cx: &Context<'_>, finding: &Diagnostic) -> Option<Span> {
    let place = finding.place.as_ref()?;
    let text = &cx.loaded.file(&place.file)?.text;
    let after = text.get(place.span.end..)?;
    let comma = after.strip_prefix(',').map_or(0, |_| 1);
    text.get(..place.span.end)?.ends_with(')').then(|| Span::new(place.span.start, place.span.end + comma))
}
