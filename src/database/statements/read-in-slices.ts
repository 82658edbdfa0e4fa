import type { Readable } from "node:stream";
import type pg from "pg";

/** Bytes of results that are read in one turn of the event loop. The driver builds their rows in a few milliseconds. */
const maxPerTurn = 256 * 1024;

/** Lets the event loop turn while a large result arrives on a connection. */
export function readInSlices(client: pg.ClientBase): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The types of pg lack the connection of a client.
  const { stream } = (client as unknown as { connection: { stream: Readable } }).connection;
  let received = 0;
  stream.on("data", ({ length }: Buffer) => {
    received += length;
    if (received < maxPerTurn) return;
    received = 0;
    stream.pause();
    setImmediate(() => stream.resume());
  });
}
