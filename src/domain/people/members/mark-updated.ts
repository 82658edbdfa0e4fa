import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";
import * as z from "zod";
import type { Database } from "#database/database.ts";

/** Members whose `updated_at` one job moves. */
const maxMembers = 500;

/**
 * Moves `updated_at` of members whose counts follow from changed rows of other tables, such as enrollments. Their
 * version stays, because no field that can be edited has changed. Never waits for a lock, because callers hold locks
 * of rows that others lock after the member: a job follows for members that are locked. `activeAt`: time of an
 * activity of the members.
 *
 * The site is compared as a column of the locked rows, which only the primary key can look up. As a value, the planner
 * would rather read all members of the site if it has no statistics.
 */
export async function markMembersUpdated(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  memberIds: readonly string[],
  { activeAt = null }: { activeAt?: Date | null } = {},
): Promise<void> {
  const requested = [...new Set(memberIds)];
  if (requested.length === 0) return;
  const marked = await db.write.many<{ id: string }>`
    update members
       set updated_at = greatest(members.updated_at, ${now}),
           last_active_at = greatest(members.last_active_at, ${activeAt}::timestamptz)
      from (select members.site_id, members.id from ${table("members").withIds(site.id, requested)}
            offset 0 for no key update skip locked) as unlocked
     where members.site_id = unlocked.site_id and members.id = unlocked.id
    returning members.id`;
  if (marked.length === requested.length) return;
  const done = new Set(marked.map(({ id }) => id));
  const lockedIds = requested.filter((id) => !done.has(id));
  for (let first = 0; first < lockedIds.length; first += maxMembers) {
    const payload = { siteId: site.id, memberIds: lockedIds.slice(first, first + maxMembers), activeAt };
    await addJob(db, "mark_members", payload, 10);
  }
}

const Payload = z.object({ siteId: z.uuid(), memberIds: z.array(z.uuid()), activeAt: z.coerce.date().nullable() });

/** The job `mark_members`: moves `updated_at` of members that were locked when one of their counts changed. */
export async function markMembers(db: Database, payload: unknown, now: Date): Promise<void> {
  const { siteId, memberIds, activeAt } = Payload.parse(payload);
  for (const id of memberIds) {
    await db.run`
      update members
         set updated_at = greatest(updated_at, ${now}),
             last_active_at = greatest(last_active_at, ${activeAt}::timestamptz)
       where site_id = ${siteId} and id = ${id}`;
  }
}
