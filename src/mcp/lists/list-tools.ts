import type { Caller } from "#access/caller.ts";
import { usableScopes } from "#access/usable-scopes.ts";
import { formatScopes, type Scope } from "#access/scopes.ts";
import { isJsonSchema } from "#lib/wire/json-schema.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { LRUCache } from "lru-cache";
import { appMetadata } from "../apps/apps.ts";
import { connectionTools } from "../protocol/connection.ts";
import { defaultTools, maxListed, maxListedLength } from "./default-tools.ts";
import { gatewayEntries } from "../gateway.ts";
import { isSelected, keyOf, type Selection } from "./selection.ts";
import { schemasOf } from "../schemas/generated-schemas.ts";
import { shortInput } from "./short-input.ts";
import { type IndexedTool, toolIndex } from "./tool-index.ts";

/** The result of `tools/list`, encoded without its braces, because each era adds members of its own. */
export interface ToolList {
  members: Buffer;
}

export const textOf = ({ members }: ToolList): string => `{${members.toString()}}`;

/** By scopes and selection: there are only as many lists as combinations in use. */
const encodedLists = new LRUCache<string, Promise<ToolList>>({ max: 200 });

/**
 * Returns the tools that the caller can use and has selected, as JSON: public tools and the tools of the scopes that they
 * can use now. The order is the same for all callers. If they are more than hosts allow, the list has the default tools
 * and the gateway to all others. Hosts that show apps get their addresses.
 */
export function toolsFor(caller: Caller, selection: Selection, hasApps = false): Promise<ToolList> {
  const usable = usableScopes(caller);
  const key = `${formatScopes(usable)} ${keyOf(selection)} ${hasApps}`;
  let listed = encodedLists.get(key);
  if (!listed) encodedLists.set(key, (listed = listFor(usable, selection, hasApps)));
  return listed;
}

interface Entry {
  tool: IndexedTool;
  entry: ListedTool;
}

/** Without a build, the schemas of all tools take half a second to derive: the event loop turns between them. */
async function listFor(scopes: ReadonlySet<Scope>, selection: Selection, hasApps: boolean): Promise<ToolList> {
  const usable: Entry[] = [];
  for (const tool of toolIndex) {
    if (tool.scope !== null && !scopes.has(tool.scope)) continue;
    if (!isSelected(tool, selection)) continue;
    usable.push(await entryOf(tool, hasApps));
    const turn = pause();
    if (turn) await turn;
  }
  const connection = connectionTools.map((tool): ListedTool => {
    const securitySchemes = securityOf({ scope: null });
    return { ...tool, securitySchemes, _meta: { securitySchemes } };
  });
  const all = [...connection, ...usable.map(({ entry }) => entry)];
  const listed = selection.isShort
    ? shortest([
        () => all,
        () => all.map(withoutOutput),
        () => [
          ...connection,
          ...gatewayEntries(selection),
          ...usable.filter(({ tool }) => defaultTools.has(tool.name)).map(({ entry }) => shortened(entry)),
        ],
      ])
    : all;
  return { members: Buffer.from(`"tools":${JSON.stringify(listed)}`) };
}

/** Returns the first list that hosts allow and models read well, or the last one. */
function shortest(lists: readonly (() => readonly ListedTool[])[]): readonly ListedTool[] {
  let listed: readonly ListedTool[] = [];
  for (const list of lists) {
    listed = list();
    if (isWithinLimits(listed)) break;
  }
  return listed;
}

const isWithinLimits = (listed: readonly ListedTool[]): boolean =>
  listed.length <= maxListed && listed.reduce((sum, tool) => sum + lengthOf(tool), 0) <= maxListedLength;

/** The parts that hosts pass to their models. Some pass the schemas of results, too. */
const lengthOf = ({ name, description, inputSchema, outputSchema }: ListedTool): number =>
  JSON.stringify({ name, description, inputSchema, outputSchema }).length;

/** Results say what they contain. Their schemas would be half of the list. */
const withoutOutput = (tool: ListedTool): ListedTool => ({ ...tool, outputSchema: { type: "object", properties: {} } });

/** A tool of the short list. */
const shortened = (tool: ListedTool): ListedTool => ({
  ...withoutOutput(tool),
  ...(isJsonSchema(tool.inputSchema) && { inputSchema: shortInput(tool.inputSchema, tool.name) }),
});

async function entryOf(tool: IndexedTool, hasApps: boolean): Promise<Entry> {
  const { name, title, description, annotations } = tool;
  const { inputSchema, outputSchema } = await schemasOf(tool);
  const securitySchemes = securityOf(tool);
  const entry = {
    name,
    title,
    description,
    annotations: { title, ...annotations },
    inputSchema,
    outputSchema,
    securitySchemes,
    _meta: { securitySchemes, ...(hasApps && appMetadata(name)) },
  };
  return { tool, entry };
}

/**
 * Says which tools need which scope (`securitySchemes` of tools, a proposal that hosts implement). SDKs drop fields that
 * they do not know, so that hosts also read it from the metadata.
 */
const securityOf = ({ scope }: Pick<IndexedTool, "scope">) =>
  scope === null ? [{ type: "noauth" }] : [{ type: "oauth2", scopes: [scope] }];

interface ListedTool {
  name: string;
  description: string;
  title: string;
  annotations: object;
  inputSchema: object;
  outputSchema: object;
  securitySchemes: object;
  _meta: object;
}
