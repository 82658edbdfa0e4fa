import { setTimeout as wait } from "node:timers/promises";
import { recordAudit } from "#domain/audit/record-audit.ts";
import type { Context } from "#domain/context.ts";
import { count, type Limit, limits, uncount } from "#domain/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/rate-limits/require-within.ts";
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
 */
export async function holdBack(context: Context, email: string, place: Place, memberId?: string): Promise<void> {
  const record = ({ name }: Limit) =>
    recordAudit(context, "refuseSignIn", { ...(memberId && { memberId }), details: { limit: name } });
  // The address first: who is refused for it writes no counter for each e-mail they make up.
  if ("network" in place) await requireWithin(context, limits.signInPerAddress, place.network, record);
  await requireWithin(context, limits.signInPerAccountAndAddress, subjectOf(email, place), record);
  const { count: attempts } = await count(context, limits.signInPerAccount, email);
  const excess = attempts - limits.signInPerAccount.most;
  if (excess === 1) await record(limits.signInPerAccount);
  if (excess > 0 && "network" in place) await wait(Math.min(longestDelay, 100 * 2 ** Math.min(excess, 10)));
}

/** The attempt was no failure. */
export async function takeBack(context: Context, email: string, place: Place): Promise<void> {
  await Promise.all([
    uncount(context, limits.signInPerAccountAndAddress, subjectOf(email, place)),
    "network" in place ? uncount(context, limits.signInPerAddress, place.network) : undefined,
    uncount(context, limits.signInPerAccount, email),
  ]);
}

const subjectOf = (email: string, place: Place) =>
  `${email}\n${"network" in place ? place.network : `browser ${place.knownBrowser}`}`;
