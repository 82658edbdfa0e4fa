import { isRecord } from "#lib/json/is-record.ts";
import type { RawJson } from "#lib/json/raw-json.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { type Envelope, idIn, maxId } from "./envelope.ts";

/** A request or a notification (JSON-RPC 2.0 §4). A notification has no id and gets no response. */
export interface Message {
  id: RawJson | undefined;
  method: string;
  params: Record<string, unknown>;
}

/** Error codes of JSON-RPC and MCP. */
export const codes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  /** Legacy era only. The modern era uses invalidParams. */
  resourceNotFound: -32_002,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
  /** Our own codes, outside the reserved range. */
  rateLimited: 429,
  unavailable: 503,
} as const;

/** A JSON-RPC error with its HTTP status, for intermediaries that do not read bodies. */
export class RpcError extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: unknown;

  constructor(code: number, message: string, { status = 400, data }: { status?: number; data?: unknown } = {}) {
    super(message);
    this.name = "RpcError";
    this.code = code;
    this.status = status;
    this.data = data;
  }

  /** The name of the code, for metrics. */
  get type(): string {
    return typedKeys(codes).find((name) => codes[name] === this.code) ?? "other";
  }

  /** Returns the same error with HTTP status 200: the request was valid at the transport level. */
  inBand(): RpcError {
    return this.status === 400 ? new RpcError(this.code, this.message, { status: 200, data: this.data }) : this;
  }
}

/**
 * Reads one message. Batches were removed from MCP in 2025-06-18. Returns undefined for a response, because the
 * server sends no requests.
 */
export function readMessage(body: unknown, envelope: Envelope | undefined): Message | undefined {
  if (Array.isArray(body)) throw new RpcError(codes.invalidRequest, noBatches);
  if (!isRecord(body) || body["jsonrpc"] !== "2.0") {
    throw new RpcError(codes.invalidRequest, 'Send a JSON-RPC 2.0 request: {"jsonrpc": "2.0", "id": 1, "method": …}.');
  }
  const { id, method, params } = body;
  if (envelope?.repeated !== undefined) {
    const text = `The message has the member \`${envelope.repeated.slice(0, 100)}\` twice. Send each member once.`;
    throw new RpcError(codes.invalidRequest, text);
  }
  if (method === undefined && ("result" in body || "error" in body)) return undefined;
  if (typeof method !== "string") throw new RpcError(codes.invalidRequest, "`method` is missing.");
  if (id !== undefined && !isId(id)) {
    throw new RpcError(codes.invalidRequest, `\`id\` must be an integer or a string of at most ${maxId} characters.`);
  }
  if (params !== undefined && !isRecord(params)) throw new RpcError(codes.invalidParams, "`params` must be an object.");
  return { id: id === undefined || !envelope ? undefined : idIn(envelope), method, params: params ?? {} };
}

export const noBatches = "JSON-RPC batches are not supported. Send one message per request.";

const isId = (id: unknown): boolean =>
  typeof id === "string" ? id.length <= maxId : typeof id === "number" && Number.isInteger(id);

/** Parts of a JSON text. A list that is cached for many callers is already encoded, which takes longer than copying it. */
export type JsonParts = readonly (string | Buffer)[];

/** Takes a serialized result, because lists are serialized once and cached for many callers. */
export const resultOf = (id: RawJson, result: JsonParts): JsonParts => [
  `{"jsonrpc":"2.0","id":${id.rawJSON},"result":`,
  ...result,
  "}",
];

export const errorOf = (id: RawJson | undefined, { code, message, data }: RpcError) => ({
  jsonrpc: "2.0",
  ...(id !== undefined && { id }),
  error: { code, message, ...(data !== undefined && { data }) },
});
