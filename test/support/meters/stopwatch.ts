import assert from "node:assert/strict";

/** Brackets times of the server between the start of the stopwatch and now, on machines of any speed. */
export function stopwatch() {
  const startedAt = Date.now();
  return {
    /** Asserts that a time in seconds since 1970 is not before the start and not after now. */
    assertSince(seconds: number): void {
      const [from, to] = [Math.floor(startedAt / 1000), Math.ceil(Date.now() / 1000)];
      assert.ok(seconds >= from && seconds <= to, `Expected a time from ${from} to ${to}, found ${seconds}.`);
    },

    /** Asserts that `Retry-After` is the rest of a limit of this many seconds that began after the start. */
    assertRestOf(limit: number, retryAfter: unknown): void {
      const least = Math.floor(limit - (Date.now() - startedAt) / 1000);
      const seconds = Number(retryAfter);
      assert.ok(seconds >= least && seconds <= limit, `Expected ${least} to ${limit} seconds, found ${seconds}.`);
    },
  };
}
