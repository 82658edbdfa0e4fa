import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { aPerson, decide, signIn } from "../support/worlds/person.ts";
import { freePort } from "../support/processes/server-process.ts";
import { aSite, buildProcess } from "../support/world.ts";
import { compareDocument, wrongReasons } from "./conformance/document.ts";
import { conformanceFixtures } from "./conformance/fixtures.ts";
import { readResults, type Result } from "./conformance/results.ts";
import { agentAt, anOperatorAgent } from "./support/agent.ts";
import { runCommand, startCommand } from "./support/command.ts";

const suite = "@modelcontextprotocol/conformance/dist/index.js";

const written = (options: Record<string, string>) =>
  Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);

void describe("The MCP conformance suite", () => {
  let live: LiveSite;
  let browser: Browser;
  let folder: string;
  const bearers: string[] = [];
  const revisions = new Map<string, readonly Result[]>();
  let authorization: readonly Result[];

  before(async () => {
    const process = buildProcess({ mcpExtension: conformanceFixtures(signInFromSameProgram) });
    [live, browser] = await Promise.all([
      aLiveSite({ mcpAnonymousRequestsPerMinute: 100_000, openClientMetadataDocuments: true }, process),
      launchBrowser(),
    ]);
    folder = await mkdtemp(path.join(tmpdir(), "lectern-conformance-"));
    // Made before the suite waits for a change. Each changes the lists once.
    for (let count = 0; count < 6; count++) bearers.push((await anOperatorAgent(live.site, ["courses:read"])).bearer);
  });
  after(() => Promise.all([live.close(), browser.close(), rm(folder, { recursive: true })]));

  /**
   * Lists change for an anonymous client when its person signs in. The server recognizes the program by its network and
   * its user agent, which this process has in common with the suite.
   */
  async function signInFromSameProgram(): Promise<void> {
    const bearer = bearers.pop();
    const response = await fetch(`${live.origin}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${bearer}` },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
    });
    assert.equal(response.status, 200);
  }

  const resultsIn = (name: string) => path.join(folder, name);

  for (const revision of ["2026-07-28", "2025-11-25"]) {
    void test(`passes the requirements of ${revision}, except those with a reason`, async () => {
      const options = { url: `${live.origin}/mcp`, requirements: revision, "output-dir": resultsIn(revision) };
      const { output } = await runCommand(suite, ["server", ...written(options)]);
      const results = readResults(resultsIn(revision), revision);
      assert.ok(results.length > 30, output);
      revisions.set(revision, results);
      const wrong = wrongReasons({ revisions: new Map([[revision, results]]) });
      assert.equal(wrong.join("\n"), "");
    });
  }

  void test("passes for the authorization server: its metadata and the flow from the browser to a token", async () => {
    const port = await freePort();
    const { clientId } = await live.site.register({ redirect_uris: [`http://127.0.0.1:${port}/callback`] });
    const member = await live.site.member({ roles: ["owner"] });
    const options = { url: live.origin, "client-id": clientId, resource: live.origin, port };
    const results = { "output-dir": resultsIn("authorization") };
    const command = startCommand(suite, ["authorization", ...written(options), ...written(results)]);
    const [address] = await command.written(/https?:\/\/\S+\/oauth\/authorize\?\S+/);
    const page = await aPerson(browser);
    await page.goto(address);
    await signIn(page, member);
    await decide(page, "Allow");
    assert.equal(await command.exited, 0, command.output());
    assert.match(command.output(), /authorization-code-grant: [1-9]\d* passed, 0 failed/);
    authorization = readResults(resultsIn("authorization"));
    assert.ok(authorization.every(({ outcome }) => outcome === "passed"));
  });

  void test("has the results of the document", () => {
    const { documented, measured } = compareDocument({ revisions, authorization });
    assert.equal(measured, documented);
  });
});

void test("A server without the fixtures has none of their tools, prompts and resources", async () => {
  const site = await aSite();
  const agent = agentAt(site);
  const { tools } = await agent.ask<{ tools: { name: string }[] }>("tools/list");
  assert.ok(tools.every(({ name }) => !name.startsWith("test_")));
  const { error } = await agent.call("test_simple_text");
  assert.equal(error?.message, "Unknown tool: test_simple_text");
});
