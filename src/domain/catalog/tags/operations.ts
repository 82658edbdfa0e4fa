import * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import { type Sql, sql } from "#database/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { ownCourses } from "#domain/catalog/courses/own-courses.ts";
import { operation, requireScopes } from "#domain/platform/operation.ts";
import { ownPosts } from "#domain/content/posts/own-posts.ts";

const maxTags = 500;

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
  access: { scope: "courses:read" },
  writes: false,
  input: z.object({ kind: z.enum(kinds).default("course") }),
  output: z.object({
    data: z.array(
      z.object({ object: z.literal("tag"), name: z.string(), kind: z.enum(kinds), count: z.number().int().min(0) }),
    ),
  }),
  async run(context, { kind }) {
    const { scope, table, own } = tagged[kind];
    requireScopes(context.caller, [...new Set<Scope>(["courses:read", scope])]);
    const { db, site } = context;
    const found = await db.many<{ name: string; count: number }>`
      select tag as name, count(*) as count from ${table} cross join lateral unnest(${table}.tags) as tag
       where ${table}.site_id = ${site.id} and ${table}.deleted_at is null and ${own(context) ?? sql`true`}
       group by tag order by count desc, tag limit ${maxTags}`;
    return { data: found.map((tag) => ({ object: "tag" as const, kind, ...tag })) };
  },
});
