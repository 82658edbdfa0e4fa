import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { isVisibleToStudents } from "#domain/catalog/curriculum/taught-lectures.ts";

/** A member's progress in a section. */
export const SectionProgress = z.object({
  sectionId: Id("section"),
  title: z.string(),
  completedLectures: z.number().int().min(0),
  totalLectures: z.number().int().min(0),
});

/** Counts the same lectures as the course progress: required ones that are visible to students. */
export const sectionProgress = ({ db, site }: SiteScope, { id, courseId }: { id: string; courseId: string }) =>
  db.many<z.output<typeof SectionProgress>>`
    select sections.id as section_id, sections.title, count(done.completed_at) filter (where lectures.required) as completed_lectures,
           count(*) filter (where lectures.required) as total_lectures
      from sections
     cross join ${table("lectures").under(site.id, "section_id", sql`sections.id`)}
      left join lateral (
        select * from lecture_progress
         where lecture_progress.site_id = ${site.id} and lecture_progress.enrollment_id = ${id}
           and lecture_progress.lecture_id = lectures.id offset 0) as done on true
     where sections.site_id = ${site.id} and sections.course_id = ${courseId} and ${table("sections").present}
       and ${isVisibleToStudents}
     group by sections.id, sections.title, sections.position
     order by sections.position, sections.id limit 500`;
