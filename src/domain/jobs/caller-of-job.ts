import type { Caller } from "#access/caller.ts";
import type { SiteScope } from "#domain/context.ts";
import { findMember } from "#domain/members/queries.ts";
import { requireScopes } from "#domain/operation.ts";
import { Problem } from "#domain/problem.ts";
import type { JobRecord } from "./job.ts";

/** Whoever started it, with the roles that they have now: a job does nothing that they may not do any more. */
export async function callerOfJob(
  scope: SiteScope,
  { memberId, clientId, grantId, scopes }: JobRecord,
): Promise<Caller> {
  if (memberId === null || clientId === null || grantId === null) return { kind: "cli" };
  const member = await findMember(scope, memberId);
  if (member?.status !== "active") {
    throw new Problem("role_required", "Whoever started this is no active member of the site any more.");
  }
  const caller = { kind: "token" as const, clientId, memberId, grantId, scopes: new Set(scopes), roles: member.roles };
  requireScopes(caller, scopes);
  return caller;
}
