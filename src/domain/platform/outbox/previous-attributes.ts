import { isDeepStrictEqual } from "node:util";

/** The fields of a thing on the wire that are not what they were, as they were. That it was changed is told already. */
export function previousOf(before: unknown, after: unknown): Record<string, unknown> {
  const now = after as Record<string, unknown>;
  const changed = Object.entries(before as Record<string, unknown>).filter(
    ([name, value]) => name !== "updated_at" && !isDeepStrictEqual(value, now[name]),
  );
  return Object.fromEntries(changed);
}
