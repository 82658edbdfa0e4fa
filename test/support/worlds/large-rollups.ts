import type pg from "pg";

/** Days with figures of the school, and of each course. */
const days = { school: 400, course: 40 };

const products = {
  course_plan: "course_plans",
  membership_pricing: "membership_pricings",
  event_ticket: "event_tickets",
  digital_product: "digital_products",
};

const past = (count: string) =>
  `(select 'day' as grain, date_trunc('day', now(), 'UTC') - n * interval '1 day' as bucket
        from generate_series(1, ${count}) as n
      union all
      select 'quarter', date_trunc('day', now(), 'UTC') - n * interval '15 minutes' from generate_series(1, 96) as n
      union all select 'ever', '1970-01-01T00:00:00Z') as moments`;

/**
 * Figures of a school after a year, up to today: those of all courses, of which a page needs some, and those of all
 * lectures. One day has a figure for each quarter of an hour.
 */
export async function insertRollups(
  client: Pick<pg.ClientBase, "query">,
  siteId: string,
  courseIds: readonly string[],
): Promise<void> {
  const counters = ["enrollments", "lectures_completed", "courses_completed", "gross_revenue"];
  const currency = "case counter when 'gross_revenue' then 'USD' else '' end";
  await client.query(
    `insert into rollups (site_id, counter, dimension, grain, bucket, key, currency, value)
     select $1::uuid, counter, '', grain, bucket, '', ${currency}, 1 from unnest($2::text[]) as counter, ${past("$3::integer")}
      union all
     select $1::uuid, counter, 'course', grain, bucket, courses.id::text, ${currency}, 1
       from unnest($2::text[]) as counter, unnest($5::uuid[]) as courses (id), ${past("$4::integer")}
     on conflict do nothing`,
    [siteId, counters, days.school, days.course, courseIds],
  );
  await client.query(
    `insert into rollups (site_id, counter, dimension, grain, bucket, key, currency, value)
     select $1::uuid, counter, 'lecture', 'ever', '1970-01-01T00:00:00Z', id::text, '', 1
       from lectures, unnest(array['lectures_started', 'lectures_completed']) as counter where site_id = $1
     on conflict do nothing`,
    [siteId],
  );
  for (const [kind, table] of Object.entries(products)) {
    await client.query(
      `insert into rollups (site_id, counter, dimension, grain, bucket, key, currency, value)
       select site_id, 'gross_revenue', 'product', 'day', date_trunc('day', now(), 'UTC') - interval '1 day',
              '${kind}:' || id, 'USD', 1
         from ${table} where site_id = $1 on conflict do nothing`,
      [siteId],
    );
  }
  await client.query(
    `insert into active_learners (site_id, dimension, grain, bucket, key, page, bits)
     select $1::uuid, '', grain, bucket, '', 0, 1::bit(1024) from ${past("$2::integer")} where grain <> 'ever'
      union all
     select $1::uuid, 'course', grain, bucket, courses.id::text, 0, 1::bit(1024)
       from unnest($4::uuid[]) as courses (id), ${past("$3::integer")} where grain <> 'ever'
     on conflict do nothing`,
    [siteId, days.school, days.course, courseIds],
  );
}
