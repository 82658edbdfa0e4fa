import type * as z from "zod";
import { NewCoursePlan, serializePlan } from "#domain/offers/course-plans/course-plan.ts";
import { listPlansOf } from "#domain/offers/course-plans/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import type { CourseRecord } from "#domain/catalog/courses/course.ts";
import { AssignmentContent } from "#domain/catalog/curriculum/assignments/assignment.ts";
import { writableAttachment } from "#domain/catalog/curriculum/attachments/attachment.ts";
import { type LectureRecord, writableLecture } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { listLectures, listSections } from "#domain/catalog/curriculum/queries.ts";
import { QuizContent } from "#domain/catalog/curriculum/quizzes/quiz.ts";
import { writableSection } from "#domain/catalog/curriculum/sections/section.ts";
import { type Comes, slugsOf, loadLectureParts } from "#domain/transfer/whole-course/load-parts.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { CourseDocument } from "./course-document.ts";

const encode = compileEncoder(CourseDocument);

/** Serializes a course to JSON in the format that `saveDocument` reads, without read-only fields. */
export async function loadDocument(context: Context, course: CourseRecord): Promise<Record<string, unknown>> {
  const plans = await listPlansOf(context, course.id);
  const sections = await listSections(context, course.id);
  const lectures = await listLectures(context, course.id);
  const comes = await loadLectureParts(context, lectures);
  const lecturesOf = Map.groupBy(lectures, ({ sectionId }) => sectionId);
  const document = encode({
    ...pick(CourseDocument.shape, course),
    ...(await slugsOf(context, course)),
    plans: plans.map((plan) => pick(NewCoursePlan.shape, serializePlan(plan))),
    sections: sections.map((section) => ({
      ...pick(writableSection, section),
      lectures: (lecturesOf.get(section.id) ?? []).map((lecture) => lectureOf(lecture, comes)),
    })),
  });
  return asRecord(document);
}

function lectureOf(lecture: LectureRecord, { attachments, quizzes, assignments }: Comes) {
  const quiz = quizzes.get(lecture.id);
  const assignment = assignments.get(lecture.id);
  return {
    ...pick(writableLecture, lecture),
    attachments: (attachments.get(lecture.id) ?? []).map((attachment) => pick(writableAttachment, attachment)),
    quiz: quiz ? { ...pick(QuizContent.shape, quiz), questions: quiz.questions.map(withoutHtml) } : null,
    assignment: assignment ? pick(AssignmentContent.shape, assignment) : null,
  };
}

const withoutHtml = <Question extends { promptHtml: string }>({ promptHtml: _made, ...question }: Question) => question;

/** Returns the writable fields of a record. */
function pick(fields: Readonly<Record<string, z.ZodType>>, record: object): Record<string, unknown> {
  const named = Object.entries(fields).filter(([, schema]) => !schema.meta()?.["readOnly"]);
  const values = asRecord(record);
  return Object.fromEntries(named.flatMap(([name]) => (name in values ? [[name, values[name]]] : [])));
}
