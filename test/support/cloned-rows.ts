import { database } from "./database.ts";
import { resourceFixtures } from "./resource-fixtures.ts";

/** Differences of each copy besides its id: unique texts get the number of the copy. */
interface Copied {
  table: string;
  /** Columns that are unique per site. */
  unique?: readonly string[];
  /** References that are unique per site: the copies get those of the copied members, or null. */
  people?: string;
  /** Maximum number per parent. */
  maxRows?: number;
  /** Other columns, as SQL in which `n` is the number of the copy. */
  columns?: Record<string, string>;
}

/** Ordered by foreign keys. */
const copied: readonly Copied[] = [
  { table: "lecturers", unique: ["slug"], columns: { member_id: "null" } },
  { table: "courses", unique: ["slug"] },
  { table: "course_plans", maxRows: 90 },
  { table: "course_categories", unique: ["slug"], columns: { parent_id: "null" } },
  { table: "reviews", people: "member_id" },
  { table: "sections", maxRows: 90 },
  { table: "lectures", maxRows: 200 },
  { table: "attachments", maxRows: 20 },
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
  { table: "digital_product_grants", people: "member_id" },
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
  await copyPeople(siteId, count);
  for (const { table, unique = [], people, maxRows = count, columns = {} } of copied) {
    const moment = "to_char(clock_timestamp() + n * interval '1 second', 'YYYY-MM-DD\"T\"HH24:MI:SS.USOF')";
    const changes = [
      `'id', gen_random_uuid()`,
      `'external_id', null`,
      `'created_at', ${moment}`,
      `'updated_at', ${moment}`,
      ...unique.map((column) => `'${column}', (newest.whole ->> '${column}') || '-' || n`),
      ...(people ? [`'${people}', people.ids[n]`] : []),
      ...Object.entries(columns).map(([column, value]) => `'${column}', ${value}`),
    ];
    await database.pool.query(
      `with newest as materialized (
         select to_jsonb(${table}) as whole from ${table} where site_id = $1 order by id desc limit 1),
       people as materialized (
         select array_agg(id) as ids from members where site_id = $1 and email like 'copy-%')
       insert into ${table}
       select copy.*
         from newest, people, generate_series(1, ${Math.min(maxRows, count)}) as n,
              jsonb_populate_record(null::${table}, newest.whole || jsonb_build_object(${changes.join(", ")})) as copy`,
      [siteId],
    );
  }
  // GIN indexes keep new entries in a pending list, which is costly to read until it is flushed.
  await database.pool.query(`vacuum (analyze) members, ${copied.map(({ table }) => table).join(", ")}`);
}

async function copyPeople(siteId: string, count: number): Promise<void> {
  await database.pool.query(
    `with made as (
       insert into accounts (id, email, email_key, created_at, updated_at)
       select gen_random_uuid(), name, name, now(), now()
         from (select 'copy-' || n || '-' || $1::text as name from generate_series(1, $2::integer) as n) as names
       returning id, email)
     insert into members (site_id, id, account_id, email, email_key, roles, status, joined_at, created_at, updated_at)
     select $1::uuid, gen_random_uuid(), id, email, email, '{student}', 'active', moment, moment, moment
       from made, date_trunc('milliseconds', now()) as moment`,
    [siteId, count],
  );
}
