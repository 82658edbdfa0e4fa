import type { IncomingHttpHeaders } from "node:http";
import { asRecord } from "#lib/json/is-record.ts";
import { codes, type Message, RpcError } from "./json-rpc.ts";

/** Versions in which every request declares its own version. Legacy versions begin with `initialize`. */
export const modernVersions = ["2026-07-28"];
const newestLegacyVersion = "2025-11-25";
export const legacyVersions: ReadonlySet<string> = new Set([newestLegacyVersion, "2025-06-18", "2025-03-26"]);

export type Era = "modern" | "legacy";

const versionKey = "io.modelcontextprotocol/protocolVersion";
export const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

/** Returns the era of a request, after checking that headers and body agree. */
export function eraOf({ method, params }: Message, headers: IncomingHttpHeaders): Era {
  const meta = asRecord(params["_meta"]);
  const declared = meta[versionKey];
  const header = single(headers["mcp-protocol-version"]);
  const saysModern = declared !== undefined || (header !== undefined && !legacyVersions.has(header));
  // A handshake without a declared version is legacy, whatever version it offers.
  if (!saysModern || (method === "initialize" && declared === undefined)) return "legacy";

  if (typeof declared === "string" && header !== undefined) requireEqual("MCP-Protocol-Version", header, declared);
  const version = declared ?? header;
  if (typeof version !== "string" || !modernVersions.includes(version)) {
    throw new RpcError(codes.unsupportedVersion, "Unsupported protocol version", {
      data: { supported: modernVersions, requested: version },
    });
  }
  requireHeaders(method, params, headers, version);
  const capabilities = meta[capabilitiesKey];
  if (declared === undefined || typeof capabilities !== "object" || capabilities === null) {
    throw new RpcError(codes.invalidParams, `_meta must contain ${versionKey} and ${capabilitiesKey}.`);
  }
  return "modern";
}

/** Requires that the headers, which intermediaries read, match the body. */
function requireHeaders(
  method: string,
  params: Message["params"],
  headers: IncomingHttpHeaders,
  version: string,
): void {
  requireEqual("MCP-Protocol-Version", single(headers["mcp-protocol-version"]), version);
  requireEqual("Mcp-Method", single(headers["mcp-method"]), method);
  const named = nameOf[method];
  if (named === undefined) return;
  requireEqual("Mcp-Name", decoded(single(headers["mcp-name"])), String(params[named]));
}

const nameOf: Record<string, string> = { "tools/call": "name", "prompts/get": "name", "resources/read": "uri" };

function requireEqual(name: string, header: string | undefined, body: string): void {
  if (header === body) return;
  const what = header === undefined ? "is missing" : `'${header}' does not match body value '${body.slice(0, 100)}'`;
  throw new RpcError(codes.headerMismatch, `Header mismatch: ${name} header value ${what}`);
}

const decoded = (value: string | undefined): string | undefined => {
  const [, encoded] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value ?? "") ?? [];
  return encoded === undefined ? value : Buffer.from(encoded, "base64").toString();
};

const single = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(",") : header);

/** Negotiates the version of `initialize`: the requested version if known, otherwise the newest. */
export const negotiated = ({ params }: Message): string => {
  const requested = params["protocolVersion"];
  return typeof requested === "string" && legacyVersions.has(requested) ? requested : newestLegacyVersion;
};
