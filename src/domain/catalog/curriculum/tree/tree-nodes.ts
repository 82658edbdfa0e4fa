import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { AssignmentContent } from "#domain/catalog/curriculum/assignments/assignment.ts";
import { maxAttachments, writableAttachment } from "#domain/catalog/curriculum/attachments/attachment.ts";
import { writableLecture } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { maxLectures, maxSections } from "#domain/catalog/curriculum/limits.ts";
import { QuizContent } from "#domain/catalog/curriculum/quizzes/quiz.ts";
import { writableSection } from "#domain/catalog/curriculum/sections/section.ts";
import { ignoredFields } from "#domain/platform/input/ignored-fields.ts";

/*
 * Input of a curriculum replacement. A node with the ID or external ID of an existing item updates it; absent fields
 * stay unchanged. Other nodes create items. Items without a node are deleted.
 */

const AttachmentNode = z
  .object({ id: Id("attachment"), ...writableAttachment })
  .partial()
  .extend(ignoredFields("object", "lectureId", "position", "createdAt", "updatedAt"))
  .meta({ id: "AttachmentNode" });
export type AttachmentNode = z.output<typeof AttachmentNode>;

const LectureNode = z
  .object({
    id: Id("lecture"),
    ...writableLecture,
    /** If absent, the attachments stay unchanged. If present, it replaces all attachments. */
    attachments: z.array(AttachmentNode).max(maxAttachments),
    /** If absent, the quiz stays unchanged. If null, it is deleted. */
    quiz: QuizContent.nullable(),
    assignment: AssignmentContent.nullable(),
  })
  .partial()
  .extend(
    ignoredFields("object", "courseId", "sectionId", "bodyHtml", "position", "createdAt", "updatedAt", "findings"),
  )
  .meta({ id: "LectureNode" });
export type LectureNode = z.output<typeof LectureNode>;

const SectionNode = z
  .object({ id: Id("section"), ...writableSection })
  .partial()
  .extend({
    lectures: z.array(LectureNode),
    ...ignoredFields("object", "courseId", "position", "createdAt", "updatedAt"),
  })
  .meta({ id: "SectionNode" });
export type SectionNode = z.output<typeof SectionNode>;

const tooMany = (message: string) => ({ params: { code: "too_many_rows" }, message });

export const SectionNodes = z
  .array(SectionNode)
  .refine(({ length }) => length <= maxSections, tooMany(`A course can have at most ${maxSections} sections.`))
  .refine(
    (sections) => sections.reduce((sum, { lectures }) => sum + lectures.length, 0) <= maxLectures,
    tooMany(`A course can have at most ${maxLectures} lectures.`),
  );
