/** Milliseconds that long computations take of one turn of the event loop, all of them together. */
const maxTurn = 10;

/** When the share of this turn is used up. Undefined in a turn without a long computation. */
let turnEndsAt: number | undefined;
const waiting: (() => void)[] = [];

/**
 * Lets the event loop turn if the long computations of this turn have used their share: returns a promise to wait for,
 * otherwise undefined. Each turn continues one computation, round robin.
 */
export function pause(): Promise<void> | undefined {
  const now = performance.now();
  if (turnEndsAt === undefined) startTurn(now);
  else if (now >= turnEndsAt) return new Promise((resolve) => waiting.push(resolve));
  return undefined;
}

function startTurn(now: number): void {
  turnEndsAt = now + maxTurn;
  setImmediate(() => {
    turnEndsAt = undefined;
    const next = waiting.shift();
    if (!next) return;
    startTurn(performance.now());
    next();
  });
}
