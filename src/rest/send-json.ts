import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

/** Sends JSON that was written in pieces: a large response is handed to the connection piece by piece. */
export function sendJson(reply: FastifyReply, pieces: readonly string[]): FastifyReply {
  if (pieces.length === 1) return reply.send(pieces[0]);
  const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  return reply.header("content-length", length).send(Readable.from(pieces));
}
