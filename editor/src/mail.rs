//! Words from another start of the program: `chartroom edit PACK --at PLACE` shows the place in the window that has the pack open
//! already, instead of opening a second one.
//!
//! A window listens on this machine alone, and leaves its address and a secret in a folder that only its user can read. Who knows both
//! may say what the command palette may say, nothing else.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// Nobody waits longer for the other side.
const PATIENCE: Duration = Duration::from_secs(2);
/// No message is longer.
const MOST_BYTES: u64 = 4_096;
const HEARD: &str = "heard\n";

/// The folder of a user in which windows leave their addresses; none on a platform without such folders.
pub fn folder() -> Option<PathBuf> {
    eframe::storage_dir("Chartroom").map(|folder| folder.join("windows"))
}

/// A window that listens.
#[derive(Debug)]
pub struct MailBox {
    words: Receiver<String>,
    card: PathBuf,
    address: SocketAddr,
    closed: Arc<AtomicBool>,
}

impl MailBox {
    /// Listens for whoever wants to show a place of a pack; `wake` is called when somebody does.
    pub fn open(folder: &Path, pack: &Path, wake: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let address = listener.local_addr()?;
        let secret = format!("{:016x}{:016x}", random(), random());
        let card = card(folder, pack);
        leave(&card, &format!("{address}\n{secret}\n"))?;
        let (to, words) = channel();
        let closed = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&closed);
        std::thread::spawn(move || {
            for caller in listener.incoming() {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                // Whoever breaks off or does not know the secret is forgotten.
                if let Ok(caller) = caller
                    && hear(caller, &secret, &to).is_ok()
                {
                    wake();
                }
            }
        });
        Ok(Self { words, card, address, closed })
    }

    /// What has been said since the last time.
    pub fn take(&self) -> Vec<String> {
        self.words.try_iter().collect()
    }
}

impl Drop for MailBox {
    fn drop(&mut self) {
        self.closed.store(true, Ordering::Relaxed);
        // Wakes the one who listens, so that he sees that nobody wants to hear any more.
        let _ = TcpStream::connect_timeout(&self.address, PATIENCE);
        let _ = std::fs::remove_file(&self.card);
    }
}

/// Says words to the window that has a pack open; whether there was one that heard them.
pub fn deliver(folder: &Path, pack: &Path, words: &[String]) -> bool {
    let send = || -> std::io::Result<bool> {
        let card = std::fs::read_to_string(card(folder, pack))?;
        let mut lines = card.lines();
        let address: SocketAddr = lines.next().and_then(|line| line.parse().ok()).ok_or(ErrorKind::InvalidData)?;
        let secret = lines.next().ok_or(ErrorKind::InvalidData)?;
        let mut window = TcpStream::connect_timeout(&address, PATIENCE)?;
        window.set_read_timeout(Some(PATIENCE))?;
        window.set_write_timeout(Some(PATIENCE))?;
        window.write_all(format!("{secret}\n{}\n", words.join("\n")).as_bytes())?;
        window.shutdown(std::net::Shutdown::Write)?;
        let mut answer = String::new();
        window.take(HEARD.len() as u64).read_to_string(&mut answer)?;
        Ok(answer == HEARD)
    };
    // A window that died left its address behind: nobody hears.
    send().unwrap_or(false)
}

fn hear(caller: TcpStream, secret: &str, to: &Sender<String>) -> std::io::Result<()> {
    caller.set_read_timeout(Some(PATIENCE))?;
    caller.set_write_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(caller.try_clone()?.take(MOST_BYTES)).lines();
    if lines.next().transpose()?.as_deref() != Some(secret) {
        return Err(ErrorKind::PermissionDenied.into());
    }
    for line in lines {
        let line = line?;
        if line.is_empty() {
            continue;
        }
        to.send(line).map_err(|_| ErrorKind::NotConnected)?;
    }
    (&caller).write_all(HEARD.as_bytes())
}

/// The file with the address of the window that has a pack open.
fn card(folder: &Path, pack: &Path) -> PathBuf {
    let pack = pack.canonicalize().unwrap_or_else(|_| pack.to_owned());
    let hash = pack
        .to_string_lossy()
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    folder.join(format!("{hash:016x}"))
}

/// Writes a file that only its user can read.
fn leave(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    // The one of a window that died, or of one that has the same pack open: the latest is asked.
    let _ = std::fs::remove_file(path);
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}

/// Numbers that the system gives, a new one each time.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_hears_what_is_said_of_its_pack() {
        let folder = tempfile::tempdir().expect("a folder");
        let (pack, other) = (folder.path().join("pack"), folder.path().join("other"));
        let (to, woken) = channel();
        let window = MailBox::open(folder.path(), &pack, move || {
            let _ = to.send(());
        })
        .expect("listens");
        assert!(!deliver(folder.path(), &other, &["look:a".to_owned()]), "nobody has that pack open");
        assert!(deliver(folder.path(), &pack, &["look:berlin".to_owned(), "table:crt".to_owned()]));
        woken.recv_timeout(PATIENCE).expect("woken");
        assert_eq!(window.take(), ["look:berlin", "table:crt"]);
        drop(window);
        assert!(!deliver(folder.path(), &pack, &["look:berlin".to_owned()]), "the window is closed");
    }

    #[test]
    fn strangers_and_dead_windows_are_not_heard() {
        let folder = tempfile::tempdir().expect("a folder");
        let pack = folder.path().join("pack");
        let window = MailBox::open(folder.path(), &pack, || {}).expect("listens");
        let mut stranger = TcpStream::connect(window.address).expect("connects");
        stranger.write_all(b"guessed\nlook:berlin\n").expect("says");
        stranger.shutdown(std::net::Shutdown::Write).expect("done");
        let mut answer = String::new();
        let _ = stranger.read_to_string(&mut answer);
        assert_eq!((answer.as_str(), window.take()), ("", Vec::new()));
        // A card that leads nowhere, and one that is no card.
        let text = std::fs::read_to_string(&window.card).expect("a card");
        drop(window);
        for text in [text.as_str(), "127.0.0.1\n", "", "\u{0}"] {
            std::fs::write(card(folder.path(), &pack), text).expect("written");
            assert!(!deliver(folder.path(), &pack, &["look:berlin".to_owned()]), "{text:?}");
        }
    }
}
