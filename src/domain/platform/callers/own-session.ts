import type { SessionCaller } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";

/** Returns the signed-in person's session. Throws `role_required` for any other caller. */
export function selfOf({ caller }: Context): SessionCaller {
  if (caller.kind === "session") return caller;
  throw new Problem("role_required", "Only the signed-in person can do this, in a browser.");
}
