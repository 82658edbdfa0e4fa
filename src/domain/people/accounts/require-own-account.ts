import { listIdentities } from "#domain/people/identity-providers/identities/queries.ts";
import { findAuthentication } from "#domain/people/sessions/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Account } from "./account.ts";
import { listAccountSites } from "./queries.ts";
import { selfOf } from "./self.ts";

/**
 * Throws `invalid_state` if only this school's provider vouches for the signed-in person, and the account belongs to
 * other schools too. The provider must not open anything there, which a new address or a first password would. A session
 * from a mailed code or a password proves the account. A passkey does not: the person of the provider can have added it.
 */
export async function requireOwnAccount(context: Context, account: Account): Promise<void> {
  if (account.passwordHash !== null) return;
  const { sessionId, memberId } = selfOf(context);
  const session = await findAuthentication(context, sessionId);
  if (session?.amr.some((method) => method === "mail" || method === "pwd")) return;
  const identities = await listIdentities(context, memberId);
  if (identities.every(({ linkedBy }) => linkedBy === "person")) return;
  const sites = await listAccountSites(context.db, account.id);
  if (sites.every(({ siteId }) => siteId === context.site.id)) return;
  throw new Problem(
    "invalid_state",
    "You use this account at other schools too. Choose a password by a mailed link first: sign out, and select “Forgot your password?”.",
  );
}
