import type pg from "pg";
import { database } from "../databases/database.ts";
import { installationWide } from "./installation-wide.ts";
import { tables } from "../releases/schema-catalogue.ts";

/**
 * Copies a site of the shared test database, with the accounts of its members, to another database. Further sites
 * there get the same rows with other IDs: with the same IDs, statistics would say that an ID finds a row of each site.
 */
export async function copySite(siteId: string, target: pg.Pool, furtherSites: readonly string[]): Promise<void> {
  const perSite = (await tables()).filter((table) => !installationWide.includes(table));
  const parts: [table: string, condition: string][] = [
    ["sites", "id = $1"],
    ["accounts", "id in (select account_id from members where site_id = $1)"],
    ...[...perSite, "account_sites"].map((table): [string, string] => [table, "site_id = $1"]),
  ];
  let pending: Part[] = [];
  for (const [table, condition] of parts) {
    const { rows } = await database.pool.query<{ row: object }>(
      `select to_jsonb(${table}) as row from ${table} where ${condition}`,
      [siteId],
    );
    if (rows.length > 0) pending.push({ table, rows: rows.map(({ row }) => row) });
  }
  // Rows that refer to others are inserted in a later round.
  while (pending.length > 0) {
    const postponed: Part[] = [];
    for (const part of pending) if (!(await insert(target, part, siteId, furtherSites))) postponed.push(part);
    if (postponed.length === pending.length)
      throw new Error(`Cyclic references: ${postponed.map(({ table }) => table).join()}`);
    pending = postponed;
  }
}

interface Part {
  table: string;
  rows: object[];
}

/** The columns that differ between the sites, as SQL. */
const perSite: Record<string, string> = {
  sites: `case when site = $2::uuid then '{}'
          else jsonb_build_object('id', site, 'host', site || '.example.test', 'origin', 'https://' || site || '.example.test')
          end`,
  accounts: "'{}'",
};

/** The row at a further site: the end of each ID is that of the site's ID. Accounts are shared. */
const atFurtherSite = `
  regexp_replace(whole::text, '([0-9a-f]{8}(-[0-9a-f]{4}){3})-[0-9a-f]{12}', '\\1-' || right(site::text, 12), 'g')::jsonb
  || jsonb_strip_nulls(jsonb_build_object('account_id', whole -> 'account_id', 'integration_id', whole -> 'integration_id'))`;

/** Returns false if the rows refer to rows that do not exist yet. */
async function insert(
  target: pg.Pool,
  { table, rows }: Part,
  siteId: string,
  furtherSites: readonly string[],
): Promise<boolean> {
  try {
    await target.query(
      `insert into ${table}
       select copy.* from unnest($2::uuid || $3::uuid[]) as site, jsonb_array_elements($1::jsonb) as whole,
              jsonb_populate_record(null::${table},
                                    case site when $2::uuid then whole else ${table === "accounts" ? "whole" : atFurtherSite} end
                                    || ${perSite[table] ?? "jsonb_build_object('site_id', site)"}) as copy
           on conflict do nothing`,
      [JSON.stringify(rows), siteId, furtherSites],
    );
    return true;
  } catch (error) {
    if ((error as pg.DatabaseError).code === "23503") return false;
    throw error;
  }
}
