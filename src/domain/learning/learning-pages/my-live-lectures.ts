import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { LectureRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { listEnrolledCourses } from "#domain/learning/enrollments/enrolled-courses.ts";
import type { Appointment } from "#domain/platform/calendar/appointment.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { requireEnrolled } from "./learner.ts";
import { outlineFor } from "./outline.ts";

/** A live lecture of a course that the member is enrolled in. */
export interface MyLiveLecture {
  id: string;
  sequence: number;
  changedAt: Date;
  name: string;
  course: string;
  path: string;
  startsAt: Date;
  /** Null: the school has not said when it ends. */
  endsAt: Date | null;
  url: string;
}

interface Row extends Pick<LectureRecord, "id" | "live"> {
  courseId: string;
  name: string;
  sequence: number;
  changedAt: Date;
}

/** The courses used last, in which live lectures are looked for, and those of them whose schedule is computed. */
const [maxCourses, maxWithLive] = [50, 20];

const hour = 3_600_000;

/** Returns the end of a live lecture. One without an end lasts an hour. */
export const endOfLive = ({ startsAt, endsAt }: Pick<MyLiveLecture, "startsAt" | "endsAt">): Date =>
  endsAt ?? new Date(startsAt.getTime() + hour);

/** Returns the live lectures that are open to a member and have not ended, soonest first. */
export async function listMyLiveLectures(context: Context, memberId: string): Promise<MyLiveLecture[]> {
  const requested = { first: maxCourses, statuses: ["active", "completed"] as const };
  const courses = await listEnrolledCourses(context, memberId, requested, context.now);
  if (courses.length === 0) return [];
  const rows = await liveLecturesOf(
    context,
    courses.map(({ courseId }) => courseId),
  );
  const byCourse = Map.groupBy(
    rows.filter(({ live }) => live !== null && endOfLive(timesOf(live)) > context.now),
    ({ courseId }) => courseId,
  );
  const liveLectures: MyLiveLecture[] = [];
  for (const { courseId, slug, name: course } of courses
    .filter(({ courseId: id }) => byCourse.has(id))
    .slice(0, maxWithLive)) {
    const open = await openLectures(context, memberId, courseId);
    for (const { id, live, name, sequence, changedAt } of byCourse.get(courseId) ?? []) {
      if (live === null || !open.has(id)) continue;
      const path = `/learn/${slug}/${formatId("lecture", id)}`;
      liveLectures.push({ id, sequence, changedAt, name, course, path, ...timesOf(live), url: live.url });
    }
  }
  return liveLectures.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
}

/** Describes a live lecture for the calendar of a student. */
export const appointmentOfLive = (lecture: MyLiveLecture): Appointment => ({
  ...lecture,
  id: formatId("lecture", lecture.id),
  name: `${lecture.name} (${lecture.course})`,
  endsAt: endOfLive(lecture),
  place: null,
  joinUrl: lecture.url,
  code: null,
  state: "confirmed",
});

/** Start and end of a live lecture. */
export const timesOf = ({ startsAt, endsAt }: NonNullable<LectureRecord["live"]>) => ({
  startsAt: new Date(startsAt),
  endsAt: endsAt === undefined ? null : new Date(endsAt),
});

const liveLecturesOf = ({ db, site }: Context, courseIds: readonly string[]): Promise<Row[]> => db.many<Row>`
  select sections.course_id, lectures.id, lectures.title as name, lectures.live, lectures.version - 1 as sequence,
         lectures.updated_at as changed_at
    from ${table("sections").under(site.id, "course_id", courseIds)}
   cross join ${table("lectures").under(site.id, "section_id", sql`sections.id`)}
   where sections.status = 'published' and ${table("sections").present} and lectures.kind = 'live'
     and lectures.live is not null and lectures.status = 'published' and lectures.deleted_at is null
   order by lectures.live ->> 'startsAt', lectures.id limit 200`;

/** The lectures of a course that the member can open now. */
async function openLectures(context: Context, memberId: string, courseId: string): Promise<Set<string>> {
  const learner = await requireEnrolled(context, memberId, { id: courseId });
  const outline = await outlineFor(context, learner);
  return new Set(outline.flatMap(({ lectures }) => lectures.flatMap(({ id, lock }) => (lock === null ? [id] : []))));
}
