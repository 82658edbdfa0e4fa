import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";

/** Whether a person may become a member here by themselves: the site allows it, and mail can be sent. */
export const isSignUpOpen = ({ site, mail }: Context): boolean => site.settings.openSignUp && mail !== undefined;

/** Throws `not_found`: a site that is not open has no such page. */
export function requireOpen(context: Context): void {
  if (!isSignUpOpen(context)) throw new Problem("not_found", "Nobody can sign up here by themselves.");
}
