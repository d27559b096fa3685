//! One file per kind of page. Here is what they share: the frame of a page, cards, lists and grids, and the list of all pages.

mod changes;
mod coverage;
mod entries;
mod examples;
mod map;
mod odds;
mod overview;
mod rules;
mod scenarios;
mod sequence;
mod spaces;
mod tables;
mod units;

use askama::Template;
use rayon::prelude::*;

use crate::SiteError;
use crate::book::Book;
use crate::search;

/// Files of a pack with their paths inside the site.
pub(crate) type Files = Vec<(String, Vec<u8>)>;

/// The frame of a page.
pub(crate) struct Page {
    title: String,
    /// The title of the pack; none for pages of the whole site.
    pack: String,
    id: String,
    version: String,
    /// The way to the files that all pages share.
    root: &'static str,
    /// Whether its search field and map need the script.
    scripts: bool,
    sections: Vec<PageLink>,
}

/// A page among others.
#[derive(Clone)]
pub(crate) struct PageLink {
    href: String,
    title: String,
    here: bool,
}

impl PageLink {
    fn new(href: &str, title: &str) -> Self {
        Self { href: href.to_owned(), title: title.to_owned(), here: false }
    }
}

/// A label and what is said under it; the words are markup.
pub(crate) struct Fact {
    label: &'static str,
    words: String,
}

/// Facts that have something to say, in the order in which they are added.
#[derive(Default)]
pub(crate) struct Facts(Vec<Fact>);

impl Facts {
    fn add(&mut self, label: &'static str, words: String) {
        if !words.is_empty() {
            self.0.push(Fact { label, words });
        }
    }
}

/// One entry of a list of entries.
#[derive(Default)]
pub(crate) struct Card {
    id: String,
    title: String,
    /// The id as authors write it, where it says more than the title.
    code: String,
    /// What stands before the title, such as a counter; markup.
    mark: String,
    /// A paragraph; markup.
    words: String,
    facts: Vec<Fact>,
}

/// Cards under a heading.
pub(crate) struct Group {
    id: String,
    title: String,
    cards: Vec<Card>,
}

#[derive(Template)]
#[template(path = "cards.html")]
struct Cards {
    page: Page,
    intro: Vec<String>,
    pages: Vec<PageLink>,
    groups: Vec<Group>,
}

/// Lines under a heading; markup.
pub(crate) struct Lines {
    id: String,
    title: String,
    columns: bool,
    lines: Vec<String>,
}

#[derive(Template)]
#[template(path = "list.html")]
struct List {
    page: Page,
    intro: Vec<String>,
    groups: Vec<Lines>,
}

/// Cells are markup.
pub(crate) struct Grid {
    caption: String,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

#[derive(Template)]
#[template(path = "grid.html")]
struct Grids {
    page: Page,
    intro: Vec<String>,
    grids: Vec<Grid>,
    notes: Vec<String>,
}

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPage {
    page: Page,
}

struct PackLine {
    href: String,
    title: String,
    about: String,
    counts: String,
}

#[derive(Template)]
#[template(path = "index.html")]
struct Index {
    page: Page,
    packs: Vec<PackLine>,
}

impl Book<'_> {
    /// The frame of a page of this pack; `section` is the page of the list above that it belongs to.
    fn page(&self, title: &str, section: &str) -> Page {
        let pack = self.content.pack();
        let mut sections = sections(self);
        sections.iter_mut().for_each(|other| other.here = other.href == section);
        Page {
            title: title.to_owned(),
            pack: self.title.clone(),
            id: self.id.clone(),
            version: pack.map(|pack| pack.version.clone()).unwrap_or_default(),
            root: "../",
            scripts: section == "map.html",
            sections,
        }
    }

    /// A page as a file of this pack.
    fn file(&self, name: &str, page: &impl Template) -> Result<(String, Vec<u8>), SiteError> {
        let path = format!("{}/{name}", self.id);
        let text = page.render().map_err(|error| SiteError::Page { page: path.clone(), why: error.to_string() })?;
        Ok((path, text.into_bytes()))
    }

    /// Cards on as many pages as they need; each card stands where the links say.
    fn cards_on_pages(
        &self,
        name: &str,
        title: &str,
        section: &str,
        most: usize,
        intro: &[String],
        cards: Vec<Card>,
    ) -> Result<Files, SiteError> {
        let mut pages: Vec<Vec<Card>> = Vec::new();
        for (at, card) in cards.into_iter().enumerate() {
            if at % most == 0 {
                pages.push(Vec::new());
            }
            if let Some(page) = pages.last_mut() {
                page.push(card);
            }
        }
        let range = |cards: &[Card]| match (cards.first(), cards.last()) {
            (Some(first), Some(last)) => format!("{} to {}", first.code, last.code),
            _ => String::new(),
        };
        let links: Vec<PageLink> = pages
            .iter()
            .enumerate()
            .map(|(number, cards)| PageLink::new(&crate::links::page(name, number), &range(cards)))
            .collect();
        let count = pages.len();
        pages
            .into_iter()
            .enumerate()
            .map(|(number, cards)| {
                let mut pages = links.clone();
                pages[number].here = true;
                let title =
                    if count > 1 { format!("{title}, part {} of {count}", number + 1) } else { title.to_owned() };
                let groups = vec![Group { id: String::new(), title: String::new(), cards }];
                let page = Cards { page: self.page(&title, section), intro: intro.to_vec(), pages, groups };
                self.file(&crate::links::page(name, number), &page)
            })
            .collect()
    }
}

/// The pages that stand in the list above each page; those without anything to say are left out.
fn sections(book: &Book<'_>) -> Vec<PageLink> {
    let content = book.content;
    let has_costs = tables::has_prices(book);
    let all: [(&str, &str, bool); 20] = [
        ("index.html", "Overview", true),
        ("map.html", "Map", content.map.is_some()),
        ("spaces.html", "Spaces", !content.spaces.is_empty()),
        ("terrain.html", "Terrain", !content.terrains.is_empty()),
        ("powers.html", "Powers", !content.powers.is_empty()),
        ("units.html", "Units", !content.units.is_empty()),
        ("prices.html", "Prices", has_costs),
        ("odds.html", "Odds", odds::is_there(book)),
        ("tables.html", "Tables", !content.tables.is_empty()),
        ("sequence.html", "Sequence of play", !content.sequence.is_empty()),
        ("rules.html", "Rulebook", !book.index.is_empty()),
        ("options.html", "Options", !content.options.is_empty()),
        ("modifiers-1.html", "Modifiers", !content.modifiers.is_empty()),
        ("events-1.html", "Events", !content.rules.is_empty()),
        ("objectives.html", "Objectives and tracks", !content.objectives.is_empty() || !content.tracks.is_empty()),
        ("procedures-1.html", "Procedures", !content.procedures.is_empty()),
        ("scenarios.html", "Scenarios", !content.scenarios.is_empty()),
        ("examples-1.html", "Worked examples", !content.examples.is_empty()),
        ("coverage.html", "Coverage", book.counts.is_some()),
        ("changes.html", "Changes", book.changes.is_some()),
    ];
    let mut found: Vec<PageLink> =
        all.iter().filter(|(.., is_there)| *is_there).map(|(href, title, _)| PageLink::new(href, title)).collect();
    if !content.facts.is_empty() {
        let at = found.iter().position(|section| section.href == "scenarios.html").unwrap_or(found.len());
        found.insert(at, PageLink::new("facts-1.html", "Facts"));
    }
    found
}

/// All files of a pack.
pub(crate) fn of_pack(book: &Book<'_>) -> Result<Files, SiteError> {
    type Write = fn(&Book<'_>) -> Result<Files, SiteError>;
    const WRITERS: &[Write] = &[
        map::files,
        overview::files,
        spaces::files,
        entries::terrain,
        entries::powers,
        units::files,
        tables::files,
        odds::files,
        sequence::files,
        rules::files,
        entries::options,
        entries::modifiers,
        entries::events,
        entries::objectives,
        entries::procedures,
        entries::facts,
        scenarios::files,
        examples::files,
        coverage::files,
        changes::files,
        search_files,
    ];
    let parts = WRITERS.par_iter().map(|write| write(book)).collect::<Result<Vec<_>, _>>()?;
    Ok(parts.into_iter().flatten().collect())
}

fn search_files(book: &Book<'_>) -> Result<Files, SiteError> {
    let page = SearchPage { page: book.page("Search", "search.html") };
    let index = search::index(book);
    Ok(vec![book.file("search.html", &page)?, (format!("{}/search-index.js", book.id), index.into_bytes())])
}

/// What all packs share: the list of them, the style, the scripts.
pub(crate) fn of_site(books: &[Book<'_>]) -> Result<std::collections::BTreeMap<String, Vec<u8>>, SiteError> {
    let counted = |number: usize, one: &str, many: &str| format!("{number} {}", if number == 1 { one } else { many });
    let line = |book: &Book<'_>| {
        let content = book.content;
        let counts = [
            counted(content.scenarios.len(), "scenario", "scenarios"),
            counted(content.spaces.len(), "space", "spaces"),
            counted(content.units.len(), "unit type", "unit types"),
            counted(content.tables.len(), "table", "tables"),
        ];
        PackLine {
            href: format!("{}/index.html", book.id),
            title: book.title.clone(),
            about: content.pack().map(|pack| pack.about.clone()).unwrap_or_default(),
            counts: counts.join(", "),
        }
    };
    let page = Page {
        title: "Packs".to_owned(),
        pack: String::new(),
        id: String::new(),
        version: String::new(),
        root: "",
        scripts: false,
        sections: Vec::new(),
    };
    let index = Index { page, packs: books.iter().map(line).collect() };
    let text =
        index.render().map_err(|error| SiteError::Page { page: "index.html".to_owned(), why: error.to_string() })?;
    let shared: [(&str, &[u8]); 6] = [
        ("index.html", text.as_bytes()),
        ("style.css", include_bytes!("../../assets/style.css")),
        ("site.js", include_bytes!("../../assets/site.js")),
        ("search.js", include_bytes!("../../assets/search.js")),
        ("battle.js", include_bytes!("../../assets/battle.js")),
        ("odds.js", include_bytes!("../../assets/odds.js")),
    ];
    Ok(shared.into_iter().map(|(path, bytes)| (path.to_owned(), bytes.to_vec())).collect())
}
