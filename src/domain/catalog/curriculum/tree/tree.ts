import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { Assignment } from "#domain/catalog/curriculum/assignments/assignment.ts";
import { Attachment } from "#domain/catalog/curriculum/attachments/attachment.ts";
import { LectureFinding } from "#domain/catalog/curriculum/findings/lecture-finding.ts";
import { LectureSummary } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { Quiz } from "#domain/catalog/curriculum/quizzes/quiz.ts";
import { Section } from "#domain/catalog/curriculum/sections/section.ts";

/** Optional content of a curriculum response, in addition to sections and lectures. */
export const includable = ["bodies", "attachments", "quizzes", "assignments", "findings"] as const;
export type Includable = (typeof includable)[number];

const LectureInTree = LectureSummary.extend({
  attachments: z.array(Attachment).optional(),
  quiz: Quiz.nullable().optional(),
  assignment: Assignment.nullable().optional(),
  findings: z.array(LectureFinding).optional(),
}).meta({ id: "CurriculumLecture" });

const SectionInTree = Section.extend({ lectures: z.array(LectureInTree) }).meta({ id: "CurriculumSection" });

/**
 * The curriculum of a course: its sections and lectures, in order. Everything else of a lecture is included on
 * request.
 */
export const Curriculum = z
  .object({
    object: z.literal("curriculum"),
    courseId: Id("course"),
    /** Increases with every change to a section, lecture, attachment, quiz or assignment of the course. */
    version: z.number().int().min(0),
    /** For `If-Match`. */
    etag: z.string(),
    sections: z.array(SectionInTree),
    totals: z.object({
      sections: z.number().int().min(0),
      lectures: z.number().int().min(0),
      publishedLectures: z.number().int().min(0),
      durationSeconds: z.number().int().min(0),
    }),
  })
  .meta({ id: "Curriculum" });
export type Curriculum = z.output<typeof Curriculum>;

/** IDs of sections, lectures and attachments. A changed quiz or assignment counts as a change to its lecture. */
export const CurriculumChanges = z
  .object({
    added: z.array(z.string()),
    removed: z.array(z.string()),
    moved: z.array(z.string()),
    changed: z.array(z.string()),
  })
  .meta({ id: "CurriculumChanges" });
