import type { SessionCaller } from "#access/caller.ts";
import type { Context } from "../context.ts";
import { Problem } from "../problem.ts";

/** Returns the signed-in member of a browser. Throws `role_required` for every other caller. */
export function requireSession({ caller }: Pick<Context, "caller">): SessionCaller {
  if (caller.kind === "session") return caller;
  throw new Problem("role_required", "Sign in with a browser as a member of this site.");
}
