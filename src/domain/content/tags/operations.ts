import * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { computedListInput } from "#domain/platform/listing/computed-list.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import { comesFromNoList, cursorPage, decodeCursor } from "#domain/platform/listing/cursor.ts";
import { pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { ownCourses } from "#domain/catalog/courses/own-courses.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { operation } from "#domain/platform/operation.ts";
import { ownPosts } from "#domain/content/posts/own-posts.ts";

const kinds = ["course", "post", "member"] as const;
type Kind = (typeof kinds)[number];

/** Resources that have tags: the required scope, the table, and the rows that the caller may see. */
const tagged: Record<Kind, { scope: Scope; table: Sql; own: (context: Context) => Sql | undefined }> = {
  course: { scope: "courses:read", table: sql`courses`, own: ownCourses },
  post: { scope: "posts:read", table: sql`posts`, own: ownPosts },
  member: { scope: "members:read", table: sql`members`, own: () => sql`members.status <> 'removed'` },
};

export const listTags = operation({
  name: "listTags",
  summary: "List tags",
  description: "Tags of courses, posts (requires `posts:read`) or members (requires `members:read`), most used first.",
  reads: "courses:read",
  input: z.object({ kind: z.enum(kinds).default("course"), ...computedListInput(50) }),
  output: pageSchemaOf(
    z.object({ object: z.literal("tag"), name: z.string(), kind: z.enum(kinds), count: z.number().int().min(0) }),
  ),
  async run(context, { kind, limit, cursor }) {
    const { scope, table, own } = tagged[kind];
    requireScopes(context.caller, [...new Set<Scope>(["courses:read", scope])]);
    const { db, site } = context;
    const list = { list: "tags", kind };
    const after = cursor === undefined ? undefined : positionIn(cursor, list);
    const beyond = after
      ? sql`(count(*) < ${after.count} or (count(*) = ${after.count} and tag > ${after.name}))`
      : sql`true`;
    const found = await db.many<{ name: string; count: number }>`
      select tag as name, count(*) as count from ${table} cross join lateral unnest(${table}.tags) as tag
       where ${table}.site_id = ${site.id} and ${table}.deleted_at is null and ${own(context) ?? sql`true`}
       group by tag having ${beyond} order by count desc, tag limit ${limit + 1}`;
    const { rows, nextCursor } = cursorPage(found, limit, list, ({ name, count }) => ({
      value: `${count} ${name}`,
      id: nilUuid,
    }));
    return {
      data: rows.map((tag) => ({ object: "tag" as const, kind, ...tag })),
      page: { nextCursor, hasMore: nextCursor !== null },
    };
  },
});

/** Cursors are not signed: rejects values that PostgreSQL could not parse. */
function positionIn(cursor: string, list: object): { count: number; name: string } {
  const [, count, name] = /^(\d{1,9}) ([^\0]+)$/s.exec(String(decodeCursor(cursor, list).value)) ?? [];
  if (count === undefined || name === undefined || !name.isWellFormed()) throw comesFromNoList();
  return { count: Number(count), name };
}
