import { type Sql, sql } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";
import { rowsByKey } from "#domain/platform/rows-by-key.ts";

/** Members whose `updated_at` one job moves. */
const maxMembers = 500;

/**
 * Moves `updated_at` of members whose counts follow from changed rows of other tables, such as enrollments. Their
 * version stays, because no field that can be edited has changed. Never waits for a lock, because callers hold locks
 * of rows that others lock after the member: a job follows for members that are locked. `activeAt`: time of an
 * activity of the members.
 */
export async function markMembersUpdated(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  memberIds: readonly string[],
  { activeAt = null }: { activeAt?: Date | null } = {},
): Promise<void> {
  const requested = [...new Set(memberIds)];
  if (requested.length === 0) return;
  const marked = await db.many<{ id: string }>`
    update members
       set updated_at = greatest(updated_at, ${now}),
           last_active_at = greatest(last_active_at, ${activeAt}::timestamptz)
     where site_id = ${site.id} and ${areUnlocked(site.id, requested)}
    returning id`;
  if (marked.length === requested.length) return;
  const done = new Set(marked.map(({ id }) => id));
  const rest = requested.filter((id) => !done.has(id));
  for (let first = 0; first < rest.length; first += maxMembers) {
    const payload = { siteId: site.id, memberIds: rest.slice(first, first + maxMembers), activeAt };
    await addJob(db, "mark_members", payload, 10);
  }
}

/** Locks the members that nobody has locked. A plan for any number of members may read all of the site. */
function areUnlocked(siteId: string, ids: readonly string[]): Sql {
  const [id, ...others] = ids;
  if (id !== undefined && others.length === 0) {
    return sql`id = ${id}
           and exists (select from members where site_id = ${siteId} and id = ${id} for no key update skip locked)`;
  }
  return sql`id in (select id from ${rowsByKey(sql`members`, siteId, sql`members.id`, ids)}
                   for no key update skip locked)`;
}
