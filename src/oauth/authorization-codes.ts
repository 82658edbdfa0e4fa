import { type Role, rolesGivingAll } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import { writingBatch } from "#database/statements/batch.ts";
import { sql } from "#database/statements/sql.ts";
import type { StoredMethods } from "#access/authentication-methods.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { digest, newSecret } from "#lib/secrets/secret.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import type { Client } from "./clients/client.ts";
import { requestsOfClients } from "./clients/queries.ts";

/** The member who approves, their last authentication, and the approved scopes. */
export interface Approval {
  memberId: string;
  /** The session in which they approve. */
  sessionId: string;
  authenticatedAt: Date;
  amr: StoredMethods;
  scopes: Scope[];
}

const newCode = () => newSecret("lac");

/** Issues a code for an unrevoked grant. */
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
 * Issues a code if the member has already granted these scopes for this redirect URI, in one statement. Returns
 * undefined if the member must consent.
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
 * Like `issueRememberedCode`, without any earlier query: one statement checks the session, the roles, the client and
 * the remembered consent. Returns undefined if any check fails; `nextStep` then finds the reason.
 */
export async function issueCodeAtOnce(
  context: Context,
  client: Client,
  request: AuthorizationRequest,
  session: { secret: string; seenAfter: Date; authenticatedAfter: Date | null },
): Promise<string | undefined> {
  const { db, site, now } = context;
  const code = newCode();
  const issued = await db.together(codesAtOnce, {
    siteId: site.id,
    clientId: client.id,
    clientVersion: client.version,
    now,
    sessionDigest: digest(session.secret),
    seenAfter: session.seenAfter,
    authenticatedAfter: session.authenticatedAfter,
    rolesGivingAll: rolesGivingAll(request.scopes),
    hintedMember: request.hintedMember,
    digest: digest(code),
    familyId: newId(),
    redirectUri: request.redirectUri,
    redirectUriNamed: request.redirectUriNamed,
    scopes: request.scopes,
    codeChallenge: request.codeChallenge,
    resourceNamed: request.resourceNamed,
    nonce: request.nonce,
    expiresAt: expiryOf(context),
  });
  return issued && code;
}

interface CodeRequest {
  siteId: string;
  clientId: string;
  clientVersion: number;
  now: Date;
  sessionDigest: Buffer;
  seenAfter: Date;
  /** If set, an earlier authentication requires the consent page. */
  authenticatedAfter: Date | null;
  rolesGivingAll: readonly Role[];
  /** If set, only this member may answer the request. */
  hintedMember: string | null;
  digest: Buffer;
  familyId: string;
  redirectUri: string;
  redirectUriNamed: boolean;
  scopes: readonly Scope[];
  codeChallenge: string;
  resourceNamed: boolean;
  nonce: string | null;
  expiresAt: Date;
}

const codesAtOnce = writingBatch<CodeRequest, object>(
  {
    siteId: "uuid",
    clientId: "uuid",
    clientVersion: "integer",
    now: "timestamptz",
    sessionDigest: "bytea",
    seenAfter: "timestamptz",
    authenticatedAfter: "timestamptz",
    rolesGivingAll: "text[]",
    hintedMember: "uuid",
    digest: "bytea",
    familyId: "uuid",
    redirectUri: "text",
    redirectUriNamed: "boolean",
    scopes: "text[]",
    codeChallenge: "text",
    resourceNamed: "boolean",
    nonce: "text",
    expiresAt: "timestamptz",
  },
  (requested) => sql`
    with ${requested}, sound as (
      -- Joins by keys alone, conditions above (see tokenRows). The key of grants in force is a partial index, so their
      -- join has a condition; the planner would choose another index for a join that follows at the same level.
      select granted.*
        from (select requested.*, grants.id as grant_id,
                     sessions.expires_at > requested.now and sessions.revoked_at is null
                     and sessions.last_seen_at > requested.seen_after
                     and (requested.authenticated_after is null
                          or sessions.authenticated_at > requested.authenticated_after)
                     and members.status = 'active' and members.roles && requested.roles_giving_all
                     and (requested.hinted_member is null or members.id = requested.hinted_member)
                     and requested.is_unchanged as is_sound,
                     sessions.amr, sessions.authenticated_at,
                     case when sessions.identity_provider_id is not null then sessions.id end as session_id
                from ${requestsOfClients}
                join sessions on sessions.site_id = requested.site_id and sessions.digest = requested.session_digest
                join members on members.site_id = sessions.site_id and members.id = sessions.member_id
                join grants on grants.site_id = members.site_id and grants.member_id = members.id
                           and grants.client_id = requested.client_id and grants.revoked_at is null
              offset 0) as granted
        join consents on consents.site_id = granted.site_id and consents.grant_id = granted.grant_id
                     and consents.redirect_uri = granted.redirect_uri
       where is_sound and consents.scopes @> granted.scopes
    ), code as (
      insert into authorization_codes ${codeColumns}
      select site_id, digest, grant_id, family_id, client_id, redirect_uri, redirect_uri_named, scopes, code_challenge,
             resource_named, nonce, null, amr, authenticated_at, session_id, now, expires_at
        from sound
    ), answers as (
      select ordinal from sound
    )`,
);

const codeColumns = sql`
  (site_id, digest, grant_id, family_id, client_id, redirect_uri, redirect_uri_named, scopes, code_challenge,
   resource_named, nonce, auth_time, amr, authenticated_at, session_id, created_at, expires_at)`;

/** The session is recorded if it came from an identity provider, where a logout ends its tokens. */
function codeValues(context: Omit<Context, "db">, request: AuthorizationRequest, approval: Approval) {
  // auth_time is included if max_age was requested (OpenID Connect Core §2).
  const authTime = request.maxAge === null ? null : approval.authenticatedAt;
  const { amr, authenticatedAt } = approval;
  return sql`
    ${newId()}::uuid, ${request.clientId}::uuid, ${request.redirectUri}::text, ${request.redirectUriNamed}::boolean,
    ${approval.scopes}::text[], ${request.codeChallenge}::text, ${request.resourceNamed}::boolean,
    ${request.nonce}::text, ${authTime}::timestamptz, ${amr}::text[], ${authenticatedAt}::timestamptz,
    (select id from sessions
      where site_id = ${context.site.id} and id = ${approval.sessionId} and identity_provider_id is not null),
    ${context.now}::timestamptz, ${expiryOf(context)}::timestamptz`;
}

const expiryOf = ({ site, now }: Omit<Context, "db">) =>
  new Date(now.getTime() + site.settings.authorizationCodeLifetime * 1000);
