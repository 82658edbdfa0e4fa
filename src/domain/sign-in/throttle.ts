import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "#domain/context.ts";
import { count, limits, uncount } from "#domain/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/rate-limits/require-within.ts";

const longestDelay = 4000;

/**
 * Counts an attempt before it is made, so that many at once are not all let through. From one address an attacker
 * runs into a refusal; over many addresses only into delay, from which browsers the member has used are exempt:
 * nobody is locked out by a stranger who knows their e-mail. Throws `rate_limited`.
 */
export async function holdBack(context: Context, email: string, knownBrowser: boolean): Promise<void> {
  const address = context.address ?? "";
  await requireWithin(context, limits.signInPerAccountAndAddress, `${email}\n${address}`);
  await requireWithin(context, limits.signInPerAddress, address);
  const { count: attempts } = await count(context, limits.signInPerAccount, email);
  const excess = attempts - limits.signInPerAccount.most;
  if (excess > 0 && !knownBrowser) await wait(Math.min(longestDelay, 100 * 2 ** Math.min(excess, 10)));
}

/** The attempt was no failure. */
export async function takeBack(context: Context, email: string): Promise<void> {
  const address = context.address ?? "";
  await Promise.all([
    uncount(context, limits.signInPerAccountAndAddress, `${email}\n${address}`),
    uncount(context, limits.signInPerAddress, address),
    uncount(context, limits.signInPerAccount, email),
  ]);
}
