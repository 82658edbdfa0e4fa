import { pause } from "./pause.ts";

/** Values that are processed without a pause. Each takes a few microseconds to check or to write. */
const maxAtOnce = 500;
/** Characters that take as long as one value. */
const perValue = 500;

/** Returns true if a JSON value is small enough to be processed in one turn of the event loop. */
export const isSmall = (value: unknown, limit = maxAtOnce): boolean => remaining(value, limit) >= 0;

/** Counts the values of a JSON value at all levels, itself included. Lets the event loop turn. */
export async function valuesIn(value: unknown): Promise<number> {
  const turn = pause();
  if (turn) await turn;
  if (typeof value !== "object" || value === null) return 1;
  let count = 1;
  for (const inner of Object.values(value)) count += typeof inner === "object" ? await valuesIn(inner) : 1;
  return count;
}

/** Subtracts the weight of a value from a limit. Negative if the value exceeds the limit. */
function remaining(value: unknown, limit: number): number {
  if (typeof value === "string") return limit - 1 - value.length / perValue;
  let left = limit - 1;
  if (typeof value !== "object" || value === null) return left;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (left < 0) return left;
      left = remaining(item, left);
    }
  } else if (isPlain(value)) {
    for (const name in value) {
      if (left < 0) return left;
      left = remaining(value[name], left);
    }
  }
  return left;
}

/** Not a date, a buffer or a stream. */
function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
