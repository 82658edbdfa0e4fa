import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { pause } from "#lib/event-loop/pause.ts";

/**
 * Sends text piece by piece. The next piece is read when the client has read the last one: many slow clients must not
 * hold the whole text once each. For HEAD, nothing is read: Fastify would read all of it.
 */
export const sendPieces = (reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply =>
  reply.send(
    Readable.from(reply.request.method === "HEAD" ? [] : inTurns(pieces), { objectMode: false, highWaterMark: 1 }),
  );

/** Lets the event loop turn: the operating system accepts megabytes immediately, even if the client does not read. */
async function* inTurns(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  for await (const piece of pieces) {
    yield piece;
    const turn = pause();
    if (turn) await turn;
  }
}
