//! A site in a folder: what is written, renewed, removed and left alone.

use std::fs;
use std::path::Path;

use chartroom_format::starter::Starter;
use chartroom_site::{Site, SiteError, write};

use crate::support::of_starter;

fn site() -> Site {
    of_starter(Starter::Zones, |_, text| text)
}

fn files(folder: &Path) -> usize {
    let inside = |folder: &Path| fs::read_dir(folder).expect("a folder").flatten().collect::<Vec<_>>();
    inside(folder).iter().map(|entry| if entry.path().is_dir() { inside(&entry.path()).len() } else { 1 }).sum()
}

#[test]
fn a_site_is_written_and_renewed() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path().join("public");
    let site = site();
    let first = write(&site, &target).expect("written");
    assert_eq!((first.changed, first.same, first.removed), (site.files.len(), 0, 0));
    // One file more: the list of what was written.
    assert_eq!(files(&target), site.files.len() + 1);
    let second = write(&site, &target).expect("written");
    assert_eq!((second.changed, second.same), (0, site.files.len()));
    for (path, bytes) in &site.files {
        assert_eq!(&fs::read(target.join(path)).expect("a file"), bytes, "{path}");
    }
}

#[test]
fn what_is_no_longer_of_the_site_goes_unless_somebody_changed_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (target, full) = (folder.path(), site());
    write(&full, target).expect("written");
    fs::write(target.join("small/units.html"), "mine now").expect("written");
    fs::write(target.join("small/notes.txt"), "mine").expect("written");
    let mut less = full.clone();
    less.files.retain(|path, _| !path.starts_with("small/"));
    let written = write(&less, target).expect("written");
    assert_eq!((written.kept, written.removed), (1, full.files.len() - less.files.len() - 1));
    assert_eq!(fs::read_to_string(target.join("small/units.html")).expect("kept"), "mine now");
    assert_eq!(fs::read_to_string(target.join("small/notes.txt")).expect("kept"), "mine");
    assert!(!target.join("small/index.html").exists());
}

#[test]
fn foreign_files_are_neither_replaced_nor_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path();
    fs::write(target.join("index.html"), "somebody's page").expect("written");
    let refused = write(&site(), target);
    assert!(matches!(&refused, Err(SiteError::InTheWay(path)) if path.ends_with("index.html")), "{refused:?}");
    // Refused before anything was written.
    assert_eq!(files(target), 1);
    assert_eq!(fs::read_to_string(target.join("index.html")).expect("kept"), "somebody's page");
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_out_of_the_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let elsewhere = tempfile::tempdir().expect("a folder");
    std::os::unix::fs::symlink(elsewhere.path(), folder.path().join("small")).expect("a link");
    assert!(matches!(write(&site(), folder.path()), Err(SiteError::InTheWay(_))));
    assert_eq!(files(elsewhere.path()), 0);
}

#[test]
fn a_list_that_names_files_elsewhere_removes_none_of_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path().join("public");
    fs::create_dir(&target).expect("a folder");
    fs::write(folder.path().join("precious"), "x").expect("written");
    // The mark of a file that holds "x".
    fs::write(target.join(".chartroom-site"), "1-af63f54c86021707 ../precious\n").expect("written");
    write(&site(), &target).expect("written");
    assert!(folder.path().join("precious").exists());
}
