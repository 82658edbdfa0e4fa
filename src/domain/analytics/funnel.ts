import { table } from "#database/table/table.ts";
import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { requireOwnCourse } from "#domain/catalog/courses/own-courses.ts";
import { findCourse } from "#domain/catalog/courses/queries.ts";
import { Lecture } from "#domain/catalog/curriculum/lectures/lecture.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { inSnapshot } from "#domain/platform/in-snapshot.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { toPercent } from "./evaluate.ts";
import { ComputedThrough } from "./period.ts";
import { scope } from "./may-read.ts";
import { computedThrough, sumsEver } from "./read-rollups.ts";

const Count = z.number().int().min(0);
const Percent = z.number().min(0).max(100).nullable();

const FunnelStep = z
  .object({
    lectureId: Id("lecture"),
    title: z.string(),
    sectionTitle: z.string(),
    kind: Lecture.shape.kind,
    required: z.boolean(),
    started: Count.meta({ description: "Number of people who opened the lecture" }),
    completed: Count.meta({ description: "Number of people who completed it" }),
    startedPercent: Percent.meta({ description: "Share of all students who were ever enrolled" }),
    completedPercent: Percent.meta({ description: "Share of all students who were ever enrolled" }),
    dropOffPercent: Percent.meta({
      description: "Share of the people who opened the previous lecture but never opened this one",
    }),
  })
  .meta({ id: "FunnelStep" });

export const getCourseFunnel = operation({
  name: "getCourseFunnel",
  summary: "Retrieve the funnel of a course",
  description: "The number of students who opened and completed each lecture.",
  reads: { scope },
  input: z.object({ course: ReferenceTo("course") }),
  output: z.object({
    object: z.literal("course_funnel"),
    courseId: Id("course"),
    courseName: z.string(),
    enrollments: Count,
    completions: Count,
    computedThrough: ComputedThrough,
    lectures: z.array(FunnelStep),
  }),
  run: (requestContext, { course: reference }) =>
    inSnapshot(requestContext, async (context) => {
      const course = await findCourse(context, reference);
      if (!course) throw notFound("course", "id" in reference ? "with this ID" : reference.slug);
      await requireOwnCourse(context, course.id);
      const [lectures, ofCourse, through] = await Promise.all([
        stepsOf(context, course.id),
        sumsEver(context, ["enrollments", "courses_completed"], {
          dimension: "course",
          keys: [course.id],
          divided: false,
        }),
        computedThrough(context),
      ]);
      const keys = lectures.map(({ lectureId }) => lectureId);
      const sums = await sumsEver(context, ["lectures_started", "lectures_completed"], {
        dimension: "lecture",
        keys,
        divided: true,
      });
      const enrollments = ofCourse.find(({ counter }) => counter === "enrollments")?.value ?? 0;
      let before = enrollments;
      return {
        object: "course_funnel" as const,
        courseId: course.id,
        courseName: course.name,
        enrollments,
        completions: ofCourse.find(({ counter }) => counter === "courses_completed")?.value ?? 0,
        computedThrough: through,
        lectures: lectures.map((lecture) => {
          const of = (requestedCounter: string) =>
            sums.find(({ key, counter }) => key === lecture.lectureId && counter === requestedCounter)?.value ?? 0;
          const [started, completed] = [of("lectures_started"), of("lectures_completed")];
          const dropOffPercent = before > 0 ? Math.max(0, toPercent((before - started) / before)) : null;
          before = started;
          return {
            ...lecture,
            started,
            completed,
            startedPercent: share(started, enrollments),
            completedPercent: share(completed, enrollments),
            dropOffPercent,
          };
        }),
      };
    }),
});

const share = (count: number, all: number) => (all > 0 ? Math.min(100, toPercent(count / all)) : null);

type Step = Pick<z.output<typeof FunnelStep>, "lectureId" | "title" | "sectionTitle" | "kind" | "required">;

const maxLecturesPerCourse = 2000;

const stepsOf = ({ db, site }: Context, courseId: string): Promise<Step[]> =>
  db.many<Step>`
    select lectures.id as lecture_id, lectures.title, sections.title as section_title, lectures.kind, lectures.required
      from lectures
      join sections on sections.site_id = ${site.id} and sections.id = lectures.section_id
       and ${table("sections").present}
     where lectures.site_id = ${site.id} and lectures.course_id = ${courseId} and lectures.deleted_at is null
       and lectures.status = 'published' and sections.status = 'published'
     order by sections.position, sections.id, lectures.position, lectures.id limit ${maxLecturesPerCourse}`;
