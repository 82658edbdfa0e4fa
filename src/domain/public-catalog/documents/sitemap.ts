import type { Context } from "#domain/platform/context.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { contentTime } from "#domain/platform/time/content-time.ts";
import { isListedService } from "../consulting.ts";
import { isListedProduct } from "../digital-products.ts";
import { isListedEvent } from "../events.ts";
import { isListedLecturer } from "../lecturers.ts";
import { isListedPlan } from "../membership-plans.ts";
import { isPublishedPage } from "../pages/pages.ts";
import { isPublishedPost } from "../posts/posts.ts";
import { isListed } from "#domain/catalog/courses/course-conditions.ts";

/** Sections of the sitemap. Each is the first path segment of its pages. */
export const mapped = [
  "courses",
  "events",
  "posts",
  "pages",
  "membership-plans",
  "digital-products",
  "consulting",
  "lecturers",
] as const;
export type Mapped = (typeof mapped)[number];

/** A page in the sitemap and the time of its last change. */
export interface MappedPage {
  id: string;
  path: string;
  updatedAt: Date;
}

interface Source {
  table: Sql;
  /** The time of the last change, without those of counts. */
  changedAt: Sql;
  path: Sql;
  condition: (now: Date) => Sql;
}

/** Excludes pages that the school marks as `noindex`. */
const indexed = (table: Sql): Sql => sql`coalesce((${table}.seo ->> 'noindex')::boolean, false) = false`;

const sources: Record<Mapped, Source> = {
  courses: {
    table: sql`courses`,
    changedAt: contentTime(sql`courses`),
    path: sql`'/courses/' || courses.slug`,
    condition: () => sql`${isListed} and ${indexed(sql`courses`)}`,
  },
  events: {
    table: sql`events`,
    changedAt: contentTime(sql`events`),
    path: sql`'/events/' || events.slug`,
    condition: () => isListedEvent,
  },
  posts: {
    table: sql`posts`,
    changedAt: contentTime(sql`posts`),
    path: sql`'/posts/' || posts.slug`,
    condition: (now) => sql`${isPublishedPost(now)} and ${indexed(sql`posts`)}`,
  },
  pages: {
    table: sql`pages`,
    changedAt: sql`pages.updated_at`,
    path: sql`pages.path`,
    condition: () => sql`${isPublishedPage} and pages.show_in_sitemap and ${indexed(sql`pages`)}`,
  },
  "membership-plans": {
    table: sql`membership_plans`,
    changedAt: contentTime(sql`membership_plans`),
    path: sql`'/membership-plans/' || membership_plans.slug`,
    condition: () => isListedPlan,
  },
  "digital-products": {
    table: sql`digital_products`,
    changedAt: contentTime(sql`digital_products`),
    path: sql`'/digital-products/' || digital_products.slug`,
    condition: () => isListedProduct,
  },
  consulting: {
    table: sql`consulting_services`,
    changedAt: sql`consulting_services.updated_at`,
    path: sql`'/consulting/' || consulting_services.slug`,
    condition: () => isListedService,
  },
  lecturers: {
    table: sql`lecturers`,
    changedAt: contentTime(sql`lecturers`),
    path: sql`'/lecturers/' || lecturers.slug`,
    condition: () => isListedLecturer,
  },
};

/**
 * Returns the first ID of each sitemap part of at most `size` pages. Sorted by ID, so that new pages only change the
 * last part.
 */
export function partsOfMap(
  { db, site, now }: Context,
  kind: Mapped,
  size: number,
): Promise<{ from: string; updatedAt: Date }[]> {
  const { table, changedAt, condition } = sources[kind];
  return db.many`
    select distinct on (part) id as "from", max(updated_at) over (partition by part) as updated_at
      from (select ${table}.id, ${changedAt} as updated_at, (row_number() over (order by ${table}.id) - 1) / ${size} as part
              from ${table} where ${table}.site_id = ${site.id} and ${condition(now)}) as numbered
     order by part, id`;
}

/** Yields pages from an ID on, in batches to limit memory use. */
export async function* pagesOfMap(
  { db, site, now }: Context,
  kind: Mapped,
  { from, size }: { from: string; size: number },
): AsyncGenerator<MappedPage[]> {
  const { table, changedAt, path, condition } = sources[kind];
  let start = sql`>= ${from}::uuid`;
  for (let pagesLeft = size; pagesLeft > 0;) {
    const some = await db.many<MappedPage>`
      select ${table}.id, ${path} as path, ${changedAt} as updated_at from ${table}
       where ${table}.site_id = ${site.id} and ${table}.id ${start} and ${condition(now)}
       order by ${table}.id limit ${Math.min(pagesLeft, atOnce)}`;
    const last = some.at(-1);
    if (!last) return;
    yield some;
    if (some.length < atOnce) return;
    pagesLeft -= some.length;
    start = sql`> ${last.id}::uuid`;
  }
}

const atOnce = 1000;
