import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { root } from "../support/data/source-tree.ts";
import { aSite } from "../support/world.ts";
import { agentAt, anOperatorAgent, type Json } from "./support/agent.ts";

interface Listed {
  name: string;
  title: string;
  description: string;
  annotations: Record<string, unknown>;
  inputSchema: Json;
}

const reference = readFileSync(path.join(root, "docs/reference/mcp-tools.md"), "utf8");
const decisions = new Map(
  [...reference.matchAll(/^\| `(\w+)` \| (yes|no) \| (yes|no) \| (yes|no) \| (.+) \|$/gm)].map(([, name, ...cells]) => [
    name!,
    { hints: cells.slice(0, 3).map((cell) => cell === "yes"), why: cells[3]! },
  ]),
);

const list = async (send: () => Promise<LightMyRequestResponse>) =>
  (await send()).json<{ result: { tools: Listed[] } }>().result.tools;

const request = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

/** The rules of directories of connectors, for each list that a host can get. */
void test("Directories find a title, a description and decided hints of each tool in each list", async () => {
  const site = await aSite();
  const { bearer } = await anOperatorAgent(site);
  const lists = await Promise.all([
    list(() => agentAt(site).send("tools/list", {})),
    list(() => agentAt(site, bearer).send("tools/list", {})),
    list(async () => site.post("/mcp/x/all", request, { bearer })),
  ]);
  const seen = new Set<string>();
  for (const { name, title, description, annotations, inputSchema } of lists.flat()) {
    assert.match(name, /^[a-z][a-z0-9_]{2,29}$/);
    assert.ok(title.length >= 3 && title.length <= 60, title);
    assert.equal(annotations["title"], title, name);
    assert.match(description, /^[A-Za-z].{20,600}\.$/s, name);
    assert.equal(inputSchema["type"], "object", name);
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
    const hints = [destructiveHint, idempotentHint, openWorldHint];
    const decided = readOnlyHint === true ? [false, true, false] : decisions.get(name)?.hints;
    assert.deepEqual([typeof readOnlyHint, hints], ["boolean", decided], `${name}: see docs/reference/mcp-tools.md`);
    if (readOnlyHint !== true) seen.add(name);
  }
  // Tools of members are in lists of members.
  const others = [...decisions.keys()].filter((name) => !seen.has(name) && !/notification/.test(name));
  assert.deepEqual(others, []);
  for (const [name, { why }] of decisions) assert.match(why, /^[A-Z].{8,}\.$/, name);
});

void test("The registry lists one address of the server, and it answers without a token", async () => {
  const site = await aSite({}, "https://directory.harbour-school.example");
  const { remotes, packages } = (await site.get("/server.json")).json<{ remotes: Json[]; packages?: Json[] }>();
  assert.deepEqual(remotes, [{ type: "streamable-http", url: `${site.origin}/mcp` }]);
  assert.equal(packages, undefined);
  const tools = await list(() => agentAt(site).send("tools/list", {}));
  assert.ok(tools.some(({ name }) => name === "search") && tools.some(({ name }) => name === "sign_in"));
});
