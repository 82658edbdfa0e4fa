import type { AuthenticationMethod } from "#access/authentication-methods.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { limitCodes, spendCode } from "#domain/people/second-factors/spend-code.ts";
import { digest } from "#lib/secrets/secret.ts";
import { openSession, type SignInClient } from "./open-session.ts";
import { lockEntrant } from "./queries.ts";

/**
 * A person who has proven one factor. It is no session: the browser keeps it sealed for minutes, and it only permits
 * the attempt to prove the second factor.
 */
export interface FirstStep {
  memberId: string;
  /** Methods proven so far. */
  amr: readonly AuthenticationMethod[];
  /** Digest of the stored password, so that a change of it ends the step. Null if it was not used. */
  password: string | null;
}

export const digestOfPassword = (passwordHash: string): string => digest(passwordHash).toString("base64url");

/** `ended`: the password was changed or the member suspended since the first step. */
export type SecondStep = { session: string } | "wrong" | "ended";

/**
 * Signs a person in by the code of an authenticator app, or by a recovery code. Each works once. Throws
 * `rate_limited`.
 */
export async function enterWithCode(
  context: RequestContext,
  step: FirstStep,
  { code, ...client }: SignInClient & { code: string },
): Promise<SecondStep> {
  const { memberId } = step;
  return limitCodes(context, memberId, () =>
    context.db.transaction(async (db) => {
      const inside = { ...context, db };
      if (!(await isStillEntering(inside, step))) return "ended";
      if (!(await spendCode(inside, memberId, code))) return "wrong";
      const session = await openSession(inside, memberId, client, methodsOf(step, ["otp", "mfa"]));
      return session === undefined ? "ended" : { session };
    }),
  );
}

export const methodsOf = ({ amr }: FirstStep, added: readonly AuthenticationMethod[]): AuthenticationMethod[] => [
  ...new Set([...amr, ...added]),
];

/** Locks the account and the member, as a sign-in with a password does. */
export async function isStillEntering(inside: Context, { memberId, password }: FirstStep): Promise<boolean> {
  const entrant = await lockEntrant(inside, memberId);
  if (!entrant) return false;
  if (password === null) return true;
  return entrant.passwordHash !== null && digestOfPassword(entrant.passwordHash) === password;
}
