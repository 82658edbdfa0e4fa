import { isKnownBrowser } from "#domain/people/sessions/known-browsers.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { count, limits, uncount } from "#domain/platform/rate-limits/rate-limits.ts";
import { limitReached, requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { networkOf } from "#lib/network.ts";
import { openSecret, stepOf } from "./authenticator-app.ts";
import { requireFactors } from "./factor-system.ts";
import { findApp, spendRecoveryCode, spendStep } from "./queries.ts";

/** Spends a code of the member. Requires a transaction, so that a code is spent only if its purpose succeeds. */
export async function spendCode(inside: Context, memberId: string, typed: string): Promise<boolean> {
  const app = await findApp(inside, memberId);
  const secret = app && openSecret(requireFactors(inside), app.secret, { siteId: inside.site.id, memberId });
  const step = secret === undefined ? undefined : await stepOf(secret, typed.replaceAll(/\s/g, ""), inside.now);
  if (step !== undefined) return spendStep(inside, memberId, step);
  if (!(await spendRecoveryCode(inside, memberId, typed))) return false;
  await recordAudit(inside, "useRecoveryCode", { ...about("member", memberId), memberId });
  return true;
}

/**
 * Counts an attempt before it runs, so that parallel attempts cannot exceed the limit, and takes it back unless it was
 * wrong. A browser that the member has used counts on its own: others who know the password can neither keep the member
 * from signing in nor from changing it. Beyond the limits, passkeys still work.
 */
export async function limitCodes<Result>(
  context: RequestContext,
  { memberId, browser }: { memberId: string; browser: string },
  attempt: () => Promise<Result | "wrong">,
): Promise<Result | "wrong"> {
  const isKnown = await isKnownBrowser(context, memberId, browser);
  const whose = isKnown ? `${memberId}\nbrowser ${browser}` : memberId;
  const subject = isKnown ? whose : `${memberId}\n${networkOf(context.address)}`;
  const record = () => recordAudit(context, "refuseCode", { ...about("member", memberId), memberId });
  await requireWithin(context, limits.codePerMemberAndAddress, subject, record);
  const counter = await count(context, limits.codePerMember, whose);
  if (counter.count > limits.codePerMember.max) throw limitReached(limits.codePerMember, counter, context.now);
  const takeBack = () =>
    Promise.all([
      uncount(context, limits.codePerMemberAndAddress, subject),
      uncount(context, limits.codePerMember, whose),
    ]);
  let result: Result | "wrong";
  try {
    result = await attempt();
  } catch (error) {
    await takeBack();
    throw error;
  }
  if (result !== "wrong") await takeBack();
  else await record();
  return result;
}
