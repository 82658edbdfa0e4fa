import type { IncomingHttpHeaders } from "node:http";
import { isFieldOf, typedKeys } from "#lib/json/typed-object.ts";
import { codes, RpcError } from "../protocol/json-rpc.ts";
import type { IndexedTool } from "./tool-index.ts";
import { type Toolset, toolsets } from "./toolsets.ts";

/** The tools that a client has selected by its address or by headers. */
export interface Selection {
  /** Null: all. */
  toolsets: ReadonlySet<Toolset> | null;
  /** Only tools that change nothing. */
  readOnly: boolean;
  /** Callers with many tools get a short list, and reach the others with `call_tool`. */
  isShort: boolean;
}

/** All tools, in a list of any length. */
export const everything: Selection = { toolsets: null, readOnly: false, isShort: false };

interface Address {
  /** Names of toolsets, separated by commas. */
  toolsets?: string;
  readOnly?: boolean;
}

/**
 * Reads the selection of an address, such as `/mcp/x/courses,people`, or of the headers `X-MCP-Toolsets` and
 * `X-MCP-Readonly`, for clients with one address. Toolsets of the address take precedence. Throws an error with status
 * 404 for unknown toolsets.
 */
export function selectionOf(address: Address, headers: IncomingHttpHeaders): Selection {
  const named = (address.toolsets ?? header(headers, "x-mcp-toolsets") ?? "").trim();
  return {
    toolsets: named === "" || named === "all" ? null : toolsetsIn(named),
    isShort: named === "",
    readOnly: address.readOnly === true || header(headers, "x-mcp-readonly")?.trim().toLowerCase() === "true",
  };
}

const header = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

function toolsetsIn(named: string): ReadonlySet<Toolset> {
  const selected = new Set<Toolset>();
  for (const name of named.split(",").map((part) => part.trim().toLowerCase())) {
    if (!isFieldOf(toolsets, name)) throw unknownToolset();
    selected.add(name);
  }
  return selected;
}

const unknownToolset = () =>
  new RpcError(codes.invalidRequest, `Unknown toolset. Toolsets: ${typedKeys(toolsets).join(", ")}.`, { status: 404 });

export function isSelected(
  { annotations, toolset }: IndexedTool,
  { toolsets: selected, readOnly }: Selection,
): boolean {
  if (readOnly && !annotations.readOnlyHint) return false;
  return selected === null || selected.has(toolset);
}

/** The same text for equal selections. */
export const keyOf = ({ toolsets: selected, readOnly, isShort }: Selection): string =>
  [
    selected === null ? "all" : [...selected].toSorted().join(","),
    readOnly ? "readonly" : "",
    isShort ? "short" : "",
  ].join(" ");

/** Says how a tool that is not selected can be reached. */
export function notSelected({ name, annotations }: IndexedTool, { readOnly }: Selection): RpcError {
  const reason = readOnly && !annotations.readOnlyHint ? "it changes data" : "its toolset is not selected";
  return new RpcError(
    codes.invalidParams,
    `The tool ${name} is not available at this address: ${reason}. All tools are at /mcp.`,
  );
}
