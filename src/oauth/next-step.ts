import { narrowToRoles } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Session } from "#domain/people/sessions/session.ts";
import { issueRememberedCode } from "./authorization-codes.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { type AuthorizationResponse, codeResponse, errorResponse } from "./authorization-response.ts";
import { OAuthError } from "./error.ts";
import { noScopeLeft } from "./no-scope-left.ts";

/** What is next in an authorization: the one place that decides it, whoever asks. */
export type NextStep =
  | { kind: "sign_in" }
  | { kind: "consent"; granted: Scope[]; unavailable: Scope[] }
  | { kind: "select_account" }
  /** `error`: the refusal that the response carries, if any. */
  | { kind: "respond"; response: AuthorizationResponse; error?: OAuthError };

/** `startedAt`: since when a proof of identity counts that this request itself demands. */
export async function nextStep(
  context: Context,
  request: AuthorizationRequest,
  session: Session | undefined,
  startedAt: Date,
): Promise<NextStep> {
  const silent = request.prompt.includes("none");
  const refuse = (error: OAuthError): NextStep => ({
    kind: "respond",
    response: errorResponse(context.site, request, error),
    error,
  });
  // Nobody who signs in could mend it.
  if (request.scopes.length === 0) return refuse(noScopeLeft([], []));

  if (!session || mustProveAgain(request, session, startedAt, context.now)) {
    return silent
      ? refuse(new OAuthError("login_required", "The person has to sign in, which prompt=none forbids."))
      : { kind: "sign_in" };
  }

  if (mustSelectAccount(request, session, startedAt)) return { kind: "select_account" };

  const granted = narrowToRoles(session.roles, request.scopes);
  if (granted.length === 0) return refuse(noScopeLeft(request.scopes, granted));

  if (maySkipConsent(request)) {
    const approval = { memberId: session.memberId, authenticatedAt: session.authenticatedAt, scopes: granted };
    const code = await issueRememberedCode(context, request, approval);
    if (code) return { kind: "respond", response: codeResponse(context.site, request, code) };
  }
  if (silent) {
    return refuse(new OAuthError("consent_required", "The person has to be asked, which prompt=none forbids."));
  }
  return { kind: "consent", granted, unavailable: request.scopes.filter((scope) => !granted.includes(scope)) };
}

/**
 * `prompt=login` and an exceeded `max_age` ask for a sign-in that is younger than the request; a hint, for one of the
 * member whom it names.
 */
export function mustProveAgain(request: AuthorizationRequest, session: Session, startedAt: Date, now: Date): boolean {
  if (!isMeant(request, session)) return true;
  if (session.authenticatedAt >= startedAt) return false;
  if (request.prompt.includes("login")) return true;
  return request.maxAge !== null && now.getTime() - session.authenticatedAt.getTime() > request.maxAge * 1000;
}

/** `prompt=select_account` is satisfied by a choice on its page, or by a sign-in that is younger than the request. */
export const mustSelectAccount = (
  { prompt, selectedMember }: AuthorizationRequest,
  { memberId, authenticatedAt }: Session,
  startedAt: Date,
): boolean => prompt.includes("select_account") && selectedMember !== memberId && authenticatedAt < startedAt;

/** Whether the request may be answered by this member: whoever it names, if it names one. */
export const isMeant = ({ hintedMember }: AuthorizationRequest, { memberId }: Session): boolean =>
  (hintedMember ?? memberId) === memberId;

/** Any program on the person's machine can listen on a loopback address: there they are asked every time. */
export const maySkipConsent = ({ prompt, redirectUri }: AuthorizationRequest) =>
  !prompt.includes("consent") && redirectUri.startsWith("https://");
