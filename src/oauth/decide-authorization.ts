import { narrowToRoles } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import { recordAudit } from "#domain/audit/record-audit.ts";
import type { Context, RequestContext } from "#domain/context.ts";
import { formatId } from "#domain/ids.ts";
import type { Session } from "#domain/sessions/session.ts";
import { issueCode } from "./authorization-codes.ts";
import { codeLocation, errorLocation } from "./authorization-response.ts";
import { closeAuthorization, type PendingAuthorization } from "./authorizations.ts";
import { formatClientId } from "./client.ts";
import { OAuthError } from "./error.ts";
import { allow } from "./grants.ts";

/** The person allowed it. Answers where to send them, or undefined where somebody has answered already. */
export function approve(
  context: RequestContext,
  { id, request }: PendingAuthorization,
  session: Session,
  shown: readonly Scope[],
): Promise<string | undefined> {
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    if (!(await closeAuthorization(inside, id))) return undefined;
    // Never more than was shown, and never more than the roles give by now.
    const scopes = narrowToRoles(session.roles, request.scopes).filter((scope) => shown.includes(scope));
    if (scopes.length === 0) return denied(inside, request);
    const { memberId, authenticatedAt } = session;
    const { clientId, redirectUri } = request;
    const grantId = await allow(inside, { memberId, clientId, redirectUri, scopes });
    const code = await issueCode(inside, request, { memberId, authenticatedAt, scopes }, grantId);
    await audit(inside, "allowClient", request.clientId, { grant: formatId("grant", grantId), scopes, redirectUri });
    return codeLocation(context.site, request, code);
  });
}

/** The person refused it: the client learns no more than that. */
export function deny(context: RequestContext, { id, request }: PendingAuthorization): Promise<string | undefined> {
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    if (!(await closeAuthorization(inside, id))) return undefined;
    await audit(inside, "refuseClient", request.clientId, { scopes: request.scopes });
    return denied(inside, request);
  });
}

const denied = ({ site }: Context, request: PendingAuthorization["request"]) =>
  errorLocation(site, request, new OAuthError("access_denied", "The person refused the request."));

const audit = (context: Context, action: string, clientId: string, details: Record<string, unknown>) =>
  recordAudit(context, action, {
    resourceType: "client",
    resourceId: formatClientId({ id: clientId }),
    clientId,
    details,
  });
