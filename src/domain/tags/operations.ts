import * as z from "zod";
import { type Sql, sql } from "#database/sql.ts";
import type { Context } from "#domain/context.ts";
import { ownCourses } from "#domain/courses/own-courses.ts";
import { operation, requireScopes } from "#domain/operation.ts";

const most = 500;
const kinds = ["course", "member"] as const;

export const listTags = operation({
  name: "listTags",
  summary: "List the tags in use on courses, or with members:read on members, the most used first",
  access: { scope: "courses:read" },
  writes: false,
  input: z.object({ kind: z.enum(kinds).default("course") }),
  output: z.object({
    data: z.array(
      z.object({ object: z.literal("tag"), name: z.string(), kind: z.enum(kinds), count: z.number().int() }),
    ),
  }),
  async run(context, { kind }) {
    if (kind === "member") requireScopes(context.caller, ["courses:read", "members:read"]);
    const { db } = context;
    const found = await db.many<{ name: string; count: number }>`
      select tag as name, count(*) as count from (${tagsOf(context, kind)}) as tags
       group by tag order by count desc, tag limit ${most}`;
    return { data: found.map((tag) => ({ object: "tag" as const, kind, ...tag })) };
  },
});

function tagsOf(context: Context, kind: (typeof kinds)[number]): Sql {
  const { site } = context;
  if (kind === "member") {
    return sql`
      select unnest(members.tags) as tag from members
       where members.site_id = ${site.id} and members.status <> 'removed' and members.deleted_at is null`;
  }
  return sql`
    select unnest(courses.tags) as tag from courses
     where courses.site_id = ${site.id} and courses.deleted_at is null and ${ownCourses(context) ?? sql`true`}`;
}
