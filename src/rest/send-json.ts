import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { compressAs, type Encoding, encodingFor } from "#http/compress.ts";
import { tagOfCoding } from "#http/entity-tags.ts";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";

/**
 * Sets the headers that depend on the encoding of a response, and returns the encoding. A response with status 304 has
 * them too (RFC 9110 §15.4.5): a cache refreshes the copy that has the same ETag.
 */
export function negotiateEncoding(reply: FastifyReply, pieces: readonly string[]): Encoding | undefined {
  reply.header("vary", "Accept-Encoding");
  const characters = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const encoding = encodingFor(characters, reply.request.headers["accept-encoding"]);
  const etag = reply.getHeader("etag");
  if (encoding && typeof etag === "string") reply.header("etag", tagOfCoding(etag, encoding));
  return encoding;
}

/**
 * Sends JSON that was written in pieces: a large response is handed to the connection piece by piece, or compressed if
 * the client accepts it.
 */
export async function sendJson(reply: FastifyReply, pieces: readonly string[]): Promise<FastifyReply> {
  const encoding = negotiateEncoding(reply, pieces);
  if (!encoding && pieces.length === 1) return reply.send(pieces[0]);
  // Encoded here, because a stream does not let the event loop turn while the connection accepts more.
  const encoded = await mapInSlices(pieces, (piece) => Buffer.from(piece));
  if (encoding)
    return reply.header("content-encoding", encoding).send(await compressAs(encoding, Buffer.concat(encoded)));
  const length = encoded.reduce((sum, piece) => sum + piece.length, 0);
  return reply.header("content-length", length).send(Readable.from(encoded));
}
