import { findAccount } from "#domain/people/accounts/queries.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import type { Context } from "#domain/platform/context.ts";

/**
 * Returns the address that proves that a member is the person: that of the account, which only the person changes. The
 * contact address, which staff can change, counts for members without an account only.
 */
export async function provingAddress(
  { db }: Pick<Context, "db">,
  { accountId, email }: Pick<MemberRecord, "accountId" | "email">,
): Promise<string> {
  const account = accountId === null ? undefined : await findAccount(db, accountId);
  return account?.email ?? email;
}
