//! The conversation: who says what in which order. Texts change at once; questions are answered from the texts as they are when
//! their turn comes; checks run beside it, and what they find is told only while it is still true.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use chartroom_format::document;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, InitializeParams, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use thiserror::Error;

use crate::answers;
use crate::check::{self, Done, Job, Running, Snapshot};
use crate::index::Index;
use crate::paths;
use crate::position::{Encoding, Lines};
use crate::publish;
use crate::world::World;

/// A check that has taken longer than this is given up when the pack changes under it.
const PATIENCE: Duration = Duration::from_millis(400);

/// Why serving ended before its time.
#[derive(Debug, Error)]
pub enum ServeError {
    #[error("the client did not begin as the protocol asks: {0}")]
    Beginning(String),
    #[error("the client went away")]
    Gone,
    #[error("standard input or output failed: {0}")]
    Pipe(#[source] std::io::Error),
}

/// What happens to the server.
enum Event {
    Client(Message),
    Checked(Box<Done>),
    Gone,
}

/// An open document.
pub(crate) struct Open {
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    pub(crate) text: Arc<str>,
}

/// What a client can do.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Client {
    pub(crate) snippets: bool,
    pub(crate) document_changes: bool,
    pub(crate) nested_symbols: bool,
    watches_files: bool,
}

/// All that is known.
pub(crate) struct State {
    pub(crate) world: World,
    pub(crate) open: BTreeMap<PathBuf, Open>,
    pub(crate) encoding: Encoding,
    pub(crate) client: Client,
    snapshots: HashMap<PathBuf, Arc<Snapshot>>,
    findings: publish::Board,
    /// Packs that wait for a check, the most urgent first.
    waiting: VecDeque<PathBuf>,
    /// Counts changes of texts; and for each pack the last that touched it.
    generation: u64,
    touched: HashMap<PathBuf, u64>,
    running: Option<Running>,
    to_client: Outbox,
}

/// Messages to the client. One who has gone is told nothing any more.
struct Outbox(Box<dyn Fn(Message) -> bool>);

impl Outbox {
    fn notify(&self, method: &str, params: Value) {
        (self.0)(Message::Notification(Notification { method: method.to_owned(), params }));
    }
}

/// Serves one client until it says goodbye.
pub fn serve(connection: Connection) -> Result<(), ServeError> {
    let beginning = |error: &dyn std::fmt::Display| ServeError::Beginning(error.to_string());
    let (id, params) = connection.initialize_start().map_err(|error| beginning(&error))?;
    let params: InitializeParams = serde_json::from_value(params).map_err(|error| beginning(&error))?;
    let encoding = encoding(&params);
    connection.initialize_finish(id, answers::capabilities(encoding)).map_err(|error| beginning(&error))?;
    let Connection { sender, receiver } = connection;
    let (events, inbox) = mpsc::channel();
    let (jobs, asked) = mpsc::channel();
    let done = events.clone();
    thread::spawn(move || {
        for message in receiver {
            if events.send(Event::Client(message)).is_err() {
                return;
            }
        }
        // Whoever sends nothing more has gone, whether it said so or not.
        let _ = events.send(Event::Gone);
    });
    thread::spawn(move || check::work(&asked, &done, |done| Event::Checked(Box::new(done))));
    let mut state = State::new(&params, encoding, Outbox(Box::new(move |message| sender.send(message).is_ok())));
    state.greet(&params);
    converse(&mut state, &inbox, &jobs)
}

fn encoding(params: &InitializeParams) -> Encoding {
    let offered = params.capabilities.general.as_ref().and_then(|general| general.position_encodings.as_ref());
    let takes_utf8 = offered.is_some_and(|offered| offered.iter().any(|encoding| encoding.as_str() == "utf-8"));
    if takes_utf8 { Encoding::Utf8 } else { Encoding::Utf16 }
}

/// Takes events in their order until the end. Cancellations are looked for ahead of the questions they are about.
fn converse(state: &mut State, inbox: &Receiver<Event>, jobs: &Sender<Job>) -> Result<(), ServeError> {
    let mut saying_goodbye = false;
    loop {
        state.start_check(jobs);
        let Ok(first) = inbox.recv() else { return Err(ServeError::Gone) };
        let mut events = vec![first];
        events.extend(inbox.try_iter());
        let cancelled: BTreeSet<String> = events.iter().filter_map(cancellation).collect();
        for event in events {
            match event {
                Event::Gone => {
                    state.stop();
                    return if saying_goodbye { Ok(()) } else { Err(ServeError::Gone) };
                }
                Event::Checked(done) => state.checked(*done),
                Event::Client(Message::Response(_)) => {}
                Event::Client(Message::Notification(notification)) if notification.method == "exit" => {
                    state.stop();
                    return if saying_goodbye { Ok(()) } else { Err(ServeError::Gone) };
                }
                Event::Client(Message::Notification(notification)) => state.told(notification),
                Event::Client(Message::Request(request)) => {
                    let id = request.id.clone();
                    let result = if cancelled.contains(&id.to_string()) {
                        Err(fault(ErrorCode::RequestCanceled, "the client asked no longer"))
                    } else if saying_goodbye {
                        Err(fault(ErrorCode::InvalidRequest, "the server is shutting down"))
                    } else if request.method == "shutdown" {
                        saying_goodbye = true;
                        Ok(Value::Null)
                    } else {
                        state.asked(&request)
                    };
                    state.respond(id, result);
                }
            }
        }
    }
}

/// The question that a message takes back.
fn cancellation(event: &Event) -> Option<String> {
    let Event::Client(Message::Notification(notification)) = event else { return None };
    if notification.method != "$/cancelRequest" {
        return None;
    }
    let id: RequestId = serde_json::from_value(notification.params.get("id")?.clone()).ok()?;
    Some(id.to_string())
}

pub(crate) fn fault(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError { code: code as i32, message: message.into(), data: None }
}

impl State {
    fn new(params: &InitializeParams, encoding: Encoding, to_client: Outbox) -> Self {
        let mut world = World::default();
        let folders = params.workspace_folders.iter().flatten().filter_map(|folder| paths::path_of(&folder.uri));
        world.folders = folders.collect();
        #[expect(deprecated, reason = "clients without workspace folders send only this")]
        if let (true, Some(root)) = (world.folders.is_empty(), params.root_uri.as_ref().and_then(paths::path_of)) {
            world.folders.push(root);
        }
        let of =
            |pointer: &str, capabilities: &Value| capabilities.pointer(pointer).and_then(Value::as_bool) == Some(true);
        let capabilities = serde_json::to_value(&params.capabilities).unwrap_or_default();
        let client = Client {
            snippets: of("/textDocument/completion/completionItem/snippetSupport", &capabilities),
            document_changes: of("/workspace/workspaceEdit/documentChanges", &capabilities),
            nested_symbols: of("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport", &capabilities),
            watches_files: of("/workspace/didChangeWatchedFiles/dynamicRegistration", &capabilities),
        };
        Self {
            world,
            open: BTreeMap::new(),
            encoding,
            client,
            snapshots: HashMap::new(),
            findings: publish::Board::default(),
            waiting: VecDeque::new(),
            generation: 0,
            touched: HashMap::new(),
            running: None,
            to_client,
        }
    }

    /// What follows the greeting: packs are looked for, and the client is asked to tell of changes on the disk.
    fn greet(&mut self, _: &InitializeParams) {
        if self.client.watches_files {
            let watchers = json!([{ "globPattern": "**/*.ron" }, { "globPattern": "**/*.tsv" }]);
            let registration = json!({ "registrations": [{
                "id": "chartroom-files", "method": "workspace/didChangeWatchedFiles",
                "registerOptions": { "watchers": watchers }
            }] });
            let id = RequestId::from("chartroom-watch".to_owned());
            let request = Request { id, method: "client/registerCapability".to_owned(), params: registration };
            (self.to_client.0)(Message::Request(request));
        }
        self.look_again();
    }

    fn look_again(&mut self) {
        self.world.find_packs();
        let packs: Vec<PathBuf> = self.world.packs.iter().cloned().collect();
        self.generation += 1;
        for pack in packs {
            self.touch(pack, false);
        }
    }

    fn respond(&self, id: RequestId, response_result: Result<Value, ResponseError>) {
        (self.to_client.0)(Message::Response(Response { id, response_result }));
    }

    /// Says something to the person at the client.
    pub(crate) fn say(&self, message: &str) {
        self.to_client.notify("window/showMessage", json!({ "type": 2, "message": message }));
    }

    fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    fn asked(&mut self, request: &Request) -> Result<Value, ResponseError> {
        catch_unwind(AssertUnwindSafe(|| answers::answer(self, &request.method, request.params.clone())))
            .unwrap_or_else(|_| {
                Err(fault(ErrorCode::InternalError, format!("{} failed; please report it", request.method)))
            })
    }

    fn told(&mut self, notification: Notification) {
        fn read<P: DeserializeOwned>(params: Value) -> Option<P> {
            serde_json::from_value(params).ok()
        }
        let Notification { method, params } = notification;
        match method.as_str() {
            "textDocument/didOpen" => {
                if let Some(DidOpenTextDocumentParams { text_document }) = read(params) {
                    let (uri, version) = (text_document.uri, text_document.version);
                    self.set_text(path_for(&uri), uri, version, text_document.text.into());
                }
            }
            "textDocument/didChange" => {
                if let Some(params) = read::<DidChangeTextDocumentParams>(params) {
                    self.change(&params);
                }
            }
            "textDocument/didClose" => {
                if let Some(DidCloseTextDocumentParams { text_document }) = read(params) {
                    let path = path_for(&text_document.uri);
                    self.open.remove(&path);
                    self.world.overlay.close(&path);
                    if self.world.pack_of(&path).is_none() {
                        self.publish(&path, &text_document.uri, None, &[]);
                    }
                    self.changed(&path);
                }
            }
            "workspace/didChangeWatchedFiles" => {
                if let Some(DidChangeWatchedFilesParams { changes }) = read(params) {
                    let paths: Vec<PathBuf> = changes.iter().filter_map(|change| paths::path_of(&change.uri)).collect();
                    if paths.iter().any(|path| path.ends_with("pack.ron")) {
                        self.look_again();
                    }
                    for path in paths {
                        if !self.open.contains_key(&path) {
                            self.changed(&path);
                        }
                    }
                }
            }
            "workspace/didChangeWorkspaceFolders" => {
                if let Some(DidChangeWorkspaceFoldersParams { event }) = read(params) {
                    let gone: Vec<PathBuf> =
                        event.removed.iter().filter_map(|folder| paths::path_of(&folder.uri)).collect();
                    self.world.folders.retain(|folder| !gone.contains(folder));
                    self.world.folders.extend(event.added.iter().filter_map(|folder| paths::path_of(&folder.uri)));
                    let before = self.world.packs.clone();
                    self.look_again();
                    for pack in before.difference(&self.world.packs.clone()) {
                        self.forget(pack);
                    }
                }
            }
            _ => {}
        }
    }

    fn change(&mut self, params: &DidChangeTextDocumentParams) {
        let path = path_for(&params.text_document.uri);
        // A change of what was never opened has nothing to stand on.
        let Some(open) = self.open.get(&path) else { return };
        let mut text = open.text.as_ref().to_owned();
        for change in &params.content_changes {
            match change.range {
                None => text.clone_from(&change.text),
                Some(range) => {
                    let span = Lines::new(&text).span(&text, range, self.encoding);
                    text.replace_range(span.start..span.end, &change.text);
                }
            }
        }
        let uri = open.uri.clone();
        self.set_text(path, uri, params.text_document.version, text.into());
    }

    fn set_text(&mut self, path: PathBuf, uri: Uri, version: i32, text: Arc<str>) {
        self.world.overlay.open(path.clone(), Arc::clone(&text));
        self.open.insert(path.clone(), Open { uri, version, text });
        self.changed(&path);
    }

    /// A file is other than before: packs that read it are to be checked again.
    fn changed(&mut self, path: &Path) {
        self.generation += 1;
        self.findings.forget(path);
        let Some(pack) = self.world.pack_of(path) else {
            if let Some(open) = self.open.get(path) {
                let findings = document::read(&open.text, &path.to_string_lossy()).findings;
                let said = publish::alone(&open.text, &findings, self.encoding);
                self.publish(path, &open.uri, Some(open.version), &said);
            }
            return;
        };
        self.world.packs.insert(pack.clone());
        for affected in self.world.affected(&pack).into_iter().rev() {
            self.touch(affected, true);
        }
    }

    fn touch(&mut self, pack: PathBuf, urgent: bool) {
        if let Some(running) = self.running.as_ref().filter(|running| running.pack == pack)
            && running.since.elapsed() > PATIENCE
        {
            running.stop.store(true, Ordering::Relaxed);
        }
        self.touched.insert(pack.clone(), self.generation);
        self.waiting.retain(|other| *other != pack);
        if urgent {
            self.waiting.push_front(pack);
        } else {
            self.waiting.push_back(pack);
        }
    }

    fn forget(&mut self, pack: &Path) {
        self.snapshots.remove(pack);
        self.waiting.retain(|other| other != pack);
        for file in self.findings.take(pack, BTreeMap::new()) {
            self.publish_file(&file);
        }
    }

    fn start_check(&mut self, jobs: &Sender<Job>) {
        if self.running.is_some() {
            return;
        }
        let Some(pack) = self.waiting.pop_front() else { return };
        let stop = Arc::new(AtomicBool::new(false));
        let job = Job {
            pack: pack.clone(),
            overlay: self.world.overlay.clone(),
            generation: self.touched.get(&pack).copied().unwrap_or_default(),
            stop: Arc::clone(&stop),
        };
        if jobs.send(job).is_ok() {
            self.running = Some(Running { pack, stop, since: Instant::now() });
        }
    }

    fn checked(&mut self, done: Done) {
        self.running = None;
        let Done { pack, generation, result, stopped } = done;
        match result {
            Ok(snapshot) => {
                let is_true = !stopped && self.touched.get(&pack) == Some(&generation);
                let snapshot = Arc::new(snapshot);
                self.snapshots.insert(pack.clone(), Arc::clone(&snapshot));
                if is_true {
                    self.tell(&pack, &snapshot);
                }
            }
            Err(message) => {
                self.forget(&pack);
                self.to_client.notify("window/logMessage", json!({ "type": 2, "message": message }));
            }
        }
    }

    /// Publishes what a check found: for open files always, because their places may have moved, for others if it is new.
    fn tell(&mut self, pack: &Path, snapshot: &Snapshot) {
        let files = publish::by_file(&snapshot.loaded, &snapshot.findings, self.encoding);
        let mut changed = self.findings.take(pack, files);
        changed.extend(self.open.keys().filter(|path| path.starts_with(pack)).cloned());
        for file in changed {
            self.publish_file(&file);
        }
    }

    fn publish_file(&self, file: &Path) {
        let said = self.findings.of(file);
        match self.open.get(file) {
            Some(open) => self.publish(file, &open.uri, Some(open.version), &said),
            None => {
                if let Some(uri) = paths::uri_of(file) {
                    self.publish(file, &uri, None, &said);
                }
            }
        }
    }

    fn publish(&self, _: &Path, uri: &Uri, version: Option<i32>, said: &[lsp_types::Diagnostic]) {
        let mut params = json!({ "uri": uri, "diagnostics": said });
        if let Some(version) = version {
            params["version"] = version.into();
        }
        self.to_client.notify("textDocument/publishDiagnostics", params);
    }

    /// The address of a file as the client writes it.
    pub(crate) fn uri(&self, path: &Path) -> Option<Uri> {
        self.open.get(path).map(|open| open.uri.clone()).or_else(|| paths::uri_of(path))
    }

    /// The index of a file and the pack it belongs to.
    pub(crate) fn file(&mut self, uri: &Uri) -> Option<(PathBuf, Arc<Index>, Option<PathBuf>)> {
        let path = path_for(uri);
        let index = self.world.index(&path)?;
        let pack = self.world.pack_of(&path);
        Some((path, index, pack))
    }

    /// A pack's content: of its last check, or read now if there has been none.
    pub(crate) fn snapshot(&mut self, pack: &Path) -> Option<Arc<Snapshot>> {
        if let Some(snapshot) = self.snapshots.get(pack) {
            return Some(Arc::clone(snapshot));
        }
        let snapshot = Arc::new(Snapshot::load(&self.world.overlay, pack).ok()?);
        self.snapshots.insert(pack.to_owned(), Arc::clone(&snapshot));
        Some(snapshot)
    }
}

/// The path of a document. One that was never saved gets a name of its own, which belongs to no pack.
fn path_for(uri: &Uri) -> PathBuf {
    paths::path_of(uri).unwrap_or_else(|| PathBuf::from(uri.as_str().replace(['/', '\\'], "|")))
}
