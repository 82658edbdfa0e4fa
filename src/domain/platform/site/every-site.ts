import type { Queries } from "#database/database.ts";
import { listSites } from "./queries.ts";
import type { Site } from "./site.ts";

const pageSize = 500;

/** Iterates over all sites, oldest first, page by page. */
export async function* everySite(db: Queries): AsyncGenerator<Site> {
  let after: string | undefined;
  do {
    const page = await listSites(db, { after, limit: pageSize });
    yield* page;
    after = page.at(-1)?.id;
  } while (after !== undefined);
}
