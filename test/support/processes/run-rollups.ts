import { countTable } from "#domain/analytics/counting/count-site.ts";
import { type Countable, uncounted } from "#domain/analytics/counting/uncounted.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { database } from "../databases/database.ts";

/** Runs the minutely job for one site only, so that other tests are unaffected. */
export async function runRollups(site: Site, { db = database, maxRows = 500 } = {}): Promise<void> {
  for (const table of Object.keys(uncounted) as Countable[])
    await countTable({ db, site }, table, () => false, maxRows);
}
