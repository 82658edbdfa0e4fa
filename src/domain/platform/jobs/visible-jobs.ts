import { memberOf } from "#access/caller.ts";
import { type Sql, sql } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { rolesAbove } from "#domain/people/members/role-rules.ts";

/**
 * The condition that a row of `jobs` is visible to the caller; undefined for commands. A copy of a person's data that
 * they requested themselves is visible to that person only; one that the staff requested, to callers who may act on
 * the person, by the roles that the person has now.
 */
export function visibleJobs({ caller }: Context): Sql | undefined {
  if (caller.kind === "cli" || caller.kind === "system") return undefined;
  return sql`(jobs.kind <> 'member_export' or jobs.subject_id = ${memberOf(caller)}
              or (jobs.subject_id is distinct from jobs.member_id
                  and not exists (select from members
                                   where members.site_id = jobs.site_id and members.id = jobs.subject_id
                                     and members.roles && ${rolesAbove(caller)}::text[])))`;
}
