import type { Database, Queries } from "#database/database.ts";
import type { SiteScope } from "#domain/context.ts";
import { indexCourses } from "#domain/courses/index-courses.ts";
import { indexLectures } from "#domain/curriculum/index-lectures.ts";
import { findSite } from "#domain/sites/queries.ts";

const batch = 200;

/**
 * Lets courses and lectures from before there was a search be found by it, at every site. What is done once is done;
 * whatever interrupts it, the next one goes on. Says how many there were.
 */
export async function indexOldRows(db: Database): Promise<number> {
  let total = 0;
  for (const siteId of await sitesToIndex(db)) {
    const site = (await findSite(db, siteId))!;
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
