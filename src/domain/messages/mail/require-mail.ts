import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Postbox } from "./postbox.ts";

/** Returns the installation's postbox. Throws `invalid_state` if it sends no mail. */
export function requireMail({ mail }: Context): Postbox {
  if (mail) return mail;
  throw new Problem("invalid_state", "This installation sends no email, because SMTP_URL is not set.");
}
