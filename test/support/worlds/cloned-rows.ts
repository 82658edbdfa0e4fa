import type pg from "pg";
import { database } from "../databases/database.ts";
import { resourceFixtures } from "./resource-fixtures.ts";

/** Differences of each copy besides its id: unique texts get the number of the copy. */
export interface Copied {
  table: string;
  /** Which row is copied, as SQL: the newest of the site that fulfills this. */
  only?: string;
  /** Columns that are unique per site. */
  unique?: readonly string[];
  /** References that differ between copies: each gets another one of the newest rows of this table. */
  distinct?: Record<string, string>;
  /** Maximum number per parent. */
  maxRows?: number;
  /** Other columns, as SQL in which `n` is the number of the copy. */
  columns?: Record<string, string>;
}

/** Ordered by foreign keys. */
export const copied: readonly Copied[] = [
  { table: "lecturers", unique: ["slug"], columns: { member_id: "null" } },
  { table: "courses", unique: ["slug"] },
  { table: "course_plans", maxRows: 90 },
  { table: "course_categories", unique: ["slug"], columns: { parent_id: "null" } },
  { table: "reviews", distinct: { member_id: "members" } },
  { table: "sections", maxRows: 90 },
  { table: "lectures", maxRows: 200 },
  { table: "attachments", maxRows: 20 },
  { table: "lecture_revisions", maxRows: 50, columns: { revision: "n + 1" } },
  { table: "lecture_drafts", distinct: { member_id: "members" } },
  { table: "events", unique: ["slug"] },
  { table: "event_tickets", maxRows: 90 },
  { table: "event_registrations", unique: ["check_in_code"], columns: { status: "'canceled'" } },
  { table: "membership_plans", unique: ["slug"] },
  { table: "membership_pricings", maxRows: 90 },
  { table: "subscriptions" },
  { table: "orders", unique: ["number"] },
  { table: "order_lines", maxRows: 190 },
  { table: "payments", maxRows: 190 },
  { table: "refunds", maxRows: 190 },
  { table: "comments", maxRows: 190 },
  { table: "coupons", unique: ["code"] },
  { table: "coupon_redemptions", columns: { order_id: "null" } },
  { table: "posts", unique: ["slug"] },
  { table: "post_categories", unique: ["slug"] },
  { table: "digital_products", unique: ["slug"] },
  { table: "digital_product_grants", distinct: { member_id: "members" } },
  { table: "consulting_services", unique: ["slug"] },
  { table: "consulting_bookings" },
  { table: "forms", unique: ["slug"] },
  { table: "form_submissions" },
  { table: "pages", unique: ["path"] },
  { table: "page_revisions", columns: { revision: "n + 1" } },
  { table: "quiz_attempts", columns: { attempt_no: "n + 1" } },
  { table: "certificates", unique: ["serial"], columns: { status: "'revoked'" } },
  { table: "files" },
  ...resourceFixtures.map(({ table, unique = [] }) => ({ table, unique })),
];

/** Copies the newest row of each kind at a site, with timestamps one second apart. */
export async function copyNewest(siteId: string, count: number): Promise<void> {
  await copyPeople(database.pool, siteId, count);
  for (const each of copied)
    await copyRow(database.pool, siteId, { ...each, maxRows: Math.min(each.maxRows ?? count, count) });
  // GIN indexes keep new entries in a pending list, which is costly to read until it is flushed.
  await database.pool.query(`vacuum (analyze) members, ${copied.map(({ table }) => table).join(", ")}`);
}

export async function copyRow(
  pool: Pick<pg.ClientBase, "query">,
  siteId: string,
  { table, only = "true", unique = [], distinct = {}, maxRows = 1, columns = {} }: Copied,
): Promise<void> {
  const moment = "to_char(clock_timestamp() + n * interval '1 second', 'YYYY-MM-DD\"T\"HH24:MI:SS.USOF')";
  const changes = [
    `'id', gen_random_uuid()`,
    `'external_id', null`,
    `'created_at', ${moment}`,
    `'updated_at', ${moment}`,
    ...unique.map((column) => `'${column}', (newest.whole ->> '${column}') || '-' || n`),
    ...Object.entries(distinct).map(
      ([column, other]) => `'${column}', ${other}_ids.ids[1 + (n - 1) % cardinality(${other}_ids.ids)]`,
    ),
    ...Object.entries(columns).map(([column, value]) => `'${column}', ${value}`),
  ];
  const referencedTables = [...new Set(Object.values(distinct))];
  await pool.query(
    `with newest as materialized (
       select to_jsonb(${table}) as whole from ${table} where site_id = $1 and ${only}
        order by to_jsonb(${table}) ->> 'id' desc limit 1)
     ${referencedTables
       .map(
         (other) => `, ${other}_ids as materialized (
       select array(select id from ${other} where site_id = $1 order by created_at desc) as ids)`,
       )
       .join("")}
     insert into ${table}
     select copy.*
       from newest, ${referencedTables.map((other) => `${other}_ids, `).join("")} generate_series(1, $2::integer) as n,
            jsonb_populate_record(null::${table}, newest.whole || jsonb_build_object(${changes.join(", ")})) as copy
     on conflict do nothing`,
    [siteId, maxRows],
  );
}

/** `columns`: others, or other values, as SQL in which `n` is the number of the person, of `$2` people. */
export async function copyPeople(
  pool: Pick<pg.ClientBase, "query">,
  siteId: string,
  count: number,
  columns: Readonly<Record<string, string>> = {},
): Promise<void> {
  const moment = "date_trunc('milliseconds', now())";
  const values = {
    roles: "'{student}'::text[]",
    status: "'active'",
    joined_at: moment,
    created_at: moment,
    updated_at: moment,
    ...columns,
  };
  await pool.query(
    `with named as (
       select n, 'copy-' || n || '-' || $1::text as name from generate_series(1, $2::integer) as n),
     made as (
       insert into accounts (id, email, email_key, created_at, updated_at)
       select gen_random_uuid(), name, name, now(), now() from named
       returning id, email)
     insert into members (site_id, id, account_id, email, email_key, ${Object.keys(values).join(", ")})
     select $1::uuid, gen_random_uuid(), id, email, email, ${Object.values(values).join(", ")}
       from made join named on name = email`,
    [siteId, count],
  );
}
