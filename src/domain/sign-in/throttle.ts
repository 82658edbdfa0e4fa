import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "#domain/context.ts";
import { count, limits, uncount } from "#domain/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/rate-limits/require-within.ts";
import { networkOf } from "#lib/network.ts";

const longestDelay = 4000;

/**
 * Counts an attempt before it is made, so that many at once are not all let through. From one address an attacker
 * runs into a refusal; over many addresses only into delay. Browsers the member has used are exempt from both but for
 * their own count: nobody is locked out by a stranger who knows their e-mail, nor by a neighbour behind the same
 * address. Throws `rate_limited`.
 */
export async function holdBack(context: Context, email: string, knownBrowser: boolean): Promise<void> {
  const network = networkOf(context.address ?? "");
  // The address first: who is refused for it writes no counter for each e-mail they make up.
  if (!knownBrowser) await requireWithin(context, limits.signInPerAddress, network);
  await requireWithin(context, limits.signInPerAccountAndAddress, `${email}\n${network}`);
  const { count: attempts } = await count(context, limits.signInPerAccount, email);
  const excess = attempts - limits.signInPerAccount.most;
  if (excess > 0 && !knownBrowser) await wait(Math.min(longestDelay, 100 * 2 ** Math.min(excess, 10)));
}

/** The attempt was no failure. */
export async function takeBack(context: Context, email: string, knownBrowser: boolean): Promise<void> {
  const network = networkOf(context.address ?? "");
  await Promise.all([
    uncount(context, limits.signInPerAccountAndAddress, `${email}\n${network}`),
    knownBrowser ? undefined : uncount(context, limits.signInPerAddress, network),
    uncount(context, limits.signInPerAccount, email),
  ]);
}
