import type * as z from "zod";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Course } from "#domain/catalog/courses/course.ts";
import type { Drip } from "#domain/catalog/curriculum/openings/drip.ts";
import type { Enrollment } from "#domain/learning/enrollments/enrollment.ts";
import { mustGet } from "#lib/must-get.ts";
import { opensAt } from "./opening.ts";
import { isUnlocked, type Unlocked } from "./unlocked.ts";

/** A student's progress in a course. */
export interface CourseProgress {
  completedLectures: number;
  /** Includes lectures that have not opened yet. */
  totalLectures: number;
  /** 0 to 100, with one decimal. */
  percent: number;
  nextLecture: NextLecture | null;
}

/** The first lecture in course order that is not completed. */
export interface NextLecture {
  lectureId: string;
  name: string;
  /** Null if it is open. */
  opensAt: Date | null;
}

interface Row {
  id: string;
  total: number;
  completed: number;
  nextId: string | null;
  nextTitle: string;
  nextSectionId: string;
  unlocked: Unlocked;
  drip: z.output<typeof Course>["drip"];
  sectionDrip: z.output<typeof Drip> | null;
  lectureDrip: z.output<typeof Drip> | null;
  timeZone: string;
}

/**
 * Returns progress, keyed by enrollment ID, in one statement. Counts the lectures visible to students: published
 * lectures of published sections without a higher minimum role.
 */
export async function courseProgress(
  { db, site }: SiteScope,
  enrollments: readonly Pick<Enrollment, "id" | "courseId" | "startsAt">[],
  now: Date,
): Promise<Map<string, CourseProgress>> {
  const ids = enrollments.map(({ id }) => id);
  const courseIds = enrollments.map(({ courseId }) => courseId);
  const rows = await db.many<Row>`
    select wanted.id, counted.total, counted.completed, upcoming.id as next_id, upcoming.title as next_title,
           upcoming.section_id as next_section_id, enrolled.unlocked,
           courses.drip, sections.drip as section_drip, upcoming.drip as lecture_drip,
           coalesce((select schools.time_zone from schools where schools.site_id = ${site.id}), 'UTC') as time_zone
      from unnest(${ids}::uuid[], ${courseIds}::uuid[]) as wanted (id, course_id)
      join courses on courses.site_id = ${site.id} and courses.id = wanted.course_id
      left join enrollments enrolled on enrolled.site_id = ${site.id} and enrolled.id = wanted.id
     cross join lateral (
       select count(*) as total, count(done.completed_at) as completed,
              (array_agg(taught.id order by part.position, part.id, taught.position, taught.id)
                 filter (where done.completed_at is null))[1] as next_id
         from lectures taught
         join sections part on part.site_id = taught.site_id and part.id = taught.section_id
         left join lecture_progress done
           on done.site_id = taught.site_id and done.enrollment_id = wanted.id and done.lecture_id = taught.id
        where taught.site_id = ${site.id} and taught.course_id = wanted.course_id
          and taught.status = 'published' and taught.deleted_at is null
          and coalesce(taught.min_role, 'student') = 'student'
          and part.status = 'published' and part.deleted_at is null) counted
      left join lectures upcoming on upcoming.site_id = ${site.id} and upcoming.id = counted.next_id
      left join sections on sections.site_id = upcoming.site_id and sections.id = upcoming.section_id`;
  const starts = new Map(enrollments.map(({ id, startsAt }) => [id, startsAt]));
  return new Map(rows.map((row) => [row.id, progressFrom(row, mustGet(starts, row.id), now)]));
}

function progressFrom(row: Row, startsAt: Date, now: Date): CourseProgress {
  const { total, completed } = row;
  return {
    completedLectures: completed,
    totalLectures: total,
    percent: percentOf(completed, total),
    nextLecture: row.nextId === null ? null : nextFrom({ ...row, nextId: row.nextId }, startsAt, now),
  };
}

/** Rounds down, so that 100 requires every lecture. */
export const percentOf = (completed: number, total: number): number =>
  total === 0 ? 0 : Math.floor((completed * 1000) / total) / 10;

function nextFrom(row: Row & { nextId: string }, startsAt: Date, now: Date): NextLecture {
  const { nextId, nextTitle, drip, sectionDrip, lectureDrip, timeZone } = row;
  if (isUnlocked(row.unlocked, { id: nextId, sectionId: row.nextSectionId })) {
    return { lectureId: nextId, name: nextTitle, opensAt: null };
  }
  const opening = opensAt(drip, { section: sectionDrip, lecture: lectureDrip }, { startsAt, timeZone });
  return { lectureId: nextId, name: nextTitle, opensAt: opening && opening > now ? opening : null };
}
