//! How fast the server answers: `cargo run --release -p chartroom-ide --example speed -- content war-game-ww2`. All packs under the folder are
//! opened as one workspace; 200 edits go into units of the named pack.
#![expect(clippy::print_stdout, reason = "it prints what it measures")]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

const EDITS: usize = 200;
const PATIENCE: Duration = Duration::from_secs(60);

struct Client {
    connection: Connection,
    next: i32,
}

impl Client {
    fn tell(&self, method: &str, params: Value) {
        // A server that has gone is found out by whoever waits for it.
        let _ = self.connection.sender.send(Message::Notification(Notification { method: method.to_owned(), params }));
    }

    fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.next += 1;
        let id = RequestId::from(self.next);
        let _ = self.connection.sender.send(Message::Request(Request {
            id: id.clone(),
            method: method.to_owned(),
            params,
        }));
        loop {
            if let Message::Response(response) = self.hear()?
                && response.id == id
            {
                return response.response_result.map_err(|error| error.message);
            }
        }
    }

    fn hear(&self) -> Result<Message, String> {
        self.connection.receiver.recv_timeout(PATIENCE).map_err(|error| error.to_string())
    }

    /// Waits for what is said of a version of a file.
    fn said(&self, uri: &str, version: usize) -> Result<(), String> {
        loop {
            if let Message::Notification(Notification { method, params }) = self.hear()?
                && method == "textDocument/publishDiagnostics"
                && params["uri"] == uri
                && params["version"] == version
            {
                return Ok(());
            }
        }
    }
}

fn main() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let content = PathBuf::from(args.next().unwrap_or_else(|| "content".to_owned()));
    let content = content.canonicalize().map_err(|error| error.to_string())?;
    let pack = content.join(args.next().unwrap_or_else(|| "war-game-ww2".to_owned()));
    let file = pack.join("units.ron");
    let text = std::fs::read_to_string(&file).map_err(|error| error.to_string())?;
    let address = |path: &Path| format!("file://{}", path.to_string_lossy());
    let uri = address(&file);

    let begun = Instant::now();
    let (ours, theirs) = Connection::memory();
    let server = std::thread::spawn(move || chartroom_ide::serve(theirs));
    let mut client = Client { connection: ours, next: 0 };
    client.ask(
        "initialize",
        json!({ "capabilities": {}, "workspaceFolders": [{ "uri": address(&content), "name": "content" }] }),
    )?;
    client.tell("initialized", json!({}));
    let document = json!({ "uri": uri, "languageId": "ron", "version": 1, "text": text });
    client.tell("textDocument/didOpen", json!({ "textDocument": document }));
    client.said(&uri, 1)?;
    println!("start to first diagnostics of {}: {:.1} ms", pack.display(), millis(begun.elapsed()));

    // A number of a unit is typed anew, digit by digit.
    let at = text.find("attack: [").map_or(0, |at| at + "attack: [".len());
    let line = text[..at].matches('\n').count();
    let column = at - text[..at].rfind('\n').map_or(0, |at| at + 1);
    let mut edits = Vec::new();
    let mut completions = Vec::new();
    let mut hovers = Vec::new();
    for version in 2..EDITS + 2 {
        let digit = (version % 9 + 1).to_string();
        let range =
            json!({ "start": { "line": line, "character": column }, "end": { "line": line, "character": column + 1 } });
        let change = json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": [{ "range": range, "text": digit }] });
        let begun = Instant::now();
        client.tell("textDocument/didChange", change);
        client.said(&uri, version)?;
        edits.push(begun.elapsed());
        let place = json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": column - 9 } });
        for (method, times) in [("textDocument/completion", &mut completions), ("textDocument/hover", &mut hovers)] {
            let begun = Instant::now();
            client.ask(method, place.clone())?;
            times.push(begun.elapsed());
        }
    }
    report("diagnostics for an edit", edits);
    report("completion", completions);
    report("hover", hovers);
    let begun = Instant::now();
    client.ask("workspace/symbol", json!({ "query": "infantry" }))?;
    println!("symbols of the workspace: {:.1} ms", millis(begun.elapsed()));
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        for line in status.lines().filter(|line| line.starts_with("VmHWM") || line.starts_with("VmRSS")) {
            println!("memory, {line}");
        }
    }
    client.ask("shutdown", Value::Null)?;
    client.tell("exit", Value::Null);
    drop(client);
    server.join().map_err(|_| "the server failed".to_owned())?.map_err(|error| error.to_string())
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    println!("{what}: median {:.1} ms, worst {:.1} ms of {}", millis(median), millis(worst), times.len());
}
