//! Tables and set-ups as pages that VASSAL shows: plain HTML without scripts and styles, which its viewer does not know.

use std::fmt::Write as _;

use chartroom_format::content::Content;
use chartroom_format::schema::scenario::Scenario;
use chartroom_format::schema::table::Table;

/// The page of a table.
pub(super) fn table(table: &Table) -> String {
    let mut page = head(&table.title);
    let columns = table.keys(1);
    page.push_str("<table border=\"1\" cellpadding=\"3\" cellspacing=\"0\">\n<tr><th></th>");
    for column in &columns {
        let _ = write!(page, "<th>{}</th>", escaped(column.as_str()));
    }
    page.push_str("</tr>\n");
    for (key, row) in &table.rows {
        let _ = write!(page, "<tr><th align=\"left\">{}</th>", escaped(key.as_str()));
        for cell in &row.0 {
            let _ = write!(page, "<td align=\"center\">{}</td>", escaped(&cell.to_string()));
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table>\n");
    if !table.note.is_empty() {
        let _ = writeln!(page, "<p>{}</p>", escaped(&table.note));
    }
    page + "</body></html>\n"
}

/// The page of a scenario: how long it lasts, and the money at the start.
pub(super) fn scenario(content: &Content, scenario: &Scenario) -> String {
    let mut page = head(&scenario.title);
    if !scenario.about.is_empty() {
        let _ = writeln!(page, "<p>{}</p>", escaped(&scenario.about));
    }
    let _ = writeln!(page, "<p>Turns {} to {}</p>", scenario.turns.first, scenario.turns.last);
    if !scenario.treasury.is_empty() {
        page.push_str("<table border=\"1\" cellpadding=\"3\" cellspacing=\"0\">\n<tr><th></th><th>Money</th></tr>\n");
        for (actor, money) in &scenario.treasury {
            let title = content.powers.get(actor.as_str()).map_or(actor.as_str(), |power| power.title.as_str());
            let _ = writeln!(page, "<tr><td>{}</td><td align=\"right\">{money}</td></tr>", escaped(title));
        }
        page.push_str("</table>\n");
    }
    page + "</body></html>\n"
}

fn head(title: &str) -> String {
    format!("<html><body>\n<h2>{}</h2>\n", escaped(title))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
