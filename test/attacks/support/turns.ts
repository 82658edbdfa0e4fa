import assert from "node:assert/strict";
import type { Measured } from "../../support/measured-server.ts";

/** Maximum CPU milliseconds of one event-loop turn per request. */
export const maxTurn = 50;
/** A hostile input blocks the loop each time; garbage collection, cold caches and compilation do not. */
const attempts = 5;

/** Fails if a request blocks the event loop on every attempt. Returns its last response. */
export async function assertTurns(what: string, send: (attempt: number) => Promise<Measured>): Promise<Measured> {
  const turns: number[] = [];
  for (let attempt = 0; attempt < attempts; attempt++) {
    const measured = await send(attempt);
    assert.ok(measured.status < 500, `${what}: ${measured.status} ${measured.body.slice(0, 500)}`);
    turns.push(measured.longest);
    if (measured.longest < maxTurn) return measured;
  }
  assert.fail(`${what} blocks the event loop for ${turns.map((turn) => turn.toFixed(0)).join(", ")} ms.`);
}
