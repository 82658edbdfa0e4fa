import { contentIn, contentOf } from "#database/content/content-of.ts";
import type { Database, Queries } from "#database/database.ts";
import type { Sql } from "#database/statements/sql.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import { searchVersion } from "#domain/platform/search/search-terms.ts";
import { indexedTables } from "./indexed-tables.ts";

/** Each row has up to 3,000 terms. */
const rowsPerStatement = 50;

/** The sites whose rows were indexed by older rules. */
export async function sitesToIndexAgain(db: Queries): Promise<string[]> {
  const sites = await db.many<{ id: string }>`
    select id from sites where search_version < ${searchVersion} order by id`;
  return sites.map(({ id }) => id);
}

/**
 * Indexes the rows of all sites by the current rules. A site that is interrupted starts over and changes only the rows
 * that are left. Versions and timestamps of rows stay: for clients nothing has changed. Returns the number of rows.
 */
export async function indexAgain(db: Database): Promise<number> {
  let total = 0;
  for (const siteId of await sitesToIndexAgain(db)) {
    const site = await readSite(db, siteId);
    for (const { table, columns, load } of Object.values(indexedTables)) {
      total += await indexTable(db, site, { table, columns, termsOf: await load() });
    }
    await db.run`update sites set search_version = ${searchVersion} where id = ${contentOf(siteId)}`;
  }
  return total;
}

interface Source {
  table: Sql;
  columns: Sql;
  termsOf: (site: Site, row: never) => readonly string[];
}

async function indexTable(db: Database, site: Site, { table, columns, termsOf }: Source): Promise<number> {
  let total = 0;
  for (let after = nilUuid; ;) {
    const rows = await db.many<{ id: string; searchTerms: string[] }>`
      select id, search_terms, ${columns} from ${table}
       where site_id = ${site.id} and id > ${after} order by id limit ${rowsPerStatement}`;
    for (const row of rows) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The row has the columns of its table.
      const terms = termsOf(site, row as never);
      if (!areEqual(terms, row.searchTerms)) total += await store(db, site, { table, row, terms });
      const turn = pause();
      if (turn) await turn;
    }
    const last = rows.at(-1);
    if (!last || rows.length < rowsPerStatement) return total;
    after = last.id;
  }
}

const areEqual = (terms: readonly string[], stored: readonly string[]): boolean =>
  terms.length === stored.length && new Set([...terms, ...stored]).size === new Set(terms).size;

/** Skips a row that was changed meanwhile: the change has indexed it. */
const store = (
  db: Database,
  site: Site,
  { table, row, terms }: { table: Sql; row: { id: string; searchTerms: string[] }; terms: readonly string[] },
): Promise<number> => db.run`
  update ${table} set search_terms = ${terms}::text[]
   where site_id = ${contentIn(table, site.id, { searchTerms: terms })} and id = ${row.id} and search_terms = ${row.searchTerms}::text[]`;
