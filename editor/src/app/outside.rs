//! Other programs of the desktop: its file dialog, the text editor of the user, other starts of this one. Nothing here waits for them.

use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use super::Editor;
use crate::command::Command;
use crate::dialogs::Wants;
use crate::mail::MailBox;

/// A file dialog that is closed faster than a person can has never been seen.
const TOO_FAST: Duration = Duration::from_millis(400);

/// A file dialog of the desktop that is open.
pub(super) struct Browsing {
    wants: Wants,
    since: Instant,
    from: Receiver<Option<PathBuf>>,
}

/// Text editors that can be told a line, with what they are told; the first one that is installed is asked.
const EDITORS: &[(&str, &[&str])] = &[
    ("code", &["--goto", "{file}:{line}:{column}"]),
    ("codium", &["--goto", "{file}:{line}:{column}"]),
    ("zed", &["{file}:{line}:{column}"]),
    ("subl", &["{file}:{line}:{column}"]),
    ("kate", &["--line", "{line}", "--column", "{column}", "{file}"]),
    ("gedit", &["+{line}:{column}", "{file}"]),
    ("gvim", &["+{line}", "{file}"]),
    ("emacs", &["+{line}:{column}", "{file}"]),
    ("xdg-open", &["{file}"]),
    ("open", &["{file}"]),
];

impl Editor {
    /// Opens the file dialog of the desktop.
    pub fn browse(&mut self, folder: &Path, wants: Wants) {
        let dialog = rfd::FileDialog::new().set_directory(folder);
        let (to, from) = channel();
        let context = self.context.clone();
        std::thread::spawn(move || {
            let chosen = match wants {
                Wants::Pack => dialog.set_title("Open a pack").pick_folder(),
                Wants::Picture => {
                    let pictures = dialog.add_filter("Pictures", &["png", "jpg", "jpeg"]);
                    pictures.set_title("Picture under the map").pick_file()
                }
                Wants::Replay => dialog.set_title("Open a recorded game").pick_file(),
            };
            // Nobody listens any more when the editor has been closed meanwhile.
            let _ = to.send(chosen);
            context.request_repaint();
        });
        self.browsing = Some(Browsing { wants, since: Instant::now(), from });
    }

    /// Lets other starts of the program show places of this pack in this window.
    pub(super) fn listen(&mut self, pack: &Path) {
        let context = self.context.clone();
        let open = |folder: &PathBuf| MailBox::open(folder, pack, move || context.request_repaint()).ok();
        // Without it a second window opens, as it does for other packs.
        self.mail = self.mail_folder.as_ref().and_then(open);
    }

    /// Does what another start of the program asked for, and comes to the front.
    pub(super) fn take_mail(&mut self, ctx: &egui::Context) {
        let said = self.mail.as_ref().map(MailBox::take).unwrap_or_default();
        if said.is_empty() {
            return;
        }
        ctx.send_viewport_cmd(egui::ViewportCommand::Focus);
        for line in said {
            if let Err(message) = self.run_words(&line) {
                self.complain(message);
            }
        }
    }

    /// Takes what was chosen in the file dialog.
    pub(super) fn take_browsed(&mut self) {
        let Some(browsing) = &self.browsing else { return };
        let chosen = match browsing.from.try_recv() {
            Err(TryRecvError::Empty) => return,
            Ok(chosen) => chosen,
            Err(TryRecvError::Disconnected) => None,
        };
        let (wants, took) = (browsing.wants, browsing.since.elapsed());
        self.browsing = None;
        match (chosen, wants) {
            (Some(path), Wants::Pack) if !path.join("pack.ron").is_file() => {
                self.complain(format!("{} is no pack: it has no pack.ron.", path.display()));
            }
            (Some(path), Wants::Pack) => self.queue.push(Command::OpenPack(path)),
            (Some(path), Wants::Picture) => self.queue.push(Command::UsePicture(Some(path))),
            (Some(path), Wants::Replay) => self.queue.push(Command::OpenRecorded(path)),
            (None, _) if took < TOO_FAST => {
                self.complain("This desktop offers no file dialog: choose from the list, or type the path.");
            }
            (None, _) => {}
        }
    }

    /// Opens a file of the pack at a place in the user's text editor.
    pub(super) fn open_text(&mut self, file: &str, line: usize, column: usize) {
        let Some(session) = &self.session else { return };
        let path = session.document.root().join(file);
        if session.document.is_dirty() {
            self.say("The text editor shows what is saved: save first to see your changes there.");
        }
        let own = self.settings.text_editor.clone();
        let words: Vec<String> = if own.trim().is_empty() {
            let found = EDITORS.iter().find(|(program, _)| is_installed(program));
            let Some((program, words)) = found else {
                self.complain("No text editor was found: name one in the settings (text_editor).");
                return;
            };
            std::iter::once(program).chain(*words).map(|word| (*word).to_owned()).collect()
        } else {
            own.split_whitespace().map(str::to_owned).collect()
        };
        let words = filled(&words, &path, line, column);
        let Some((program, words)) = words.split_first() else { return };
        let started =
            Process::new(program).args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        if let Err(error) = started {
            self.complain(format!("{program} could not be started: {error}"));
        }
    }
}

/// The words of a command with the place in them; one that does not ask for the file gets it last.
fn filled(words: &[String], file: &Path, line: usize, column: usize) -> Vec<String> {
    let file = file.display().to_string();
    let names_file = words.iter().any(|word| word.contains("{file}"));
    let mut words: Vec<String> = words
        .iter()
        .map(|word| {
            let word = word.replace("{line}", &line.to_string()).replace("{column}", &column.to_string());
            word.replace("{file}", &file)
        })
        .collect();
    if !names_file {
        words.push(file);
    }
    words
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_editor_is_told_the_place_in_its_own_words() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let path = Path::new("pack/units.ron");
        let told = |text: &str| filled(&words(text), path, 12, 5).join(" ");
        assert_eq!(told("code --goto {file}:{line}:{column}"), "code --goto pack/units.ron:12:5");
        assert_eq!(told("vim +{line}"), "vim +12 pack/units.ron");
    }
}
