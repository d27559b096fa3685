//! A client that talks to the server in memory and remembers what it is told.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;
use std::time::Duration;

use chartroom_ide::ServeError;
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response, ResponseError};
use serde_json::{Value, json};
use tempfile::TempDir;

/// Nothing takes so long; who waits longer waits for ever.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Client {
    pub(crate) folder: PathBuf,
    _kept: Option<TempDir>,
    connection: Option<Connection>,
    server: Option<JoinHandle<Result<(), ServeError>>>,
    next: i32,
    versions: BTreeMap<String, i32>,
    /// By file: the version and what was said of it last.
    pub(crate) diagnostics: BTreeMap<String, (Option<i64>, Vec<Value>)>,
    pub(crate) responses: BTreeMap<i32, Result<Value, ResponseError>>,
    pub(crate) messages: Vec<String>,
}

pub(crate) fn uri(path: &Path) -> String {
    format!("file://{}", path.to_string_lossy())
}

impl Client {
    /// A client with the small packs of the fixture in a folder of its own.
    pub(crate) fn start() -> Self {
        let kept = tempfile::tempdir().expect("a folder");
        crate::fixture::write(kept.path());
        let folder = kept.path().to_owned();
        let mut client = Self::in_folders(&[&folder]);
        client._kept = Some(kept);
        client
    }

    pub(crate) fn in_folders(folders: &[&Path]) -> Self {
        let (ours, theirs) = Connection::memory();
        let server = std::thread::spawn(move || chartroom_ide::serve(theirs));
        let mut client = Self {
            folder: folders[0].to_owned(),
            _kept: None,
            connection: Some(ours),
            server: Some(server),
            next: 0,
            versions: BTreeMap::new(),
            diagnostics: BTreeMap::new(),
            responses: BTreeMap::new(),
            messages: Vec::new(),
        };
        let folders: Vec<Value> =
            folders.iter().map(|folder| json!({ "uri": uri(folder), "name": "folder" })).collect();
        client
            .ask(
                "initialize",
                json!({
                    "capabilities": {
                        "textDocument": {
                            "completion": { "completionItem": { "snippetSupport": true } },
                            "documentSymbol": { "hierarchicalDocumentSymbolSupport": true }
                        },
                        "workspace": { "workspaceEdit": { "documentChanges": true } }
                    },
                    "workspaceFolders": folders
                }),
            )
            .expect("a greeting");
        client.tell("initialized", json!({}));
        client
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    pub(crate) fn uri(&self, file: &str) -> String {
        uri(&self.path(file))
    }

    pub(crate) fn text(&self, file: &str) -> String {
        std::fs::read_to_string(self.path(file)).expect("a file of the fixture")
    }

    fn send(&self, message: Message) {
        let connection = self.connection.as_ref().expect("still there");
        connection.sender.send(message).expect("the server listens");
    }

    pub(crate) fn tell(&self, method: &str, params: Value) {
        self.send(Message::Notification(Notification { method: method.to_owned(), params }));
    }

    /// Asks without waiting.
    pub(crate) fn request(&mut self, method: &str, params: Value) -> i32 {
        self.next += 1;
        self.send(Message::Request(Request { id: RequestId::from(self.next), method: method.to_owned(), params }));
        self.next
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Result<Value, ResponseError> {
        let id = self.request(method, params);
        self.answer(id)
    }

    pub(crate) fn answer(&mut self, id: i32) -> Result<Value, ResponseError> {
        while !self.responses.contains_key(&id) {
            self.hear();
        }
        self.responses.remove(&id).expect("an answer")
    }

    /// Takes one message of the server.
    fn hear(&mut self) {
        let connection = self.connection.as_ref().expect("still there");
        let message = connection.receiver.recv_timeout(PATIENCE).expect("the server answers");
        self.take(message);
    }

    /// Takes what comes within a moment.
    pub(crate) fn listen(&mut self) {
        let connection = self.connection.as_ref().expect("still there");
        if let Ok(message) = connection.receiver.recv_timeout(Duration::from_millis(25)) {
            self.take(message);
        }
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Response(Response { id, response_result }) => {
                let id: i32 = id.to_string().parse().expect("one of our numbers");
                assert!(self.responses.insert(id, response_result).is_none(), "question {id} was answered twice");
            }
            Message::Notification(Notification { method, params }) if method == "textDocument/publishDiagnostics" => {
                let file = params["uri"].as_str().expect("an address").to_owned();
                let said = params["diagnostics"].as_array().expect("a list").clone();
                self.diagnostics.insert(file, (params["version"].as_i64(), said));
            }
            Message::Notification(Notification { params, .. }) => {
                self.messages.extend(params["message"].as_str().map(str::to_owned));
            }
            Message::Request(_) => {}
        }
    }

    pub(crate) fn open(&mut self, file: &str, text: &str) {
        let version = self.versions.entry(file.to_owned()).and_modify(|version| *version += 1).or_insert(1);
        let document =
            json!({ "uri": uri(&self.folder.join(file)), "languageId": "ron", "version": version, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub(crate) fn change(&mut self, file: &str, changes: Value) {
        let version = self.versions.get_mut(file).expect("an open file");
        *version += 1;
        let document = json!({ "uri": uri(&self.folder.join(file)), "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// What is said of the present version of an open file.
    pub(crate) fn said(&mut self, file: &str) -> Vec<Value> {
        let (uri, version) = (self.uri(file), i64::from(self.versions[file]));
        while self.diagnostics.get(&uri).is_none_or(|(of, _)| *of != Some(version)) {
            self.hear();
        }
        self.diagnostics[&uri].1.clone()
    }

    /// The codes that are said of the present version of an open file.
    pub(crate) fn codes(&mut self, file: &str) -> BTreeSet<String> {
        self.said(file).iter().filter_map(|said| said["code"].as_str().map(str::to_owned)).collect()
    }

    /// Asks about the place of a marked word: `|` in the pattern is the cursor.
    pub(crate) fn at(
        &mut self,
        method: &str,
        file: &str,
        text: &str,
        pattern: &str,
        more: Value,
    ) -> Result<Value, ResponseError> {
        let plain = pattern.replace('|', "");
        let start = text.find(&plain).unwrap_or_else(|| panic!("{plain} is not in {file}"));
        let offset = start + pattern.find('|').expect("a cursor");
        let mut params = json!({ "textDocument": { "uri": self.uri(file) }, "position": position(text, offset) });
        if let (Some(params), Value::Object(more)) = (params.as_object_mut(), more) {
            params.extend(more);
        }
        self.ask(method, params)
    }

    /// Says goodbye as the protocol wants it.
    pub(crate) fn goodbye(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null).expect("an answer"), Value::Null);
        self.tell("exit", Value::Null);
        self.end().expect("an orderly end");
    }

    /// Goes away without a word.
    pub(crate) fn die(mut self) -> Result<(), ServeError> {
        self.end()
    }

    fn end(&mut self) -> Result<(), ServeError> {
        self.connection = None;
        self.server.take().expect("still there").join().expect("no panic")
    }
}

/// Where the lines begin: after `\n`, `\r\n` and a lone `\r`.
fn line_starts(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let ends = |at: &usize| bytes[*at] == b'\n' || bytes[*at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|at| at + 1)).collect()
}

/// A place as the protocol counts it.
pub(crate) fn position(text: &str, offset: usize) -> Value {
    let starts = line_starts(text);
    let line = starts.iter().rposition(|start| *start <= offset).expect("the first line");
    json!({ "line": line, "character": text[starts[line]..offset].encode_utf16().count() })
}

/// The byte of a place that the protocol counts.
pub(crate) fn offset(text: &str, position: &Value) -> usize {
    let line = position["line"].as_u64().expect("a line") as usize;
    let start = line_starts(text)[line];
    let mut left = position["character"].as_u64().expect("a column") as usize;
    let letters = text[start..].chars().take_while(|letter| {
        let takes = left >= letter.len_utf16();
        left = left.saturating_sub(letter.len_utf16());
        takes
    });
    start + letters.map(char::len_utf8).sum::<usize>()
}

/// The text after edits of the protocol.
pub(crate) fn edited(text: &str, edits: &[Value]) -> String {
    let mut places: Vec<(usize, usize, &str)> = edits
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            (offset(text, &range["start"]), offset(text, &range["end"]), edit["newText"].as_str().expect("a text"))
        })
        .collect();
    places.sort_unstable();
    let mut out = text.to_owned();
    for (start, end, new) in places.into_iter().rev() {
        out.replace_range(start..end, new);
    }
    out
}
