import type { Caller } from "#access/caller.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { findMemberRoles } from "#domain/platform/callers/member-roles.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { JobRecord } from "./job.ts";

/**
 * Returns the member who started the job as its caller, with their current roles. A job loses the rights that the
 * member, or the grant of the application, loses while it runs.
 */
export async function callerOfJob(
  scope: SiteScope,
  { kind, memberId, clientId, grantId, scopes }: JobRecord,
): Promise<Caller> {
  // The member who started an erasure may have been erased meanwhile; the erasure must still finish.
  if (kind === "member_erasure") return { kind: "system" };
  if (memberId === null || clientId === null || grantId === null) return { kind: "cli" };
  const member = await findMemberRoles(scope, memberId);
  if (!member?.isActive) {
    throw new Problem("role_required", "The member who started this job is no longer an active member of the site.");
  }
  if (!(await isInForce(scope, grantId))) {
    throw new Problem(
      "role_required",
      "The application that started this job is no longer authorized to act for the member.",
    );
  }
  const caller = { kind: "token" as const, clientId, memberId, grantId, scopes: new Set(scopes), roles: member.roles };
  requireScopes(caller, scopes);
  return caller;
}

const isInForce = async ({ db, site }: SiteScope, grantId: string): Promise<boolean> =>
  (await db.first`
    select grants.id from grants
      join clients on clients.site_id = grants.site_id and clients.id = grants.client_id
     where grants.site_id = ${site.id} and grants.id = ${grantId} and grants.revoked_at is null
       and clients.deleted_at is null and clients.blocked_at is null`) !== undefined;
