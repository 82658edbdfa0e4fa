import { setTimeout as wait } from "node:timers/promises";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { count, type Limit, limits, uncount } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin, requireWithinAcrossSites } from "#domain/platform/rate-limits/require-within.ts";
import { countAcrossSites, uncountAcrossSites } from "#domain/platform/rate-limits/sign-in-attempts.ts";
import { networkOf } from "#lib/network.ts";

const longestDelay = 4000;

/** Where an attempt is made from: the network it comes over, or a browser that the member has used before. */
export type Place = { network: string } | { knownBrowser: string };

/** A browser that is known counts for itself alone: whoever shares its address can use up nothing of it. */
export const placeOf = (address: string | null, browser: string, known: boolean): Place =>
  known ? { knownBrowser: browser } : { network: networkOf(address ?? "") };

/**
 * Counts an attempt before it is made, so that many at once are not all let through. From one address an attacker
 * runs into a refusal; over many addresses only into delay. Browsers the member has used are exempt from both but for
 * their own count: nobody is locked out by a stranger who knows their e-mail, nor by a neighbour behind the same
 * address. The audit log is told when a limit is reached, not of each guess: those who guess would fill it. Throws
 * `rate_limited`.
 *
 * Attempts also count across all sites, with or without an account. The audit log of a site only records limits that
 * attempts at that site reached: it reveals nothing about attempts elsewhere.
 */
export async function holdBack(context: Context, email: string, place: Place, memberId?: string): Promise<void> {
  const record = ({ name }: Limit) =>
    recordAudit(context, "refuseSignIn", { ...(memberId && { memberId }), details: { limit: name } });
  // The address first: who is refused for it writes no counter for each e-mail they make up.
  if ("network" in place) await requireWithin(context, limits.signInPerAddress, place.network, record);
  await requireWithin(context, limits.signInPerAccountAndAddress, subjectOf(email, place), record);
  // Known browsers have a secret per site, so only attempts from a network count across sites.
  if ("network" in place) {
    await requireWithinAcrossSites(context, limits.signInPerAccountAndAddressAcrossSites, subjectOf(email, place));
  }
  const { count: attempts } = await count(context, limits.signInPerAccount, email);
  const excessHere = attempts - limits.signInPerAccount.most;
  if (excessHere === 1) await record(limits.signInPerAccount);
  const everywhere = await countAcrossSites(context, limits.signInPerAccountAcrossSites, email);
  const excess = Math.max(excessHere, everywhere.count - limits.signInPerAccountAcrossSites.most);
  if (excess > 0 && "network" in place) await wait(Math.min(longestDelay, 100 * 2 ** Math.min(excess, 10)));
}

/** The attempt was no failure. */
export async function takeBack(context: Context, email: string, place: Place): Promise<void> {
  await Promise.all([
    uncount(context, limits.signInPerAccountAndAddress, subjectOf(email, place)),
    "network" in place ? uncount(context, limits.signInPerAddress, place.network) : undefined,
    "network" in place
      ? uncountAcrossSites(context, limits.signInPerAccountAndAddressAcrossSites, subjectOf(email, place))
      : undefined,
    uncount(context, limits.signInPerAccount, email),
    uncountAcrossSites(context, limits.signInPerAccountAcrossSites, email),
  ]);
}

const subjectOf = (email: string, place: Place) =>
  `${email}\n${"network" in place ? place.network : `browser ${place.knownBrowser}`}`;
