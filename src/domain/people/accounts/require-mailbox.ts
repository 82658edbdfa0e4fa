import { findAuthentication } from "#domain/people/sessions/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Account } from "./account.ts";
import { selfOf } from "#domain/platform/callers/own-session.ts";

/** The person has to open an email first, such as that of a forgotten password. */
export class MailboxUnproven extends Problem {
  constructor() {
    super("invalid_state", "Choose a password with a link that is mailed to you.");
  }
}

/**
 * Requires that the person of the session has proven the mailbox of an account without a password. All schools of the
 * person share the account. A school vouches for its provider on its own, and for passkeys that were added after a
 * sign-in with it: neither may choose a password or an address that count at the others. Throws MailboxUnproven.
 */
export async function requireMailbox(context: Context, { passwordHash }: Pick<Account, "passwordHash">): Promise<void> {
  if (passwordHash !== null) return;
  const session = await findAuthentication(context, selfOf(context).sessionId);
  if (!session?.amr.includes("mail")) throw new MailboxUnproven();
}
