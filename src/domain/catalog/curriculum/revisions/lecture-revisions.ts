import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { Markdown } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { curriculumEvents } from "#domain/catalog/curriculum/change.ts";
import { changeLecture } from "#domain/catalog/curriculum/lectures/save-lecture.ts";
import { Lecture } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { requireLecture } from "#domain/catalog/curriculum/require-locked.ts";
import { findRevision } from "./revision-queries.ts";

const LectureRevisionSummary = z
  .object({
    object: z.literal("lecture_revision"),
    id: Id("lectureRevision"),
    lectureId: Id("lecture"),
    revision: z.number().int().min(0),
    title: z.string(),
    /** Author of the revision; null for the command line, and for the text before the first change. */
    memberId: Id("member").nullable(),
    createdAt: Instant,
  })
  .meta({ id: "LectureRevisionSummary" });
type Row = Omit<z.output<typeof LectureRevisionSummary>, "object">;

const LectureRevision = LectureRevisionSummary.extend({ bodyMarkdown: Markdown.nullable() }).meta({
  id: "LectureRevision",
});

const revisions = listing<Row>({
  kind: "lectureRevision",
  table: sql`lecture_revisions`,
  columns: sql`
    lecture_revisions.id, lecture_revisions.lecture_id, lecture_revisions.revision, lecture_revisions.title,
    lecture_revisions.member_id, lecture_revisions.created_at`,
  defaultSort: "-revision",
  sorts: { revision: "integer" },
  filters: {},
  keepsDeleted: false,
});

const Revision = z
  .string()
  .regex(/^\d{1,9}$/, "Expected a revision number.")
  .transform(Number)
  .meta({ description: "Revision number of the lecture" });

export const listLectureRevisions = operation({
  name: "listLectureRevisions",
  summary: "List the revisions of a lecture",
  description: "Title and text after each change of them, newest first, without the text. The last 50 are kept.",
  reads: "curriculum:read",
  input: revisions.input.extend({ id: Id("lecture") }),
  output: pageSchemaOf(LectureRevisionSummary),
  async run(context, { id, ...input }) {
    await requireLecture(context, id);
    return mapPage(await revisions.page(context, input, { of: sql`lecture_revisions.lecture_id = ${id}` }), (row) => ({
      object: "lecture_revision" as const,
      ...row,
    }));
  },
});

export const getLectureRevision = operation({
  name: "getLectureRevision",
  summary: "Retrieve a revision of a lecture",
  reads: "curriculum:read",
  input: z.object({ id: Id("lecture"), rev: Revision }),
  output: LectureRevision,
  async run(context, { id, rev }) {
    await requireLecture(context, id);
    const found = await findRevision(context, id, rev);
    if (!found) throw notFound("revision", String(rev));
    return { object: "lecture_revision" as const, lectureId: id, revision: rev, ...found };
  },
});

export const restoreLectureRevision = operation({
  name: "restoreLectureRevision",
  summary: "Restore a revision of a lecture",
  description: "Gives the lecture the title and the text of the revision, as a new revision.",
  writes: "curriculum:write",
  input: z.object({ id: Id("lecture"), rev: Revision }),
  output: Lecture,
  async run(context, { id, rev }) {
    await requireLecture(context, id);
    const found = await findRevision(context, id, rev);
    if (!found) throw notFound("revision", String(rev));
    const { title, bodyMarkdown } = found;
    return changeLecture(context, id, { title, bodyMarkdown });
  },
  event: curriculumEvents,
});
