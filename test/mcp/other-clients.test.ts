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
import { type Command, runCommand, startCommand } from "./support/command.ts";

type Json = Record<string, unknown>;
const inspector = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";

void describe("Third-party clients", () => {
  let browser: Browser;
  let live: LiveSite;
  let folder: string;
  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
    folder = await mkdtemp(path.join(tmpdir(), "lectern-mcp-remote-"));
  });
  after(() => Promise.all([browser.close(), live.close(), rm(folder, { recursive: true })]));

  void test("The MCP inspector lists the tools and calls one", async () => {
    const { tools } = await inspect(live, "--method", "tools/list");
    assert.ok(tools.some(({ name }) => name === "list_courses"));
    const called = await inspect(live, "--method", "tools/call", "--tool-name", "get_site_info");
    assert.equal(called.structuredContent["name"], "Harbour School");
  });

  void test("mcp-remote connects a stdio client to the tools, and its user to consent", async () => {
    const member = await live.site.member({ roles: ["owner"] });
    const port = await freePort();
    const remote = startCommand("mcp-remote/dist/proxy.js", [`${live.origin}/mcp`, port, "--host", "127.0.0.1"], {
      MCP_REMOTE_CONFIG_DIR: folder,
      // No program of this machine opens a browser.
      PATH: "/nonexistent",
    });
    const request = pipeTo(remote);
    const begun = await request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "pipe", version: "1.0.0" },
    });
    assert.equal((begun["serverInfo"] as Json)["title"], "Harbour School");
    const called = await request("tools/call", { name: "get_site_info", arguments: {} });
    assert.equal((called["structuredContent"] as Json)["name"], "Harbour School");

    const signing = request("tools/call", { name: "sign_in", arguments: { scopes: ["openid", "courses:read"] } });
    const [address] = await remote.written(/http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\?\S+/);
    const page = await aPerson(browser);
    await page.goto(address);
    await signIn(page, member);
    await decide(page, "Allow");
    const signed = (await signing)["structuredContent"] as { signed_in: boolean; scopes: string[] };
    assert.deepEqual([signed.signed_in, signed.scopes], [true, ["openid", "courses:read"]]);
    await remote.stop();
  });
});

async function inspect({ origin }: LiveSite, ...args: string[]) {
  const { stdout, output, status } = await runCommand(inspector, ["--cli", `${origin}/mcp`, ...args]);
  assert.equal(status, 0, output);
  return JSON.parse(stdout) as { tools: { name: string }[]; structuredContent: Json };
}

/** Sends line-delimited requests over the pipe and returns their results. */
function pipeTo(command: Command) {
  let last = 0;
  return async (method: string, params: Json): Promise<Json> => {
    const id = ++last;
    command.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    const [line] = await command.written(new RegExp(`^\\{.*"id":${id}[,}].*$`, "m"));
    const { result, error } = JSON.parse(line) as { result?: Json; error?: { message: string } };
    assert.ok(result, error?.message);
    return result;
  };
}
