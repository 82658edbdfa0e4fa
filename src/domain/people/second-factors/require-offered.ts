import { policyOf } from "#access/factor-policy.ts";
import { selfOf } from "#domain/platform/callers/own-session.ts";
import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";

/** Throws `invalid_state` if the school offers no second factors to the signed-in person. */
export function requireOffered(context: Context): void {
  if (policyOf(context.site.settings, selfOf(context).roles) !== "off") return;
  throw new Problem("invalid_state", "The school offers no second factors to your role.");
}
