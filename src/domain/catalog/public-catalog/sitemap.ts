import type { Context } from "#domain/platform/context.ts";
import { type Sql, sql } from "#database/sql.ts";
import { isListedService } from "./consulting.ts";
import { isListedProduct } from "./digital-products.ts";
import { isListedEvent } from "./events.ts";
import { isShownLecturer } from "./lecturers.ts";
import { isListedPlan } from "./membership-plans.ts";
import { isPublishedPage } from "./pages.ts";
import { isPublishedPost } from "./posts.ts";
import { isListed } from "./public-course.ts";

/** What a map of the site names, by the first word of the addresses of each kind. */
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

/** A page that search engines may know, and when it changed. */
export interface MappedPage {
  id: string;
  path: string;
  updatedAt: Date;
}

interface Source {
  table: Sql;
  path: Sql;
  wanted: (now: Date) => Sql;
}

/** What the school has asked search engines to leave out. */
const indexed = (table: Sql): Sql => sql`coalesce((${table}.seo ->> 'noindex')::boolean, false) = false`;

const sources: Record<Mapped, Source> = {
  courses: {
    table: sql`courses`,
    path: sql`'/courses/' || courses.slug`,
    wanted: () => sql`${isListed} and ${indexed(sql`courses`)}`,
  },
  events: { table: sql`events`, path: sql`'/events/' || events.slug`, wanted: () => isListedEvent },
  posts: {
    table: sql`posts`,
    path: sql`'/posts/' || posts.slug`,
    wanted: (now) => sql`${isPublishedPost(now)} and ${indexed(sql`posts`)}`,
  },
  pages: {
    table: sql`pages`,
    path: sql`pages.path`,
    wanted: () => sql`${isPublishedPage} and pages.show_in_sitemap and ${indexed(sql`pages`)}`,
  },
  "membership-plans": {
    table: sql`membership_plans`,
    path: sql`'/membership-plans/' || membership_plans.slug`,
    wanted: () => isListedPlan,
  },
  "digital-products": {
    table: sql`digital_products`,
    path: sql`'/digital-products/' || digital_products.slug`,
    wanted: () => isListedProduct,
  },
  consulting: {
    table: sql`consulting_services`,
    path: sql`'/consulting/' || consulting_services.slug`,
    wanted: () => isListedService,
  },
  lecturers: { table: sql`lecturers`, path: sql`'/lecturers/' || lecturers.slug`, wanted: () => isShownLecturer },
};

/** Where each part of at most `size` pages begins, in the order of their ids: what is new stands in the last one. */
export function partsOfMap(
  { db, site, now }: Context,
  kind: Mapped,
  size: number,
): Promise<{ from: string; updatedAt: Date }[]> {
  const { table, wanted } = sources[kind];
  return db.many`
    select distinct on (part) id as "from", max(updated_at) over (partition by part) as updated_at
      from (select ${table}.id, ${table}.updated_at, (row_number() over (order by ${table}.id) - 1) / ${size} as part
              from ${table} where ${table}.site_id = ${site.id} and ${wanted(now)}) as numbered
     order by part, id`;
}

/** Pages from this one on, a few at a time, so that no more than these are in memory. */
export async function* pagesOfMap(
  { db, site, now }: Context,
  kind: Mapped,
  { from, size }: { from: string; size: number },
): AsyncGenerator<MappedPage[]> {
  const { table, path, wanted } = sources[kind];
  let start = sql`>= ${from}::uuid`;
  for (let left = size; left > 0;) {
    const some = await db.many<MappedPage>`
      select ${table}.id, ${path} as path, ${table}.updated_at from ${table}
       where ${table}.site_id = ${site.id} and ${table}.id ${start} and ${wanted(now)}
       order by ${table}.id limit ${Math.min(left, atOnce)}`;
    if (some.length > 0) yield some;
    if (some.length < atOnce) return;
    left -= some.length;
    start = sql`> ${some.at(-1)!.id}::uuid`;
  }
}

const atOnce = 1000;
