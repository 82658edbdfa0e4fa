import type pg from "pg";

/** Tables whose rows are deleted by time, and the time of a row; without it, all rows become old. */
const bounded: Readonly<Record<string, string | undefined>> = {
  audit_entries: "created_at",
  authorization_codes: "created_at",
  authorizations: "created_at",
  begun_downloads: undefined,
  families: "created_at",
  idempotency_keys: undefined,
  job_results: "created_at",
  jobs: "created_at",
  known_browsers: undefined,
  mail_links: "created_at",
  notices: "created_at",
  notifications: "created_at",
  outbox_events: "created_at",
  progress_reports: undefined,
  rate_limits: undefined,
  sessions: "authenticated_at",
  sign_in_attempts: undefined,
  tokens: "created_at",
  uploads: "created_at",
  webhook_deliveries: "created_at",
};

/** The tokens of API keys stay: the load uses one during the whole run. */
const kept: Readonly<Record<string, string | undefined>> = { families: "id", tokens: "family_id" };

/** More than the longest period of retention. */
const shift = "interval '3 years'";

/** Moves rows that were created before `until` three years into the past, where every period of retention has ended. */
export async function ageRows(pool: pg.Pool, until: Date): Promise<void> {
  const { rows } = await pool.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
      where table_schema = current_schema() and data_type = 'timestamp with time zone' and table_name = any($1)
      group by table_name`,
    [Object.keys(bounded)],
  );
  for (const { name, columns } of rows) {
    const moved = columns.map((column) => `${column} = ${column} - ${shift}`).join(", ");
    const time = bounded[name];
    const key = kept[name];
    const isMoved = key === undefined ? "" : ` and ${key} not in (select id from api_keys)`;
    if (time) await pool.query(`update ${name} set ${moved} where ${time} < $1${isMoved}`, [until]);
    else await pool.query(`update ${name} set ${moved}`);
  }
}

/** Rows per table, those of the job queue included. */
export async function countRows(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema in (current_schema(), 'graphile_worker')`,
  );
  const counts = new Map<string, number>();
  for (const { schema, name } of rows) {
    const counted = await pool.query<{ count: string }>(`select count(*) as count from ${schema}.${name}`);
    counts.set(name, Number(counted.rows[0]!.count));
  }
  return counts;
}

/** Number of old rows that the purges left, by table. */
export async function countOldRows(pool: pg.Pool): Promise<Map<string, number>> {
  const old = new Map<string, number>();
  for (const [name, time = timeOf(name)] of Object.entries(bounded)) {
    const { rows } = await pool.query<{ count: string }>(
      `select count(*) as count from ${name} where ${time} < now() - interval '2 years'`,
    );
    old.set(name, Number(rows[0]!.count));
  }
  return old;
}

const timeOf = (name: string): string =>
  ({ known_browsers: "last_used_at", progress_reports: "reported_at" })[name] ?? "expires_at";
