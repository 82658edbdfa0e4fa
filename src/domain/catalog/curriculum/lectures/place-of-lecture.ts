import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { requireLecture } from "#domain/catalog/curriculum/require-locked.ts";

const Neighbor = z.object({ id: Id("lecture"), title: z.string(), kind: z.string() }).nullable();

/** The position of a lecture in its course. */
const Place = z.object({
  course: z.object({ id: Id("course"), name: z.string(), slug: z.string(), isDraft: z.boolean() }),
  section: z.string(),
  /** True if students of a published course see it. */
  isPublished: z.boolean(),
  /** From 1. */
  number: z.number().int(),
  count: z.number().int(),
  previous: Neighbor,
  next: Neighbor,
});

/** Returns the course and the neighbors of a lecture, drafts included, for its editor. */
export const findPlaceOfLecture = operation({
  name: "findPlaceOfLecture",
  summary: "Find the place of a lecture in its course",
  reads: "curriculum:read",
  input: z.object({ id: Id("lecture") }),
  output: Place,
  async run(context, { id }) {
    const { courseId, status } = await requireLecture(context, id);
    const lectures = await listInOrder(context, courseId);
    const index = lectures.findIndex((lecture) => lecture.id === id);
    const at = (position: number) => {
      const lecture = lectures[position];
      return lecture ? { id: lecture.id, title: lecture.title, kind: lecture.kind } : null;
    };
    return {
      course: await mustExist(findName(context, courseId)),
      section: lectures[index]?.section ?? "",
      isPublished: status === "published",
      number: index + 1,
      count: lectures.length,
      previous: at(index - 1),
      next: at(index + 1),
    };
  },
});

const findName = ({ db, site }: SiteScope, id: string) =>
  db.first<{ id: string; name: string; slug: string; isDraft: boolean }>`
    select id, name, slug, status = 'draft' as is_draft from courses where site_id = ${site.id} and id = ${id}`;

const listInOrder = ({ db, site }: SiteScope, courseId: string) =>
  db.many<{ id: string; title: string; kind: string; section: string }>`
    select lectures.id, lectures.title, lectures.kind, sections.title as section
      from sections
     cross join ${table("lectures").under(site.id, "section_id", sql`sections.id`)}
     where sections.site_id = ${site.id} and sections.course_id = ${courseId}
       and ${table("sections").present} and lectures.deleted_at is null
     order by sections.position, sections.id, lectures.position, lectures.id`;
