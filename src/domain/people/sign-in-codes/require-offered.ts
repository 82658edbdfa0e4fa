import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";

/** Returns whether people can sign in by email: the school offers it and mail can be sent. */
export const isCodeOffered = ({ site, mail }: Pick<Context, "site" | "mail">): boolean =>
  site.settings.signInByEmail !== "off" && mail !== undefined;

/** Throws `not_found`, because a school without sign-in by email has no such page. */
export function requireCodeOffered(context: Context): void {
  if (!isCodeOffered(context)) throw new Problem("not_found", "This site does not offer sign-in by email.");
}
