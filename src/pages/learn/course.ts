import type { FastifyInstance } from "fastify";
import { type MyCourseInFull, showMyCourse } from "#domain/learning/my-course.ts";
import { perform } from "#domain/operation.ts";
import { sendPage } from "../send.ts";
import { type CoursePage, courseOfMember } from "../views/learn/course.ts";
import { lectureAddress } from "./addresses.ts";
import { pageOfPupil, type StartLesson } from "./pupil.ts";

/** GET /learn/{course} */
export function coursePage(app: FastifyInstance, start: StartLesson): void {
  app.get<{ Params: { course: string } }>("/learn/:course", (request, reply) =>
    start(request, reply, async (pupil) => {
      const found = await perform(showMyCourse, pupil.context, request.params);
      return sendPage(reply, courseOfMember(pageOfPupil(pupil), viewOf(found)));
    }),
  );
}

function viewOf({ course, outline, next, ...standing }: MyCourseInFull): CoursePage {
  const { slug, name, subtitle, status, visibility } = course;
  const lectures = outline.flatMap((section) => section.lectures);
  return {
    ...standing,
    name,
    subtitle,
    isPublished: status === "published",
    about: status === "published" && visibility !== "members_only" ? `/courses/${slug}` : null,
    completed: lectures.filter(({ completedAt }) => completedAt !== null).length,
    total: lectures.length,
    sections: outline.map((section) => ({
      ...section,
      lectures: section.lectures.map((lecture) => ({
        ...lecture,
        href: lectureAddress(slug, lecture.id),
        isDone: lecture.completedAt !== null,
      })),
    })),
    next: next && { href: lectureAddress(slug, next.id), title: next.title },
  };
}
