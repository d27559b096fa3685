// The extension: starts the language server and adds what needs more than the protocol: whole checks, the desktop editor, the map.

import { spawn, type ChildProcess } from "node:child_process";
import * as path from "node:path";
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

/** What the server says of a place: its pack, and the space or table that the desktop editor can show. */
interface Place {
  pack: string;
  kind: "space" | "table" | null;
  id: string | null;
}

let client: LanguageClient | undefined;

function program(): string {
  return vscode.workspace.getConfiguration("chartroom").get<string>("path", "chartroom");
}

async function start(): Promise<void> {
  const server: ServerOptions = { command: program(), args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [
      { scheme: "file", language: "ron" },
      { scheme: "untitled", language: "ron" },
    ],
  };
  const started = new LanguageClient("chartroom", "Chartroom", server, options);
  client = started;
  try {
    await started.start();
  } catch (error) {
    client = undefined;
    const choice = await vscode.window.showErrorMessage(
      `Chartroom: \`${program()} lsp\` does not start. Install Chartroom or set chartroom.path. (${String(error)})`,
      "Open Settings",
    );
    if (choice !== undefined) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "chartroom.path");
    }
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

/** The place of the cursor, as the server understands it. */
async function place(): Promise<Place | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || client === undefined) {
    void vscode.window.showWarningMessage("Chartroom: open a file of a pack first.");
    return undefined;
  }
  const asked = await client.sendRequest<Place | null>("chartroom/place", {
    textDocument: { uri: editor.document.uri.toString() },
    position: { line: editor.selection.active.line, character: editor.selection.active.character },
  });
  if (asked === null) {
    void vscode.window.showWarningMessage("Chartroom: this file belongs to no pack; there is no pack.ron above it.");
    return undefined;
  }
  return asked;
}

async function check(): Promise<void> {
  const at = await place();
  if (at === undefined) {
    return;
  }
  await vscode.workspace.saveAll(false);
  const task = new vscode.Task(
    { type: "chartroom", pack: at.pack },
    vscode.TaskScope.Workspace,
    `check ${path.basename(at.pack)}`,
    "chartroom",
    new vscode.ProcessExecution(program(), ["check", at.pack]),
  );
  await vscode.tasks.executeTask(task);
}

/** The desktop editor opens in a window of its own and lives on when this one is closed. */
async function openInEditor(): Promise<void> {
  const at = await place();
  if (at === undefined) {
    return;
  }
  await vscode.workspace.saveAll(false);
  const where = at.id === null ? [] : ["--at", at.id];
  const child = spawn(program(), ["edit", at.pack, ...where], { detached: true, stdio: ["ignore", "ignore", "pipe"] });
  tellFailure(child, "the editor");
  child.unref();
}

function tellFailure(child: ChildProcess, what: string): void {
  let said = "";
  child.stderr?.on("data", (part: Buffer) => (said = (said + part.toString()).slice(-2000)));
  child.on("error", (error) => void vscode.window.showErrorMessage(`Chartroom: ${what} does not start: ${error.message}`));
  child.on("exit", (code) => {
    if (code !== null && code !== 0) {
      void vscode.window.showErrorMessage(`Chartroom: ${what} ended with ${code}: ${said.trim()}`);
    }
  });
}

async function previewMap(context: vscode.ExtensionContext): Promise<void> {
  const at = await place();
  if (at === undefined) {
    return;
  }
  await vscode.workspace.saveAll(false);
  const name = path.basename(at.pack);
  const folder = context.globalStorageUri;
  await vscode.workspace.fs.createDirectory(folder);
  const file = vscode.Uri.joinPath(folder, `${name}.png`);
  const drawn = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: `Drawing the map of ${name}`, cancellable: true },
    (_, token) => render(at.pack, file.fsPath, token),
  );
  if (drawn) {
    await vscode.commands.executeCommand("vscode.open", file, vscode.ViewColumn.Beside);
  }
}

function render(pack: string, file: string, token: vscode.CancellationToken): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program(), ["render", pack, "--output", file], { stdio: ["ignore", "ignore", "pipe"] });
    tellFailure(child, "the drawing");
    token.onCancellationRequested(() => child.kill());
    child.on("error", () => resolve(false));
    child.on("exit", (code) => resolve(code === 0));
  });
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const command = (name: string, run: () => Promise<void>) =>
    context.subscriptions.push(vscode.commands.registerCommand(`chartroom.${name}`, run));
  command("check", check);
  command("openInEditor", openInEditor);
  command("previewMap", () => previewMap(context));
  command("restart", async () => {
    await stop();
    await start();
  });
  context.subscriptions.push(
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("chartroom.path")) {
        await stop();
        await start();
      }
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await stop();
}
