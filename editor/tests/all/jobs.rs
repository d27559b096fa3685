//! Whatever takes long shows how far it is and can be called off; what was there before stays.

use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};

use crate::support::pack::TestPack;
use crate::support::{Window, copy_packs, open, run_command, wait_until, window};
use chartroom_editor::app::jobs::JobKind;
use chartroom_editor::command::{Action, Command};
use chartroom_editor::opening::Then;
use chartroom_editor::settings::Settings;
use chartroom_format::fs::{DiskFs, Fs, ReadFailure};
use egui_kittest::kittest::Queryable;

/// A disk that stops at its second file until it is let go.
#[derive(Clone, Default)]
struct SlowFs {
    reads: Arc<Mutex<usize>>,
    gate: Arc<(Mutex<bool>, Condvar)>,
}

impl SlowFs {
    fn let_go(&self) {
        *self.gate.0.lock().expect("the gate") = true;
        self.gate.1.notify_all();
    }
}

impl Fs for SlowFs {
    fn list(&self, folder: &Path) -> Result<Vec<String>, String> {
        DiskFs.list(folder)
    }

    fn read(&self, folder: &Path, file: &str) -> Result<String, ReadFailure> {
        let number = {
            let mut reads = self.reads.lock().expect("the count");
            *reads += 1;
            *reads
        };
        if number > 1 {
            let mut open = self.gate.0.lock().expect("the gate");
            while !*open {
                open = self.gate.1.wait(open).expect("the gate");
            }
        }
        DiskFs.read(folder, file)
    }

    fn is_folder(&self, path: &Path) -> bool {
        DiskFs.is_folder(path)
    }
}

fn is_under_way(window: &mut Window, kind: JobKind) -> bool {
    window.state_mut().editor().jobs().iter().any(|job| job.kind == kind)
}

/// Presses the button that calls a job off.
fn cancel(window: &mut Window, kind: JobKind) {
    window.get_by_label(kind.cancel()).click();
    window.step();
    window.step();
    assert!(!is_under_way(window, kind), "{kind:?} goes on");
}

/// Starts a job that cannot end by itself within the test, calls it off, and looks at what is left. The compiler asks for
/// every kind of job.
fn check(kind: JobKind) {
    let pack = TestPack::new();
    match kind {
        JobKind::Opening => {
            let mut window = open(&pack);
            let fs = SlowFs::default();
            let other = pack.folder.path().join("other");
            chartroom_format::starter::write(&other, chartroom_format::starter::Starter::Hexes).expect("a starter");
            window.state_mut().editor().open_through(fs.clone(), None, &other, Then::default());
            wait_until(&mut window, "the first file", |bench| {
                bench
                    .editor()
                    .jobs()
                    .iter()
                    .any(|job| job.kind == kind && job.parts.is_some_and(|(done, of)| done == 1 && of > 5))
            });
            window.get_by_label_contains("opening other");
            cancel(&mut window, kind);
            fs.let_go();
            window.run_ok();
            assert_eq!(window.state_mut().session().document.title(), "Small", "the open pack stays");
        }
        JobKind::Check | JobKind::Games => {
            let folder = tempfile::tempdir().expect("a folder");
            copy_packs(folder.path());
            let root = folder.path().join("hitlers-war-cg3");
            let mut window = window(Some(root), "no-such-folder".into(), Settings::default());
            wait_until(&mut window, "the first check", |bench| !bench.session().checker.running);
            let before = window.state_mut().session().problems.clone();
            let action = if kind == JobKind::Games { Action::CheckGames } else { Action::CheckNow };
            window.state_mut().editor().queue.push(Command::Do(action));
            window.step();
            assert!(is_under_way(&mut window, kind));
            cancel(&mut window, kind);
            window.run_ok();
            let session = window.state_mut().session();
            assert!(!session.checker.running && !session.played);
            assert_eq!(session.problems, before, "what was known stays");
            // The next check works as ever, and what was called off does not come after all.
            run_command(&mut window, Command::Do(Action::CheckNow));
            wait_until(&mut window, "the next check", |bench| !bench.session().checker.running);
            assert!(!window.state_mut().session().played);
        }
        JobKind::Picture => {
            let path = pack.folder.path().join("scan.png");
            image::RgbImage::from_pixel(3000, 3000, image::Rgb([200, 180, 90])).save(&path).expect("a picture");
            let mut window = open(&pack);
            window.state_mut().editor().queue.push(Command::UsePicture(Some(path)));
            window.step();
            assert!(is_under_way(&mut window, kind));
            cancel(&mut window, kind);
            window.run_ok();
            assert!(window.state_mut().session().underlay.is_none());
        }
        JobKind::Playing | JobKind::Trial | JobKind::Filming => {
            let folder = tempfile::tempdir().expect("a folder");
            copy_packs(folder.path());
            let mut window =
                window(Some(folder.path().join("hitlers-war-cg3")), "no-such-folder".into(), Settings::default());
            wait_until(&mut window, "the first check", |bench| !bench.session().checker.running);
            let games = &mut window.state_mut().session().games;
            (games.plan.games, games.trial.pairs) = (500, 500);
            let scenario = window.state_mut().session().tool.scenario.clone().expect("a scenario");
            window.state_mut().session().games.trial.scenario = scenario;
            let command = if kind == JobKind::Trial { Command::TryChange } else { Command::Do(Action::PlayGames) };
            run_command(&mut window, command);
            if kind == JobKind::Filming {
                wait_until(&mut window, "a game", |bench| {
                    bench.session().games.batch.as_ref().is_some_and(|batch| !batch.rows.is_empty())
                });
                run_command(&mut window, Command::Cancel(JobKind::Playing));
                window.state_mut().editor().queue.push(Command::WatchGame(0));
                window.step();
            }
            assert!(is_under_way(&mut window, kind));
            cancel(&mut window, kind);
            window.run_ok();
            let session = window.state_mut().session();
            assert!(session.games.screen.is_none() && !session.document.is_dirty());
        }
        JobKind::Maps => {
            let folder = tempfile::tempdir().expect("a folder");
            copy_packs(folder.path());
            let mut window = window(None, folder.path().to_owned(), Settings::default());
            assert!(is_under_way(&mut window, kind), "five maps take longer than a few frames");
            cancel(&mut window, kind);
            let drawn = window.state_mut().editor().pictures.len();
            window.run_ok();
            assert!(drawn < 5 && window.state_mut().editor().pictures.len() == drawn);
        }
    }
}

#[test]
fn everything_long_can_be_called_off() {
    for kind in JobKind::ALL {
        check(kind);
    }
}

#[test]
fn work_begun_while_a_pack_is_on_its_way_is_not_lost() {
    let pack = TestPack::new();
    let mut window = open(&pack);
    let other = pack.folder.path().join("other");
    chartroom_format::starter::write(&other, chartroom_format::starter::Starter::Hexes).expect("a starter");
    let fs = SlowFs::default();
    window.state_mut().editor().open_through(fs.clone(), None, &other, Then::default());
    window.step();
    let fact = chartroom_editor::document::ops::space::SpaceFact::Terrain(Some("forest".into()));
    let document = &mut window.state_mut().session().document;
    let changes = chartroom_editor::document::ops::space::set(document, &["0101".into()], &fact).expect("planned");
    document.change("paint", &changes).expect("fits");
    fs.let_go();
    wait_until(&mut window, "the answer", |bench| bench.editor().opening.is_none());
    assert_eq!(window.state_mut().session().document.title(), "Small");
    assert!(window.state_mut().session().document.is_dirty());
    let said = window.state_mut().editor().message.as_ref().map(|(text, _)| text.clone()).unwrap_or_default();
    assert!(said.contains("Save first"), "{said}");
}

#[test]
fn games_are_counted_while_they_are_played_and_their_findings_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("small-war");
    chartroom_format::starter::write(&root, chartroom_format::starter::Starter::Hexes).expect("a starter");
    let mut window = window(Some(root), "no-such-folder".into(), Settings::default());
    wait_until(&mut window, "the first check", |bench| !bench.session().checker.running);
    run_command(&mut window, Command::Do(Action::CheckGames));
    wait_until(&mut window, "the games", |bench| !bench.session().checker.running);
    let session = window.state_mut().session();
    let (done, of) = session.checker.progress().parts();
    assert!(session.played && of > 0 && done == of, "{done} of {of}");
    window.get_by_label("Bots have played every scenario.");
}

#[test]
fn a_new_pack_that_is_called_off_leaves_no_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = window(None, folder.path().to_owned(), Settings::default());
    let root = folder.path().join("west-front");
    let (go, wait) = std::sync::mpsc::channel::<()>();
    let write: chartroom_editor::opening::Write = Box::new(move |root| {
        let _ = wait.recv();
        chartroom_format::starter::write(root, chartroom_format::starter::Starter::Hexes)
    });
    window.state_mut().editor().open_through(DiskFs, Some(write), &root, Then::default());
    window.step();
    assert!(is_under_way(&mut window, JobKind::Opening));
    cancel(&mut window, JobKind::Opening);
    go.send(()).expect("it waits");
    // It is written and taken away again; the end is the same whenever it is looked at.
    let start = std::time::Instant::now();
    while start.elapsed() < std::time::Duration::from_secs(2) && !root.exists() {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    while root.exists() {
        assert!(start.elapsed() < std::time::Duration::from_mins(1), "the folder stays");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(window.state_mut().editor().session.is_none());
}
