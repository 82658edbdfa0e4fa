import type { Context } from "./context.ts";
import { Problem } from "./problem.ts";

/** Fails where the caller has seen another version of the thing than the one that they are about to change. */
export function requireVersion({ ifMatch }: Context, { version }: { version: number }): void {
  if (ifMatch === undefined || ifMatch === "any" || ifMatch.includes(version)) return;
  throw new Problem("etag_mismatch", "It was changed since you read it. Read it again, and repeat with its new ETag.");
}
