import { insertAccount, lockAccountByEmail } from "#domain/people/accounts/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { setAccountPassword } from "./set-account-password.ts";

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
  const id = newId();
  const fresh = { id, email, emailVerifiedAt: now, passwordHash, locale: null, createdAt: now };
  if (await insertAccount(db, fresh)) return id;
  const known = await lockAccountByEmail(db, email);
  if (known?.email !== email) return undefined;
  const change = { accountId: known.id, passwordHash, action: "setPassword", choice: { by: "owner" } } as const;
  await setAccountPassword(context, change);
  return known.id;
}
