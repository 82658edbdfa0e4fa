import { acrValues, satisfies } from "#access/authentication-classes.ts";
import { narrowToRoles } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import { findFactors, hasFactor } from "#domain/people/second-factors/queries.ts";
import { isRecent } from "#domain/platform/authentication/is-recent.ts";
import { demandOf } from "#domain/platform/authentication/step-up.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Session } from "#domain/people/sessions/session.ts";
import { issueRememberedCode } from "./authorization-codes.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { type AuthorizationResponse, codeResponse, errorResponse } from "./authorization-response.ts";
import type { Client } from "./clients/client.ts";
import { reachApi, remembersRecentOnly } from "./consent-memory.ts";
import { OAuthError } from "./error.ts";
import { noScopeLeft } from "./no-scope-left.ts";

/** The next step of an authorization. All surfaces use this function to decide it. */
export type NextStep =
  | { kind: "sign_in" }
  | { kind: "consent"; granted: Scope[]; unavailable: Scope[] }
  | { kind: "select_account" }
  /** `error`: the error in the response, if any. */
  | { kind: "respond"; response: AuthorizationResponse; error?: OAuthError };

/** `startedAt`: authentications after this time satisfy a forced re-authentication. */
export async function nextStep(
  context: Context,
  { client, request }: { client: Client; request: AuthorizationRequest },
  session: Session | undefined,
  startedAt: Date,
): Promise<NextStep> {
  const silent = request.prompt.includes("none");
  const refuse = (error: OAuthError): NextStep => ({
    kind: "respond",
    response: errorResponse(context.site, request, error),
    error,
  });
  // Signing in would not help.
  if (request.scopes.length === 0) return refuse(noScopeLeft([], []));

  if (!session || mustProveAgain(request, session, startedAt, context.now)) {
    return silent ? refuse(signInRequired()) : { kind: "sign_in" };
  }

  const isNecessary = mustProveClass(context, request);
  if (!provesRequested(request, session, isNecessary)) {
    // A person who has just signed in proves no more by another sign-in.
    const mayAsk = !hasSignedInSince(session, startedAt) && (!silent || isNecessary);
    if (mayAsk && (await canProve(context, request, session)))
      return silent ? refuse(signInRequired()) : { kind: "sign_in" };
    if (isNecessary) return refuse(unmetRequirements());
  }

  if (mustSelectAccount(request, session, startedAt)) return { kind: "select_account" };

  const granted = narrowToRoles(session.roles, request.scopes);
  if (granted.length === 0) return refuse(noScopeLeft(request.scopes, granted));

  if (maySkipConsent(request) && (isRecent(session, context.now) || !remembersRecentOnly(client, granted))) {
    const { memberId, id: sessionId, authenticatedAt, amr } = session;
    const approval = { memberId, sessionId, authenticatedAt, amr, scopes: granted };
    const code = await issueRememberedCode(context, request, approval);
    if (code) return { kind: "respond", response: codeResponse(context.site, request, code) };
  }
  if (silent) {
    return refuse(new OAuthError("consent_required", "The user must consent, which prompt=none does not allow."));
  }
  return { kind: "consent", granted, unavailable: request.scopes.filter((scope) => !granted.includes(scope)) };
}

const signInRequired = () =>
  new OAuthError("login_required", "The user must sign in, which prompt=none does not allow.");

const unmetRequirements = () =>
  new OAuthError(
    "unmet_authentication_requirements",
    "The user cannot prove any class in acr_values. They must add a passkey or an authenticator app at /account/security.",
  );

/**
 * Returns whether the session satisfies one of the requested classes, or the request names none. Where a class is
 * necessary, a session from before methods were recorded proves none: the API would refuse its tokens.
 */
const provesRequested = (
  { acrValues: requested = [] }: AuthorizationRequest,
  { amr }: Session,
  isNecessary: boolean,
): boolean =>
  requested.length === 0 || (!(isNecessary && amr.length === 0) && requested.some((acr) => satisfies(amr, acr)));

/**
 * The classes are voluntary (OpenID Connect Core §3.1.2.1): a member without a second factor continues, and the ID token
 * says what was proven. They are necessary for access to a school whose API requires a class: it would refuse the
 * token, and the client would begin again (RFC 9470 §5).
 */
const mustProveClass = ({ site }: Context, { scopes }: AuthorizationRequest): boolean =>
  demandOf(site.settings) !== undefined && reachApi(scopes);

/** Returns whether another sign-in of this member can satisfy a requested class. */
async function canProve(
  context: Context,
  { acrValues: requested = [] }: AuthorizationRequest,
  { memberId }: Session,
): Promise<boolean> {
  if (requested.includes(acrValues[0])) return true;
  const factors = await findFactors(context, memberId);
  return requested.some((acr) => (acr === "phr" ? factors.passkeys > 0 : hasFactor(factors)));
}

/**
 * `prompt=login` and an exceeded `max_age` require an authentication after the start of the request; a hint requires
 * one of the hinted member.
 */
export function mustProveAgain(request: AuthorizationRequest, session: Session, startedAt: Date, now: Date): boolean {
  if (!isMeant(request, session)) return true;
  if (session.authenticatedAt > startedAt) return false;
  if (request.prompt.includes("login")) return true;
  // OpenID Connect Core §3.1.2.1: a max_age of 0 is the same as prompt=login.
  if (request.maxAge === null || request.maxAge === 0) return request.maxAge === 0;
  return now.getTime() - session.authenticatedAt.getTime() > request.maxAge * 1000;
}

/** Returns whether a sign-in for the request has to happen now: a session at an identity provider is not enough. */
export const mustSignInAgain = ({ prompt, maxAge }: AuthorizationRequest): boolean =>
  prompt.includes("login") || maxAge !== null;

/** The person has just signed in, or confirmed. At a provider, they may have authenticated earlier. */
const hasSignedInSince = ({ authenticatedAt, openedAt }: Session, startedAt: Date): boolean =>
  authenticatedAt > startedAt || openedAt > startedAt;

/**
 * `prompt=select_account` is satisfied by a choice on its page, or by a sign-in after the start of the
 * request.
 */
export const mustSelectAccount = (
  { prompt, selectedMember }: AuthorizationRequest,
  session: Session,
  startedAt: Date,
): boolean =>
  prompt.includes("select_account") && selectedMember !== session.memberId && !hasSignedInSince(session, startedAt);

/** Returns true if this member may answer the request: the hinted member, or any if there is no hint. */
export const isMeant = ({ hintedMember }: AuthorizationRequest, { memberId }: Session): boolean =>
  (hintedMember ?? memberId) === memberId;

/** Any program on the user's device can listen on a loopback address, so consent is required every time. */
export const maySkipConsent = ({ prompt, redirectUri }: AuthorizationRequest) =>
  !prompt.includes("consent") && redirectUri.startsWith("https://");
