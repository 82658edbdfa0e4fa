import { contentIn } from "#database/content/content-of.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";
import type { MemberRecord } from "./member.ts";
import * as z from "zod";
import type { Database } from "#database/database.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { tableNamed } from "#database/table/table.ts";
import { keysetPages, pageSize } from "#domain/platform/queue/for-each-due.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";

/** Members of one job. */
const maxMembers = 100;

interface Renaming {
  existing: Pick<MemberRecord, "id" | "name" | "email">;
  changes: Partial<Pick<MemberRecord, "name" | "email">>;
}

/**
 * Queues the job that moves `updated_at` of rows with the name or the address of these members, if one of both changes.
 * A member can have any number of orders and comments.
 */
export async function queueNamedRows({ db, site }: SiteScope, updates: readonly Renaming[]): Promise<void> {
  const renamed = updates.filter(
    ({ existing, changes: { name = existing.name, email = existing.email } }) =>
      name !== existing.name || email !== existing.email,
  );
  for (let first = 0; first < renamed.length; first += maxMembers) {
    const memberIds = renamed.slice(first, first + maxMembers).map(({ existing }) => existing.id);
    await addJob(db, "mark_named_rows", { siteId: site.id, memberIds }, 10);
  }
}

const Payload = z.object({ siteId: z.uuid(), memberIds: z.array(z.uuid()) });

/** Tables whose rows show the name or the address of a member, with the column of the member. */
const tables = [
  { table: sql`orders`, member: sql`member_id` },
  { table: sql`event_registrations`, member: sql`member_id` },
  { table: sql`digital_product_grants`, member: sql`member_id` },
  { table: sql`comments`, member: sql`author_id` },
];

/** The job `mark_named_rows`: moves `updated_at` of rows that show the name or the address of changed members. */
export async function markNamedRows(db: Database, payload: unknown, now: Date): Promise<void> {
  const { siteId, memberIds } = Payload.parse(payload);
  for (const { table, member } of tables) {
    for (const memberId of memberIds) await markRowsOf(db, { siteId, table, member, memberId }, now);
  }
}

interface Named {
  siteId: string;
  table: Sql;
  /** The column of the member. */
  member: Sql;
  memberId: string;
}

/** A page per statement, so that other writes wait briefly. */
async function markRowsOf(db: Database, { siteId, table, member, memberId }: Named, now: Date): Promise<void> {
  const find = ({ id }: { id: string }) =>
    db.many<{ id: string }>`
      select id from ${table}
       where site_id = ${siteId} and ${member} = ${memberId} and deleted_at is null and id > ${id}
       order by id limit ${pageSize}`;
  for await (const page of keysetPages({ id: nilUuid }, find)) {
    if (page.length === 0) return;
    const ids = page.map(({ id }) => id);
    await db.run`
      update ${table} set updated_at = greatest(updated_at, ${now})
       where site_id = ${contentIn(table, siteId, { updatedAt: now })}
         and id in (select id from ${tableNamed(table).withIds(siteId, ids)} order by id for no key update)`;
  }
}
