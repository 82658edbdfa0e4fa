import type { Caller } from "#access/caller.ts";
import { usableScopes } from "#access/usable-scopes.ts";
import { decodeCursor, encodeCursor } from "#domain/platform/listing/cursor.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { unknownFields } from "#domain/platform/input/unknown-fields.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import { isSelected, type Selection } from "./lists/selection.ts";
import * as z from "zod";
import { compileArguments } from "./calls/read-arguments.ts";
import { describeReceived } from "./protocol/describe-received.ts";
import { findTools } from "./lists/tool-search.ts";
import { schemasOf } from "./schemas/generated-schemas.ts";
import type { Hints } from "./definition/tool.ts";
import { type IndexedTool, toolIndex } from "./lists/tool-index.ts";

type Wire = Record<string, unknown>;

const maxQueryLength = 200;
const defaultLimit = 5;
const maxLimit = 20;
/** Bytes of a page: schemas of tools differ in length by a factor of a hundred. */
const maxPageLength = 20_000;

const searchHints: Hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** The called tool can do all of this. */
const callHints: Hints = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };

/** The tools that reach all others, where the list of tools is shortened. */
const about = {
  search_tools: {
    title: "Find a tool",
    description:
      "Finds tools that are not listed, by English words such as refund coupon, with their descriptions and input schemas. Without query, lists all. Call what you find with call_tool.",
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", description: "Words to search for" },
        limit: { type: "integer", description: `Tools per page (default ${defaultLimit}, max ${maxLimit})` },
        cursor: { type: "string", description: "next_cursor of the previous page" },
      },
    },
    outputSchema: {
      type: "object",
      properties: {
        tools: {
          type: "array",
          items: {
            type: "object",
            properties: {
              name: { type: "string" },
              title: { type: "string" },
              description: { type: "string" },
              annotations: { type: "object" },
              input_schema: { type: "object" },
            },
            required: ["name", "title", "description", "annotations", "input_schema"],
          },
        },
        next_cursor: { type: "string" },
      },
      required: ["tools"],
    },
  },
  call_tool: {
    title: "Call any tool",
    description:
      "Calls any tool by name, also one that is not listed, with the arguments of its input schema, which search_tools returns. Scopes, confirmation and results are those of the called tool, which may change or delete data.",
    inputSchema: {
      type: "object",
      properties: {
        name: { type: "string", description: "Name of the tool" },
        arguments: { type: "object", description: "Its arguments" },
      },
      required: ["name"],
    },
    outputSchema: { type: "object", properties: {} },
  },
} as const;

/** Both work without a token and reach more with one: the called tool decides on its scope. */
const securitySchemes = [{ type: "noauth" }, { type: "oauth2", scopes: [] }];
const gatewaySecurity = { securitySchemes, _meta: { securitySchemes } };

export type GatewayTool = keyof typeof about;

export const isGatewayTool = (name: string): name is GatewayTool => Object.hasOwn(about, name);

/** The entries of `tools/list`. Where only reading tools are selected, `call_tool` reaches only those. */
export const gatewayEntries = ({ readOnly }: Selection) =>
  Object.entries(about).map(([name, { title, description, inputSchema, outputSchema }]) => ({
    name,
    title,
    description,
    annotations: { title, ...(name === "search_tools" || readOnly ? searchHints : callHints) },
    inputSchema,
    outputSchema,
    ...gatewaySecurity,
  }));

const readCall = compileArguments(
  z.object({ name: z.string().optional(), arguments: z.record(z.string(), z.unknown()).optional() }),
  { splitsTexts: false },
);

const readSearch = compileArguments(
  z.object({ query: z.string().optional(), limit: z.number().optional(), cursor: z.string().optional() }),
  { splitsTexts: false },
);

/** Checks the arguments of `call_tool` and returns the call that they describe. */
export async function calledThrough(input: Wire): Promise<{ name: string; arguments: Wire }> {
  const { name, arguments: args = {}, ...others } = await readCall(input);
  requireNoOthers(others, ["name", "arguments"]);
  if (typeof name !== "string" || name === "call_tool") {
    throw validationFailed("/name", "invalid_type", "Expected the name of a tool, which search_tools finds.");
  }
  return { name, arguments: asRecord(args) };
}

/** Tools that the caller can call at this address. */
function callableFor(caller: Caller, selection: Selection): IndexedTool[] {
  const usable = usableScopes(caller);
  return toolIndex.filter((tool) => isSelected(tool, selection) && (tool.scope === null || usable.has(tool.scope)));
}

export async function searchTools(caller: Caller, input: Wire, selection: Selection): Promise<Wire> {
  const { query, limit = defaultLimit, cursor, ...others } = await readSearch(input);
  requireNoOthers(others, ["query", "limit", "cursor"]);
  if (query !== undefined && (typeof query !== "string" || query.length > maxQueryLength)) {
    throw validationFailed("/query", "invalid_type", `Expected words of at most ${maxQueryLength} characters.`);
  }
  if (!Number.isInteger(limit) || Number(limit) < 1 || Number(limit) > maxLimit) {
    throw validationFailed(
      "/limit",
      "out_of_range",
      `Expected a whole number from 1 to ${maxLimit}, not ${describeReceived(limit)}.`,
    );
  }
  const found = await findTools(query ?? "", callableFor(caller, selection));
  const list = { query, names: found.map(({ name }) => name) };
  const start = cursor === undefined ? 0 : startIn(cursor, list);
  const page: Wire[] = [];
  let length = 0;
  for (const tool of found.slice(start, start + Number(limit))) {
    const entry = await entryOf(tool);
    length += JSON.stringify(entry).length;
    if (page.length > 0 && length > maxPageLength) break;
    page.push(entry);
  }
  const end = start + page.length;
  return {
    tools: page,
    ...(end < found.length && { next_cursor: encodeCursor({ value: end, id: nilUuid }, list) }),
  };
}

function startIn(cursor: unknown, list: object): number {
  if (typeof cursor !== "string" || cursor.length > 1000) {
    throw validationFailed("/cursor", "invalid_type", "Expected the next_cursor of the previous page.");
  }
  return Number(decodeCursor(cursor, list).value) || 0;
}

async function entryOf(tool: IndexedTool): Promise<Wire> {
  const { name, title, description, annotations } = tool;
  return { name, title, description, annotations, input_schema: (await schemasOf(tool)).inputSchema };
}

function requireNoOthers(others: Wire, known: readonly string[]): void {
  const unknown = Object.keys(others).map((name) => ({ path: [name], known }));
  if (unknown.length > 0) throw unknownFields(unknown, "argument");
}
