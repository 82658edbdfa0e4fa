import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";

/** Sends JSON that was written in pieces: a large response is handed to the connection piece by piece. */
export async function sendJson(reply: FastifyReply, pieces: readonly string[]): Promise<FastifyReply> {
  if (pieces.length === 1) return reply.send(pieces[0]);
  // Encoded here, because a stream does not let the event loop turn while the connection accepts more.
  const encoded = await mapInSlices(pieces, (piece) => Buffer.from(piece));
  const length = encoded.reduce((sum, piece) => sum + piece.length, 0);
  return reply.header("content-length", length).send(Readable.from(encoded));
}
