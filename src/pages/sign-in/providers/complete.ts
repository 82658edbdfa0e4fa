import type { FastifyReply } from "fastify";
import { confirmWithIdentity, connectIdentity } from "#domain/people/identity-providers/identities/own-identities.ts";
import { signInWithIdentity } from "#domain/people/identity-providers/identities/sign-in-with-identity.ts";
import { type IdentityProvider, rolesOfGroups } from "#domain/people/identity-providers/provider.ts";
import { takeForm, type TakenRequest } from "#domain/people/identity-providers/requests.ts";
import type { ProvenClaims, SentClaims } from "#domain/people/identity-providers/upstream/sent-claims.ts";
import { isSignUpOpen } from "#domain/people/sign-up/require-open.ts";
import { findAuthorization } from "#oauth/authorizations.ts";
import { withAuthorization } from "../../authorization/authorization-of.ts";
import { pageOf, type PageRequest, type SignedInPageRequest } from "../../responses/page-request.ts";
import { sendPage } from "../../responses/send.ts";
import { unproven } from "../../views/sign-in/providers/provider-message.ts";
import { testResult } from "../../views/sign-in/providers/test-result.ts";
import { rememberWay, wayOfProvider } from "../last-way.ts";
import { homeOf, withReturnTo } from "../return-to.ts";
import { sealStep } from "../sealed-step.ts";
import { showSecondStep } from "../show-second-step.ts";
import { signInWithLink } from "../sign-in-with-link.ts";
import { sendProviderProblem, settingsOf } from "./provider-problem.ts";

interface Completed {
  claims: ProvenClaims;
  request: TakenRequest;
}

export async function completeSignIn(
  pageRequest: PageRequest,
  provider: IdentityProvider,
  { claims, request }: Completed,
): Promise<FastifyReply> {
  const { context, browser, reply } = pageRequest;
  const { authorizationId, returnTo } = request;
  const userAgent = pageRequest.request.headers["user-agent"] ?? "";
  const outcome = await signInWithIdentity(context, provider, claims, { browser, userAgent });
  if (outcome === "closed") return sendProviderProblem(pageRequest, "closed", provider, request);
  const pending = authorizationId === null ? undefined : await findAuthorization(context, authorizationId, browser);
  if (outcome === "unproven") {
    const to = (path: string) => withAuthorization(path, pending, withReturnTo(returnTo ?? undefined));
    const signUp = isSignUpOpen(context) ? to("/sign-up") : undefined;
    const view = { provider: provider.name, signIn: to("/sign-in"), signUp };
    return sendPage(reply, unproven(pageOf(pageRequest, pending?.request.uiLocales), view), { status: 403 });
  }
  rememberWay(reply, context, wayOfProvider(provider.id));
  if ("step" in outcome) {
    const signIn = withAuthorization("/sign-in", pending, withReturnTo(returnTo ?? undefined));
    const query = signIn.slice("/sign-in".length);
    const sealed = sealStep(pageRequest, outcome.step);
    return showSecondStep(pageRequest, { ...outcome, sealed, pending, unsaved: undefined, query });
  }
  const home = homeOf(outcome.roles);
  return signInWithLink(pageRequest, outcome.session, { returnTo, home, pending, done: "" });
}

export async function completeConnection(
  pageRequest: PageRequest,
  provider: IdentityProvider,
  claims: SentClaims,
): Promise<FastifyReply> {
  const outcome = await connectIdentity(pageRequest.context, provider, claims);
  const query = new URLSearchParams({ done: outcome, ...(outcome === "taken" && { provider: provider.name }) });
  return pageRequest.reply.redirect(`/account/sign-in?${query.toString()}`, 303);
}

/** Continues with what the person wanted to do, with the form that they sent. */
export async function completeConfirmation(
  pageRequest: SignedInPageRequest,
  provider: IdentityProvider,
  { claims, request }: Completed,
): Promise<FastifyReply> {
  const { context, browser } = pageRequest;
  if (!(await confirmWithIdentity(context, provider, claims))) {
    return sendProviderProblem(pageRequest, "another", provider, request);
  }
  const unsaved = await takeForm(context, provider.id, { form: request.form, browser });
  const { continueConfirmed } = await import("../../account/confirm-identity.ts");
  return continueConfirmed(pageRequest, { returnTo: request.returnTo ?? undefined, unsaved });
}

/** Shows what the provider sent. Nothing is saved, and nobody is signed in. */
export function completeTest(pageRequest: PageRequest, provider: IdentityProvider, claims: SentClaims): FastifyReply {
  const { email, isProven, groups, all } = claims;
  const roles = rolesOfGroups(provider.groupRoles, groups);
  const outcome = { email, isProven, roles, claims: all };
  const view = { provider: provider.name, back: settingsOf(provider.id), outcome };
  return sendPage(pageRequest.reply, testResult(pageOf(pageRequest), view));
}
