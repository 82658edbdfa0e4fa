import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { addShippedIntegrations } from "#oauth/integrations/shipped.ts";
import { agentHosts } from "#pages/views/admin/applications/agent-hosts.ts";
import type { Page } from "../../support/browser-session.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { root } from "../../support/data/source-tree.ts";
import { aSite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";

const address = "/admin/developers/agents";

async function aSchool(role: "owner" | "manager" | "lecturer" = "owner") {
  const site = await aSite();
  const browser = await site.signedIn(await site.member({ roles: [role] }));
  return { site, browser };
}

/** The text of the section about a program. */
const stateOf = (page: Page, host: string) => {
  const body = page.body.split("<h2 ").find((section) => section.startsWith(`id="${host}"`))!;
  return textOf({ ...page, body });
};

void test("Managers find the addresses of the school and the configuration of each program", async () => {
  const { site, browser } = await aSchool("manager");
  const { body } = await browser.open(address);
  const { origin } = site.site;
  for (const path of ["/mcp/connect", "/mcp", "/mcp/readonly"])
    assert.ok(body.includes(`<code>${origin}${path}</code>`));
  const codes = new Set(
    [...body.matchAll(/<pre[^>]*><code>(.*?)<\/code><\/pre>/gs)].map(([, code]) => code!.replaceAll("&quot;", '"')),
  );
  for (const { configurations } of Object.values(agentHosts(origin))) {
    for (const { code } of configurations) assert.ok(codes.has(code), code);
  }
  assert.match((await browser.open("/admin")).body, new RegExp(`href="${address}"`));
});

void test("The addresses of the page answer: one challenges, the other serves everyone", async () => {
  const { site, browser } = await aSchool();
  const { body } = await browser.open(address);
  const status = async (path: string) => {
    assert.ok(body.includes(`${site.site.origin}${path}<`), path);
    const message = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const headers = { accept: "application/json, text/event-stream" };
    return (await site.request("POST", path, { payload: message, headers })).statusCode;
  };
  assert.deepEqual([await status("/mcp/connect"), await status("/mcp")], [401, 200]);
});

void test("The page runs only scripts of the site, and its buttons have distinct names", async () => {
  const { site, browser } = await aSchool();
  const page = await browser.open(address);
  assert.match(String(page.response.headers["content-security-policy"]), /default-src 'none';.* script-src 'self';/);
  const scripts = [...page.body.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
  assert.equal(scripts.length, 2);
  const [, script] = /src="(\/assets\/islands\/[\w-]+\/docs-copy\.js)"/.exec(scripts.join(""))!;
  assert.equal((await site.get(script!)).statusCode, 200);
  const names = [...page.body.matchAll(/data-name="([^"]+)"/g)].map(([, name]) => name);
  assert.equal(new Set(names).size, names.length);
  assert.equal(names.length, (page.body.match(/<pre\b/g) ?? []).length);
});

void test("Programs with a fixed callback show whether their integration is turned on", async () => {
  const { browser } = await aSchool();
  await addShippedIntegrations(database, now());
  const state = async () => stateOf(await browser.open(address), "claude");
  assert.match(await state(), /The integration Claude is turned off\. Turn it on first: Integrations/);
  const integrations = "/admin/developers/integrations";
  await browser.submit(await browser.open(integrations), {}, `${integrations}/claude/enable`);
  assert.match(await state(), /The integration Claude is turned on\./);
});

void test("Programs with a metadata document show whether the school accepts their host", async () => {
  const { browser } = await aSchool();
  const state = async () => stateOf(await browser.open(address), "vscode");
  assert.match(await state(), /Allow this host first: Metadata document applications/);
  const documents = "/admin/developers/documents";
  await browser.submit(await browser.open(documents), { hosts: "vscode.dev" });
  assert.match(await state(), /Applications of vscode\.dev are allowed\./);
});

void test("Lecturers cannot open the page", async () => {
  const { browser } = await aSchool("lecturer");
  assert.equal((await browser.open(address)).status, 403);
});

void test("The guide has the same configuration as the page", () => {
  const guide = readFileSync(path.join(root, "docs/guides/connect-an-agent.md"), "utf8");
  for (const [name, { configurations }] of Object.entries(agentHosts("https://learn.school.example"))) {
    for (const { code } of configurations) assert.ok(guide.includes(code), `${name}: ${code}`);
  }
});
