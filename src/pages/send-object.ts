import type { FastifyReply, FastifyRequest } from "fastify";
import { readObject } from "#domain/content/files/objects.ts";
import { contextOf } from "#http/context.ts";
import { rangeOf } from "./byte-range.ts";

interface StoredBytes {
  objectId: string;
  byteSize: number;
  /** In hexadecimal digits. */
  sha256: string;
}

/** Sends stored bytes, or the requested range of them: an interrupted download continues (RFC 9110 §14). */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  { objectId, byteSize, sha256 }: StoredBytes,
): Promise<FastifyReply> {
  const etag = `"${sha256.slice(0, 32)}"`;
  reply.header("etag", etag).header("accept-ranges", "bytes");
  if (isKnown(request.headers["if-none-match"], etag)) return reply.code(304).send();

  const { headers } = request;
  const isCurrent = headers["if-range"] === undefined || headers["if-range"] === etag;
  // Only GET has ranges (RFC 9110 §14.2): HEAD describes the whole body.
  const range = isCurrent && request.method === "GET" ? rangeOf(headers.range, byteSize) : undefined;
  if (range === "unsatisfiable") return reply.code(416).header("content-range", `bytes */${byteSize}`).send();
  if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${byteSize}`);
  reply.header("content-length", range ? range.end - range.start + 1 : byteSize);
  return request.method === "HEAD" ? reply.send() : reply.send(await readObject(contextOf(request), objectId, range));
}

/** RFC 9110 §13.1.2 */
const isKnown = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === "*" || header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag));
