import { emailKey } from "#domain/platform/email.ts";
import { verifyPassword } from "#domain/people/accounts/password.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { acceptMembership } from "#domain/people/members/access/join-site.ts";
import { findProviderInsteadOfPassword } from "#domain/people/identity-providers/queries.ts";
import { updatedEvents } from "#domain/people/members/member-event.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { Problem } from "#domain/platform/problem.ts";
import { isKnownBrowser } from "#domain/people/sessions/known-browsers.ts";
import { authorization } from "#telemetry/metrics/catalog.ts";
import { openSession, type SignInClient } from "./open-session.ts";
import { type Candidate, findCandidate, stillHasPassword, stillMayEnter } from "./queries.ts";
import { throttleSignIn, signInSourceOf, refundAttempt } from "./throttle.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import { digestOfPassword, type FirstStep } from "./first-step.ts";

export interface Credentials extends SignInClient {
  email: string;
  password: string;
}

/** `step`: the member has a second factor, which comes next. */
export type SignedIn = { session: string } | { step: FirstStep };

/**
 * Signs a member in with the account's password. An invited person thereby accepts the membership. Returns the secret
 * of a new session, the first step for a member with a second factor, or undefined for wrong credentials. Neither the
 * result nor its timing reveals which part is wrong. Throws `rate_limited`.
 */
export async function signIn(context: RequestContext, credentials: Credentials): Promise<SignedIn | undefined> {
  let result = "failed";
  try {
    const signedIn = await attemptSignIn(context, credentials);
    result = signedIn === undefined ? "refused" : "session" in signedIn ? "succeeded" : "continued";
    return signedIn;
  } catch (error) {
    if (error instanceof Problem) result = error.code;
    throw error;
  } finally {
    authorization.signIns.add({ result });
  }
}

async function attemptSignIn(context: RequestContext, credentials: Credentials): Promise<SignedIn | undefined> {
  const email = emailKey(credentials.email);
  if (await findProviderInsteadOfPassword(context, email)) return undefined;
  const candidate = await findCandidate(context, email);
  // Also queried for unknown accounts: a missing statement would reveal them by timing.
  const isKnown = await isKnownBrowser(context, candidate?.memberId ?? nilUuid, credentials.browser);

  const source = signInSourceOf(context.address, credentials.browser, isKnown);

  await throttleSignIn(context, email, source, candidate?.memberId);
  const correct = await verifyPassword(candidate?.passwordHash ?? null, credentials.password).catch(async (error) => {
    // The hash queue was full, so no password was checked.
    await refundAttempt(context, email, source);
    throw error;
  });
  if (!candidate || !correct || !candidate.mayEnter) return undefined;
  await refundAttempt(context, email, source);

  const { memberId } = candidate;
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    if (candidate.accepts) await accept(inside, candidate);
    // The password may have been reset, or the member suspended, during the check.
    if (!(await stillMayEnter(inside, candidate))) return undefined;
    const session = await openSession(inside, memberId, credentials, ["pwd"]);
    if (session !== undefined) return { session };
    return { step: { memberId, amr: ["pwd"], password: digestOfPassword(candidate.passwordHash ?? "") } };
  });
}

async function accept(inside: Context, candidate: Candidate): Promise<void> {
  const { memberId, accountId } = candidate;
  if (accountId === null || !(await stillHasPassword(inside, candidate))) return;
  if (!(await acceptMembership(inside, memberId, accountId, inside.now))) return;
  await recordAudit(inside, "acceptMembership", { ...about("member", memberId), memberId });
  await recordEvents(inside, updatedEvents(await mustExist(findMember(inside, memberId))));
}
