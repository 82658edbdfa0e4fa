import { isDeepStrictEqual } from "node:util";
import { asRecord } from "#lib/json/is-record.ts";

/**
 * Returns the previous values of changed fields, in wire format. `updated_at` is omitted, because the event already
 * implies it.
 */
export function previousOf(before: unknown, after: unknown): Record<string, unknown> {
  const now = asRecord(after);
  const changed = Object.entries(asRecord(before)).filter(
    ([name, value]) => name !== "updated_at" && !isDeepStrictEqual(value, now[name]),
  );
  return Object.fromEntries(changed);
}
