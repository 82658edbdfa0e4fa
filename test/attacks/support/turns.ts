import assert from "node:assert/strict";
import type { Measured } from "../../support/meters/measured-server.ts";

/** Maximum CPU milliseconds of one event-loop turn per request. */
export const maxTurn = 50;
/**
 * A hostile input blocks the loop each time; garbage collection, cold caches and compilation do not. A busy machine
 * slows some of many attempts, because cores share their caches: a job takes longer than a request, so it has fewer.
 */
const [attempts, jobAttempts] = [20, 10];

/** Fails if a request blocks the event loop on every attempt. Returns its last response. */
export async function assertTurns(what: string, send: (attempt: number) => Promise<Measured>): Promise<Measured> {
  const turns: number[] = [];
  for (let attempt = 0; ; attempt++) {
    const measured = await send(attempt);
    // A limited request would be quick without any work.
    assert.ok(
      measured.status < 500 && measured.status !== 429,
      `${what}: ${measured.status} ${measured.body.slice(0, 500)}`,
    );
    turns.push(measured.longest);
    if (measured.longest < maxTurn) return measured;
    const all = turns.map((turn) => turn.toFixed(0)).join(", ");
    assert.ok(turns.length < attempts, `${what} blocks the event loop for ${all} ms.`);
  }
}

/** Fails if a job blocks the event loop each time that it runs. `run` returns the CPU milliseconds of its longest turn. */
export async function assertQuickJob(what: string, run: () => Promise<number>): Promise<void> {
  const turns: number[] = [];
  for (let attempt = 0; attempt < jobAttempts; attempt++) {
    turns.push(await run());
    if (turns.at(-1)! < maxTurn) return;
  }
  assert.fail(`${what} blocks the event loop for ${turns.map((turn) => turn.toFixed(0)).join(", ")} ms.`);
}
