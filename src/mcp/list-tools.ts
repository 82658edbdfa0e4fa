import type { Caller } from "#access/caller.ts";
import { formatScopes } from "#access/scopes.ts";
import { LRUCache } from "lru-cache";
import { connectionTools } from "./connection.ts";
import { tools } from "./tools.ts";

/** Serialized lists by set of scopes: there are only as many lists as sets of scopes in use. */
const known = new LRUCache<string, string>({ max: 200 });

/**
 * Returns the tools that the caller can use, as JSON: public tools and the tools of their scopes. The order is the
 * same for all callers.
 */
export function toolsFor(caller: Caller): string {
  const key = caller.kind === "token" ? formatScopes(caller.scopes) : "";
  let listed = known.get(key);
  if (!listed) known.set(key, (listed = JSON.stringify({ tools: listFor(caller) })));
  return listed;
}

const listFor = (caller: Caller): readonly object[] => [
  ...connectionTools,
  ...tools
    .filter(({ scope }) => scope === null || (caller.kind === "token" && caller.scopes.has(scope)))
    .map(({ name, title, description, annotations, listed }) => ({
      name,
      title,
      description,
      annotations: { title, ...annotations },
      ...listed(),
    })),
];
