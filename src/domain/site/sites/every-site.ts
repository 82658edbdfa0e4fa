import type { Queries } from "#database/database.ts";
import { listSites } from "./queries.ts";
import type { Site } from "./site.ts";

const pageSize = 500;

/** Iterates over all sites, oldest first, page by page. */
export async function* everySite(db: Queries): AsyncGenerator<Site> {
  for (let page = await listSites(db, { limit: pageSize }); page.length > 0;) {
    yield* page;
    page = await listSites(db, { after: page.at(-1)!.id, limit: pageSize });
  }
}
