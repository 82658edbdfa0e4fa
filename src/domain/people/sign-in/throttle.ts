import { setTimeout as wait } from "node:timers/promises";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { count, type Limit, limits, uncount } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin, requireWithinAcrossSites } from "#domain/platform/rate-limits/require-within.ts";
import { countAcrossSites, uncountAcrossSites } from "#domain/platform/rate-limits/sign-in-attempts.ts";
import { type Network, networkOf } from "#lib/network.ts";

const maxDelayMs = 4000;

/** Rate limit subject of an attempt: its network, or a browser that the member has used before. */
export type SignInSource = { network: Network } | { knownBrowser: string };

/** A known browser has its own counter, independent of others behind the same address. */
export const signInSourceOf = (address: string | null, browser: string, known: boolean): SignInSource =>
  known ? { knownBrowser: browser } : { network: networkOf(address) };

/**
 * Counts an attempt before it runs, so that parallel attempts cannot exceed the limit. Attempts from one address are
 * refused at its limit; attempts from many addresses are only delayed. Browsers that the member has used have their
 * own counter: neither strangers who know the email nor neighbors behind the same address can lock the member out.
 * The audit log records when a limit is reached, not each guess, which would flood it. Throws `rate_limited`.
 * Attempts also count across all sites, with or without an account. A site's audit log only records limits reached by
 * attempts at that site, so it reveals nothing about attempts elsewhere.
 */
export async function throttleSignIn(
  context: RequestContext,
  email: string,
  source: SignInSource,
  memberId?: string,
): Promise<void> {
  const record = ({ name }: Limit) =>
    recordAudit(context, "refuseSignIn", { ...(memberId && { memberId }), details: { limit: name } });
  // Address first: a refused address must not create counters for made-up emails.
  if ("network" in source) await requireWithin(context, limits.signInPerAddress, source.network, record);
  await requireWithin(context, limits.signInPerAccountAndAddress, subjectOf(email, source), record);
  // Known browsers have a secret per site, so only attempts from a network count across sites.
  if ("network" in source) {
    await requireWithinAcrossSites(context, limits.signInPerAccountAndAddressAcrossSites, subjectOf(email, source));
  }
  const { count: attempts } = await count(context, limits.signInPerAccount, email);
  const excessHere = attempts - limits.signInPerAccount.max;
  if (excessHere === 1) await record(limits.signInPerAccount);
  const everywhere = await countAcrossSites(context, limits.signInPerAccountAcrossSites, email);
  const excess = Math.max(excessHere, everywhere.count - limits.signInPerAccountAcrossSites.max);
  if (excess > 0 && "network" in source) await wait(Math.min(maxDelayMs, 100 * 2 ** Math.min(excess, 10)));
}

/** Removes an attempt that did not fail from the count. */
export async function refundAttempt(context: Context, email: string, source: SignInSource): Promise<void> {
  await Promise.all([
    uncount(context, limits.signInPerAccountAndAddress, subjectOf(email, source)),
    "network" in source ? uncount(context, limits.signInPerAddress, source.network) : undefined,
    "network" in source
      ? uncountAcrossSites(context, limits.signInPerAccountAndAddressAcrossSites, subjectOf(email, source))
      : undefined,
    uncount(context, limits.signInPerAccount, email),
    uncountAcrossSites(context, limits.signInPerAccountAcrossSites, email),
  ]);
}

const subjectOf = (email: string, source: SignInSource) =>
  `${email}\n${"network" in source ? source.network : `browser ${source.knownBrowser}`}`;
