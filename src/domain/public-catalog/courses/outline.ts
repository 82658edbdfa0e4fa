import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { unrenderedHtml } from "#lib/markdown/unrendered.ts";
import type { LectureRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { listAttachmentsOf } from "#domain/catalog/curriculum/attachments/attachment-queries.ts";
import { showFiles, showFilesInMarkdown, sourcesOf } from "#domain/files/files/references/show-files.ts";
import { type PlayableVideo, readVideo } from "#domain/catalog/curriculum/lectures/playable-video.ts";
import { requireVisibleCourse } from "./courses.ts";
import { isVisible } from "#domain/catalog/courses/course-conditions.ts";

const OutlineLecture = z.object({
  id: Id("lecture"),
  title: z.string(),
  kind: z.string(),
  durationSeconds: z.number().int().min(0).nullable(),
  /** Visible to everyone. */
  isPreview: z.boolean(),
});

const OutlineSection = z.object({ id: Id("section"), title: z.string(), lectures: z.array(OutlineLecture) });

const maxLecturesPerCourse = 2000;

export const showOutline = operation({
  name: "showOutline",
  summary: "Retrieve the outline of a public course",
  description: "Without the content of the lectures.",
  reads: forAnyone,
  input: z.object({ course: ReferenceTo("course") }),
  output: z.object({ courseId: Id("course"), sections: z.array(OutlineSection) }),
  async run(context, { course: reference }) {
    const { id: courseId } = await requireVisibleCourse(context, reference);
    const { db, site } = context;
    const rows = await db.many<z.output<typeof OutlineLecture> & { sectionId: string; section: string }>`
      select lectures.id, lectures.title, lectures.kind, lectures.duration_seconds, lectures.is_preview,
             sections.id as section_id, sections.title as section
        from sections
       cross join ${table("lectures").under(site.id, "section_id", sql`sections.id`)}
       where sections.site_id = ${site.id} and sections.course_id = ${courseId}
         and sections.status = 'published' and ${table("sections").present}
         and lectures.status = 'published' and lectures.deleted_at is null
       order by sections.position, sections.id, lectures.position, lectures.id
       limit ${maxLecturesPerCourse}`;
    const sections = Map.groupBy(rows, ({ sectionId }) => sectionId);
    return {
      courseId,
      sections: [...sections].map(([id, lectures]) => ({ id, title: itemAt(lectures, 0).section, lectures })),
    };
  },
});

export const showPreviewLecture = operation({
  name: "showPreviewLecture",
  summary: "Retrieve a preview lecture",
  reads: forAnyone,
  input: z.object({ lectureId: Id("lecture") }),
  output: z.object({
    id: Id("lecture"),
    courseId: Id("course"),
    title: z.string(),
    kind: z.string(),
    bodyMarkdown: z.string().nullable(),
  }),
  async run(context, { lectureId }) {
    const { bodyMarkdown, ...lecture } = await requirePreview(context, lectureId);
    const shown =
      bodyMarkdown && showFilesInMarkdown(bodyMarkdown, await shownIn(context, lectureId), context.site.origin);
    return { ...lecture, bodyMarkdown: shown };
  },
});

export const showPreviewPage = operation({
  name: "showPreviewPage",
  summary: "Retrieve a preview lecture for its page",
  description: "With the text as HTML and the video.",
  reads: forAnyone,
  input: z.object({ lectureId: Id("lecture") }),
  output: z.object({
    id: Id("lecture"),
    courseId: Id("course"),
    title: z.string(),
    kind: z.string(),
    html: z.string(),
    video: z.custom<PlayableVideo>().nullable(),
  }),
  async run(context, { lectureId }) {
    const { bodyMarkdown, bodyHtml, video, ...lecture } = await requirePreview(context, lectureId);
    const html = bodyHtml ?? unrenderedHtml(bodyMarkdown ?? "");
    const [images, playable] = await Promise.all([shownIn(context, lectureId), video && readVideo(context, video)]);
    return { ...lecture, html: showFiles(html, images).html, video: playable };
  },
});

/** The images are part of the text. Other attachments are for enrolled students. */
async function shownIn(context: Context, lectureId: string) {
  const images = (await listAttachmentsOf(context, lectureId)).filter(({ kind }) => kind === "image");
  return sourcesOf(
    context,
    images.flatMap(({ fileId }) => fileId ?? []),
  );
}

interface PreviewLecture {
  id: string;
  courseId: string;
  title: string;
  kind: string;
  bodyMarkdown: string | null;
  bodyHtml: string | null;
  video: LectureRecord["video"];
}

async function requirePreview({ db, site }: Context, lectureId: string): Promise<PreviewLecture> {
  const lecture = await db.first<PreviewLecture>`
      select lectures.id, lectures.course_id, lectures.title, lectures.kind, lectures.body_markdown, lectures.body_html,
             lectures.video
        from lectures
       cross join ${table("sections").joined(site.id, sql`lectures.section_id`)}
       cross join ${table("courses").joined(site.id, sql`lectures.course_id`)}
       where lectures.site_id = ${site.id} and lectures.id = ${lectureId} and lectures.is_preview
         and lectures.status = 'published' and ${table("lectures").present}
         and sections.status = 'published' and sections.deleted_at is null and ${isVisible}`;
  if (!lecture) throw notFound("preview lecture", formatId("lecture", lectureId));
  return lecture;
}
