import type { RequestContext } from "#domain/platform/context.ts";
import { type PasskeyUse, provePasskey, recordRefusal, spendUse } from "#domain/people/second-factors/prove-passkey.ts";
import { openSession, type SignInClient } from "./open-session.ts";
import type { FirstStep } from "./first-step.ts";
import { isStillEntering, methodsOf, originOf } from "./second-step.ts";

/**
 * Signs the owner of a passkey in: instead of a password, or as the second step after one. Returns the secret of a new
 * session, or undefined for a passkey that does not fit or whose owner may not sign in. Throws `rate_limited`.
 */
export async function enterWithPasskey(
  context: RequestContext,
  use: Omit<PasskeyUse, "memberId">,
  client: SignInClient,
  first?: FirstStep,
): Promise<string | undefined> {
  const proven = await provePasskey(context, { ...use, memberId: first?.memberId });
  if (!proven) return undefined;
  const { passkey, amr } = proven;
  const step: FirstStep = first ?? { memberId: passkey.memberId, amr: [], password: null };
  const entered = await context.db.transaction(async (db) => {
    const inside = { ...context, db };
    if (!(await isStillEntering(inside, step))) return undefined;
    const use = await spendUse(inside, proven);
    if (use !== "counted") return use;
    const session = await openSession(inside, passkey.memberId, originOf(step, client), methodsOf(step, amr));
    return session === undefined ? undefined : { session };
  });
  if (typeof entered !== "string") return entered?.session;
  await recordRefusal(context, passkey, entered);
  return undefined;
}
