import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { compressAs, type Encoding, encodingFor, ownCopy } from "#http/compress.ts";
import type { JsonParts } from "../protocol/json-rpc.ts";

/** Compressed responses with a shared list. Clients number their requests alike, so that few exist for each list. */
const compressedLists = new WeakMap<Buffer, LRUCache<string, Promise<Buffer>>>();
const maxKnown = 20;

/** Sends a response in JSON. Lists of tools and long results shrink to a fifth where the client accepts compression. */
export async function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: JsonParts,
): Promise<FastifyReply> {
  const pieces = parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part));
  const byteSize = pieces.reduce((sum, { length }) => sum + length, 0);
  reply.header("vary", "Accept-Encoding").header("content-type", "application/json; charset=utf-8");
  const encoding = encodingFor(byteSize, request.headers["accept-encoding"]);
  if (!encoding) return sendPieces(reply, pieces, byteSize);
  return reply.header("content-encoding", encoding).send(await compressed(encoding, parts, pieces));
}

function compressed(encoding: Encoding, parts: JsonParts, pieces: readonly Buffer[]): Promise<Buffer> {
  const shared = parts.find((part) => typeof part !== "string");
  if (!shared) return compressAs(encoding, Buffer.concat(pieces));
  let responses = compressedLists.get(shared);
  if (!responses) compressedLists.set(shared, (responses = new LRUCache({ max: maxKnown })));
  const key = [encoding, ...parts.filter((part) => typeof part === "string")].join("\n");
  let response = responses.get(key);
  if (!response) responses.set(key, (response = compressAs(encoding, Buffer.concat(pieces)).then(ownCopy)));
  return response;
}

/** Sends the pieces as they are: Fastify takes only one buffer, and a copy of a list costs a tenth of its request. */
function sendPieces(reply: FastifyReply, pieces: readonly Buffer[], byteSize: number): FastifyReply {
  reply.hijack();
  const { raw } = reply;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Fastify declares every header as possibly undefined.
  const headers = reply.getHeaders() as OutgoingHttpHeaders;
  raw.writeHead(reply.statusCode, { ...headers, "content-length": byteSize });
  raw.cork();
  for (const piece of pieces) raw.write(piece);
  raw.end();
  raw.uncork();
  return reply;
}
