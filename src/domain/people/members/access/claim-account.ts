import { isClaimed } from "#domain/people/accounts/account.ts";
import { insertAccount, lockAccountByEmail } from "#domain/people/accounts/queries.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { refuseLink } from "#domain/messages/mail-links/queries.ts";
import { requirePasswordSignIn } from "#domain/people/identity-providers/require-password.ts";
import { newId } from "#domain/platform/ids.ts";
import { setAccountPassword } from "./set-account-password.ts";
import { acceptMembership } from "./join-site.ts";

interface Claim {
  /** Recipient of the link that set the password. */
  email: string;
  passwordHash: string;
}

/**
 * Sets the password of the account at an address whose owner has chosen one, and creates the account if missing.
 * Returns its id. Returns undefined for an account whose address only compares equal: its mailbox may belong to
 * another person. Requires a transaction.
 */
export async function claimAccount(context: Context, { email, passwordHash }: Claim): Promise<string | undefined> {
  const { db, now } = context;
  await requirePasswordSignIn(context, email);
  const id = newId();
  const fresh = { id, email, emailVerifiedAt: now, passwordHash, locale: null, createdAt: now };
  if (await insertAccount(db, fresh)) return id;
  const account = await lockAccountByEmail(db, email);
  if (account?.email !== email) return undefined;
  const change = { accountId: account.id, passwordHash, action: "setPassword", choice: { by: "owner" } } as const;
  await setAccountPassword(context, { ...change, takesOver: account.passwordSiteId !== null });
  return account.id;
}

/**
 * Returns the account of the address that a mailed link proves, creating it with the password if needed. Throws if the
 * account was claimed while the page was open.
 */
export async function accountOfLink(context: Context, email: string, passwordHash: string | null): Promise<string> {
  const account = await lockAccountByEmail(context.db, email);
  if (account && account.email !== email) return refuseLink();
  const claimed = account && isClaimed(account) ? account : undefined;
  if (passwordHash === null) return claimed?.id ?? refuseLink();
  if (claimed) return refuseLink();
  return (await claimAccount(context, { email, passwordHash })) ?? refuseLink();
}

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
