import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { inspect } from "node:util";

/** For conditions that never hold; a busy machine needs far less. */
const timeoutMs = 120_000;

type Falsy = false | 0 | "" | null | undefined;

/** Waits until `look` returns a truthy value, and returns it. A failure names what was awaited and the last value. */
export async function until<Value>(
  look: () => Value | Promise<Value>,
  what: string,
  limitMs = timeoutMs,
): Promise<Exclude<Value, Falsy>> {
  for (const since = performance.now(); ; await delay(10)) {
    const value = await look();
    if (value) return value as Exclude<Value, Falsy>;
    assert.ok(
      performance.now() - since < limitMs,
      `Waited ${limitMs / 1000} s for ${what}. The last value is ${inspect(value, { breakLength: Infinity }).slice(0, 160)}.`,
    );
  }
}
