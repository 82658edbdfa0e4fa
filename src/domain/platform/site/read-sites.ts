import type { Queries } from "#database/database.ts";
import { listSitesById } from "./queries.ts";
import type { Site } from "./site.ts";

const pageSize = 500;

/** Iterates over sites by their IDs, page by page. */
export async function* readSites(db: Queries, ids: Iterable<string>): AsyncGenerator<Site> {
  const sorted = [...new Set(ids)].toSorted();
  for (let first = 0; first < sorted.length; first += pageSize) {
    yield* await listSitesById(db, sorted.slice(first, first + pageSize));
  }
}
