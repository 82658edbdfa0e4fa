import type { FastifyInstance, FastifyReply } from "fastify";
import { formatScopes, type Scope } from "#access/scopes.ts";
import { isRecent } from "#domain/platform/authentication/is-recent.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { findFactors, hasFactor } from "#domain/people/second-factors/queries.ts";
import { signOut } from "#domain/people/sessions/operations.ts";
import type { Session } from "#domain/people/sessions/session.ts";
import { endBrowserSession } from "#http/browser.ts";
import type { AuthorizationResponse } from "#oauth/authorization-response.ts";
import { closeAuthorization, type PendingAuthorization } from "#oauth/authorizations.ts";
import { isAgent } from "#oauth/clients/agents.ts";
import { type Client, isOnDeviceOnly } from "#oauth/clients/client.ts";
import { displayNameOf } from "#oauth/clients/client-name.ts";
import { imitatedName } from "#oauth/clients/imitated-name.ts";
import { isVettedClient } from "#oauth/clients/vetted-client.ts";
import { reachApi } from "#oauth/consent-memory.ts";
import { approve, deny } from "#oauth/decide-authorization.ts";
import { mustProveAgain, mustSelectAccount, nextStep } from "#oauth/next-step.ts";
import { findLogoAddress } from "#oauth/client-logos/queries.ts";
import { isLoopbackRedirect, isPrivateUseRedirect, displayHostOf } from "#oauth/redirect-uri.ts";
import { parseScopes } from "#oauth/requested-scopes.ts";
import { rereadClient } from "#oauth/clients/reread-client.ts";
import type { PageRoutes } from "../responses/page-routes.ts";
import { type AuthorizationPageRequest, authorizationRoutes } from "./authorization-routes.ts";
import { findAuthorizationProblem } from "./authorization-problem.ts";
import { sendAuthorizationResponse } from "./authorization-response.ts";
import { documentHostOf, provenanceOf } from "./client-provenance.ts";
import { signedOutMeanwhile } from "../sign-in/sign-in.ts";
import { formTargetOf, sendPage } from "../responses/send.ts";
import { fieldsOf } from "../forms/submitted-fields.ts";
import { memberPageOf, readForm, type OpenPageRequest, type PageRequest } from "../responses/page-request.ts";
import { type Consent, consent } from "../views/sign-in/consent.ts";

/** GET and POST /consent: the consent page and the member's decision. */
export function consentPages(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  const routes = authorizationRoutes(openPageRequest);
  routes.getPage(app, "/consent", (pageRequest) => proceed(pageRequest, pageRequest.pending));

  decisionRoutes(routes).postForm(app, { path: "/consent", stale: showAgain }, async (pageRequest, form, request) => {
    const { context, session, reply, pending } = pageRequest;
    // The session may no longer satisfy the request.
    if (isOpen(pending, session, context.now)) return proceed(pageRequest, pending);

    switch (form.get("decision") ?? "") {
      case "allow": {
        const scopes = visibleScopes(request.url);
        if (mustConfirm(session, scopes, context.now)) return confirmFirst(pageRequest, pending);
        return answer(pageRequest, pending, await approve(context, pending, session, scopes));
      }
      case "deny":
        return answer(pageRequest, pending, await deny(context, pending));
      case "switch":
        await perform(signOut, context, {});
        endBrowserSession(reply, context);
        return reply.redirect(addressOf("/sign-in", pending), 303);
      default:
        return proceed(pageRequest, pending);
    }
  });
}

const showAgain = (pageRequest: DecisionPageRequest) => proceed(pageRequest, pageRequest.pending, "stale_form");

type DecisionPageRequest = AuthorizationPageRequest & { session: Session };

/** Rejects a decision from a page that was displayed to another member. */
const decisionRoutes = (routes: PageRoutes<AuthorizationPageRequest>) =>
  routes.extend<DecisionPageRequest>(async (pageRequest, decide) => {
    const { request, reply, session, pending } = pageRequest;
    if (!session) return reply.redirect(`${addressOf("/sign-in", pending)}&${signedOutMeanwhile}`, 303);
    const shownTo = readForm(fieldsOf(request)).get("member_id");
    if (shownTo !== formatId("member", session.memberId)) return proceed(pageRequest, pending, "other_member");
    return decide({ ...pageRequest, session });
  });

/** True if the request still requires sign-in or account selection. */
const isOpen = ({ request, createdAt }: PendingAuthorization, session: Session, now: Date): boolean =>
  mustProveAgain(request, session, createdAt, now) || mustSelectAccount(request, session, createdAt);

/**
 * True if the decision requires a confirmation of the identity. An application with access to the API could do what
 * pages do only after one: a stolen session would connect its own application.
 */
const mustConfirm = (session: Session, granted: readonly Scope[], now: Date): boolean =>
  reachApi(granted) && !isRecent(session, now);

/** A person who has neither a password nor a second factor signs in again, which the pending request survives. */
async function confirmFirst(
  { reply, context, session }: PageRequest & { session: Session },
  pending: PendingAuthorization,
): Promise<FastifyReply> {
  const cannotConfirm = session.hasPassword === false && !hasFactor(await findFactors(context, session.memberId));
  if (cannotConfirm) return reply.redirect(addressOf("/sign-in", pending), 303);
  return reply.redirect(`/account/confirm?return_to=${encodeURIComponent(addressOf("/consent", pending))}`, 303);
}

/** Redirects to the next step, which the dispatcher determines from the current client. */
async function proceed(
  pageRequest: PageRequest,
  pending: PendingAuthorization,
  notice?: Consent["notice"],
): Promise<FastifyReply> {
  const { reply, context, session } = pageRequest;
  const { client, request } = await rereadClient(context, pending.request);
  const step = await nextStep(context, { client, request }, session, pending.createdAt);
  if (step.kind === "respond") {
    // A request can be answered once. Later visits to this address find no pending request.
    const isFirst = await closeAuthorization(context, pending.id, "answered");
    return answer(pageRequest, pending, isFirst ? step.response : undefined);
  }
  if (step.kind === "select_account") return reply.redirect(addressOf("/select-account", pending), 303);
  if (step.kind === "sign_in" || !session) return reply.redirect(addressOf("/sign-in", pending), 303);
  if (mustConfirm(session, step.granted, context.now)) return confirmFirst({ ...pageRequest, session }, pending);
  const agent = request.asksForTools || (await isAgent(context, client.id));
  const parts = { client, logo: await findLogoAddress(context, client.id), agent, notice };
  return sendPage(reply, render(pageRequest, session, pending, parts, step), {
    formTarget: formTargetOf(pending.request.redirectUri),
  });
}

function render(
  pageRequest: PageRequest,
  session: Session,
  pending: PendingAuthorization,
  {
    client,
    logo,
    agent,
    notice,
  }: { client: Client; logo: string | undefined } & Pick<Consent, "notice"> & { agent: boolean },
  step: { granted: Scope[]; unavailable: Scope[] },
): string {
  const { redirectUri, uiLocales } = pending.request;
  // The API reference of the site itself.
  const isOwn = client.origin === "explorer";
  const page = memberPageOf(pageRequest, session, uiLocales);
  return consent(page, {
    csrf: pageRequest.csrf,
    action: `${addressOf("/consent", pending)}&scope=${encodeURIComponent(formatScopes(step.granted))}`,
    client: {
      name: displayNameOf(pageRequest.context.site, client),
      logo,
      host: documentHostOf(client),
      registered: provenanceOf(client),
      agent,
    },
    redirect: {
      uri: redirectUri,
      host: displayHostOf(redirectUri),
      leadsTo: isOwn ? "web" : leadsTo(redirectUri),
    },
    memberId: formatId("member", session.memberId),
    notice,
    granted: step.granted,
    unavailable: step.unavailable,
    onDeviceOnly: !isOwn && isOnDeviceOnly(client),
    imitates: imitatedName(pageRequest.context.site, client),
    unreviewed: !isVettedClient(client),
  });
}

function leadsTo(redirectUri: string): "web" | "computer" | "app" {
  if (isLoopbackRedirect(redirectUri)) return "computer";
  return isPrivateUseRedirect(redirectUri) ? "app" : "web";
}

const addressOf = (page: "/sign-in" | "/select-account" | "/consent", { id }: PendingAuthorization) =>
  `${page}?authorization=${formatId("authorization", id)}`;

/** Returns the scopes that the form displayed, so that a role change after rendering adds none. */
function visibleScopes(url: string): Scope[] {
  const requested = new URLSearchParams(url.split("?")[1]).get("scope");
  return requested === null || requested === "" ? [] : parseScopes(requested);
}

/** Returns no response if the request was already answered. */
async function answer(
  pageRequest: PageRequest,
  { id }: PendingAuthorization,
  response: AuthorizationResponse | undefined,
): Promise<FastifyReply> {
  if (response === undefined) throw await findAuthorizationProblem(pageRequest, formatId("authorization", id));
  return sendAuthorizationResponse(pageRequest.request, pageRequest.reply, response);
}
