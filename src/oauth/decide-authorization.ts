import { narrowToRoles } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import type { Session } from "#domain/people/sessions/session.ts";
import { issueCode } from "./authorization-codes.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { type AuthorizationResponse, codeResponse, errorResponse } from "./authorization-response.ts";
import { type AuthorizationOutcome, closeAuthorization, type PendingAuthorization } from "./authorizations.ts";
import { aboutClient } from "./clients/about-client.ts";
import type { Client } from "./clients/client.ts";
import { displayNameOf } from "./clients/client-name.ts";
import { OAuthError } from "./error.ts";
import { grantEvent } from "./grant-event.ts";
import { allow } from "./grants.ts";
import { noScopeLeft } from "./no-scope-left.ts";
import { rereadClient } from "./clients/reread-client.ts";
import { notify } from "#domain/messages/notifications/notify.ts";

/**
 * Approves a pending request. Returns the response for the client, or undefined if the request was already answered.
 * Throws an error for a page if the client no longer accepts redirects.
 */
export function approve(
  context: RequestContext,
  pending: PendingAuthorization,
  session: Session,
  offered: readonly Scope[],
): Promise<AuthorizationResponse | undefined> {
  return decide(context, pending, "approved", async (inside, request, client) => {
    // Grants only scopes that were shown and that client and roles still allow.
    const granted = narrowToRoles(session.roles, request.scopes);
    const scopes = granted.filter((scope) => offered.includes(scope));
    if (scopes.length === 0) return refuse(inside, request, noScopeLeft(request.scopes, granted));
    const { memberId, id: sessionId, authenticatedAt, amr } = session;
    const { clientId, redirectUri } = request;
    const grant = await allow(inside, { memberId, clientId, redirectUri, scopes });
    const approval = { memberId, sessionId, authenticatedAt, amr, scopes };
    const code = await issueCode(inside, request, approval, grant.id);
    await audit(inside, "allowClient", clientId, { grant: formatId("grant", grant.id), scopes, redirectUri });
    if (grant.isNew) {
      await recordEvent(inside, grantEvent("oauth_client.authorized", grant.id));
      await notifyOfNewApplication(inside, memberId, client);
    }
    return codeResponse(context.site, request, code);
  });
}

/** Denies a pending request; the client learns only that it was denied. Returns and throws like `approve`. */
export const deny = (
  context: RequestContext,
  pending: PendingAuthorization,
): Promise<AuthorizationResponse | undefined> =>
  decide(context, pending, "denied", (inside, request) =>
    refuse(inside, request, new OAuthError("access_denied", "The user denied the request.")),
  );

/** Only the first answer to a request counts. Reloads the client, because the page may be minutes old. */
function decide(
  context: RequestContext,
  { id, request }: PendingAuthorization,
  outcome: AuthorizationOutcome,
  answer: (inside: Context, request: AuthorizationRequest, client: Client) => Promise<AuthorizationResponse>,
): Promise<AuthorizationResponse | undefined> {
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    if (!(await closeAuthorization(inside, id, outcome))) return undefined;
    const reread = await rereadClient(inside, request);
    return answer(inside, reread.request, reread.client);
  });
}

/**
 * Notifies the member once per application, so that they learn of one that another person connected in their browser.
 */
const notifyOfNewApplication = (context: Context, memberId: string, client: Client) =>
  notify(context, {
    memberId,
    topic: "account_security",
    content: { template: "application_allowed", data: { application: displayNameOf(context.site, client) } },
    link: "/account#applications",
  });

async function refuse(
  context: Context,
  request: AuthorizationRequest,
  error: OAuthError,
): Promise<AuthorizationResponse> {
  await audit(context, "refuseClient", request.clientId, { scopes: request.scopes, error: error.code });
  return errorResponse(context.site, request, error);
}

const audit = (context: Context, action: string, clientId: string, details: Record<string, unknown>) =>
  recordAudit(context, action, aboutClient(clientId, details));
