import { narrowToRoles } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import { recordAudit } from "#domain/audit/record-audit.ts";
import type { Context, RequestContext } from "#domain/context.ts";
import { formatId } from "#domain/ids.ts";
import type { Session } from "#domain/sessions/session.ts";
import { issueCode } from "./authorization-codes.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import { codeLocation, errorLocation } from "./authorization-response.ts";
import { closeAuthorization, type PendingAuthorization } from "./authorizations.ts";
import { formatClientId } from "./clients/client.ts";
import { OAuthError } from "./error.ts";
import { allow } from "./grants.ts";
import { noScopeLeft } from "./no-scope-left.ts";
import { rereadClient } from "./clients/reread-client.ts";

/**
 * The person allowed it. Answers where to send them, or undefined where somebody has answered already; throws, for a
 * page, where nothing may be sent to the client any more.
 */
export function approve(
  context: RequestContext,
  pending: PendingAuthorization,
  session: Session,
  shown: readonly Scope[],
): Promise<string | undefined> {
  return decide(context, pending, async (inside, request) => {
    // Never more than was shown, and never more than the client may hold and the roles give by now.
    const given = narrowToRoles(session.roles, request.scopes);
    const scopes = given.filter((scope) => shown.includes(scope));
    if (scopes.length === 0) return refuse(inside, request, noScopeLeft(request.scopes, given));
    const { memberId, authenticatedAt } = session;
    const { clientId, redirectUri } = request;
    const grantId = await allow(inside, { memberId, clientId, redirectUri, scopes });
    const code = await issueCode(inside, request, { memberId, authenticatedAt, scopes }, grantId);
    await audit(inside, "allowClient", clientId, { grant: formatId("grant", grantId), scopes, redirectUri });
    return codeLocation(context.site, request, code);
  });
}

/** The person refused it: the client learns no more than that. Answers and throws like `approve`. */
export const deny = (context: RequestContext, pending: PendingAuthorization): Promise<string | undefined> =>
  decide(context, pending, (inside, request) =>
    refuse(inside, request, new OAuthError("access_denied", "The person refused the request.")),
  );

/** Of several answers to one request the first counts. The client is looked at again: the page may be minutes old. */
function decide(
  context: RequestContext,
  { id, request }: PendingAuthorization,
  answer: (inside: Context, request: AuthorizationRequest) => Promise<string>,
): Promise<string | undefined> {
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    if (!(await closeAuthorization(inside, id))) return undefined;
    return answer(inside, (await rereadClient(inside, request)).request);
  });
}

async function refuse(context: Context, request: AuthorizationRequest, error: OAuthError): Promise<string> {
  await audit(context, "refuseClient", request.clientId, { scopes: request.scopes, error: error.code });
  return errorLocation(context.site, request, error);
}

const audit = (context: Context, action: string, clientId: string, details: Record<string, unknown>) =>
  recordAudit(context, action, {
    resourceType: "client",
    resourceId: formatClientId(clientId),
    clientId,
    details,
  });
