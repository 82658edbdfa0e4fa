import type { AuthenticationMethod } from "#access/authentication-methods.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { limitCodes, spendCode } from "#domain/people/second-factors/spend-code.ts";
import { findProvider, findProviderInsteadOfPassword } from "#domain/people/identity-providers/queries.ts";
import { digestOfPassword, type FirstStep } from "./first-step.ts";
import { openSession, type SignInClient } from "./open-session.ts";
import { lockEntrant } from "./queries.ts";

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
  return limitCodes(context, { memberId, browser: client.browser }, () =>
    context.db.transaction(async (db) => {
      const inside = { ...context, db };
      if (!(await isStillEntering(inside, step))) return "ended";
      if (!(await spendCode(inside, memberId, code))) return "wrong";
      const session = await openSession(inside, memberId, originOf(step, client), methodsOf(step, ["otp", "mfa"]));
      return session === undefined ? "ended" : { session };
    }),
  );
}

/** A logout at the provider of the first step ends the session too. */
export const originOf = ({ provider = null }: FirstStep, client: SignInClient): SignInClient => ({
  ...client,
  provider,
});

export const methodsOf = ({ amr }: FirstStep, added: readonly AuthenticationMethod[]): AuthenticationMethod[] => [
  ...new Set([...amr, ...added]),
];

/**
 * Returns whether the person of a step may still sign in. Locks the account and the member, as a sign-in with a password
 * does. A company whose addresses sign in with its provider only decides alone who gets in: a passkey is no way around.
 */
export async function isStillEntering(inside: Context, { memberId, password, provider }: FirstStep): Promise<boolean> {
  const entrant = await lockEntrant(inside, memberId);
  if (!entrant) return false;
  if (provider) return (await findProvider(inside, provider.id))?.active === true;
  if (await findProviderInsteadOfPassword(inside, entrant.email)) return false;
  if (password === null) return true;
  return entrant.passwordHash !== null && digestOfPassword(entrant.passwordHash) === password;
}
