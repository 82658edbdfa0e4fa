/** A request or a notification (JSON-RPC 2.0 §4); a notification has no id, and gets no answer. */
export interface Message {
  id: string | number | undefined;
  method: string;
  params: Record<string, unknown>;
}

/** What JSON-RPC and MCP call their failures. */
export const codes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  /** Of the older era; the newer one has invalidParams for it. */
  resourceNotFound: -32_002,
  headerMismatch: -32_020,
  unsupportedVersion: -32_022,
  /** Ours, outside of what is reserved. */
  rateLimited: 429,
} as const;

/** A request that cannot be answered, with the HTTP status that says so to whoever reads no bodies. */
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

  /** The same of a request that was sound as one: what is wrong with it is an answer, and the transport is content. */
  inBand(): RpcError {
    return this.status === 400 ? new RpcError(this.code, this.message, { status: 200, data: this.data }) : this;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads one message; batches are of the past (MCP 2025-06-18). Undefined: an answer, of which we expect none. */
export function readMessage(body: unknown): Message | undefined {
  if (Array.isArray(body))
    throw new RpcError(codes.invalidRequest, "Send one message at a time: batches are not read.");
  if (!isObject(body) || body["jsonrpc"] !== "2.0") {
    throw new RpcError(codes.invalidRequest, 'Send a JSON-RPC 2.0 request: {"jsonrpc": "2.0", "id": 1, "method": …}.');
  }
  const { id, method, params } = body;
  if (method === undefined && ("result" in body || "error" in body)) return undefined;
  if (typeof method !== "string") throw new RpcError(codes.invalidRequest, "method is missing.");
  if (id !== undefined && typeof id !== "string" && !Number.isInteger(id)) {
    throw new RpcError(codes.invalidRequest, "id is a string or an integer.");
  }
  if (params !== undefined && !isObject(params)) throw new RpcError(codes.invalidParams, "params is an object.");
  return { id: id as string | number | undefined, method, params: params ?? {} };
}

/** The result is JSON already: lists are written once for many who ask. */
export const resultOf = (id: string | number, result: string): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;

export const errorOf = (id: string | number | undefined, { code, message, data }: RpcError) => ({
  jsonrpc: "2.0",
  ...(id !== undefined && { id }),
  error: { code, message, ...(data !== undefined && { data }) },
});
