import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { aPerson, decide, signIn } from "../support/worlds/person.ts";
import { freePort } from "../support/processes/server-process.ts";
import type { AMember } from "../support/world.ts";
import { anOperatorAgent, type Json } from "./support/agent.ts";
import { type Command, runCommand, startCommand } from "./support/command.ts";

const fields = ["name"];
const inspector = "@modelcontextprotocol/inspector/clients/launcher/build/index.js";

void describe("Third-party clients", () => {
  let browser: Browser;
  let live: LiveSite;
  let folder: string;
  before(async () => {
    [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
    folder = await mkdtemp(path.join(tmpdir(), "lectern-mcp-clients-"));
    const staff = await anOperatorAgent(live.site);
    await staff.call("create_course", { name: "Tides" });
  });
  after(() => Promise.all([browser.close(), live.close(), rm(folder, { recursive: true })]));

  void test("The MCP inspector lists the tools of a site", async () => {
    const { status, output, stdout } = await runCommand(inspector, [
      "--cli",
      `${live.origin}/mcp`,
      "--method",
      "tools/list",
    ]);
    assert.equal(status, 0, output);
    const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
    assert.ok(tools.some(({ name }) => name === "list_courses"));
  });

  void test("The MCP inspector signs its user in and calls a private tool for a part of its fields", async () => {
    const port = await freePort();
    const config = path.join(folder, "inspector.json");
    // Without scopes of its own it requests those that identify its user, not those of the challenge.
    const school = { type: "http", url: `${live.origin}/mcp/connect`, oauth: { scopes: "courses:read" } };
    await writeFile(config, JSON.stringify({ mcpServers: { school } }));
    const args = {
      config,
      server: "school",
      "callback-url": `http://127.0.0.1:${port}/oauth/callback`,
      method: "tools/call",
      "tool-name": "admin_list_courses",
      "tool-arg": `fields=${JSON.stringify(fields)}`,
    };
    const command = startCommand(
      inspector,
      ["--cli", ...Object.entries(args).flatMap(([name, value]) => [`--${name}`, value])],
      {
        HOME: folder,
        MCP_STORAGE_DIR: folder,
        MCP_INSPECTOR_SECRET_STORE: "memory",
        // Sign-in without a terminal. No program of this machine opens a browser.
        MCP_AUTO_OPEN_ENABLED: "true",
        PATH: "/nonexistent",
      },
    );
    await allow(command, await live.site.member({ roles: ["owner"] }));
    assert.equal(await command.exited, 0, command.output());
    const { structuredContent } = JSON.parse(command.stdout()) as { structuredContent: Json };
    assert.deepEqual(structuredContent["data"], [{ name: "Tides" }]);
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
    await allow(remote, member);
    const signed = (await signing)["structuredContent"] as { signed_in: boolean; scopes: string[] };
    assert.deepEqual([signed.signed_in, signed.scopes], [true, ["openid", "courses:read"]]);
    const listed = await request("tools/call", { name: "admin_list_courses", arguments: { fields } });
    assert.deepEqual((listed["structuredContent"] as Json)["data"], [{ name: "Tides" }]);
    await remote.stop();
  });

  /** The member visits the address that the command has printed, and allows the request. */
  async function allow(command: Command, member: AMember): Promise<void> {
    const [address] = await command.written(/http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\?\S+/);
    const page = await aPerson(browser);
    await page.goto(address);
    await signIn(page, member);
    await decide(page, "Allow");
  }
});

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
