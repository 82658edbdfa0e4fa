import type { Database, Queries } from "#database/database.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { countTable } from "#domain/analytics/counting/count-site.ts";
import { type Countable, uncounted } from "#domain/analytics/counting/uncounted.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";

interface Limits {
  /** Maximum rows per statement. */
  maxRows?: number;
  /** Aborted when the process shuts down. */
  stopping?: AbortSignal;
}

/** The next run starts a minute later and continues. */
const maxRunMs = 45_000;

/**
 * Aggregates the events of all sites since the last run. Each statement counts whole rows, so that no row is lost or
 * counted twice after a crash or by concurrent processes. Returns the number of sites with new rows.
 */
export async function rollUp(db: Database, now: Date, { maxRows, stopping }: Limits = {}): Promise<number> {
  const end = performance.now() + maxRunMs;
  const isUp = () => stopping?.aborted === true || performance.now() > end;
  const touched = new Set<string>();
  const unfinished = new Set<string>();
  for (const table of typedKeys(uncounted)) {
    for (const siteId of await sitesWith(db, sql`${tables[table]}`, uncounted[table])) {
      const site = await readSite(db, siteId);
      touched.add(siteId);
      if (!(await countTable({ db, site }, table, isUp, maxRows))) unfinished.add(siteId);
    }
  }
  await setClock(db, now, [...unfinished]);
  return touched.size;
}

const tables: Record<Countable, Sql> = {
  enrollments: sql`enrollments`,
  lecture_progress: sql`lecture_progress`,
  quiz_attempts: sql`quiz_attempts`,
  certificates: sql`certificates`,
  members: sql`members`,
  orders: sql`orders`,
  refunds: sql`refunds`,
  subscriptions: sql`subscriptions`,
  event_registrations: sql`event_registrations`,
  events: sql`events`,
  comments: sql`comments`,
};

/** Rows per statement: one of them for each site with few new rows. */
const rowsPerPage = 200;

/** Skips from site to site along the index (loose index scan): of a site with many rows, it reads one page at most. */
async function sitesWith(db: Queries, table: Sql, isUncounted: Sql): Promise<string[]> {
  const sites = new Set<string>();
  for (let after = nilUuid; ;) {
    const page = await db.many<{ siteId: string }>`
      select ${table}.site_id from ${table}
       where ${table}.site_id > ${after} and ${isUncounted} order by ${table}.site_id limit ${rowsPerPage}`;
    for (const { siteId } of page) sites.add(siteId);
    const last = page.at(-1);
    if (!last || page.length < rowsPerPage) return [...sites];
    after = last.siteId;
  }
}

/** A site with a backlog keeps the time at which it fell behind. */
const setClock = (db: Database, now: Date, unfinished: readonly string[]): Promise<void> =>
  db.transaction(async (inside) => {
    await inside.run`
      insert into rollup_backlogs (site_id, computed_through)
      select site_id, coalesce((select computed_through from rollup_clock where only_row), '1970-01-01T00:00:00Z'::timestamptz)
        from unnest(${unfinished}::uuid[]) as behind (site_id)
       order by site_id
      on conflict do nothing`;
    await inside.run`delete from rollup_backlogs where site_id <> all(${unfinished}::uuid[])`;
    await inside.run`
      insert into rollup_clock (computed_through) values (${now})
      -- A time far ahead was stored by a clock that has been reset since.
      on conflict (only_row) do update set computed_through =
        case when rollup_clock.computed_through > excluded.computed_through + interval '1 minute'
             then excluded.computed_through
             else greatest(rollup_clock.computed_through, excluded.computed_through) end`;
  });
