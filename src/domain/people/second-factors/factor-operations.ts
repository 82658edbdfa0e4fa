import * as z from "zod";
import type { AuthenticationMethod } from "#access/authentication-methods.ts";
import { findAccount } from "#domain/people/accounts/queries.ts";
import { selfOf } from "#domain/platform/callers/own-session.ts";
import { forgetFactors, isUnrevoked, proveSession, revokeOtherSessions } from "#domain/people/sessions/queries.ts";
import { postFactorNotice } from "#domain/people/accounts/post-notice.ts";
import type { Context } from "#domain/platform/context.ts";
import { AuthenticationTooOld } from "#domain/platform/authentication/is-recent.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { sealSecret, stepOf } from "./authenticator-app.ts";
import { requireFactors } from "./factor-system.ts";
import {
  deleteApp,
  deleteRecoveryCodes,
  type Factors,
  findFactors,
  hasFactor,
  insertApp,
  lockFactors,
  replaceRecoveryCodes,
} from "./queries.ts";
import { requireOffered } from "./require-offered.ts";
import { newRecoveryCodes } from "./recovery-code.ts";

export const showOwnFactors = operation({
  name: "showOwnFactors",
  summary: "Retrieve the member's second factors",
  reads: { only: ["session"] },
  input: z.object({}),
  output: z.object({ hasApp: z.boolean(), passkeys: z.number(), recoveryCodes: z.number() }),
  run: (context) => findFactors(context, selfOf(context).memberId),
});

/** Codes that are shown once: those of a first factor, and new ones. */
export const ShownCodes = z.object({ codes: z.array(z.string()) });

export const addAuthenticatorApp = operation({
  name: "addAuthenticatorApp",
  summary: "Set up an authenticator app",
  writes: { only: ["session"] },
  input: z.object({ secret: z.string().max(100), code: z.string().max(20) }),
  output: ShownCodes,
  async run(context, { secret, code }) {
    const { memberId } = selfOf(context);
    requireOffered(context);
    const before = await lockOwnFactors(context);
    const step = await stepOf(secret, code.replaceAll(/\s/g, ""), context.now);
    if (step === undefined) throw validationFailed("/code", "wrong_code", "The code does not fit the app.");
    const sealed = sealSecret(requireFactors(context), secret, { siteId: context.site.id, memberId });
    if (!(await insertApp(context, { memberId, secret: sealed, step }))) {
      throw new Problem("already_exists", "An authenticator app is set up already. Remove it first.");
    }
    return { codes: await afterAdding(context, before, ["otp", "mfa"]) };
  },
  audit: aboutSelf,
});

export const removeAuthenticatorApp = operation({
  name: "removeAuthenticatorApp",
  summary: "Remove the authenticator app",
  writes: { only: ["session"] },
  input: z.object({}),
  output: z.object({}),
  async run(context) {
    await lockOwnFactors(context);
    if (!(await deleteApp(context, selfOf(context).memberId))) {
      throw new Problem("not_found", "No authenticator app is set up.");
    }
    await afterRemoving(context);
    return {};
  },
  audit: aboutSelf,
});

export const replaceOwnRecoveryCodes = operation({
  name: "replaceRecoveryCodes",
  summary: "Replace the recovery codes",
  writes: { only: ["session"] },
  input: z.object({}),
  output: ShownCodes,
  async run(context) {
    if (!hasFactor(await lockOwnFactors(context))) {
      throw new Problem("invalid_state", "Recovery codes need a passkey or an authenticator app.");
    }
    const codes = newRecoveryCodes();
    await replaceRecoveryCodes(context, selfOf(context).memberId, codes);
    return { codes };
  },
  audit: aboutSelf,
});

function aboutSelf(_input: unknown, _output: unknown, _facts?: unknown) {
  return {};
}

/**
 * Serializes changes of the person's factors. Returns the factors before. Throws `AuthenticationTooOld` if a first factor
 * that another browser has just added ended this session: two people with one password must not both add one.
 */
export async function lockOwnFactors(context: Context): Promise<Factors> {
  const { memberId, sessionId } = selfOf(context);
  if (!(await lockFactors(context, memberId))) throw notFound("member", memberId);
  if (!(await isUnrevoked(context, sessionId))) throw new AuthenticationTooOld("The session has ended.");
  return findFactors(context, memberId);
}

/**
 * The session of the person has proven the new factor. Sessions that were opened without one end. Returns the recovery
 * codes of a first factor, to be shown once.
 */
export async function afterAdding(
  context: Context,
  before: Factors,
  proven: readonly AuthenticationMethod[],
): Promise<string[]> {
  const { sessionId, memberId } = selfOf(context);
  await proveSession(context, sessionId, proven);
  await post(context, "factorAdded");
  if (hasFactor(before)) return [];
  await revokeOtherSessions(context, sessionId, memberId);
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(context, memberId, codes);
  return codes;
}

/** Recovery codes, and the proof of two factors, end with the last factor. */
export async function afterRemoving(context: Context): Promise<void> {
  const { memberId } = selfOf(context);
  if (!hasFactor(await findFactors(context, memberId))) {
    await deleteRecoveryCodes(context, memberId);
    await forgetFactors(context, memberId);
  }
  await post(context, "factorRemoved");
}

async function post(context: Context, kind: "factorAdded" | "factorRemoved"): Promise<void> {
  const account = await findAccount(context.db, selfOf(context).accountId);
  if (account) await postFactorNotice(context, account, kind);
}
