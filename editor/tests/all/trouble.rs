//! Bad input and bad luck: what the user reads, and that the work is still there.

use std::path::Path;

use crate::support::pack::{FILES, TestPack};
use crate::support::{Window, open, run_command, wait_until};
use chartroom_editor::command::Command;
use chartroom_editor::document::Document;
use chartroom_editor::document::ops::space::{self, SpaceFact};

const SPACES: &str = "map/spaces.ron";

fn paint(document: &mut Document, id: &str) {
    let fact = SpaceFact::Terrain(Some("forest".into()));
    let changes = space::set(document, &[id.to_owned()], &fact).expect("planned");
    document.change("paint", &changes).expect("fits");
}

fn message(window: &mut Window) -> String {
    window.state_mut().editor().message.as_ref().map(|(text, _)| text.clone()).unwrap_or_default()
}

/// A PNG that claims to be 50,000 pixels wide and high. Its pixels are missing: nobody may ask for them.
fn huge_picture() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(1, 1).write_to(&mut bytes, image::ImageFormat::Png).expect("a picture");
    let mut bytes = bytes.into_inner();
    for at in [16, 20] {
        bytes[at..at + 4].copy_from_slice(&50_000_u32.to_be_bytes());
    }
    let crc = bytes[12..29].iter().fold(u32::MAX, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 })
    });
    bytes[29..33].copy_from_slice(&(!crc).to_be_bytes());
    bytes
}

#[test]
fn a_picture_of_50000_by_50000_is_refused_before_it_is_read() {
    let pack = TestPack::new();
    let path = pack.folder.path().join("huge.png");
    std::fs::write(&path, huge_picture()).expect("a file");
    let mut window = open(&pack);
    paint(&mut window.state_mut().session().document, "0101");
    run_command(&mut window, Command::UsePicture(Some(path)));
    wait_until(&mut window, "the answer", |bench| bench.session().opening.is_none());
    let said = message(&mut window);
    assert!(said.contains("huge.png") && said.contains("50000 x 50000"), "{said}");
    assert!(window.state_mut().session().underlay.is_none());
    assert!(window.state_mut().session().document.is_dirty(), "the work is kept");
}

#[test]
fn a_pack_that_vanishes_while_open_keeps_the_work() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    paint(&mut window.state_mut().session().document, "0101");
    let elsewhere = pack.folder.path().join("elsewhere");
    std::fs::rename(pack.root(), &elsewhere).expect("moved");
    wait_until(&mut window, "the message", |bench| {
        bench.editor().message.as_ref().is_some_and(|(text, _)| text.contains("is gone"))
    });
    run_command(&mut window, Command::Do(chartroom_editor::command::Action::Save));
    assert!(message(&mut window).contains("your work is still here"), "{}", message(&mut window));
    assert!(window.state_mut().session().document.is_dirty());
    std::fs::rename(elsewhere, pack.root()).expect("moved back");
    run_command(&mut window, Command::Do(chartroom_editor::command::Action::Save));
    assert!(pack.read(SPACES).contains("forest"));
}

#[test]
fn a_read_only_folder_is_named_and_the_work_kept() {
    let pack = TestPack::new();
    let mut document = Document::open(&pack.root()).expect("it opens");
    paint(&mut document, "0101");
    let set = |path: &Path, writable: bool| {
        let mut permissions = std::fs::metadata(path).expect("it exists").permissions();
        permissions.set_readonly(!writable);
        std::fs::set_permissions(path, permissions).expect("set");
    };
    // A folder alone does not stop the superuser; a read-only file in it stops everybody.
    let (folder, file) = (pack.root().join("map"), pack.root().join(SPACES));
    set(&file, false);
    set(&folder, false);
    let error = document.save().expect_err("it cannot be written");
    assert!(error.contains(SPACES), "{error}");
    assert!(document.is_dirty());
    set(&folder, true);
    set(&file, true);
    assert_eq!(pack.read(SPACES), FILES[2].1, "the file is as it was");
    document.save().expect("now it can");
}

/// Runs this very test again in a process whose files may not grow, which is what a full disk looks like to it.
#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_and_the_work_kept() {
    if let Some(root) = std::env::var_os("CHARTROOM_TEST_FULL_DISK") {
        let mut document = Document::open(Path::new(&root)).expect("it opens");
        document.start_journal(std::process::id());
        paint(&mut document, "0101");
        let trouble = document.journal_trouble().expect("the journal says so").to_owned();
        assert!(trouble.contains("not protected"), "{trouble}");
        let error = document.save().expect_err("there is no room");
        assert!(error.contains(SPACES), "{error}");
        assert!(document.is_dirty() && document.text(SPACES).expect("text").contains("forest"));
        return;
    }
    let pack = TestPack::new();
    let test = std::env::current_exe().expect("this program");
    let output = std::process::Command::new("sh")
        .args([
            "-c",
            "trap '' XFSZ; ulimit -f 0; exec \"$0\" --exact a_full_disk_is_reported_and_the_work_kept --nocapture",
        ])
        .arg(test)
        .env("CHARTROOM_TEST_FULL_DISK", pack.root())
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}{said}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(pack.read(SPACES), FILES[2].1, "the file is whole");
    let left: Vec<_> = std::fs::read_dir(pack.root().join("map")).expect("a folder").filter_map(Result::ok).collect();
    assert!(left.iter().all(|entry| !entry.file_name().to_string_lossy().ends_with(".tmp")), "{left:?}");
}

#[test]
fn two_editors_on_one_pack_are_told_of_each_other() {
    let pack = TestPack::new();
    let mut other = Document::open(&pack.root()).expect("it opens");
    // The first process of the system lives as long as any test.
    other.start_journal(1);
    paint(&mut other, "0404");
    let mut window = open(&pack);
    assert!(message(&mut window).contains("Another editor"), "{}", message(&mut window));
    paint(&mut window.state_mut().session().document, "0101");
    other.save().expect("the other one saves first");
    let mine = &mut window.state_mut().session().document;
    let error = mine.save().expect_err("a clash must be answered");
    assert!(error.contains("changed by another program"), "{error}");
    let change = mine.external_changes().remove(0);
    mine.merge_theirs(&change).expect("different lines");
    mine.save().expect("saved");
    assert_eq!(pack.read(SPACES).matches("forest").count(), 2, "both have their hex");
}
