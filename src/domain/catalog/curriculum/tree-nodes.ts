import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { AssignmentContent } from "./assignment.ts";
import { mostAttachments, writableAttachment } from "./attachment.ts";
import { writableLecture } from "./lecture.ts";
import { mostLectures, mostSections } from "./limits.ts";
import { QuizContent } from "./quiz.ts";
import { writableSection } from "./section.ts";
import { sentBack } from "./sent-back.ts";

/*
 * A tree as it is written. A node with the id, or the external id, of a part that is there is that part: what it leaves
 * out stays as it is. Any other node is new. Parts that no node stands for are deleted.
 */

const AttachmentNode = z
  .object({ id: Id("attachment"), ...writableAttachment })
  .partial()
  .extend(sentBack("object", "lectureId", "position", "createdAt", "updatedAt"))
  .meta({ id: "AttachmentNode" });
export type AttachmentNode = z.output<typeof AttachmentNode>;

const LectureNode = z
  .object({
    id: Id("lecture"),
    ...writableLecture,
    /** Left out: they stay. Given: these are all there are. */
    attachments: z.array(AttachmentNode).max(mostAttachments),
    /** Left out: it stays. Null: there is none. */
    quiz: QuizContent.nullable(),
    assignment: AssignmentContent.nullable(),
  })
  .partial()
  .extend(sentBack("object", "courseId", "sectionId", "bodyHtml", "position", "createdAt", "updatedAt"))
  .meta({ id: "LectureNode" });
export type LectureNode = z.output<typeof LectureNode>;

const SectionNode = z
  .object({ id: Id("section"), ...writableSection })
  .partial()
  .extend({
    lectures: z.array(LectureNode),
    ...sentBack("object", "courseId", "position", "createdAt", "updatedAt"),
  })
  .meta({ id: "SectionNode" });
export type SectionNode = z.output<typeof SectionNode>;

const tooMany = (message: string) => ({ params: { code: "too_many_rows" }, message });

export const SectionNodes = z
  .array(SectionNode)
  .refine(({ length }) => length <= mostSections, tooMany(`A course has at most ${mostSections} sections.`))
  .refine(
    (sections) => sections.reduce((sum, { lectures }) => sum + lectures.length, 0) <= mostLectures,
    tooMany(`A course has at most ${mostLectures} lectures.`),
  );
