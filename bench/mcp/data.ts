import type pg from "pg";
import { newId } from "#domain/platform/ids.ts";
import { insertBenchSite } from "../lectern/site.ts";

/** The size of a real large school. */
const courseCount = 5418;

export interface McpSite {
  siteId: string;
  host: string;
  /** Lectures with public previews. */
  lectures: readonly string[];
}

/** Creates a school with public courses, each with a price and one preview lecture. */
export async function makeSite(pool: pg.Pool): Promise<McpSite> {
  const host = "catalog.localhost";
  const siteId = await insertBenchSite(pool, host);
  const perMinute = { mcpAnonymousRequestsPerMinute: 100_000 };
  await pool.query("update sites set settings = $2 where id = $1", [siteId, JSON.stringify(perMinute)]);
  const ids = Array.from({ length: courseCount }, () => newId());
  await pool.query(
    `insert into courses (site_id, id, slug, name, subtitle, description_markdown, status, visibility, language, level,
                          published_at, position, created_at, updated_at)
     select $1, id, 'course-' || number, 'Course ' || number, 'What it is about', repeat('It is about this. ', 40),
            'published', 'public', case when number % 3 = 0 then 'zh-TW' else 'en' end, 'beginner', now(), number, now(),
            now()
       from unnest($2::uuid[]) with ordinality as made (id, number)`,
    [siteId, ids],
  );
  await pool.query(
    `insert into course_plans (site_id, id, course_id, name, plan_type, price_amount, price_currency, active, created_at,
                               updated_at)
     select $1, gen_random_uuid(), id, 'Once', 'one_time', 1900, 'EUR', true, now(), now() from unnest($2::uuid[]) as id`,
    [siteId, ids],
  );
  await pool.query(
    `insert into sections (site_id, id, course_id, title, position, status, created_at, updated_at)
     select $1, id, id, 'One', 0, 'published', now(), now() from unnest($2::uuid[]) as id`,
    [siteId, ids],
  );
  await pool.query(
    `insert into lectures (site_id, id, course_id, section_id, title, position, kind, is_preview, body_markdown, status,
                           created_at, updated_at)
     select $1, id, id, id, 'First', 0, 'text', true, repeat('Read this. ', 60), 'published', now(), now()
       from unnest($2::uuid[]) as id`,
    [siteId, ids],
  );
  return { siteId, host, lectures: ids };
}
