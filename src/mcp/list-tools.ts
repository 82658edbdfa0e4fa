import type { Caller } from "#access/caller.ts";
import { formatScopes } from "#access/scopes.ts";
import { LRUCache } from "lru-cache";
import { connectionTools } from "./connection.ts";
import { tools } from "./tools.ts";

/** The lists that there can be are as many as there are sets of scopes in use: each is written once. */
const known = new LRUCache<string, string>({ max: 200 });

/** The tools that a caller can use, as JSON, in one order whoever asks: what everybody may, and what their scopes give. */
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
