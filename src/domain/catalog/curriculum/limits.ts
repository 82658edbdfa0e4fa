import { Problem } from "#domain/platform/problem.ts";

/** Per course. */
export const maxSections = 200;
export const maxLectures = 2000;

/** Throws if a course from a file has more than the operator API accepts. */
export function requireCurriculumSize(sections: readonly { lectures: readonly unknown[] }[]): void {
  const lectures = sections.reduce((sum, section) => sum + section.lectures.length, 0);
  if (sections.length > maxSections) throw tooMany(`${maxSections} sections, not ${sections.length}`);
  if (lectures > maxLectures) throw tooMany(`${maxLectures} lectures, not ${lectures}`);
}

const tooMany = (limit: string) =>
  new Problem("too_many_rows", `A course can have at most ${limit}. Split it into several courses.`);
