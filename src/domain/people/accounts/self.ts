import type { SessionCaller } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";

/** The person signed in. Throws `role_required` for anybody else. */
export function selfOf({ caller }: Context): SessionCaller {
  if (caller.kind === "session") return caller;
  throw new Problem("role_required", "This can only be done by the person signed in, in a browser.");
}
