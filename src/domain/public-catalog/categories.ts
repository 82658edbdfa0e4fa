import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { isListed } from "#domain/catalog/courses/course-conditions.ts";
import { isListedEvent } from "./events.ts";
import { isPublishedPost } from "./posts/posts.ts";

const kinds = ["course", "event", "post"] as const;
type Kind = (typeof kinds)[number];

interface Source {
  idKind: IdKind;
  table: Sql;
  parent: Sql;
  /** A public item of the category exists: the names of others are internal. */
  isUsed: (siteId: string, now: Date) => Sql;
}

const sources: Record<Kind, Source> = {
  course: {
    idKind: "courseCategory",
    table: sql`course_categories`,
    parent: sql`course_categories.parent_id`,
    isUsed: (siteId) => sql`exists (
      select from course_category_entries
       cross join ${table("courses").joined(siteId, sql`course_category_entries.course_id`)}
       where course_category_entries.site_id = ${siteId}
         and course_category_entries.category_id = course_categories.id and ${isListed})`,
  },
  event: {
    idKind: "eventCategory",
    table: sql`event_categories`,
    parent: sql`null::uuid`,
    isUsed: (siteId, now) => sql`exists (
      select from events where events.site_id = ${siteId} and events.category_id = event_categories.id
         and ${isListedEvent} and events.ends_at > ${now})`,
  },
  post: {
    idKind: "postCategory",
    table: sql`post_categories`,
    parent: sql`null::uuid`,
    isUsed: (siteId, now) => sql`exists (
      select from posts where posts.site_id = ${siteId} and posts.category_id = post_categories.id
         and ${isPublishedPost(now)})`,
  },
};

/** A site has few categories: one page has them all. */
const maxCategories = 500;

export const browseCategories = operation({
  name: "browseCategories",
  summary: "List the categories of public items",
  description: "Categories of courses, events or posts that have a public item.",
  reads: forAnyone,
  input: z.object({ kind: z.enum(kinds).default("course") }),
  output: z.object({
    data: z.array(z.object({ id: z.string(), name: z.string(), slug: z.string(), parentId: z.string().nullable() })),
  }),
  async run({ db, site, now }, { kind }) {
    const { idKind, table, parent, isUsed } = sources[kind];
    const found = await db.many<{ id: string; name: string; slug: string; parentId: string | null }>`
      select ${table}.id, ${table}.name, ${table}.slug, ${parent} as parent_id from ${table}
       where ${table}.site_id = ${site.id} and ${table}.deleted_at is null and ${isUsed(site.id, now)}
       order by ${table}.position, ${table}.id limit ${maxCategories}`;
    return {
      data: found.map(({ id, parentId, ...category }) => ({
        ...category,
        id: formatId(idKind, id),
        parentId: parentId === null ? null : formatId(idKind, parentId),
      })),
    };
  },
});
