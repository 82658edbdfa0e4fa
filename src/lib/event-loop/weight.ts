/** Values that are processed without a pause. Each takes a few microseconds to check or to write. */
const maxAtOnce = 500;
/** Characters that take as long as one value. */
const perValue = 500;

/** Returns true if a JSON value is small enough to be processed in one turn of the event loop. */
export const isSmall = (value: unknown, limit = maxAtOnce): boolean => remaining(value, limit) >= 0;

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
