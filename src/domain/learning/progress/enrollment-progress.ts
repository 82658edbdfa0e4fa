import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { operation } from "#domain/platform/operation.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { isVisibleToStudents } from "#domain/catalog/curriculum/taught-lectures.ts";
import { courseProgress } from "./course-progress.ts";
import { requireEnrollment } from "#domain/learning/enrollments/queries.ts";
import { progressOfLecture } from "./queries.ts";

const Counts = { completedLectures: z.number().int().min(0), totalLectures: z.number().int().min(0) };

const LectureState = z.object({
  lectureId: Id("lecture"),
  title: z.string(),
  kind: z.string(),
  required: z.boolean(),
  completed: z.boolean(),
  completedAt: Instant.nullable(),
  positionSeconds: z.number().int().min(0),
  watchedSeconds: z.number().int().min(0),
  firstOpenedAt: Instant.nullable(),
  occurredAt: Instant.nullable(),
  updatedAt: Instant.nullable(),
});

/** A student's progress in a course, with the lectures visible to students, in order. */
const EnrollmentProgressTree = z
  .object({
    object: z.literal("enrollment_progress"),
    enrollmentId: Id("enrollment"),
    studentId: Id("member"),
    courseId: Id("course"),
    ...Counts,
    percent: z.number().min(0).max(100),
    sections: z.array(
      z.object({ sectionId: Id("section"), title: z.string(), ...Counts, lectures: z.array(LectureState) }),
    ),
  })
  .meta({ id: "EnrollmentProgressTree" });

export const getEnrollmentProgress = operation({
  name: "getEnrollmentProgress",
  summary: "Retrieve the progress of an enrollment",
  description: "Broken down by section and lecture. The counts and the percentage include required lectures only.",
  reads: "students:read",
  input: z.object({ id: Id("enrollment") }),
  output: EnrollmentProgressTree,
  run: (context, { id }) => readProgress(context, id),
});

/** Throws unless the caller may see the enrollment. */
async function readProgress(context: Context, id: string): Promise<z.output<typeof EnrollmentProgressTree>> {
  const enrollment = await requireEnrollment(context, id);
  const { studentId, courseId } = enrollment;
  const counted = (await courseProgress(context, [enrollment], context.now)).get(id);
  const lectures = await listStates(context, id, courseId);
  return {
    object: "enrollment_progress",
    enrollmentId: id,
    studentId,
    courseId,
    completedLectures: counted?.completedLectures ?? 0,
    totalLectures: counted?.totalLectures ?? 0,
    percent: counted?.percent ?? 0,
    sections: [...Map.groupBy(lectures, ({ sectionId }) => sectionId)].map(([sectionId, of]) => {
      const counting = of.filter(({ required }) => required);
      return {
        sectionId,
        title: itemAt(of, 0).section,
        completedLectures: counting.filter(({ completedAt }) => completedAt !== null).length,
        totalLectures: counting.length,
        lectures: of.map((lecture) => ({ ...lecture, completed: lecture.completedAt !== null })),
      };
    }),
  };
}

type StateRow = Omit<z.output<typeof LectureState>, "completed"> & { sectionId: string; section: string };

const listStates = ({ db, site }: Context, enrollmentId: string, courseId: string): Promise<StateRow[]> =>
  db.many<StateRow>`
    select sections.id as section_id, sections.title as section, lectures.id as lecture_id, lectures.title,
           lectures.kind, lectures.required, progress.completed_at, progress.first_opened_at,
           progress.updated_at as occurred_at, progress.recorded_at as updated_at,
           coalesce(progress.position_seconds, 0) as position_seconds,
           coalesce(progress.watched_seconds, 0) as watched_seconds
      from sections
     cross join ${table("lectures").under(site.id, "section_id", sql`sections.id`)}
      left join ${progressOfLecture(site.id, enrollmentId, sql`lectures.id`)} on true
     where sections.site_id = ${site.id} and sections.course_id = ${courseId} and ${table("sections").present}
       and ${isVisibleToStudents}
     order by sections.position, sections.id, lectures.position, lectures.id`;
