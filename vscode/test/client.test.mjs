// Runs the bundled extension against the real server. The editor's API is a stub that holds what the extension asks of it.
// CHARTROOM names the program; scripts/peers/vscode sets it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const program = process.env.CHARTROOM;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "chartroom-vscode-"));
const pack = path.join(folder, "small");

/** A client in miniature: the messages that VS Code's own client sends, on a real pipe to the real server. */
class Pipe {
  constructor() {
    this.child = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
    this.waiting = new Map();
    this.told = [];
    this.next = 0;
    let held = Buffer.alloc(0);
    this.child.stdout.on("data", (part) => {
      held = Buffer.concat([held, part]);
      for (;;) {
        const head = held.indexOf("\r\n\r\n");
        if (head < 0) return;
        const length = Number(/Content-Length: (\d+)/i.exec(held.subarray(0, head).toString())[1]);
        if (held.length < head + 4 + length) return;
        this.hear(JSON.parse(held.subarray(head + 4, head + 4 + length).toString()));
        held = held.subarray(head + 4 + length);
      }
    });
  }

  hear(message) {
    if (message.id !== undefined && message.method === undefined) {
      const answer = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.error) answer.reject(new Error(message.error.message));
      else answer.resolve(message.result);
    } else {
      this.told.push(message);
    }
  }

  send(message) {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  ask(method, params) {
    const id = ++this.next;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }
}

let extension;
const stub = {
  commands: new Map(),
  tasks: [],
  opened: [],
  errors: [],
  pipe: undefined,
};

before(async () => {
  assert.ok(program, "CHARTROOM names the program");
  fs.mkdirSync(pack);
  fs.writeFileSync(path.join(pack, "pack.ron"), 'Pack(schema: 2, id: "small", title: "Small", version: "1")\n');
  fs.writeFileSync(path.join(pack, "units.ron"), 'Units(schema: 2, units: {"infantry": (title: "Infantry", domain: Land)})\n');
  // The bundle asks for `vscode`, which only the editor has; the client library inside it is taken as it is but for its pipe.
  const source = fs.readFileSync(path.join(here, "../dist/extension.js"), "utf8");
  const module = { exports: {} };
  const api = makeApi();
  const require = (await import("node:module")).createRequire(import.meta.url);
  const run = new Function("module", "exports", "require", source);
  run(module, module.exports, (name) => (name === "vscode" ? api : require(name)));
  extension = module.exports;
});

after(() => {
  stub.pipe?.child.kill();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** As much of the API as the extension and the client library touch; everything else answers with another such thing. */
function makeApi() {
  const anything = () => {
    const made = function () {};
    return new Proxy(made, {
      get: (_, name) => (name === Symbol.toPrimitive ? () => "" : name === "then" ? undefined : anything()),
      apply: () => anything(),
      construct: () => anything(),
    });
  };
  const known = {
    commands: {
      registerCommand: (name, run) => (stub.commands.set(name, run), { dispose() {} }),
      executeCommand: async (name, ...rest) => void stub.opened.push([name, ...rest]),
    },
    window: {
      showErrorMessage: async (message) => void stub.errors.push(message),
      showWarningMessage: async (message) => void stub.errors.push(message),
      activeTextEditor: undefined,
    },
    tasks: { executeTask: async (task) => void stub.tasks.push(task) },
    workspace: {
      getConfiguration: () => ({ get: (name, otherwise) => (name === "path" ? program : otherwise) }),
      onDidChangeConfiguration: () => ({ dispose() {} }),
      saveAll: async () => true,
    },
  };
  const layered = (of) =>
    new Proxy(of, { get: (target, name) => (name in target ? target[name] : anything()) });
  return new Proxy(
    Object.fromEntries(Object.entries(known).map(([name, of]) => [name, layered(of)])),
    { get: (target, name) => (name in target ? target[name] : anything()) },
  );
}

test("every command of the manifest is registered when the extension starts", async () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(here, "../package.json"), "utf8"));
  // The client library cannot finish its start on the stub; the commands are there before it begins.
  void extension.activate({ subscriptions: [], globalStorageUri: {} }).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 100));
  for (const { command } of manifest.contributes.commands) {
    assert.ok(stub.commands.has(command), command);
  }
});

test("without an open file the commands say so and do nothing", async () => {
  stub.errors.length = 0;
  await stub.commands.get("chartroom.check")();
  assert.equal(stub.tasks.length, 0);
  assert.match(stub.errors.join(" "), /open a file of a pack/);
});

test("the server answers on a real pipe what the extension relies on", async () => {
  const pipe = (stub.pipe = new Pipe());
  const root = { uri: `file://${folder}`, name: "small" };
  const greeted = await pipe.ask("initialize", { processId: process.pid, capabilities: {}, workspaceFolders: [root] });
  assert.equal(greeted.serverInfo.name, "chartroom");
  pipe.send({ method: "initialized", params: {} });
  const uri = `file://${pack}/units.ron`;
  const place = await pipe.ask("chartroom/place", { textDocument: { uri }, position: { line: 0, character: 30 } });
  assert.equal(place.pack, pack);
  const broken = 'Units(schema: 2, units: {"infantry": (titel: "Infantry", domain: Land)})\n';
  pipe.send({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "ron", version: 1, text: broken } } });
  for (let waited = 0; waited < 200; waited++) {
    const said = pipe.told.filter((message) => message.method === "textDocument/publishDiagnostics" && message.params.uri === uri);
    if (said.some((message) => message.params.diagnostics.some((finding) => finding.code === "M110"))) break;
    assert.ok(waited < 199, "the misspelt field is told");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await pipe.ask("shutdown", null);
  const ended = new Promise((resolve) => pipe.child.on("exit", resolve));
  pipe.send({ method: "exit", params: null });
  assert.equal(await ended, 0);
});
