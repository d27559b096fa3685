//! Ten thousand random edits, cursors and cancellations: nothing panics, every question is answered once, and what is answered is
//! what a server would say that has only ever seen the present text.

use serde_json::{Value, json};

use crate::client::{Client, position};

/// Numbers from a seed; the same on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides.max(1) as u64) as usize
    }
}

const FILES: &[&str] =
    &["base/units.ron", "base/scenarios/one.ron", "base/map/spaces.ron", "base/tables/unit-cost.ron"];
const PIECES: &[&str] = &[
    "",
    "\"",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    " ",
    "\n",
    "red-land",
    "infantry",
    "domain: ",
    "At(",
    "😀",
    "é",
    "//",
    "/*",
    "\\",
    "r#\"",
    "title",
    "2",
    "\r\n",
    "\"armor\": (title: \"A\", domain: Land),",
];
const QUESTIONS: &[&str] = &[
    "textDocument/completion",
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/semanticTokens/full",
    "textDocument/inlayHint",
    "textDocument/codeAction",
    "textDocument/formatting",
    "chartroom/place",
];

fn question(client: &Client, dice: &mut Dice, file: &str, text: &str) -> (&'static str, Value) {
    let method = QUESTIONS[dice.below(QUESTIONS.len())];
    let place = if dice.below(20) == 0 {
        json!({ "line": dice.below(200), "character": dice.below(500) })
    } else {
        position(text, boundary(text, dice.below(text.len() + 1)))
    };
    let range = json!({ "start": place, "end": position(text, text.len()) });
    (
        method,
        json!({
            "textDocument": { "uri": client.uri(file) }, "position": place, "range": range, "newName": "other", "options": {},
            "context": { "diagnostics": [], "includeDeclaration": true }
        }),
    )
}

fn boundary(text: &str, mut at: usize) -> usize {
    // No place of the protocol lies inside a letter or inside a line's end.
    while !text.is_char_boundary(at) || text[..at].ends_with('\r') && text[at..].starts_with('\n') {
        at -= 1;
    }
    at
}

#[test]
fn ten_thousand_edits_cursors_and_cancellations() {
    let mut dice = Dice(0x2545_F491_4F6C_DD1D);
    let mut client = Client::start();
    let originals: Vec<String> = FILES.iter().map(|file| client.text(file)).collect();
    let mut texts = originals.clone();
    for (file, text) in FILES.iter().zip(&texts) {
        client.open(file, text);
    }
    let mut asked = Vec::new();
    let mut cancelled = 0;
    for step in 1..=10_000 {
        let number = dice.below(FILES.len());
        let file = FILES[number];
        match dice.below(10) {
            0..6 => {
                let text = &mut texts[number];
                let start = boundary(text, dice.below(text.len() + 1));
                let end = boundary(text, (start + dice.below(6)).min(text.len())).max(start);
                let piece = PIECES[dice.below(PIECES.len())];
                let range = json!({ "start": position(text, start), "end": position(text, end) });
                text.replace_range(start..end, piece);
                client.change(file, json!([{ "range": range, "text": piece }]));
            }
            6..9 => {
                let (method, params) = question(&client, &mut dice, file, &texts[number]);
                asked.push(client.request(method, params));
            }
            _ => {
                if let Some(id) = asked.last() {
                    client.tell("$/cancelRequest", json!({ "id": id }));
                    cancelled += 1;
                }
            }
        }
        // Most texts are mended now and then, so that not all of them stay rubble.
        if step % 100 == 0 {
            texts[number].clone_from(&originals[number]);
            client.change(file, json!([{ "text": originals[number] }]));
        }
        if step % 50 == 0 {
            for id in asked.drain(..) {
                if let Err(error) = client.answer(id) {
                    assert!(!error.message.contains("please report"), "{}", error.message);
                }
            }
        }
        if step % 2_000 == 0 {
            compare(&mut client, &mut dice, &texts);
        }
    }
    assert!(cancelled > 500);
    client.goodbye();
}

/// A server that sees the texts for the first time must say the same.
fn compare(client: &mut Client, dice: &mut Dice, texts: &[String]) {
    let mut fresh = Client::start();
    for (file, text) in FILES.iter().zip(texts) {
        fresh.open(file, text);
    }
    let (ours, theirs) = (client.folder.to_string_lossy().into_owned(), fresh.folder.to_string_lossy().into_owned());
    let plain = |value: &Value, folder: &str| value.to_string().replace(folder, "");
    for file in FILES {
        // A pack that builds on the file's own may still be under check, and has its say a moment later.
        for left in (0..400).rev() {
            let (said, wanted) = (plain(&json!(client.said(file)), &ours), plain(&json!(fresh.said(file)), &theirs));
            if said == wanted {
                break;
            }
            assert!(left > 0, "{file}: {said} instead of {wanted}");
            client.listen();
            fresh.listen();
        }
    }
    for _ in 0..60 {
        let number = dice.below(FILES.len());
        let (method, params) = question(client, dice, FILES[number], &texts[number]);
        let mut of_fresh = params.clone();
        of_fresh["textDocument"]["uri"] = fresh.uri(FILES[number]).into();
        let without_versions = |answer: Result<Value, lsp_server::ResponseError>| match answer {
            Ok(mut answer) => {
                for change in answer.pointer_mut("/documentChanges").and_then(Value::as_array_mut).into_iter().flatten()
                {
                    change["textDocument"]["version"] = Value::Null;
                }
                answer
            }
            Err(error) => json!(error.message),
        };
        let answer = without_versions(client.ask(method, params.clone()));
        let wanted = without_versions(fresh.ask(method, of_fresh));
        assert_eq!(plain(&answer, &ours), plain(&wanted, &theirs), "{method} {params}");
    }
    fresh.goodbye();
}
