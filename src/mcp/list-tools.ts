import type { Caller } from "#access/caller.ts";
import { formatScopes } from "#access/scopes.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { LRUCache } from "lru-cache";
import { connectionTools } from "./connection.ts";
import type { Tool } from "./tool.ts";
import { tools } from "./tools.ts";

/** The lists that there can be are as many as there are sets of scopes in use: each is written once. */
const known = new LRUCache<string, Promise<string>>({ max: 200 });

/** The tools that a caller can use, as JSON, in one order whoever asks: what everybody may, and what their scopes give. */
export function toolsFor(caller: Caller): Promise<string> {
  const key = caller.kind === "token" ? formatScopes(caller.scopes) : "";
  let listed = known.get(key);
  if (!listed) known.set(key, (listed = listFor(caller)));
  return listed;
}

/** The schemas of all tools take half a second to derive: the event loop turns between them. */
async function listFor(caller: Caller): Promise<string> {
  const listed = connectionTools.map((tool) => JSON.stringify(tool));
  for (const tool of tools) {
    if (tool.scope !== null && !(caller.kind === "token" && caller.scopes.has(tool.scope))) continue;
    listed.push(entryOf(tool));
    const turn = pause();
    if (turn) await turn;
  }
  return `{"tools":[${listed.join(",")}]}`;
}

const entries = new Map<Tool, string>();

function entryOf(tool: Tool): string {
  let entry = entries.get(tool);
  if (entry === undefined) {
    const { name, title, description, annotations, listed } = tool;
    entry = JSON.stringify({ name, title, description, annotations: { title, ...annotations }, ...listed() });
    entries.set(tool, entry);
  }
  return entry;
}
