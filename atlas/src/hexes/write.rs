//! Drawn spaces and hexsides as the text of `map/drawn.ron` and `map/drawn-sides.ron`: one to a line, so that a change of the
//! recipe shows as a change of the lines it means.

use std::fmt::Write as _;

use chartroom_format::schema::CURRENT;
use chartroom_format::schema::ids::SideTypeId;
use chartroom_format::schema::map::Surface;

use super::Belongs;

/// One space to write.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// What its line of the map is called; spaces with the same heading stand together.
    pub heading: String,
    pub id: String,
    pub surface: Surface,
    pub belongs: Belongs,
}

/// One hexside to write.
#[derive(Clone, Debug, PartialEq)]
pub struct SidePlot {
    pub heading: String,
    pub between: (String, String),
    pub kinds: Vec<SideTypeId>,
}

const DRAWN: &str = "// Drawn from recipe.ron by `chartroom draw`, which writes this file anew. To change something by hand, list it in another file of\n\
    // the map: what stands there is left out here. Everything in this file is reconstructed from geography.\n";

/// The text of `map/drawn.ron`. The same spaces always give the same text.
#[must_use]
pub fn spaces_text(plots: &[Plot]) -> String {
    let mut text = format!("{DRAWN}Spaces(\n    schema: {CURRENT},\n    spaces: {{\n");
    let mut heading = "";
    for plot in plots {
        write_heading(&mut text, &mut heading, &plot.heading);
        let _ = write!(text, "        \"{}\": (surface: {:?}", plot.id, plot.surface);
        if let Some(terrain) = &plot.belongs.terrain {
            let _ = write!(text, ", terrain: \"{terrain}\"");
        }
        if let Some(country) = &plot.belongs.country {
            let _ = write!(text, ", country: \"{country}\"");
        }
        if !plot.belongs.regions.is_empty() {
            let names: Vec<String> = plot.belongs.regions.iter().map(|region| format!("\"{region}\"")).collect();
            let _ = write!(text, ", regions: [{}]", names.join(", "));
        }
        text.push_str("),\n");
    }
    text.push_str("    },\n)\n");
    text
}

/// The text of `map/drawn-sides.ron`.
#[must_use]
pub fn sides_text(plots: &[SidePlot]) -> String {
    let mut text = format!("{DRAWN}Links(\n    schema: {CURRENT},\n    sides: {{\n");
    let mut heading = "";
    for SidePlot { heading: own, between: (a, b), kinds } in plots {
        write_heading(&mut text, &mut heading, own);
        let kinds: Vec<String> = kinds.iter().map(|kind| format!("\"{kind}\"")).collect();
        let _ = writeln!(text, "        \"{a}/{b}\": [{}],", kinds.join(", "));
    }
    text.push_str("    },\n)\n");
    text
}

fn write_heading<'a>(text: &mut String, last: &mut &'a str, heading: &'a str) {
    if *last != heading {
        let _ = writeln!(text, "        // {heading}");
        *last = heading;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chartroom_format::document;
    use chartroom_format::fmt;
    use chartroom_format::schema::Document;

    #[test]
    fn what_is_written_is_read_back_and_in_layout() {
        let belongs = Belongs {
            country: Some("rome".into()),
            terrain: Some("swamp".into()),
            regions: vec!["coast".into(), "west".into()],
        };
        let plot = |id: &str, belongs: &Belongs| Plot {
            heading: "row 1".into(),
            id: id.into(),
            surface: Surface::Coast,
            belongs: belongs.clone(),
        };
        let text = spaces_text(&[plot("0101", &belongs), plot("0102", &Belongs::default())]);
        assert_eq!(fmt::format(&text).expect("readable"), text);
        let Some(Document::Spaces(spaces)) = document::read(&text, "drawn.ron").document else { panic!("{text}") };
        assert_eq!(spaces.spaces["0101"].regions, belongs.regions);
        assert_eq!(spaces.spaces["0102"].country, None);
        let side =
            SidePlot { heading: "row 1".into(), between: ("0101".into(), "0102".into()), kinds: vec!["river".into()] };
        let text = sides_text(&[side]);
        assert_eq!(fmt::format(&text).expect("readable"), text);
        let Some(Document::Links(links)) = document::read(&text, "drawn.ron").document else { panic!("{text}") };
        assert_eq!(links.sides["0101/0102"], ["river".into()]);
    }
}
