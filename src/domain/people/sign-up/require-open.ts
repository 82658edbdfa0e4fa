import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";

/** Returns whether self sign-up is possible: the site allows it and mail can be sent. */
export const isSignUpOpen = ({ site, mail }: Context): boolean => site.settings.openSignUp && mail !== undefined;

/** Throws `not_found`, because a closed site has no sign-up page. */
export function requireOpen(context: Context): void {
  if (!isSignUpOpen(context)) throw new Problem("not_found", "This site does not allow self sign-up.");
}

/** Returns whether people sign up with their address alone: the school signs them in by email first. */
export const signsUpWithoutPassword = ({ site }: Pick<Context, "site">): boolean =>
  site.settings.signInByEmail === "first";
