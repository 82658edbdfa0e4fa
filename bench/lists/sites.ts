import type pg from "pg";
import type { Database } from "#database/database.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { insertCourses, insertPosts, insertRegistrations } from "../generate/catalog.ts";

interface Filling {
  database: Database;
  pool: pg.Pool;
  seed: number;
}

export const now = new Date("2026-01-01T00:00:00Z");

/** Creates a site with a number of courses, or of posts and registrations. */
export async function makeSite(
  { database, pool, seed }: Filling,
  name: string,
  has: { courses: number } | { rows: number },
): Promise<Site> {
  const site = await createSite(database, { origin: `https://${name}.example`, name }, now);
  const filling = await pool.connect();
  try {
    await filling.query("set synchronous_commit = off; set statement_timeout = 0");
    const about = { site, seed, now };
    if ("courses" in has) await insertCourses(filling, about, has.courses);
    else {
      await insertPosts(filling, about, has.rows);
      await insertRegistrations(filling, about, has.rows);
    }
    await filling.query("reset synchronous_commit");
  } finally {
    filling.release();
  }
  return site;
}
