import type * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Course } from "#domain/catalog/courses/course.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { isVisibleToStudents } from "#domain/catalog/curriculum/taught-lectures.ts";
import type { Enrollment } from "#domain/learning/enrollments/enrollment.ts";
import { progressOfLecture } from "./queries.ts";
import { addDays, timeOf } from "#lib/time/zoned-time.ts";
import type { LectureRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";
import type { Drip } from "#domain/catalog/curriculum/sections/section.ts";

/** A student's progress in a course: of the lectures that count for it (`countsForProgress`). */
export interface CourseProgress {
  completedLectures: number;
  /** Includes lectures that have not opened yet. */
  totalLectures: number;
  /** 0 to 100, with one decimal. */
  percent: number;
  nextLecture: NextLecture | null;
}

/** The first lecture in course order that is not completed, required or not. */
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
 * Returns progress, keyed by enrollment ID, in one statement. Counts required lectures that are visible to students
 * (`countsForProgress`).
 */
export async function courseProgress(
  { db, site }: SiteScope,
  enrollments: readonly Pick<Enrollment, "id" | "courseId" | "startsAt">[],
  now: Date,
): Promise<Map<string, CourseProgress>> {
  const ids = enrollments.map(({ id }) => id);
  const courseIds = enrollments.map(({ courseId }) => courseId);
  const rows = await db.many<Row>`
    select requested.id, counted.total, counted.completed, lectures.id as next_id, lectures.title as next_title,
           lectures.section_id as next_section_id, enrollments.unlocked,
           courses.drip, sections.drip as section_drip, lectures.drip as lecture_drip,
           coalesce((select schools.time_zone from schools where schools.site_id = ${site.id}), 'UTC') as time_zone
      from unnest(${ids}::uuid[], ${courseIds}::uuid[]) as requested (id, course_id)
     cross join ${table("courses").joined(site.id, sql`requested.course_id`)}
      left join ${table("enrollments").joined(site.id, sql`requested.id`)} on true
     cross join lateral (
       select count(*) filter (where lectures.required) as total,
              count(progress.completed_at) filter (where lectures.required) as completed,
              (array_agg(lectures.id order by sections.position, sections.id, lectures.position, lectures.id)
                 filter (where progress.completed_at is null))[1] as next_id
         from ${table("lectures").under(site.id, "course_id", sql`requested.course_id`)}
        cross join ${table("sections").joined(site.id, sql`lectures.section_id`)}
         left join ${progressOfLecture(site.id, sql`requested.id`, sql`lectures.id`)} on true
        where ${isVisibleToStudents}) counted
      left join ${table("lectures").joined(site.id, sql`counted.next_id`)} on true
      left join ${table("sections").joined(site.id, sql`lectures.section_id`)} on true`;
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

/** Tenths of a percent. Rounds down, so that 100 % requires every lecture that counts. */
export const permilleOf = (completed: number, total: number): number =>
  total === 0 ? 0 : Math.floor((completed * 1000) / total);

export const percentOf = (completed: number, total: number): number => permilleOf(completed, total) / 10;

function nextFrom(row: Row & { nextId: string }, startsAt: Date, now: Date): NextLecture {
  const { nextId, nextTitle, drip, sectionDrip, lectureDrip, timeZone } = row;
  if (isUnlocked(row.unlocked, { id: nextId, sectionId: row.nextSectionId })) {
    return { lectureId: nextId, name: nextTitle, opensAt: null };
  }
  const opening = opensAt(drip, { section: sectionDrip, lecture: lectureDrip }, { startsAt, timeZone });
  return { lectureId: nextId, name: nextTitle, opensAt: opening && opening > now ? opening : null };
}

type PartDrip = z.output<typeof Drip> | null;

/**
 * Returns when a lecture opens, or undefined if it has no schedule.
 * - The later schedule of section and lecture applies.
 * - Only schedules of the course's drip mode count.
 * - Days and dates are those of the school's time zone. Dates start at midnight.
 * - In sequential mode there is no time: each lecture opens when the previous one is completed.
 */
export function opensAt(
  { mode }: z.output<typeof Course>["drip"],
  parts: { section: PartDrip; lecture: PartDrip },
  { startsAt, timeZone }: { startsAt: Date; timeZone: string },
): Date | undefined {
  const times = [parts.section, parts.lecture].flatMap((drip) => {
    if (mode === "by_enrollment_day" && drip?.afterDays !== undefined) {
      return [addDays(timeZone, startsAt, drip.afterDays).getTime()];
    }
    if (mode === "by_date" && drip?.onDate !== undefined) return [timeOf(timeZone, drip.onDate, 0).getTime()];
    return [];
  });
  return times.length > 0 ? new Date(Math.max(...times)) : undefined;
}

/** Content that is open to one student regardless of its schedule. Null: none. */
export type Unlocked = { all: true } | { sectionIds: string[]; lectureIds: string[] } | null;

export function isUnlocked(unlocked: Unlocked, { id, sectionId }: Pick<LectureRecord, "id" | "sectionId">): boolean {
  if (unlocked === null) return false;
  return "all" in unlocked || unlocked.sectionIds.includes(sectionId) || unlocked.lectureIds.includes(id);
}
