import * as z from "zod";
import { BulkResult, inBulk, rowsOf } from "#domain/bulk/in-bulk.ts";
import type { Context } from "#domain/context.ts";
import { isOwnCourse } from "#domain/courses/own-courses.ts";
import { findEnrollment } from "#domain/enrollments/enrollment-queries.ts";
import { requireEnrollment } from "#domain/enrollments/read-enrollment.ts";
import { formatId, Id } from "#domain/ids.ts";
import { Instant } from "#domain/instant.ts";
import { type Operation, operation } from "#domain/operation.ts";
import { Problem, validationFailed } from "#domain/problem.ts";
import { unchecked } from "#lib/wire/unchecked.ts";
import { progressKinds, type ProgressReport } from "./progress.ts";
import { recordReport } from "./record-report.ts";

const event = {
  id: z.uuid().meta({ description: "Made by the client: an event that comes twice counts once" }),
  lectureId: Id("lecture"),
  kind: z.enum(progressKinds),
  positionSeconds: z.number().int().min(0).max(1_000_000).optional(),
  occurredAt: Instant,
};

/** What happened in a lecture, in whatever order it is told. It needs position_seconds where it is a position. */
const ProgressEventIn = z.object(event).meta({ id: "ProgressEvent" });

const ReportedEvent = z
  .object({
    ...event,
    enrollmentId: Id("enrollment").optional(),
    studentId: Id("member").optional(),
    courseId: Id("course").optional(),
  })
  .meta({ id: "ReportedProgressEvent", description: "Of an enrollment, or of a student in a course" });

const Outcome = z.object({ outcome: z.enum(["recorded", "unchanged"]), enrollmentId: Id("enrollment") });

/** One event by itself, as a row of many: no surface offers it. */
const reportEvent: Operation<typeof ReportedEvent, typeof Outcome> = {
  name: "reportProgressEvent",
  summary: "Record one progress event of a student",
  access: { scope: "students:write" },
  writes: true,
  input: ReportedEvent,
  output: Outcome,
  async run(context, { enrollmentId: given, studentId, courseId, ...report }) {
    if (report.kind === "position" && report.positionSeconds === undefined) {
      throw validationFailed("/positionSeconds", "required", "A position is so many seconds.");
    }
    const enrollmentId = await enrollmentOf(context, { enrollmentId: given, studentId, courseId });
    return { outcome: await record(context, { ...report, enrollmentId }), enrollmentId };
  },
};

async function record(context: Context, report: ProgressReport): Promise<"recorded" | "unchanged"> {
  try {
    return await recordReport(context, report);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "not_found") throw error;
    throw validationFailed("/lectureId", "not_found", error.message);
  }
}

type Whose = Pick<z.output<typeof ReportedEvent>, "enrollmentId" | "studentId" | "courseId">;

async function enrollmentOf(context: Context, { enrollmentId, studentId, courseId }: Whose): Promise<string> {
  const isPair = studentId !== undefined && courseId !== undefined;
  const isNone = studentId === undefined && courseId === undefined;
  if (enrollmentId === undefined ? !isPair : !isNone) {
    throw validationFailed("/enrollmentId", "exclusive", "Send enrollment_id, or student_id with course_id.");
  }
  if (enrollmentId !== undefined) {
    const named = await findEnrollment(context, enrollmentId);
    if (named && (await isOwnCourse(context, named.courseId))) return enrollmentId;
    throw validationFailed("/enrollmentId", "not_found", "There is no such enrollment.");
  }
  const found = await findPair(context, studentId!, courseId!);
  if (found && (await isOwnCourse(context, courseId!))) return found.id;
  throw validationFailed("/studentId", "not_found", "This student is not enrolled in this course.");
}

const findPair = ({ db, site }: Context, studentId: string, courseId: string) =>
  db.first<{ id: string }>`
    select id from enrollments
     where site_id = ${site.id} and student_id = ${studentId} and course_id = ${courseId} and deleted_at is null`;

const done = (output: unknown) => {
  const { outcome, enrollmentId } = output as z.output<typeof Outcome>;
  return {
    status: outcome === "recorded" ? ("updated" as const) : ("unchanged" as const),
    id: formatId("enrollment", enrollmentId),
  };
};

const mostOfOne = 200;

export const reportProgress = operation({
  name: "reportProgress",
  summary: "Report progress of an enrollment",
  description: "At most 200 events per request. Each event is counted once.",
  access: { scope: "students:write" },
  writes: true,
  input: z.object({ id: Id("enrollment"), events: rowsOf(ProgressEventIn, mostOfOne) }),
  output: BulkResult,
  async run(context, { id, events }) {
    await requireEnrollment(context, id);
    const rows = events.map((given) => {
      const written = z.encode(ProgressEventIn, given);
      return { operation: reportEvent, input: { ...written, enrollmentId: formatId("enrollment", id) }, done };
    });
    return inBulk(context, rows, false);
  },
  audit: ({ id }, { summary }) => ({
    resourceType: "enrollment",
    resourceId: formatId("enrollment", id),
    details: summary,
  }),
});

const mostOfMany = 1000;

export const bulkProgressEvents = operation({
  name: "bulkProgressEvents",
  summary: "Report progress in bulk",
  description: "At most 1,000 events per request, in any order. Each event is counted once.",
  access: { scope: "students:write" },
  writes: true,
  input: z.object({ operations: rowsOf(unchecked(ReportedEvent), mostOfMany), atomic: z.boolean().default(false) }),
  output: BulkResult,
  async run(context, { operations, atomic }) {
    await holdAll(context, operations);
    return inBulk(
      context,
      operations.map((input) => ({ operation: reportEvent, input, done })),
      atomic,
    );
  },
  audit: (_input, { summary }) => ({ details: summary }),
});

/** In one order: two requests about the same students wait for each other instead of for ever. */
async function holdAll({ db, site }: Context, rows: readonly unknown[]): Promise<void> {
  const parsed = rows.flatMap((row) => Whose.safeParse(row).data ?? []);
  const ids = parsed.flatMap(({ enrollmentId }) => enrollmentId ?? []);
  const pairs = parsed.filter(({ studentId, courseId }) => studentId && courseId);
  const students = pairs.map(({ studentId }) => studentId!);
  const courses = pairs.map(({ courseId }) => courseId!);
  await db.run`
    select enrollments.id from enrollments
     where enrollments.site_id = ${site.id}
       and enrollments.id in (
         select unnest(${ids}::uuid[])
          union all
         select paired.id from unnest(${students}::uuid[], ${courses}::uuid[]) as wanted (student_id, course_id)
           join enrollments paired on paired.site_id = ${site.id}
            and paired.student_id = wanted.student_id and paired.course_id = wanted.course_id)
     order by enrollments.id for no key update of enrollments`;
}

const Whose = ReportedEvent.pick({ enrollmentId: true, studentId: true, courseId: true });
