import { postNewDevice } from "#domain/people/accounts/post-notice.ts";
import { findAccount } from "#domain/people/accounts/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { count, limits } from "#domain/platform/rate-limits/rate-limits.ts";

interface Person {
  memberId: string;
  accountId: string | null;
}

/** Notifies a person by email of a sign-in with a new browser, a few times per day at most. Requires a transaction. */
export async function announceDevice(
  inside: Context,
  { memberId, accountId }: Person,
  { userAgent }: { userAgent: string },
): Promise<void> {
  if (accountId === null || !inside.mail) return;
  const limit = limits.newDeviceMailPerMember;
  if ((await count(inside, limit, memberId)).count > limit.max) return;
  const account = await findAccount(inside.db, accountId);
  if (account) await postNewDevice(inside, account, userAgent);
}
