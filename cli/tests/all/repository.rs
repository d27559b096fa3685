//! What is written around packs: `site`, `init`, `man`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn chartroom(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chartroom"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the command runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned()
}

#[test]
fn a_site_is_made_of_packs_and_renewed() {
    let folder = tempfile::tempdir().expect("folder");
    for grid in ["hex", "zones"] {
        assert!(chartroom(folder.path(), &["new", "--grid", grid, grid]).status.success());
    }
    let made = chartroom(folder.path(), &["site", "hex", "zones", "-o", "public"]);
    assert!(made.status.success(), "{}", said(&made));
    for page in ["index.html", "hex/index.html", "hex/map-first.html", "zones/units.html", "zones/search-index.js"] {
        assert!(folder.path().join("public").join(page).is_file(), "{page}");
    }
    let again = chartroom(folder.path(), &["site", "hex", "-o", "public"]);
    assert!(again.status.success() && said(&again).contains("removed"), "{}", said(&again));
    assert!(folder.path().join("public/hex/units.html").exists() && !folder.path().join("public/zones").exists());
}

#[test]
fn a_site_tells_what_changed_since_another_pack() {
    let folder = tempfile::tempdir().expect("folder");
    for name in ["before", "after"] {
        assert!(chartroom(folder.path(), &["new", name]).status.success());
    }
    let units = folder.path().join("after/units.ron");
    let text = fs::read_to_string(&units).expect("units");
    fs::write(&units, text.replacen("attack: [2]", "attack: [3]", 1)).expect("written");
    let made = chartroom(folder.path(), &["site", "after", "--since", "before", "-o", "public"]);
    assert!(made.status.success(), "{}", said(&made));
    let page = fs::read_to_string(folder.path().join("public/after/changes.html")).expect("a page");
    assert!(page.contains("attack") && page.contains("units.html#infantry"), "{page}");
    let refused = chartroom(folder.path(), &["site", "after", "--since", "nothing", "-o", "other"]);
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
}

#[test]
fn a_site_touches_nothing_of_others() {
    let folder = tempfile::tempdir().expect("folder");
    assert!(chartroom(folder.path(), &["new", "demo"]).status.success());
    fs::create_dir(folder.path().join("public")).expect("folder");
    fs::write(folder.path().join("public/index.html"), "mine").expect("written");
    let refused = chartroom(folder.path(), &["site", "demo", "-o", "public"]);
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    assert!(said(&refused).contains("index.html") && said(&refused).contains("in the way"), "{}", said(&refused));
    assert_eq!(fs::read_to_string(folder.path().join("public/index.html")).expect("kept"), "mine");
    for wrong in [&["site", "-o", "x"][..], &["site", "nowhere", "-o", "x"]] {
        let refused = chartroom(folder.path(), wrong);
        assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
        assert!(!folder.path().join("x").exists());
    }
}

#[test]
fn init_writes_what_is_missing_and_leaves_what_is_there() {
    let folder = tempfile::tempdir().expect("folder");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    fs::write(folder.path().join(".gitattributes"), "*.png binary").expect("written");
    let begun = Command::new("git").args(["init", "--quiet"]).current_dir(folder.path()).status();
    assert!(begun.expect("git runs").success());
    let all = ["init", "--github", "someone/chartroom@v0.2.0", "--pre-commit", "--git"];
    let first = chartroom(folder.path(), &all);
    assert!(first.status.success(), "{}", said(&first));
    assert!(read(".github/workflows/packs.yml").contains("uses: someone/chartroom@v0.2.0"));
    assert!(read(".pre-commit-config.yaml").contains("chartroom check --quick"));
    assert_eq!(read(".gitattributes"), "*.png binary\n*.ron merge=chartroom\n*.ron text eol=lf\n");
    assert!(read(".git/config").contains("chartroom merge-driver"));
    assert_eq!(read(".gitignore"), ".chartroom/\n");
    fs::write(folder.path().join(".pre-commit-config.yaml"), "mine").expect("written");
    let second = chartroom(folder.path(), &all);
    assert_eq!(said(&second).matches("as it is").count(), 4, "{}", said(&second));
    assert_eq!(read(".pre-commit-config.yaml"), "mine");
    for wrong in [
        &["init"][..],
        &["init", "--git", "nowhere"],
        &["init", "--github", "nobody"],
        &["init", "--github", "a/b@v1\n- run: x"],
    ] {
        assert_eq!(chartroom(folder.path(), wrong).status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().expect("folder");
    let made = chartroom(folder.path(), &["man", "."]);
    assert!(made.status.success(), "{}", said(&made));
    let page = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a page");
    assert!(page("chartroom.1").contains(".TH chartroom 1"), "{}", page("chartroom.1"));
    assert!(
        page("chartroom-check.1").contains("chartroom\\-check") && page("chartroom-site.1").contains("static web site")
    );
    assert_eq!(chartroom(folder.path(), &["man", "nowhere"]).status.code(), Some(2));
}
