import * as z from "zod";
import { sql } from "#database/sql.ts";
import { ownCourses } from "#domain/courses/own-courses.ts";
import { operation } from "#domain/operation.ts";

const most = 500;

export const listTags = operation({
  name: "listTags",
  summary: "List the tags in use on courses, the most used first",
  access: { scope: "courses:read" },
  writes: false,
  input: z.object({ kind: z.enum(["course"]).default("course") }),
  output: z.object({
    data: z.array(
      z.object({ object: z.literal("tag"), name: z.string(), kind: z.literal("course"), count: z.number().int() }),
    ),
  }),
  async run(context) {
    const { db, site } = context;
    const own = ownCourses(context) ?? sql`true`;
    const found = await db.many<{ name: string; count: number }>`
      select tag as name, count(*) as count from courses cross join lateral unnest(courses.tags) as tag
       where courses.site_id = ${site.id} and courses.deleted_at is null and ${own}
       group by tag order by count desc, tag limit ${most}`;
    return { data: found.map((tag) => ({ object: "tag" as const, kind: "course" as const, ...tag })) };
  },
});
