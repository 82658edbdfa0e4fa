import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { listAttachmentsOf } from "#domain/catalog/curriculum/attachments/attachment-queries.ts";
import { findLecture } from "#domain/catalog/curriculum/queries.ts";
import { showFilesInMarkdown, sourcesOf } from "#domain/files/files/references/show-files.ts";
import { requireEnrolled } from "#domain/learning/learning-pages/learner.ts";
import { outlineFor } from "#domain/learning/learning-pages/outline.ts";
import type { Context } from "#domain/platform/context.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant, Start } from "#domain/platform/time/instant.ts";
import { pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { cursorAfter, ownId, positionAfter, rowsPage } from "./my-member.ts";

const CompletedLecture = z.object({
  lectureId: Id("lecture"),
  title: z.string(),
  courseId: Id("course"),
  courseSlug: z.string(),
  courseName: z.string(),
  completedAt: Instant,
});

interface Row extends z.output<typeof CompletedLecture> {
  id: string;
}

export const listOwnCompletedLectures = operation({
  name: "listOwnCompletedLectures",
  summary: "List the lectures that the member completed",
  description: "Newest first.",
  reads: "account:read",
  input: z.object({
    completedAfter: Start.optional().meta({ description: "Only lectures completed at this time or later" }),
    limit: z.number().int().min(1).max(100).default(20),
    cursor: z.string().max(1000).optional(),
  }),
  output: pageSchemaOf(CompletedLecture),
  async run(context, { completedAfter, limit, cursor }) {
    const { db, site } = context;
    const list = { list: "ownCompletedLectures", completedAfter };
    const after = positionAfter(cursor, list);
    const lectures = await db.many<Row>`
      select lecture_progress.id, lectures.id as lecture_id, lectures.title, courses.id as course_id,
             courses.slug as course_slug, courses.name as course_name, lecture_progress.completed_at
        from enrollments
       cross join ${table("lecture_progress").under(site.id, "enrollment_id", sql`enrollments.id`)}
       cross join ${table("lectures").joined(site.id, sql`lecture_progress.lecture_id`)}
       cross join ${table("courses").joined(site.id, sql`enrollments.course_id`)}
       where enrollments.site_id = ${site.id} and enrollments.student_id = ${ownId(context)}
         and enrollments.deleted_at is null and enrollments.status <> 'revoked'
         and lecture_progress.completed_at is not null
         and ${completedAfter ? sql`lecture_progress.completed_at >= ${completedAfter}` : sql`true`}
         and ${after ? sql`(lecture_progress.completed_at, lecture_progress.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
         and lectures.status = 'published' and lectures.deleted_at is null
         and coalesce(lectures.min_role, 'student') = 'student' and courses.deleted_at is null
       order by lecture_progress.completed_at desc, lecture_progress.id desc
       limit ${limit + 1}`;
    return rowsPage(lectures, limit, {
      show: ({ id: _id, ...lecture }) => lecture,
      cursorOf: ({ id, completedAt }) => cursorAfter({ at: completedAt, id }, list),
    });
  },
});

export const getOwnLecture = operation({
  name: "getOwnLecture",
  summary: "Retrieve a lecture of one of the member's courses",
  reads: "account:read",
  input: z.object({ course: ReferenceTo("course"), lectureId: Id("lecture") }),
  output: z.object({
    lectureId: Id("lecture"),
    courseId: Id("course"),
    section: z.string(),
    title: z.string(),
    kind: z.string(),
    bodyMarkdown: z.string().nullable().meta({
      description:
        "Null if the lecture has no text. The addresses of attached and public files open without a token, for at least one hour.",
    }),
    completedAt: Instant.nullable(),
    url: z.string(),
  }),
  async run(context, { course: reference, lectureId }) {
    const learner = await requireEnrolled(context, ownId(context), reference);
    for (const { title: section, lectures } of await outlineFor(context, learner)) {
      const outlined = lectures.find(({ id }) => id === lectureId);
      if (!outlined) continue;
      if (outlined.lock) throw new Problem("invalid_state", "This lecture is not open to you yet.");
      const stored = await findLecture(context, lectureId);
      const { title, kind, completedAt } = outlined;
      const { id: courseId, slug } = learner.course;
      const url = `${context.site.origin}/learn/${slug}/${formatId("lecture", lectureId)}`;
      return {
        lectureId,
        courseId,
        section,
        title,
        kind,
        bodyMarkdown: await readableText(context, lectureId, stored?.bodyMarkdown ?? null),
        completedAt,
        url,
      };
    }
    throw notFound("lecture", formatId("lecture", lectureId), "in this course");
  },
});

/** Signs the addresses of files that are attached to the lecture. */
async function readableText(context: Context, lectureId: string, markdown: string | null): Promise<string | null> {
  if (markdown === null) return null;
  const attachments = await listAttachmentsOf(context, lectureId);
  const sources = await sourcesOf(
    context,
    attachments.flatMap(({ fileId }) => fileId ?? []),
  );
  return showFilesInMarkdown(markdown, sources, context.site.origin);
}
