import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { rememberBrowser } from "#domain/people/sessions/known-browsers.ts";
import type { AuthenticationMethod } from "#access/authentication-methods.ts";
import { insertSession } from "#domain/people/sessions/queries.ts";
import { recordSignIn } from "./queries.ts";

/** Origin of a sign-in. */
export interface SignInClient {
  /** Secret of the browser's own cookie. */
  browser: string;
  userAgent: string;
}

/**
 * Opens a session for a member who has just authenticated by these methods. Requires a transaction. Returns the
 * cookie's secret.
 */
export async function openSession(
  inside: Context,
  memberId: string,
  client: SignInClient,
  amr: readonly AuthenticationMethod[],
): Promise<string> {
  await rememberBrowser(inside, memberId, client.browser);
  await recordSignIn(inside, memberId);
  await recordAudit(inside, "signIn", { ...about("member", memberId), memberId });
  const session = { memberId, amr, userAgent: client.userAgent.slice(0, 400), address: inside.address ?? "" };
  return insertSession(inside, session);
}
