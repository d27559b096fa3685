//! Coverage: how many testable rules of the rulebook are modelled and proved, and which are not.

use chartroom_format::schema::coverage::Covered;
use chartroom_validator::coverage::Class;

use super::{Files, Grid, Grids};
use crate::SiteError;
use crate::book::Book;
use crate::html::{escaped, link};

pub(super) fn files(book: &Book<'_>) -> Result<Files, SiteError> {
    let Some(counts) = &book.counts else { return Ok(Vec::new()) };
    let row = |name: &str, count: usize, meaning: &str| {
        let share = 100.0 * count as f64 / counts.total.max(1) as f64;
        vec![name.to_owned(), count.to_string(), format!("{share:.1} %"), meaning.to_owned()]
    };
    let head = ["", "rules", "share", "what it means"].map(ToOwned::to_owned).to_vec();
    let rows = vec![
        row("Printed", counts.printed, "figures, names, maps and set-ups that stand in the data and are proved"),
        row("Played", counts.played, "behaviour that play shows"),
        row("Held", counts.held, "in the data, not shown in play"),
        row("Open", counts.open, "not modelled yet"),
        row("Out of scope", counts.out_of_scope, "not to be modelled"),
    ];
    let summary = Grid { caption: format!("{} testable rules", counts.total), head, rows };
    let class = |class: Class, title: &str| {
        let rows: Vec<Vec<String>> = book
            .index
            .iter()
            .filter(|line| book.classes.get(&line.id) == Some(&class))
            .map(|line| {
                let why = match book.content.coverage.get(line.id.as_str()) {
                    Some(Covered::Open(why) | Covered::OutOfScope(why) | Covered::Held { why, .. }) => escaped(why),
                    Some(_) => "nothing shows it in play".to_owned(),
                    None => "nobody has said anything of it yet".to_owned(),
                };
                vec![link(book.links.rule(&line.id), &line.id), escaped(&line.section), why]
            })
            .collect();
        let head = ["rule", "section", "why"].map(ToOwned::to_owned).to_vec();
        (!rows.is_empty()).then(|| Grid { caption: title.to_owned(), head, rows })
    };
    let behaviour = 100.0 * counts.behaviour_played as f64 / counts.behaviour.max(1) as f64;
    let intro = vec![format!(
        "Of {} rules that tell how the game goes, play shows {} ({behaviour:.1} %).",
        counts.behaviour, counts.behaviour_played
    )];
    let grids = std::iter::once(summary)
        .chain(class(Class::Open, "Not modelled yet"))
        .chain(class(Class::Held, "In the data, not shown in play"))
        .chain(class(Class::OutOfScope, "Out of scope"))
        .collect();
    let page = Grids { page: book.page("Coverage", "coverage.html"), intro, grids, notes: Vec::new() };
    Ok(vec![book.file("coverage.html", &page)?])
}
