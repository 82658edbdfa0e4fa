import { hasTwoFactors, type StoredMethods } from "#access/authentication-methods.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { findFactors, hasFactor } from "#domain/people/second-factors/queries.ts";
import { isKnownBrowser, rememberBrowser } from "#domain/people/sessions/known-browsers.ts";
import { insertSession } from "#domain/people/sessions/queries.ts";
import { recordSignIn } from "./queries.ts";
import { postNewDevice } from "#domain/people/accounts/post-notice.ts";
import { findAccount } from "#domain/people/accounts/queries.ts";
import { count, limits } from "#domain/platform/rate-limits/rate-limits.ts";

/** Origin of a sign-in. */
export interface SignInClient {
  /** Secret of the browser's own cookie. */
  browser: string;
  userAgent: string;
  /** Sign-in at an identity provider, so that a logout there ends the session. */
  provider?: ProviderOrigin | null;
  /** Time of an earlier authentication that the session continues. Defaults to now. */
  authenticatedAt?: Date | undefined;
}

export interface ProviderOrigin {
  id: string;
  /** The provider's name for its session. */
  session: string | null;
}

/**
 * Opens a session for a member who has just authenticated by these methods. Requires a transaction. Returns the
 * cookie's secret, or undefined if the member has a second factor and the methods prove one only: the caller then asks
 * for it (`second-step.ts`), or sends the person to the sign-in page. No caller can open a session without it.
 */
export async function openSession(
  inside: Context,
  memberId: string,
  client: SignInClient,
  amr: StoredMethods,
): Promise<string | undefined> {
  if (!hasTwoFactors(amr) && hasFactor(await findFactors(inside, memberId))) return undefined;
  const isNewBrowser = !(await isKnownBrowser(inside, memberId, client.browser));
  await rememberBrowser(inside, memberId, client.browser);
  const { roles, signInCount, accountId } = await recordSignIn(inside, memberId);
  // The first browser of a person is no news to them.
  if (isNewBrowser && signInCount > 1) await announceDevice(inside, { memberId, accountId }, client);
  await recordAudit(inside, "signIn", { ...about("member", memberId), memberId });
  const session = {
    memberId,
    roles,
    amr,
    authenticatedAt: client.authenticatedAt,
    userAgent: client.userAgent.slice(0, 400),
    address: inside.address ?? "",
    identityProviderId: client.provider?.id ?? null,
    providerSession: client.provider?.session ?? null,
  };
  return insertSession(inside, session);
}

interface Person {
  memberId: string;
  accountId: string | null;
}

/** Notifies a person by email of a sign-in with a new browser, a few times per day at most. Requires a transaction. */
async function announceDevice(
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
