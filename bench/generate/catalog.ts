import type pg from "pg";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { idOf } from "./members.ts";

interface CatalogOptions {
  site: Site;
  seed: number;
  now: Date;
}

const words = "tide moor reef knot sail mast buoy chart delta swell harbour anchor lantern compass rudder keel".split(
  " ",
);

/** Returns a pseudorandom word: a PostgreSQL hash of a number and the seed, so that runs are reproducible. */
const word = (number: string, salt: number) =>
  `($3::text[])[1 + (hashint8extended(${number}, $2::bigint + ${salt}) & 1073741823) % ${words.length}]`;

/** Search terms per word. */
const terms = (site: Site) => words.map((text) => searchTermsFor(site, [text])[0]!);

const batch = 50_000;

async function inBatches(count: number, insert: (first: number, last: number) => Promise<unknown>): Promise<void> {
  for (let first = 1; first <= count; first += batch) await insert(first, Math.min(first + batch - 1, count));
}

const named = (what: string, n = "n") => idOf(n, `$1 || '/' || $2 || '/${what}/' || ${n}`);

const [categories, lecturers] = [20, 50];
/** Returns the ID of a course's nth related row, out of `count` rows. */
const oneOf = (what: string, count: number) => named(what, `(1 + (n + place * 7) % ${count})`);

/** Inserts courses created one minute apart, each with two categories and two lecturers. One in 20 is a draft. */
export async function insertCourses(client: pg.ClientBase, { site, seed, now }: CatalogOptions, count: number) {
  for (const [table, what, made] of [
    ["course_categories", "category", categories],
    ["lecturers", "lecturer", lecturers],
  ] as const) {
    await client.query(
      `insert into ${table} (site_id, id, name, slug, position, created_at, updated_at)
       select $1::uuid, ${named(what)}, '${what} ' || n, '${what}-' || n, n, $4, $4 from generate_series(1, $3::integer) as n`,
      [site.id, String(seed), made, now],
    );
  }
  await inBatches(count, (first, last) =>
    client.query(
      `insert into courses (site_id, id, slug, name, description_markdown, description_html, language, position, status,
                            published_at, search_terms, created_at, updated_at, category_ids, lecturer_ids)
       select $1::uuid, ${named("course")}, 'course-' || n, initcap(${word("n", 1)}) || ' ' || n,
              repeat('About it. ', 40), repeat('<p>About it.</p>', 40), 'en', n % 1000,
              case when n % 20 = 0 then 'draft' else 'published' end, case when n % 20 <> 0 then moment end,
              array[($4::text[])[1 + n % ${words.length}]], moment, moment,
              (select json_agg(id order by id)
                 from (select ${oneOf("category", categories)} as id from generate_series(1, 2) as place) as filed),
              (select json_agg(${oneOf("lecturer", lecturers)} order by place) from generate_series(1, 2) as place)
         from generate_series($5::integer, $6::integer) as n,
              lateral (select $7::timestamptz - n * interval '1 minute' as moment) as made`,
      [site.id, String(seed), words, terms(site), first, last, now],
    ),
  );
  await client.query(
    `insert into course_category_entries (site_id, course_id, category_id)
     select site_id, id, json_array_elements_text(category_ids)::uuid from courses where site_id = $1`,
    [site.id],
  );
  await client.query(
    `insert into course_lecturers (site_id, course_id, lecturer_id, position)
     select site_id, courses.id, lecturer_id::uuid, teaching.position
       from courses, json_array_elements_text(lecturer_ids) with ordinality as teaching (lecturer_id, position)
      where site_id = $1`,
    [site.id],
  );
}

/** Inserts posts created one minute apart. One in 20 is a draft. */
export const insertPosts = (client: pg.ClientBase, { site, seed, now }: CatalogOptions, count: number) =>
  inBatches(count, (first, last) =>
    client.query(
      `insert into posts (site_id, id, title, slug, excerpt, body_markdown, body_html, access, status, published_at, locale,
                          search_terms, created_at, updated_at)
       select $1::uuid, ${idOf("n", "$1 || '/' || $2 || '/post/' || n")}, initcap(${word("n", 2)}) || ' ' || n, 'post-' || n,
              'What happened.', 'What happened.', '<p>What happened.</p>', 'public',
              case when n % 20 = 0 then 'draft' else 'published' end, case when n % 20 <> 0 then moment end, 'en',
              array[($4::text[])[1 + n % ${words.length}]], moment, moment
         from generate_series($5::integer, $6::integer) as n,
              lateral (select $7::timestamptz - n * interval '1 minute' as moment) as made`,
      [site.id, String(seed), words, terms(site), first, last, now],
    ),
  );

/**
 * Inserts registrations for as many tickets as people, so that each person has every ticket. The rows are marked as
 * counted by analytics.
 */
export async function insertRegistrations(
  client: pg.ClientBase,
  { site, seed, now }: CatalogOptions,
  count: number,
): Promise<void> {
  const each = Math.ceil(Math.sqrt(count));
  const given = [site.id, String(seed), each, now];
  await client.query(
    `insert into accounts (id, email, email_key, created_at, updated_at)
     select ${named("guest account")}, 'guest-' || n || '-' || $1, 'guest-' || n || '-' || $1, $4, $4
       from generate_series(1, $3::integer) as n`,
    given,
  );
  await client.query(
    `insert into members (site_id, id, account_id, name, email, email_key, roles, status, joined_at, created_at, updated_at)
     select $1::uuid, ${named("guest")}, ${named("guest account")}, 'Guest ' || n, 'guest-' || n || '-' || $1,
            'guest-' || n || '-' || $1, '{student}', 'active', $4, $4, $4 from generate_series(1, $3::integer) as n`,
    given,
  );
  await client.query(
    `insert into events (site_id, id, name, slug, format, starts_at, ends_at, time_zone, created_at, updated_at)
     select $1::uuid, ${named("event")}, 'Event ' || n, 'event-' || n, 'online', $4::timestamptz + n * interval '1 day',
            $4::timestamptz + n * interval '1 day' + interval '1 hour', 'UTC', $4, $4
       from generate_series(1, $3::integer) as n`,
    given,
  );
  await client.query(
    `insert into event_tickets (site_id, id, event_id, name, created_at, updated_at)
     select $1::uuid, ${named("ticket")}, ${named("event")}, 'Seat', $4, $4 from generate_series(1, $3::integer) as n`,
    given,
  );
  await inBatches(count, (first, last) =>
    client.query(
      `insert into event_registrations (site_id, id, event_id, ticket_id, member_id, quantity, status, check_in_code, source,
                                        created_at, updated_at, counted_status, counted_quantity)
       select $1::uuid, ${named("registration")}, ${named("event", "kind")}, ${named("ticket", "kind")},
              ${named("guest", "person")}, 1, 'registered', 'CODE-' || n, 'import', moment, moment, 'registered', 1
         from generate_series($5::integer, $6::integer) as n,
              lateral (select 1 + n % $3::integer as kind, 1 + n / $3::integer % $3::integer as person,
                              $4::timestamptz - n * interval '1 second' as moment) as chosen`,
      [...given, first, last],
    ),
  );
}
