import type { AuthenticationMethod } from "#access/authentication-methods.ts";
import { findAccount } from "#domain/people/accounts/queries.ts";
import { selfOf } from "#domain/platform/callers/own-session.ts";
import { confirmationOf } from "#domain/people/second-factors/passkey-options.ts";
import { provePasskey, recordRefusal, spendUse } from "#domain/people/second-factors/prove-passkey.ts";
import { limitCodes, spendCode } from "#domain/people/second-factors/spend-code.ts";
import { findFactors, hasFactor } from "#domain/people/second-factors/queries.ts";
import { proveSession } from "#domain/people/sessions/queries.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { provePassword } from "./prove-password.ts";

/**
 * Proof of the signed-in person. A password is enough only for a person without a second factor: otherwise a stolen
 * session and password could do what a sign-in with them cannot.
 */
export type Proof = { password: string } | { code: string } | { passkey: string };

/** Records the authentication in the session if the proof is right. Throws `rate_limited`. */
export async function confirmIdentity(context: RequestContext, proof: Proof, browser: string): Promise<boolean> {
  if ("code" in proof) return confirmWithCode(context, proof.code, browser);
  if ("passkey" in proof) return confirmWithPasskey(context, proof.passkey, browser);
  const { memberId, accountId } = selfOf(context);
  if (hasFactor(await findFactors(context, memberId))) return false;
  const account = await findAccount(context.db, accountId);
  const isRight = account && (await provePassword(context, { memberId, account, password: proof.password, browser }));
  if (isRight) await record(context, ["pwd"]);
  return isRight === true;
}

async function confirmWithCode(context: RequestContext, code: string, browser: string): Promise<boolean> {
  const { memberId } = selfOf(context);
  const result = await limitCodes(context, { memberId, browser }, () =>
    context.db.transaction(async (db) => {
      const inside = { ...context, db };
      if (!(await spendCode(inside, memberId, code))) return "wrong";
      await record(inside, ["otp", "mfa"]);
      return "right";
    }),
  );
  return result === "right";
}

async function confirmWithPasskey(context: RequestContext, response: string, browser: string): Promise<boolean> {
  const { memberId } = selfOf(context);
  const proven = await provePasskey(context, { response, ceremony: confirmationOf(context, browser), memberId });
  if (!proven) return false;
  const use = await context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const spent = await spendUse(inside, proven);
    if (spent === "counted") await record(inside, proven.amr);
    return spent;
  });
  if (use === "counted") return true;
  await recordRefusal(context, proven.passkey, use);
  return false;
}

const record = (context: Context, amr: readonly AuthenticationMethod[]): Promise<void> =>
  proveSession(context, selfOf(context).sessionId, amr);
