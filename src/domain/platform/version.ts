import type { Context } from "./context.ts";
import { Problem } from "./problem.ts";

/** Throws `etag_mismatch` if the caller has seen another version than the current one. */
export function requireVersion({ ifMatch }: Context, { version }: { version: number }): void {
  if (ifMatch === undefined || ifMatch === "any" || ifMatch.includes(version)) return;
  throw new Problem(
    "etag_mismatch",
    "The resource has changed since you read it. Read it again and retry with its new ETag.",
  );
}
