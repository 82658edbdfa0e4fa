import { insertAccount } from "#domain/people/accounts/queries.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { acceptMembership } from "./accept-membership.ts";

/**
 * Creates the account of a member who has none, with a password chosen by the operator. It counts as accepted at this
 * site only, and the address stays unverified: the password proves nothing about its owner. Returns false if the
 * address already has an account. Requires a transaction.
 */
export async function createAccountFor(
  scope: SiteScope & { now: Date },
  { id: memberId, email }: { id: string; email: string },
  passwordHash: string,
): Promise<boolean> {
  const { db, site, now } = scope;
  const id = newId();
  const account = { id, email, emailVerifiedAt: null, passwordHash, locale: null, createdAt: now };
  if (!(await insertAccount(db, { ...account, passwordSiteId: site.id }))) return false;
  return acceptMembership(scope, memberId, id, now);
}
