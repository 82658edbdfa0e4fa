import type { FastifyReply, FastifyRequest } from "fastify";
import { readObject } from "#domain/platform/storage/objects.ts";
import { isNotModified } from "#http/conditional-reads.ts";
import { contextOf } from "#http/context.ts";
import { isRangeCurrent } from "#http/preconditions.ts";
import { rangeOf } from "./byte-range.ts";

interface StoredBytes {
  objectId: string;
  byteSize: number;
  /** In hexadecimal digits. */
  sha256: string;
  /** Undefined: the bytes have no modification date. */
  createdAt?: Date;
}

/** Sends stored bytes, or the requested range of them: an interrupted download continues (RFC 9110 §14). */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  { objectId, byteSize, sha256, createdAt: lastModified }: StoredBytes,
): Promise<FastifyReply> {
  const etag = `"${sha256.slice(0, 32)}"`;
  reply.header("etag", etag).header("accept-ranges", "bytes");
  if (lastModified) reply.header("last-modified", lastModified.toUTCString());
  if (isNotModified(request, reply)) return reply.code(304).send();

  // Only GET has ranges (RFC 9110 §14.2): HEAD describes the whole body.
  const hasRange = request.method === "GET" && isRangeCurrent(request, { etag, lastModified });
  const range = hasRange ? rangeOf(request.headers.range, byteSize) : undefined;
  if (range === "unsatisfiable") return reply.code(416).header("content-range", `bytes */${byteSize}`).send();
  if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${byteSize}`);
  reply.header("content-length", range ? range.end - range.start + 1 : byteSize);
  return request.method === "HEAD" ? reply.send() : reply.send(await readObject(contextOf(request), objectId, range));
}
