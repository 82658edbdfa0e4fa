import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { aPerson, decide, signIn } from "../support/worlds/person.ts";
import { root } from "../support/data/source-tree.ts";
import { anOperatorAgent, type Json } from "./support/agent.ts";
import { startCommand } from "./support/command.ts";

const run = promisify(execFile);
const expected = [{ name: "Tides" }];

void describe("Agent frameworks sign in at /mcp/connect and call a private tool for a part of its fields", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-frameworks-"));
  let live: LiveSite;
  let browser: Browser;

  before(async () => {
    cpSync(path.join(root, "tools/mcp-clients"), folder, { recursive: true });
    await run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder });
    [live, browser] = await Promise.all([aLiveSite(), launchBrowser()]);
    const staff = await anOperatorAgent(live.site);
    await staff.call("create_course", { name: "Tides" });
  });
  after(async () => {
    await Promise.all([live.close(), browser.close()]);
    rmSync(folder, { recursive: true });
  });

  /** An owner of the school allows the request. */
  async function allow(address: string): Promise<void> {
    const page = await aPerson(browser);
    await page.goto(address);
    await signIn(page, await live.site.member({ roles: ["owner"] }));
    await decide(page, "Allow");
    await page.context().close();
  }

  for (const [name, program] of [
    ["@ai-sdk/mcp", "ai-sdk.mjs"],
    ["@openai/agents", "openai-agents.mjs"],
    ["@langchain/mcp-adapters", "langchain.mjs"],
  ] as const) {
    void test(name, async () => {
      const command = startCommand(path.join(folder, program), [live.origin], { HOME: folder });
      const [, address] = await command.written(/^open (http\S+)$/m);
      await allow(address!);
      assert.equal(await command.exited, 0, command.output());
      const [, result] = /^result (.+)$/m.exec(command.stdout()) ?? [];
      assert.deepEqual((JSON.parse(result!) as Json)["data"], expected);
    });
  }

  void test("mcporter", async () => {
    const config = path.join(folder, "mcporter.json");
    const school = { baseUrl: `${live.origin}/mcp/connect`, auth: "oauth", tokenCacheDir: path.join(folder, "tokens") };
    writeFileSync(config, JSON.stringify({ mcpServers: { school } }));
    const program = path.join(folder, "node_modules/mcporter/dist/cli.js");
    const environment = { HOME: folder, PATH: "/nonexistent" };
    const signing = startCommand(program, ["--config", config, "auth", "school", "--no-browser"], environment);
    const [address] = await signing.written(/http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\?\S+/);
    await allow(address);
    assert.equal(await signing.exited, 0, signing.output());
    const args = ["--args", JSON.stringify({ fields: ["name"] }), "--output", "json"];
    const calling = startCommand(
      program,
      ["--config", config, "call", "school.admin_list_courses", ...args],
      environment,
    );
    assert.equal(await calling.exited, 0, calling.output());
    assert.deepEqual((JSON.parse(calling.stdout()) as Json)["data"], expected);
  });
});
