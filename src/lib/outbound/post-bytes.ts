import type { IncomingMessage } from "node:http";
import { asFetchError, type OutboundRules, sendRequest } from "./send-request.ts";

/** Bytes. The rest of a longer response is not read. */
const maxResponseBytes = 64 * 1024;

interface Answer {
  /** HTTP status; redirects are not followed. */
  status: number;
  bytes: Buffer;
}

/**
 * Posts a body to a user-supplied address with SSRF protection, limited in time. Throws FetchError if there is no
 * response. With `statusOnly`, the body of the response is not read.
 */
export async function postBytes(
  url: URL,
  body: Buffer,
  headers: Record<string, string>,
  {
    timeoutMs = 10_000,
    stopping,
    statusOnly = false,
    ...rules
  }: OutboundRules & { stopping?: AbortSignal | undefined; statusOnly?: boolean },
): Promise<Answer> {
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(stopping ? [stopping] : [])]);
  let response: IncomingMessage | undefined;
  try {
    response = await sendRequest(url, { method: "POST", headers, body }, rules, signal);
    return { status: response.statusCode ?? 0, bytes: statusOnly ? Buffer.alloc(0) : await beginningOf(response) };
  } catch (cause) {
    throw asFetchError(cause, signal);
  } finally {
    response?.destroy();
  }
}

async function beginningOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, maxResponseBytes - size));
    size += chunk.length;
    if (size >= maxResponseBytes) break;
  }
  return Buffer.concat(chunks);
}
