import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { type LiveSite, aLiveSite } from "../support/live-site.ts";
import { aPerson, decide, signIn } from "../support/person.ts";
import { freePort } from "../support/server-process.ts";
import { runCommand, startCommand } from "./support/command.ts";

const suite = "@modelcontextprotocol/conformance/dist/index.js";

const written = (options: Record<string, string>) =>
  Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);

void describe("The MCP conformance suite", () => {
  let live: LiveSite;
  let browser: Browser;
  let folder: string;
  before(async () => {
    [live, browser] = await Promise.all([aLiveSite(), launchBrowser()]);
    folder = await mkdtemp(path.join(tmpdir(), "lectern-conformance-"));
  });
  after(() => Promise.all([live.close(), browser.close(), rm(folder, { recursive: true })]));

  const resultsIn = (name: string) => ["--output-dir", path.join(folder, name)];

  for (const revision of ["2026-07-28", "2025-11-25"]) {
    void test(`passes the requirements of ${revision}, except those that need tools made for the suite`, async () => {
      const expected = path.join(import.meta.dirname, `conformance/expected-${revision}.yml`);
      const options = { url: `${live.origin}/mcp`, requirements: revision, "expected-failures": expected };
      const { status, output } = await runCommand(suite, ["server", ...written(options), ...resultsIn(revision)]);
      assert.equal(status, 0, output.slice(output.indexOf("=== SUMMARY")));
    });
  }

  void test("passes for the authorization server: its metadata and the flow from the browser to a token", async () => {
    const port = await freePort();
    const { clientId } = await live.site.register({ redirect_uris: [`http://127.0.0.1:${port}/callback`] });
    const member = await live.site.member({ roles: ["owner"] });
    const options = { url: live.origin, "client-id": clientId, resource: live.origin, port };
    const command = startCommand(suite, ["authorization", ...written(options), ...resultsIn("authorization")]);
    const [address] = await command.written(/https?:\/\/\S+\/oauth\/authorize\?\S+/);
    const page = await aPerson(browser);
    await page.goto(address);
    await signIn(page, member);
    await decide(page, "Allow");
    assert.equal(await command.exited, 0, command.output());
    assert.match(command.output(), /authorization-code-grant: [1-9]\d* passed, 0 failed/);
  });
});
