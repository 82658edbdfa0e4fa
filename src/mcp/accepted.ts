import { codes, RpcError } from "./json-rpc.ts";

/** Responses are JSON or, with notifications, events. */
const readable = /(?:^|,)\s*(?:application\/(?:json|\*)|text\/(?:event-stream|\*)|\*\/\*)\s*(?:;|,|$)/i;

/**
 * Rejects clients that can read neither kind of response (RFC 9110 §15.5.7). MCP requires clients to accept both. Many
 * send one of them, any type or no header, and read the response all the same.
 */
export function requireReadable(accept: string | undefined): void {
  if (accept === undefined || accept.trim() === "" || readable.test(accept)) return;
  const text = "The MCP server responds with application/json or text/event-stream. Send both in the Accept header.";
  throw new RpcError(codes.invalidRequest, text, { status: 406 });
}
