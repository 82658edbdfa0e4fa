import { progressIn } from "#domain/learning/learning-pages/outline.ts";
import type { MyLecture } from "#domain/learning/learning-pages/my-lecture.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { CourseOutline } from "../views/learn/course-outline.ts";
import { courseAddress, lectureAddress } from "./addresses.ts";

/** Courses with more lectures show only the lectures of the current section, and links to the other sections. */
const maxLectures = 200;

/** Builds the outline beside a lecture. */
export function courseOutlineOf({ course, lecture: current, outline, isRecorded }: MyLecture): CourseOutline {
  const { slug } = course;
  const all = outline.flatMap(({ lectures }) => lectures);
  const isLong = all.length > maxLectures;
  return {
    progress: isRecorded ? progressIn(all) : null,
    sections: outline.map(({ id, title, lectures }) => {
      const isCurrent = lectures.some((lecture) => lecture.id === current.id);
      return {
        href: `${courseAddress(slug)}#${formatId("section", id)}`,
        title,
        isCurrent,
        ...progressIn(lectures),
        lectures:
          isLong && !isCurrent
            ? null
            : lectures.map(({ id: lectureId, title: name, kind, durationSeconds, completedAt, lock }) => ({
                href: lectureAddress(slug, lectureId),
                title: name,
                kind,
                durationSeconds,
                isDone: completedAt !== null,
                isCurrent: lectureId === current.id,
                lock,
              })),
      };
    }),
  };
}
