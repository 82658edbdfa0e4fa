import pg from "pg";
import { newId } from "#domain/platform/ids.ts";
import type { Site } from "#domain/site/sites/site.ts";
import { copied, type Copied, copyPeople, copyRow } from "./cloned-rows.ts";
import { copySite } from "./copied-site.ts";
import { database } from "./database.ts";
import { aFuzzWorld } from "./fuzz-world.ts";
import { insertFiles } from "./inhabited-files.ts";
import { insertJobs } from "./inhabited-jobs.ts";
import { anInstallation, type TestInstallation } from "./installation.ts";
import { rows } from "#database/sql.ts";
import { now } from "./clock.ts";
import type { AMember } from "./world.ts";

/** Rows besides those of `copyNewest`. */
const further: readonly Copied[] = [
  { table: "enrollments", distinct: { student_id: "members" } },
  { table: "lecture_progress", distinct: { enrollment_id: "enrollments" } },
  { table: "submissions", distinct: { enrollment_id: "enrollments", student_id: "members" } },
  { table: "invitations", distinct: { member_id: "members" } },
  { table: "member_notes" },
  { table: "groups" },
  { table: "group_members", distinct: { member_id: "members" } },
  { table: "notifications" },
  { table: "jobs" },
  { table: "job_results", columns: { row_number: "n + 1" } },
  { table: "audit_entries" },
  { table: "outbox_events", columns: { sequence: "n + 100000" } },
  { table: "webhook_deliveries", columns: { event_id: "gen_random_uuid()" } },
  { table: "sessions", columns: { digest: "sha256(n::text::bytea)" } },
  { table: "grants", distinct: { member_id: "members" } },
  { table: "families", distinct: { grant_id: "grants" } },
  { table: "event_categories", unique: ["slug"] },
  { table: "course_category_entries", distinct: { course_id: "courses" } },
  { table: "course_lecturers", distinct: { course_id: "courses" } },
  { table: "event_lecturers", distinct: { event_id: "events" } },
  { table: "membership_plan_courses", distinct: { plan_id: "membership_plans" } },
  { table: "coupon_products", distinct: { coupon_id: "coupons" } },
  { table: "group_courses", distinct: { group_id: "groups" } },
  { table: "digital_product_files", distinct: { product_id: "digital_products" } },
  { table: "consulting_service_lecturers", distinct: { service_id: "consulting_services" } },
];

const allTables: ReadonlySet<string> = new Set(["members", ...[...copied, ...further].map(({ table }) => table)]);

/** What a school has one of per person; the tables of its catalog have fewer rows. */
const perPerson: ReadonlySet<string> = new Set([
  "enrollments",
  "lecture_progress",
  "orders",
  "order_lines",
  "payments",
  "subscriptions",
  "invitations",
  "group_members",
  "notifications",
  "audit_entries",
  "outbox_events",
  "sessions",
  "grants",
  "families",
  "event_registrations",
  "certificates",
  "comments",
]);

export interface LargeLists {
  installation: TestInstallation;
  site: Site;
  /** The owner who has the newest rows, with a token of all scopes. */
  member: AMember;
  bearer: string;
  /** Cookies of the owner's browser. */
  cookie: string;
  /** The API id of the resource of a kind to which few rows refer, and of the one to which most refer. */
  rare: (kind: string) => string;
  frequent: (kind: string) => string;
  /** Adds the rows. Until then, the site has two of each kind. No table has statistics. */
  fill: () => Promise<void>;
  analyze: () => Promise<void>;
}

/** An installation whose site gets thousands of rows of every kind that is listed, beside other sites. */
export async function largeLists(people: number, tables: ReadonlySet<string> = allTables): Promise<LargeLists> {
  const world = await aFuzzWorld();
  const { site, member, bearer } = world;
  await world.stock();
  await insertFiles(site, member, "w0w");
  await insertJobs(site, member, "w1w");
  const rare = await world.newest();
  await world.stock();
  await insertJobs(site, member, "w2w");
  await notify(site.site.id, member);
  const frequent = await world.newest();
  const browser = await site.signedIn(member);

  const installation = await anInstallation();
  const { pool } = installation.database;
  const { rows: existing } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'",
  );
  for (const { name } of existing) await pool.query(`alter table ${name} set (autovacuum_enabled = off)`);
  const otherSites = Array.from({ length: 20 }, () => newId());
  await copySite(site.site.id, pool, otherSites);
  return {
    installation,
    site: site.site,
    member,
    bearer,
    cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    rare,
    frequent,
    fill: () => fill(installation, site.site.id, people, tables),
    analyze: async () => void (await pool.query("analyze")),
  };
}

async function fill(
  { connection }: TestInstallation,
  siteId: string,
  people: number,
  tables: ReadonlySet<string>,
): Promise<void> {
  const isEmbedded = process.env["TEST_DATABASE_URL"] === undefined;
  const client = new pg.Client({ ...connection, ...(isEmbedded && { user: "postgres" }) });
  await client.connect();
  try {
    // The copies refer to existing rows: checking each reference takes most of the time.
    if (isEmbedded) await client.query("set session_replication_role = replica");
    await insertCopies(client, siteId, people, tables);
  } finally {
    await client.end();
  }
}

async function insertCopies(
  pool: pg.ClientBase,
  siteId: string,
  people: number,
  tables: ReadonlySet<string>,
): Promise<void> {
  if (tables.has("members")) await copyPeople(pool, siteId, people);
  for (const each of [...copied, ...further].filter(({ table }) => tables.has(table))) {
    const count = perPerson.has(each.table) ? people : people / 4;
    await copyRow(pool, siteId, { ...each, maxRows: count });
  }
  // GIN indexes keep new entries in a pending list, which is costly to read until it is flushed.
  await pool.query(
    `select gin_clean_pending_list(pg_class.oid) from pg_class join pg_am on pg_am.oid = relam
      where relnamespace = current_schema()::regnamespace and amname = 'gin'`,
  );
}

async function notify(siteId: string, member: AMember): Promise<void> {
  const notification = { id: newId(), memberId: member.id, topic: "announcement", title: "News", body: "News" };
  await database.run`insert into notifications ${rows({ siteId, ...notification, createdAt: now() })}`;
}
