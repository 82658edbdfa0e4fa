import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { Assignment } from "./assignment.ts";
import { Attachment } from "./attachment.ts";
import { LectureSummary } from "./lecture.ts";
import { Quiz } from "./quiz.ts";
import { Section } from "./section.ts";

/** What a tree can come with, besides sections and lectures. */
export const includable = ["attachments", "quizzes", "assignments"] as const;
export type Includable = (typeof includable)[number];

const LectureInTree = LectureSummary.extend({
  attachments: z.array(Attachment).optional(),
  quiz: Quiz.nullable().optional(),
  assignment: Assignment.nullable().optional(),
}).meta({ id: "CurriculumLecture" });

const SectionInTree = Section.extend({ lectures: z.array(LectureInTree) }).meta({ id: "CurriculumSection" });

/** All of a course: its sections in their order, their lectures in theirs. The texts of lectures are read one by one. */
export const Curriculum = z
  .object({
    object: z.literal("curriculum"),
    courseId: Id("course"),
    /** Rises with every change of a section, lecture, attachment, quiz or assignment of the course. */
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

/** Ids of sections, lectures and attachments. A quiz or assignment that is different changes its lecture. */
export const CurriculumChanges = z
  .object({
    added: z.array(z.string()),
    removed: z.array(z.string()),
    moved: z.array(z.string()),
    changed: z.array(z.string()),
  })
  .meta({ id: "CurriculumChanges" });
