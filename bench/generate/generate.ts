import type { Database } from "#database/database.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { generateCurriculum } from "./curriculum.ts";
import { insertEnrollments } from "./enrollments.ts";
import { insertMembers, type Range } from "./members.ts";
import { defaults, type GenerateOptions } from "./options.ts";

/** Rows per statement, with their members: a few seconds of work, below the time limit of a silent connection. */
const maxRows = 10_000;
/** PostgreSQL works on one batch per core; more connections would only wait. */
const connections = 2;

/** Fills a site with members, courses and enrollments, then runs `analyze`. */
export async function generate(database: Database, options: GenerateOptions): Promise<void> {
  await fillSite(database, options);
  await analyze(database);
}

export async function fillSite(database: Database, options: GenerateOptions): Promise<void> {
  const { siteId, members, enrollments, seed, onProgress = () => {} } = options;
  const { courses, lecturesPerCourse, now, isCounted } = { ...defaults, ...options };
  if (enrollments > courses) {
    throw new Error(
      `${enrollments} enrollments per member require at least as many courses, but there are only ${courses}.`,
    );
  }
  const site = await findSite(database, siteId);
  if (!site) throw new Error(`There is no site with the ID ${siteId}.`);
  await requireEmpty(database, siteId);

  const ids = await generateCurriculum({ db: database, site }, { seed, courses, lecturesPerCourse, now });
  const ranges = rangesOf(members, Math.ceil(maxRows / (1 + enrollments)));
  let done = 0;
  const work = async (): Promise<void> => {
    for (let range = ranges.shift(); range; range = ranges.shift()) {
      await fillRange(database, range);
      done += range.last - range.first + 1;
      onProgress(done);
    }
  };
  const fillRange = async (database: Database, range: Range) => {
    const client = await database.pool.connect();
    let failure: unknown;
    try {
      await client.query("begin");
      // Generated data is reproducible, so commits do not wait for the disk.
      await client.query("set local synchronous_commit = off");
      await client.query("set local statement_timeout = 0");
      await insertMembers(client, siteId, seed, range, { now, isCounted });
      if (enrollments > 0) await insertEnrollments(client, siteId, seed, range, { enrollments, ids, now, isCounted });
      await client.query("commit");
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      client.release(failure instanceof Error ? failure : undefined);
    }
  };
  await Promise.all(Array.from({ length: Math.min(connections, ranges.length) }, work));
}

/** A second run on the same site would insert the same rows again. */
async function requireEmpty(database: Database, siteId: string): Promise<void> {
  const found = await database.first<{ name: string }>`
    select name from courses where site_id = ${siteId} and slug = 'course-1'`;
  if (found)
    throw new Error(
      `The site ${siteId} already contains generated data. Create another site: lectern site create --help`,
    );
}

function rangesOf(members: number, batchSize: number): Range[] {
  const ranges = [];
  for (let first = 1; first <= members; first += batchSize) {
    ranges.push({ first, last: Math.min(first + batchSize - 1, members) });
  }
  return ranges;
}

export async function analyze(database: Database): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    // Vacuum updates the visibility map, so that counting does not visit each row.
    await client.query(
      "vacuum (analyze) sites, accounts, account_sites, members, courses, sections, lectures, enrollments",
    );
  } finally {
    client.release(true);
  }
}
