//! The battle beside combat and cost tables: by default and as typed, before and after a change, in every family of combat.

use std::time::Duration;

use crate::support::{copy_packs, run_command, wait_until, window};
use chartroom_editor::command::{Action, Command};
use chartroom_editor::document::Document;
use chartroom_editor::document::ops::table::{CellText, set_cells};
use chartroom_editor::document::ops::units;
use chartroom_editor::panels::dock::Tab;
use chartroom_editor::settings::Settings;
use chartroom_editor::view_model::battle::{BattleDesk, BattleView, Ground, ground};
use chartroom_editor::view_model::tables::Sheet;
use chartroom_format::starter::{self, Starter};
use egui_kittest::kittest::Queryable;

/// What the desk answers, once it is done.
fn answer(desk: &mut BattleDesk, document: &Document, on: Ground) -> Result<BattleView, String> {
    loop {
        desk.watch(document, on, || {});
        if !desk.is_running() {
            return desk.shown.clone().expect("an answer");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn changed(view: &BattleView) -> Vec<&str> {
    let differs = |line: &&chartroom_editor::view_model::battle::BattleLine| line.change.by().abs() > 1e-9;
    view.lines.iter().filter(differs).map(|line| line.name.as_str()).collect()
}

/// Gives every cell of a table's first row another value.
fn change_first_row(document: &mut Document, table: &str, text: &str) {
    let known = &document.content().tables[table];
    let (row, cells) = known.rows.first().expect("a row");
    let cells: Vec<CellText> =
        (0..cells.0.len()).map(|column| CellText { row: row.0.clone(), column, text: text.to_owned() }).collect();
    let changes = set_cells(document, table, &cells).expect("planned");
    document.change("cells", &changes).expect("fits");
}

#[test]
fn every_family_of_combat_shows_exact_odds_before_and_after() {
    let folder = tempfile::tempdir().expect("a folder");
    copy_packs(folder.path());
    for (pack, table, text, family, on) in [
        ("war-game-ww2", "unit-cost", "1", "hit-rolls", Ground::Land),
        ("global-war-1939", "unit-cost", "1", "hit-rolls", Ground::Land),
        ("global-war-1975", "land-combat", "9", "differential", Ground::Land),
        ("global-war-1975", "naval-combat", "9", "differential", Ground::Sea),
        ("hitlers-global-war", "firepower", "9", "firepower", Ground::Land),
        ("hitlers-global-war", "advance", "6", "firepower", Ground::Land),
    ] {
        let mut document = Document::open(&folder.path().join(pack)).expect("it opens");
        let sheet = Sheet::Table(table.to_owned());
        assert_eq!(ground(&document, &sheet), Some(on), "{pack} {table}");
        let mut desk = BattleDesk::default();
        let before = answer(&mut desk, &document, on).unwrap_or_else(|error| panic!("{pack} {table}: {error}"));
        let exact = format!("{family}, exact");
        // A battle without a place, a season or a scenario names what it had to leave out, and claims no more than that.
        let rest = before.about.strip_prefix(&exact);
        let is_named = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(" but for: "));
        assert!(is_named, "{pack} {table}: {}", before.about);
        assert!(!desk.forces.attack.is_empty() && !desk.forces.defend.is_empty(), "forces are proposed");
        let win = before.lines[0].change.after;
        assert!((0.05..=0.95).contains(&win), "{pack} {table}: {:?} wins {win}", desk.forces);
        assert_eq!(changed(&before), Vec::<&str>::new(), "nothing has changed yet");
        change_first_row(&mut document, table, text);
        let after = answer(&mut desk, &document, on).unwrap_or_else(|error| panic!("{pack} {table}: {error}"));
        assert!(!changed(&after).is_empty(), "{pack} {table} decides {:?}: {after:?}", desk.forces);
        for (was, now) in before.lines.iter().zip(&after.lines) {
            assert!((was.change.after - now.change.before).abs() < 1e-12, "{pack} {table}: {}", was.name);
        }
        document.undo();
        let again = answer(&mut desk, &document, on).expect("an answer");
        assert_eq!(again, before, "undo brings the odds back");
    }
}

#[test]
fn a_stronger_unit_wins_more_often() {
    let folder = tempfile::tempdir().expect("a folder");
    copy_packs(folder.path());
    let mut document = Document::open(&folder.path().join("war-game-ww2")).expect("it opens");
    let mut desk = BattleDesk::default();
    desk.forces.attack = "10 infantry, 5 armor".into();
    desk.forces.defend = "10 infantry, 3 fighters".into();
    let before = answer(&mut desk, &document, Ground::Land).expect("an answer");
    let changes = units::set_stat(&document, "infantry", "attack", "8").expect("planned");
    document.change("stronger", &changes).expect("fits");
    let after = answer(&mut desk, &document, Ground::Land).expect("an answer");
    assert!(after.lines[0].change.by() > 0.1, "{after:?}");
    assert!((after.lines[0].change.before - before.lines[0].change.after).abs() < 1e-12);
    desk.forces.defend = "3 dragons".into();
    assert!(answer(&mut desk, &document, Ground::Land).expect_err("no such unit").contains("dragons"));
    desk.forces.defend = "3 infantry".into();
    desk.forces.at = "nowhere".into();
    assert!(answer(&mut desk, &document, Ground::Land).expect_err("no such space").contains("nowhere"));
}

#[test]
fn the_forces_are_typed_beside_the_prices() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("west-front");
    starter::write(&root, Starter::Hexes).expect("a starter");
    let mut window = window(Some(root), "no-such-folder".into(), Settings::default());
    wait_until(&mut window, "the check", |bench| !bench.session().checker.running);
    run_command(&mut window, Command::Do(Action::Show(Tab::Tables)));
    window.get_by_label("Unit sheet").click();
    window.run_ok();
    wait_until(&mut window, "the battle", |bench| bench.session().battle.shown.is_some());
    window.get_by_label("A battle, before and after");
    window.get_by_label("attacker wins");
    let proposed = window.state_mut().session().battle.forces.clone();
    let field = window.get_by_role_and_label(egui::Role::TextInput, "Attack");
    field.focus();
    window.run_ok();
    window.event(egui::Event::Text(", 9 infantry".into()));
    window.run_ok();
    wait_until(&mut window, "the larger battle", |bench| !bench.session().battle.is_running());
    let session = window.state_mut().session();
    assert_ne!(session.battle.forces, proposed);
    assert!(session.battle.forces.attack.contains("9 infantry"), "{:?}", session.battle.forces);
    assert!(matches!(session.battle.shown, Some(Ok(_))), "{:?}", session.battle.shown);
}
