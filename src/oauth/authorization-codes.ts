import { rolesGivingAll } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import { sql } from "#database/sql.ts";
import type { Context } from "#domain/context.ts";
import { newId } from "#domain/ids.ts";
import { digest, newSecret } from "#lib/secret.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import type { Client } from "./clients/client.ts";
import { stillHolds } from "./clients/queries.ts";

/** Who allows it, when they last proved who they are, and what is left of what was asked for. */
export interface Approval {
  memberId: string;
  authenticatedAt: Date;
  scopes: Scope[];
}

const newCode = () => newSecret("lac");

/** A code for a grant that is in force. */
export async function issueCode(
  { db, ...context }: Context,
  request: AuthorizationRequest,
  approval: Approval,
  grantId: string,
): Promise<string> {
  const code = newCode();
  await db.run`
    insert into authorization_codes ${codeColumns}
    values (${context.site.id}, ${digest(code)}, ${grantId}, ${codeValues(context, request, approval)})`;
  return code;
}

/**
 * A code where the person has already allowed these scopes for this redirect URI, in one statement;
 * undefined where they must be asked.
 */
export async function issueRememberedCode(
  { db, ...context }: Context,
  request: AuthorizationRequest,
  approval: Approval,
): Promise<string | undefined> {
  const code = newCode();
  const issued = await db.run`
    insert into authorization_codes ${codeColumns}
    select grants.site_id, ${digest(code)}::bytea, grants.id, ${codeValues(context, request, approval)}
      from grants
      join consents on consents.site_id = grants.site_id and consents.grant_id = grants.id
     where grants.site_id = ${context.site.id}
       and grants.member_id = ${approval.memberId} and grants.client_id = ${request.clientId}
       and grants.revoked_at is null
       and consents.redirect_uri = ${request.redirectUri} and consents.scopes @> ${approval.scopes}::text[]`;
  return issued === 1 ? code : undefined;
}

/**
 * The same for a person of whom nothing is read before: one statement finds their session, that a role of theirs gives
 * all that is asked for, that the client still holds and that they have allowed it. Undefined where any of that is not
 * so; then it is found out step by step what is next.
 */
export async function issueCodeAtOnce(
  context: Context,
  client: Client,
  request: AuthorizationRequest,
  session: { secret: string; seenAfter: Date },
): Promise<string | undefined> {
  const { db, site, now } = context;
  const code = newCode();
  const approval = { scopes: request.scopes };
  const issued = await db.run`
    insert into authorization_codes ${codeColumns}
    select grants.site_id, ${digest(code)}::bytea, grants.id, ${codeValues(context, request, approval)}
      from sessions
      join members on members.site_id = sessions.site_id and members.id = sessions.member_id
      join grants on grants.site_id = members.site_id and grants.member_id = members.id
      join consents on consents.site_id = grants.site_id and consents.grant_id = grants.id
     where sessions.site_id = ${site.id} and sessions.digest = ${digest(session.secret)}
       and sessions.expires_at > ${now} and sessions.revoked_at is null and sessions.last_seen_at > ${session.seenAfter}
       and members.status = 'active' and members.roles && ${rolesGivingAll(request.scopes)}::text[]
       ${isHinted(request)}
       and grants.client_id = ${client.id} and grants.revoked_at is null
       and consents.redirect_uri = ${request.redirectUri} and consents.scopes @> ${request.scopes}::text[]
       and ${stillHolds(context, client)}`;
  return issued === 1 ? code : undefined;
}

/** Nobody but the member whom the request means, where it says so. */
const isHinted = ({ hintedMember }: AuthorizationRequest) =>
  hintedMember === null ? sql`` : sql`and members.id = ${hintedMember}`;

const codeColumns = sql`
  (site_id, digest, grant_id, family_id, client_id, redirect_uri, redirect_uri_named, scopes, code_challenge,
   resource_named, nonce, auth_time, created_at, expires_at)`;

function codeValues(
  { site, now }: Omit<Context, "db">,
  request: AuthorizationRequest,
  approval: Pick<Approval, "scopes"> & Partial<Approval>,
) {
  const expiresAt = new Date(now.getTime() + site.settings.authorizationCodeLifetime * 1000);
  // auth_time is answered where max_age asked for it (OpenID Connect Core §2).
  const authTime = request.maxAge === null ? null : (approval.authenticatedAt ?? null);
  return sql`
    ${newId()}::uuid, ${request.clientId}::uuid, ${request.redirectUri}::text, ${request.redirectUriNamed}::boolean,
    ${approval.scopes}::text[], ${request.codeChallenge}::text, ${request.resourceNamed}::boolean,
    ${request.nonce}::text, ${authTime}::timestamptz, ${now}::timestamptz, ${expiresAt}::timestamptz`;
}
