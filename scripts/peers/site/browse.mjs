// Every page in a real browser, from a folder as from a server's: no complaints, no request that leaves the site.
import assert from "node:assert/strict";
import { createReadStream, existsSync, mkdirSync, readFileSync, readdirSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const root = process.env.PUBLIC;
const shots = process.env.SHOTS;
if (shots) mkdirSync(shots, { recursive: true });
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const kinds = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml" };
const server = createServer((request, response) => {
  const path = join(root, normalize(decodeURIComponent(new URL(request.url, "http://site").pathname)));
  if (!path.startsWith(root) || !existsSync(path) || !statSync(path).isFile()) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { "content-type": kinds[extname(path)] || "application/octet-stream" });
  createReadStream(path).pipe(response);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${server.address().port}`;

const pages = readdirSync(root, { recursive: true }).map(String).filter((path) => path.endsWith(".html")).sort();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--no-sandbox"] });
const faults = [];

const watch = (page, name) => {
  page.on("console", (message) => { if (message.type() === "error") faults.push(`${name()}: ${message.text()}`); });
  page.on("pageerror", (error) => faults.push(`${name()}: ${error.message}`));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(address) && !url.startsWith("file:") && !url.startsWith("data:")) faults.push(`${name()}: asks for ${url}`);
  });
};

// Every page, and every link of it.
{
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  let here = "";
  watch(page, () => here);
  const ids = new Map();
  const links = new Map();
  for (here of pages) {
    const answer = await page.goto(`${address}/${here}`);
    assert.equal(answer.status(), 200, here);
    const found = await page.evaluate(() => ({
      ids: [...document.querySelectorAll("[id]")].map((element) => element.id),
      links: [...document.querySelectorAll("a[href]")].map((link) => link.href.baseVal ?? link.href),
      wide: document.documentElement.scrollWidth - innerWidth,
      title: document.title,
    }));
    if (found.wide > 0) faults.push(`${here}: ${found.wide} pixels too wide for a phone`);
    if (!found.title) faults.push(`${here}: no title`);
    ids.set(here, new Set(found.ids));
    links.set(here, found.links);
  }
  for (const [from, list] of links) {
    for (const link of list) {
      const url = new URL(link, `${address}/${from}`);
      const path = decodeURIComponent(url.pathname.slice(1));
      if (url.origin !== address || !existsSync(join(root, path))) faults.push(`${from}: ${link} leads nowhere`);
      else if (url.hash && ids.has(path) && !ids.get(path).has(decodeURIComponent(url.hash.slice(1)))) faults.push(`${from}: ${link} has no such place`);
    }
  }
  console.log(`${pages.length} pages loaded on a phone's screen, ${[...links.values()].flat().length} links followed`);
}

// The map: zoom by button and key, layers by their boxes, a space that leads to its page. Opened from the folder, without a server.
for (const pack of ["hitlers-global-war/map-barbarossa.html", "war-game-ww2/map.html"]) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  watch(page, () => pack);
  await page.goto(pathToFileURL(join(root, pack)).href);
  const width = () => page.evaluate(() => document.querySelector(".chart svg").getBoundingClientRect().width);
  const before = await width();
  await page.getByRole("button", { name: "Nearer" }).click();
  assert.ok(await width() > before * 1.4, `${pack}: nearer`);
  await page.locator(".chart").press("0");
  assert.ok(await width() <= 1280, `${pack}: the whole map`);
  const shown = () => page.evaluate(() => getComputedStyle(document.querySelector(".chart .names")).display);
  assert.notEqual(await shown(), "none");
  await page.getByLabel("Names").uncheck();
  assert.equal(await shown(), "none", `${pack}: names can be hidden`);
  await page.locator(".spaces a").first().dispatchEvent("click");
  await page.waitForURL(/spaces-\d+\.html#/);
}
console.log("maps zoom, switch layers and lead to spaces");

// Search.
for (const [pack, question, wanted] of [
  ["hitlers-global-war", "berlin", "Berlin"], ["war-game-ww2", "infan", "Infantry"], ["global-war-1939", "neutral", "neutral"],
]) {
  const page = await (await browser.newContext()).newPage();
  watch(page, () => `${pack}/search.html`);
  await page.goto(pathToFileURL(join(root, pack, "search.html")).href + `?q=${question}`);
  await page.waitForSelector("#results li");
  const found = (await page.locator("#results").innerText()).toLowerCase();
  assert.ok(found.includes(wanted.toLowerCase()), `${pack}: ${question} finds ${wanted}: ${found.slice(0, 200)}`);
  await page.locator("#search input").fill("zzzzqqq");
  assert.match(await page.locator("#found").innerText(), /^0 found/);
}
console.log("search finds");

// Odds.
{
  const page = await (await browser.newContext()).newPage();
  watch(page, () => "odds.html");
  await page.goto(`${address}/war-game-ww2/odds.html`);
  await page.waitForSelector("#answer table");
  assert.match(await page.locator("#answer .lead").innerText(), /Attacker wins \d+\.\d\d %/);
}

// Without scripts.
{
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  for (const [path, words] of [
    ["index.html", "Packs"], ["hitlers-global-war/rules-1.html", "hgw:"], ["war-game-ww2/units.html", "Infantry"],
    ["hitlers-global-war/search.html", "script"], ["war-game-ww2/odds.html", "chartroom odds"],
  ]) {
    await page.goto(`${address}/${path}`);
    const text = await page.locator("main").innerText();
    assert.ok(text.includes(words), `${path} without scripts says ${words}`);
  }
  await page.goto(`${address}/war-game-ww2/map.html`);
  await page.getByLabel("Names").uncheck();
  assert.equal(await page.locator(".chart .names").first().isVisible(), false, "layers switch without a script");
}
console.log("reading works without scripts");

// Accessibility, light and dark: one page of every kind.
const sample = ["index.html", ...["index", "map", "spaces", "spaces-1", "terrain", "powers", "units", "prices", "odds", "tables", "sequence", "rules",
  "rules-1", "options", "modifiers-1", "events-1", "procedures-1", "scenarios", "scenario-1942", "examples-1", "coverage", "search"]
  .map((name) => `war-game-ww2/${name}.html`), "hitlers-global-war/map-barbarossa.html"].filter((path) => existsSync(join(root, path)));
for (const colorScheme of ["light", "dark"]) {
  const context = await browser.newContext({ colorScheme });
  const page = await context.newPage();
  for (const path of sample) {
    await page.goto(`${address}/${path}`);
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run(document, { exclude: [[".chart svg"]] }));
    for (const { id, impact, nodes } of violations.filter(({ impact }) => ["serious", "critical"].includes(impact))) {
      faults.push(`${path} (${colorScheme}): ${impact}: ${id}: ${nodes.slice(0, 2).map((node) => node.html.slice(0, 120)).join(" | ")}`);
    }
  }
}
console.log(`axe-core read ${sample.length} pages, light and dark`);

if (shots) {
  for (const [name, path, options] of [
    ["index", "index.html", {}], ["overview", "war-game-ww2/index.html", {}], ["map-hex", "hitlers-global-war/map-barbarossa.html", {}],
    ["map-zones", "global-war-1939/map-1939.html", {}], ["units", "war-game-ww2/units.html", {}],
    ["units-phone", "war-game-ww2/units.html", { viewport: { width: 390, height: 844 } }], ["odds", "war-game-ww2/odds.html", {}],
    ["scenario", "hitlers-global-war/scenario-barbarossa.html", {}], ["rules-dark", "hitlers-global-war/rules-1.html", { colorScheme: "dark" }],
    ["table", "hitlers-global-war/tables.html", {}], ["search", "hitlers-global-war/search.html?q=berlin", {}],
    ["map-phone", "war-game-ww2/map.html", { viewport: { width: 390, height: 844 } }], ["sequence", "global-war-1975/sequence.html", {}],
    ["coverage", "hitlers-global-war/coverage.html", {}], ["events", "global-war-1939/events-1.html", {}],
  ]) {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })).newPage();
    await page.goto(`${address}/${path}`);
    await page.waitForTimeout(200);
    await page.screenshot({ path: join(shots, `${name}.png`) });
  }
}

await browser.close();
server.close();
if (faults.length > 0) {
  console.error(`${faults.length} faults:\n${faults.slice(0, 40).join("\n")}`);
  process.exit(1);
}
