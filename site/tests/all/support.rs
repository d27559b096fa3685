//! Sites for the tests, and reading pages: their tags, ids and links.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use chartroom_format::fs::{DiskFs, MemoryFs};
use chartroom_format::load;
use chartroom_format::starter::{self, Starter};
use chartroom_site::{Changes, Site, Source, build};

/// The bundled packs.
fn packs() -> Vec<PathBuf> {
    let content = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("content");
    chartroom_validator::run::packs_at(&content).expect("packs")
}

/// A site of all bundled packs, made once.
pub(crate) fn bundled() -> &'static Site {
    static SITE: OnceLock<Site> = OnceLock::new();
    SITE.get_or_init(|| {
        let loaded: Vec<_> = packs().iter().map(|folder| load::load(&DiskFs, folder).expect("loads")).collect();
        let sources: Vec<Source<'_>> = loaded
            .iter()
            .map(|loaded| {
                let recipe = loaded.content.recipe.as_ref();
                let geography = recipe.and_then(|recipe| chartroom_atlas::geo::bundled(&recipe.geography));
                Source { loaded, fs: &DiskFs, geography: geography.map(str::to_owned), changes: None }
            })
            .collect();
        build(&sources).expect("a site")
    })
}

/// A site of a starter pack whose files are changed first.
pub(crate) fn of_starter(starter: Starter, change: impl Fn(&str, String) -> String) -> Site {
    small(starter, change, None)
}

/// A site of a starter pack that tells what has changed in it.
pub(crate) fn with_changes(changes: Changes) -> Site {
    small(Starter::Zones, |_, text| text, Some(changes))
}

fn small(starter: Starter, change: impl Fn(&str, String) -> String, changes: Option<Changes>) -> Site {
    let mut fs = MemoryFs::default();
    for (file, text) in starter::files(starter, "small") {
        fs = fs.with(Path::new("packs/small").join(file), change(file, text));
    }
    let loaded = load::load(&fs, Path::new("packs/small")).expect("loads");
    assert!(!loaded.has_errors(), "{:#?}", loaded.findings);
    build(&[Source { loaded: &loaded, fs: &fs, geography: None, changes }]).expect("a site")
}

/// What a page says to a reader of markup.
#[derive(Default)]
pub(crate) struct Read {
    pub(crate) ids: BTreeSet<String>,
    /// Ids that come twice.
    pub(crate) twice: Vec<String>,
    pub(crate) links: Vec<String>,
    /// What does not nest.
    pub(crate) faults: Vec<String>,
}

const VOID: &[&str] = &["meta", "link", "input", "br", "!doctype", "img", "hr"];

pub(crate) fn read(text: &str) -> Read {
    let mut found = Read::default();
    let mut open: Vec<&str> = Vec::new();
    for tag in text.split('<').skip(1) {
        let Some((inside, _)) = tag.split_once('>') else {
            found.faults.push(format!("a tag without an end: {}", &tag[..tag.len().min(40)]));
            continue;
        };
        let name = inside.trim_start_matches('/').split([' ', '/', '\n']).next().unwrap_or("");
        if inside.starts_with('/') {
            if open.pop() != Some(name) {
                found.faults.push(format!("</{name}> ends something else"));
            }
            continue;
        }
        if !inside.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
        }
        for (attribute, value) in attributes(inside) {
            match attribute {
                "id" if !found.ids.insert(value.to_owned()) => found.twice.push(value.to_owned()),
                "href" | "src" | "action" => found.links.push(value.replace("&amp;", "&")),
                _ => {}
            }
        }
    }
    found.faults.extend(open.into_iter().map(|name| format!("<{name}> does not end")));
    found
}

fn attributes(tag: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = tag;
    std::iter::from_fn(move || {
        let (before, after) = rest.split_once("=\"")?;
        let (value, more) = after.split_once('"')?;
        rest = more;
        Some((before.rsplit([' ', '\n']).next().unwrap_or(""), value))
    })
}

/// Pages of a site as text, by path.
pub(crate) fn pages(site: &Site) -> BTreeMap<&str, &str> {
    let html = site.files.iter().filter(|(path, _)| path.ends_with(".html"));
    html.map(|(path, bytes)| (path.as_str(), std::str::from_utf8(bytes).expect("text"))).collect()
}
