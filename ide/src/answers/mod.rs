//! One file per question of the client. Every answer comes from the texts as they are now.

mod actions;
mod cards;
mod complete;
mod folding;
mod hints;
mod hover;
mod layout;
mod navigate;
mod rename;
mod symbols;
mod tokens;

use std::path::PathBuf;
use std::sync::Arc;

use chartroom_format::entries::EntryKind;
use chartroom_format::schema::ids::RuleRef;
use chartroom_format::source::Span;
use lsp_server::{ErrorCode, ResponseError};
use lsp_types::{Position, Uri};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::index::{Index, Mention};
use crate::keys::What;
use crate::position::Encoding;
use crate::server::{State, fault};
use crate::world::File;

pub(crate) type Answer = Result<Value, ResponseError>;

/// What the server can do.
pub(crate) fn capabilities(encoding: Encoding) -> Value {
    json!({
        "capabilities": {
            "positionEncoding": if encoding == Encoding::Utf8 { "utf-8" } else { "utf-16" },
            "textDocumentSync": { "openClose": true, "change": 2, "save": false },
            "completionProvider": { "triggerCharacters": ["\"", "(", ":"] },
            "hoverProvider": true,
            "definitionProvider": true,
            "referencesProvider": true,
            "documentHighlightProvider": true,
            "renameProvider": { "prepareProvider": true },
            "documentSymbolProvider": true,
            "workspaceSymbolProvider": true,
            "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll"] },
            "documentFormattingProvider": true,
            "foldingRangeProvider": true,
            "inlayHintProvider": true,
            "semanticTokensProvider": {
                "legend": { "tokenTypes": tokens::TYPES, "tokenModifiers": tokens::MODIFIERS },
                "full": true, "range": true
            },
            "workspace": { "workspaceFolders": { "supported": true, "changeNotifications": true } }
        },
        "serverInfo": { "name": "chartroom", "version": env!("CARGO_PKG_VERSION") }
    })
}

/// Answers a question.
pub(crate) fn answer(state: &mut State, method: &str, params: Value) -> Answer {
    match method {
        "textDocument/completion" => complete::answer(state, &read(params)?),
        "textDocument/hover" => hover::answer(state, &read(params)?),
        "textDocument/definition" => navigate::definition(state, &read(params)?),
        "textDocument/references" => navigate::references(state, &read(params)?),
        "textDocument/documentHighlight" => navigate::highlight(state, &read(params)?),
        "textDocument/prepareRename" => rename::prepare(state, &read(params)?),
        "textDocument/rename" => rename::answer(state, &read(params)?),
        "textDocument/documentSymbol" => symbols::of_document(state, &read(params)?),
        "workspace/symbol" => symbols::of_workspace(state, &read(params)?),
        "textDocument/codeAction" => actions::answer(state, &read(params)?),
        "textDocument/formatting" => layout::answer(state, &read(params)?),
        "textDocument/foldingRange" => folding::answer(state, &read(params)?),
        "textDocument/semanticTokens/full" | "textDocument/semanticTokens/range" => {
            tokens::answer(state, &read(params)?)
        }
        "textDocument/inlayHint" => hints::answer(state, &read(params)?),
        "chartroom/place" => navigate::place(state, &read(params)?),
        _ => Err(fault(ErrorCode::MethodNotFound, format!("{method} is not known here"))),
    }
}

fn read<P: DeserializeOwned>(params: Value) -> Result<P, ResponseError> {
    serde_json::from_value(params).map_err(|error| fault(ErrorCode::InvalidParams, error.to_string()))
}

#[derive(Deserialize)]
pub(crate) struct DocumentId {
    pub(crate) uri: Uri,
}

/// A question about a document.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct About {
    pub(crate) text_document: DocumentId,
    #[serde(default)]
    pub(crate) range: Option<lsp_types::Range>,
}

/// A question about a place in a document.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct At {
    pub(crate) text_document: DocumentId,
    pub(crate) position: Position,
    #[serde(default)]
    pub(crate) new_name: String,
    #[serde(default)]
    pub(crate) context: Value,
}

/// Where a question points.
pub(crate) struct Place {
    pub(crate) path: PathBuf,
    pub(crate) index: Arc<Index>,
    pub(crate) pack: Option<PathBuf>,
    pub(crate) offset: usize,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    Entry(EntryKind),
    /// A rule of the rulebook.
    Rule,
    Pack,
}

impl State {
    pub(crate) fn place(&mut self, at: &At) -> Option<Place> {
        let (path, index, pack) = self.file(&at.text_document.uri)?;
        let offset = index.lines.offset(&index.text, at.position, self.encoding);
        Some(Place { path, index, pack, offset })
    }

    /// The name at a place and what it stands for.
    pub(crate) fn subject(&mut self, place: &Place) -> Option<(Mention, String, Subject)> {
        let mention = place.index.at(place.offset)?;
        let id = place.index.name(mention).to_owned();
        let pack = place.pack.as_ref()?;
        let subject = match mention.what {
            What::Name(RuleRef::KIND) => Subject::Rule,
            What::Name("PackId") => Subject::Pack,
            _ => Subject::Entry(self.world.names(pack).meaning(mention, &id)?),
        };
        Some((mention, id, subject))
    }

    pub(crate) fn range(&self, index: &Index, span: Span) -> lsp_types::Range {
        index.lines.range(&index.text, span, self.encoding)
    }

    pub(crate) fn location(&self, file: &File, span: Span) -> Value {
        json!({ "uri": self.uri(&file.path), "range": self.range(&file.index, span) })
    }
}
