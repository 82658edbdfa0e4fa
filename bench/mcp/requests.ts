import { formatId } from "#domain/platform/ids.ts";
import type { HttpRequest } from "../harness/http-request.ts";
import type { McpSite } from "./data.ts";

/**
 * Protocol era of a contender: the newer era sends with each request what the older one sends once at initialization.
 */
export type Era = "2026-07-28" | "2025-11-25";

type Wire = Record<string, unknown>;

const _meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

const calls: Record<string, (site: McpSite, index: number) => { method: string; params: Wire }> = {
  "tools-call": ({ lectures }, index) => ({
    method: "tools/call",
    params: {
      name: "get_preview_lecture",
      arguments: { lecture_id: formatId("lecture", lectures[index % lectures.length]!) },
    },
  }),
  "tools-list": () => ({ method: "tools/list", params: {} }),
  catalog: (_site, index) => ({
    method: "tools/call",
    params: { name: "list_courses", arguments: index % 2 === 0 ? {} : { language: ["zh-TW"] } },
  }),
};

/** Sends a different client address with each request, as a proxy would, because rate limits count per address. */
export function requestOf(site: McpSite, era: Era, row: string, index: number): HttpRequest {
  const { method, params } = calls[row]!(site, index);
  const isModern = era === "2026-07-28";
  const { name } = params;
  return {
    path: "/mcp",
    headers: {
      host: site.host,
      accept: "application/json, text/event-stream",
      "x-forwarded-for": `10.0.${Math.floor(index / 250) % 250}.${(index % 250) + 1}`,
      "mcp-protocol-version": era,
      ...(isModern && { "mcp-method": method, ...(typeof name === "string" && { "mcp-name": name }) }),
    },
    json: { jsonrpc: "2.0", id: index + 1, method, params: isModern ? { ...params, _meta } : params },
  };
}
