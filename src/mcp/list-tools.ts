import type { Caller } from "#access/caller.ts";
import { formatScopes } from "#access/scopes.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { LRUCache } from "lru-cache";
import { connectionTools } from "./connection.ts";
import { isSelected, keyOf, type Selection } from "./selection.ts";
import type { Tool } from "./tool.ts";
import { tools } from "./tools.ts";

/** Serialized lists by scopes and selection: there are only as many lists as combinations in use. */
const known = new LRUCache<string, Promise<string>>({ max: 200 });

/**
 * Returns the tools that the caller can use and has selected, as JSON: public tools and the tools of their scopes. The
 * order is the same for all callers.
 */
export function toolsFor(caller: Caller, selection: Selection): Promise<string> {
  const key = `${caller.kind === "token" ? formatScopes(caller.scopes) : ""} ${keyOf(selection)}`;
  let listed = known.get(key);
  if (!listed) known.set(key, (listed = listFor(caller, selection)));
  return listed;
}

/** The schemas of all tools take half a second to derive: the event loop turns between them. */
async function listFor(caller: Caller, selection: Selection): Promise<string> {
  const listed = connectionTools.map((tool) => JSON.stringify(tool));
  for (const tool of tools) {
    if (tool.scope !== null && !(caller.kind === "token" && caller.scopes.has(tool.scope))) continue;
    if (!isSelected(tool, selection)) continue;
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
