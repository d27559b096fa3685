//! Mistakes that people make, one at a time: what is told first, where, and with which way out. The rows stand in `mistakes/`; here
//! is what must hold of each.

mod rows;

use std::path::{Path, PathBuf};

use chartroom_format::diag::{Diagnostic, Severity};
use chartroom_format::edit;
use chartroom_format::fs::{DiskFs, Fs, MemoryFs};
use chartroom_validator::run::{self, CheckedPack};
use rows::{Fix, Mistake, Pack, ROWS};

use crate::support::{starter, zone_starter};

/// A pack with all its files in memory, and the path of its folder.
fn pack(of: Pack) -> (MemoryFs, PathBuf) {
    let bundled = |ids: &[&str], own: &str| {
        let content = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("workspace").join("content");
        let mut fs = MemoryFs::default();
        for id in ids {
            let folder = content.join(id);
            let files = DiskFs.list(&folder).expect("a pack").into_iter().chain(["rulebook/rules.tsv".to_owned()]);
            for file in files {
                let text = DiskFs.read(&folder, &file).expect("a file of a pack");
                fs = fs.with(Path::new("packs").join(id).join(file), text);
            }
        }
        (fs, Path::new("packs").join(own))
    };
    match of {
        Pack::Small => (starter(), PathBuf::from("packs/base")),
        Pack::Zones => (zone_starter(), PathBuf::from("packs/base")),
        Pack::WarGame => bundled(&["war-game-ww2"], "war-game-ww2"),
        Pack::HitlersWar => bundled(&["hitlers-global-war", "hitlers-war-cg3"], "hitlers-war-cg3"),
    }
}

fn checked(fs: &MemoryFs, root: &Path) -> CheckedPack {
    let report = run::check(fs, &[root.to_owned()]).expect("the pack can be looked at");
    report.packs.into_iter().next().expect("one pack")
}

/// What a maintainer would read: errors and warnings that follow from nothing else.
fn causes(pack: &CheckedPack) -> Vec<&Diagnostic> {
    let told = pack.findings.iter().filter(|finding| finding.severity >= Severity::Warning);
    told.filter(|finding| finding.follows_from.is_none()).collect()
}

/// Whether the fix was as the row says; the error says how it was not.
fn fixed(
    row: &Mistake,
    fs: &MemoryFs,
    root: &Path,
    before: &str,
    spoilt: &str,
    first: &Diagnostic,
) -> Result<(), String> {
    let fix = match (row.fix, first.fixes.as_slice()) {
        (Fix::None, []) => return Ok(()),
        (Fix::None, _) => return Err("a fix nobody expects".to_owned()),
        (_, []) => return Err("no fix".to_owned()),
        (_, [fix, ..]) => fix,
    };
    let file = root.join(row.file);
    if Path::new(&fix.file) != file {
        return Err(format!("the fix is for {}", fix.file));
    }
    let mended = edit::apply(spoilt, &fix.edits).map_err(|error| error.to_string())?;
    if row.fix == Fix::Restores && mended != before {
        return Err(format!("the fix gives something else:\n{mended}"));
    }
    let again = checked(&fs.clone().with(&file, mended), root);
    match causes(&again).first() {
        None => Ok(()),
        Some(left) => Err(format!("after the fix: {} {}", left.code, left.message)),
    }
}

fn check(row: &Mistake, fs: &MemoryFs, root: &Path) -> Result<(), String> {
    let file = root.join(row.file);
    let before = fs.files.get(&file).cloned().unwrap_or_default();
    if !row.from.is_empty() && before.matches(row.from).count() == 0 {
        return Err(format!("`{}` is not in the file", row.from));
    }
    let spoilt = if row.from.is_empty() { row.to.to_owned() } else { before.replacen(row.from, row.to, 1) };
    let fs = fs.clone().with(&file, &*spoilt);
    let pack = checked(&fs, root);
    let causes = causes(&pack);
    let Some(first) = causes.first() else { return Err("nothing is told".to_owned()) };
    let shown: Vec<String> = causes.iter().map(|finding| format!("{} {}", finding.code, finding.message)).collect();
    if causes.len() != 1 || first.code.as_str() != row.code {
        return Err(format!("told {shown:#?}"));
    }
    let at_first = pack.findings.iter().find(|finding| finding.severity >= Severity::Warning);
    if at_first.is_some_and(|finding| finding.code != first.code) {
        return Err("the cause is not the first finding".to_owned());
    }
    let place = first.place.as_ref().ok_or("no place")?;
    let marked = spoilt.get(place.span.start..).unwrap_or("");
    if Path::new(&place.file) != file || !marked.starts_with(row.at) {
        return Err(format!("points at {}: {:.40}", place.file, marked));
    }
    if first.help.is_empty() {
        return Err("no help".to_owned());
    }
    fixed(row, &fs, root, &before, &spoilt, first)
}

#[test]
fn each_mistake_is_told_once_where_it_is_with_a_way_out() {
    let (mut wrong, mut fixes) = (Vec::new(), 0);
    for of in [Pack::Small, Pack::Zones, Pack::WarGame, Pack::HitlersWar] {
        let (fs, root) = pack(of);
        for row in ROWS.iter().filter(|row| row.pack == of) {
            fixes += usize::from(row.fix != Fix::None);
            if let Err(why) = check(row, &fs, &root) {
                wrong.push(format!("{}: {:?} for {:?}: {why}", row.file, row.to, row.from));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} rows:\n{}", wrong.len(), ROWS.len(), wrong.join("\n"));
    let of = |pack: Pack| ROWS.iter().filter(|row| row.pack == pack).count();
    assert_eq!((of(Pack::Small) + of(Pack::Zones), of(Pack::WarGame), of(Pack::HitlersWar)), (38, 14, 14));
    assert!(fixes >= 30, "{fixes} of {} have a fix", ROWS.len());
}
