import { type Sql, sql } from "#database/statements/sql.ts";
import { table, tableNamed } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { parseId } from "#domain/platform/ids.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import type { Erased } from "./person.ts";

type Scope = Pick<Context, "db" | "site">;

const entriesPerBatch = 5000;

/** Returns those records that belong to the person, who has the pseudonym by now. */
type RecordsOf = (scope: Scope, ids: readonly string[], person: Erased) => Promise<string[]>;

const ownedRecords =
  (table: Sql, owner: Sql): RecordsOf =>
  async ({ db, site }, ids, { pseudonymId }) => {
    const found = await db.many<{ id: string }>`
      select id from ${tableNamed(table).withIds(site.id, ids)} where ${owner} = ${pseudonymId}`;
    return found.map(({ id }) => id);
  };

/** Records for whose changes staff writes a reason into the audit log. Only an erasure removes certificates. */
const records = {
  enrollment: ownedRecords(sql`enrollments`, sql`student_id`),
  order: ownedRecords(sql`orders`, sql`member_id`),
  subscription: ownedRecords(sql`subscriptions`, sql`member_id`),
  async certificate({ db, site }, ids) {
    const found = await db.many<{ id: string }>`
      select id from ${table("certificates").withIds(site.id, ids)}`;
    const existing = new Set(found.map(({ id }) => id));
    return ids.filter((id) => !existing.has(id));
  },
} as const satisfies Record<string, RecordsOf>;
const kinds = typedKeys(records);

interface Entry {
  id: string;
  resourceType: string;
  resourceId: string | null;
  hasReason: boolean;
}

/**
 * Removes the reasons that staff gave for changes of the person's records from the audit log: texts about the person
 * that need not name them. The records must be erased already.
 */
export async function eraseReasons(scope: Scope, person: Erased): Promise<void> {
  const { db, site } = scope;
  for (let after: string | undefined = nilUuid; after !== undefined;) {
    const page: Entry[] = await db.many<Entry>`
      with page as (
        select audit_entries.id, audit_entries.resource_type, audit_entries.resource_id,
               coalesce(audit_entries.details ->> 'reason' is not null
                 and audit_entries.resource_type = any(${kinds}::text[]), false) as has_reason
          from audit_entries where audit_entries.site_id = ${site.id} and audit_entries.id > ${after}
         order by audit_entries.id limit ${entriesPerBatch})
      select * from page where has_reason or id = (select id from page order by id desc limit 1) order by id`;
    const ids = await entriesOf(
      scope,
      page.filter(({ hasReason }) => hasReason),
      person,
    );
    if (ids.length > 0) {
      await db.run`
        update audit_entries set details = jsonb_set(details, '{reason}', '"[erased]"')
         where site_id = ${site.id} and id = any(${ids}::uuid[])`;
    }
    after = page.at(-1)?.id;
  }
}

async function entriesOf(scope: Scope, entries: readonly Entry[], person: Erased): Promise<string[]> {
  const entryIds: string[] = [];
  for (const kind of kinds) {
    const byRecord = Map.groupBy(
      entries.filter(({ resourceType }) => resourceType === kind),
      ({ resourceId }) => (resourceId === null ? undefined : parseId(kind, resourceId)),
    );
    byRecord.delete(undefined);
    const ids = [...byRecord.keys()].filter((id) => id !== undefined);
    if (ids.length === 0) continue;
    for (const id of await records[kind](scope, ids, person)) {
      entryIds.push(...(byRecord.get(id) ?? []).map((entry) => entry.id));
    }
  }
  return entryIds;
}
