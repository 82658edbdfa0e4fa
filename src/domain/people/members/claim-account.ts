import { insertAccount, lockAccountByEmail } from "#domain/people/accounts/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { setAccountPassword } from "./set-account-password.ts";

interface Claim {
  /** Where the link was mailed that the password was chosen by. */
  email: string;
  passwordHash: string;
}

/**
 * Sets the password of the account of an address whose reader has chosen one, and creates the account where there is
 * none. Returns its id. Returns undefined for an account at an address that only compares equal: its mailbox may belong
 * to another person. For a transaction.
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
