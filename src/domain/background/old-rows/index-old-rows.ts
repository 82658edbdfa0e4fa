import type { Database, Queries } from "#database/database.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";
import { hasOldEmailKeys } from "#domain/people/accounts/jobs/update-email-keys.ts";
import { sitesToRender } from "./render-old-rows.ts";
import { sitesToIndexAgain } from "./index-again.ts";

const batch = 200;

/**
 * Queues a job at startup if an update has left rows to index. Two processes that start at the same time may queue two jobs;
 * the second finds no rows.
 */
export async function queueOldRows(db: Database): Promise<void> {
  const old = [...(await sitesToIndex(db)), ...(await sitesToRender(db)), ...(await sitesToIndexAgain(db))];
  if (old.length > 0 || (await hasOldEmailKeys(db))) await addJob(db, "index_old_rows", {}, 25);
}

/**
 * Indexes courses and lectures that predate full-text search, at every site. Committed batches survive an
 * interruption, and the next run continues. Returns the number of indexed rows.
 */
export async function indexOldRows(db: Database): Promise<number> {
  const { indexCourses } = await import("#domain/catalog/courses/index-courses.ts");
  const { indexLectures } = await import("#domain/catalog/curriculum/lectures/index-lectures.ts");
  let total = 0;
  for (const siteId of await sitesToIndex(db)) {
    const site = await readSite(db, siteId);
    total += await untilNone((inside) => indexCourses({ db: inside, site }, batch), db);
    total += await untilNone((inside) => indexLectures({ db: inside, site }, batch), db);
  }
  return total;
}

const sitesToIndex = async (db: Queries): Promise<string[]> => {
  const sites = await db.many<{ siteId: string }>`
    select distinct site_id from courses where search_terms = '{!}'
    union select distinct site_id from lectures where search_terms = '{!}'`;
  return sites.map(({ siteId }) => siteId);
};

async function untilNone(index: (inside: SiteScope["db"]) => Promise<number>, db: Database): Promise<number> {
  for (let total = 0; ;) {
    const indexed = await db.transaction(index);
    total += indexed;
    if (indexed < batch) return total;
  }
}
