import { isDeepStrictEqual } from "node:util";

/**
 * Returns the previous values of changed fields, in wire format. `updated_at` is omitted, because the event already
 * implies it.
 */
export function previousOf(before: unknown, after: unknown): Record<string, unknown> {
  const now = after as Record<string, unknown>;
  const changed = Object.entries(before as Record<string, unknown>).filter(
    ([name, value]) => name !== "updated_at" && !isDeepStrictEqual(value, now[name]),
  );
  return Object.fromEntries(changed);
}
