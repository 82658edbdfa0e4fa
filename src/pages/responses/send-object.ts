import type { FastifyReply, FastifyRequest } from "fastify";
import { readObject } from "#domain/platform/storage/objects.ts";
import { isNotModified } from "#http/conditional-reads.ts";
import { contextOf } from "#http/context.ts";
import { isRangeCurrent } from "#http/preconditions.ts";
import type { ByteRange } from "#lib/objects/object-store.ts";

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

/**
 * Parses `Range` (RFC 9110 §14.1.2). Undefined means the whole body: no header, or several ranges, which a server may
 * ignore (§14.2). Numbers of any length are compared as such: no file has that many bytes.
 */
function rangeOf(header: string | undefined, length: number): ByteRange | "unsatisfiable" | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first === "") {
    const suffix = Math.min(Number(last), length);
    return suffix === 0 ? "unsatisfiable" : { start: length - suffix, end: length - 1 };
  }
  const start = Number(first);
  if (last !== "" && isLess(last, first)) return undefined;
  if (start >= length) return "unsatisfiable";
  return { start, end: last === "" ? length - 1 : Math.min(Number(last), length - 1) };
}

/** Compares numbers of any length, which may be beyond 2^53. */
function isLess(digits: string, other: string): boolean {
  const [one, two] = [digits.replace(/^0+/, ""), other.replace(/^0+/, "")];
  return one.length === two.length ? one < two : one.length < two.length;
}
