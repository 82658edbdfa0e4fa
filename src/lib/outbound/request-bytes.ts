import type { IncomingMessage } from "node:http";
import {
  asFetchError,
  type OutboundRequest,
  type OutboundRules,
  readAll,
  requirePlainBody,
  sendRequest,
} from "./send-request.ts";

interface Limits {
  maxBytes: number;
  timeoutMs: number;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  bytes: Buffer;
}

/** Sends a request with SSRF protection, limited in time and size. Throws FetchError without a complete response. */
export async function requestBytes(
  url: URL,
  sent: OutboundRequest,
  { maxBytes, timeoutMs, ...rules }: OutboundRules & Limits,
): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs);
  let response: IncomingMessage | undefined;
  try {
    response = await sendRequest(url, sent, rules, signal);
    requirePlainBody(response);
    return { status: response.statusCode ?? 0, headers: headersOf(response), bytes: await readAll(response, maxBytes) };
  } catch (cause) {
    throw asFetchError(cause, signal);
  } finally {
    response?.destroy();
  }
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
