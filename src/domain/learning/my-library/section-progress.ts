import * as z from "zod";
import type { SiteScope } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";

/** A member's progress in a section. */
export const SectionProgress = z.object({
  sectionId: Id("section"),
  title: z.string(),
  completedLectures: z.number().int().min(0),
  totalLectures: z.number().int().min(0),
});

/** Counts the same lectures as the course progress: those visible to students. */
export const sectionProgress = ({ db, site }: SiteScope, { id, courseId }: { id: string; courseId: string }) =>
  db.many<z.output<typeof SectionProgress>>`
    select sections.id as section_id, sections.title, count(done.completed_at) as completed_lectures,
           count(*) as total_lectures
      from sections
      join lectures on lectures.site_id = sections.site_id and lectures.section_id = sections.id
       and lectures.status = 'published' and lectures.deleted_at is null
       and coalesce(lectures.min_role, 'student') = 'student'
      left join lecture_progress done
        on done.site_id = lectures.site_id and done.enrollment_id = ${id} and done.lecture_id = lectures.id
     where sections.site_id = ${site.id} and sections.course_id = ${courseId} and sections.status = 'published'
       and sections.deleted_at is null
     group by sections.id, sections.title, sections.position
     order by sections.position, sections.id limit 500`;
