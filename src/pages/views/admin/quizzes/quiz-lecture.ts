import type { PlaceOfLecture } from "../lectures/around-lecture.ts";
import type { AdminSheet } from "../layout.ts";

/** The lecture of a quiz, and the course that it belongs to. */
export interface QuizLecture {
  id: string;
  title: string;
  /** True if students do not see it. */
  isDraft: boolean;
  href: string;
  course: readonly [href: string, name: string] | undefined;
  place: PlaceOfLecture;
}

/** The way to a page about a quiz. */
export const wayTo = ({
  title,
  href,
  course,
}: Pick<QuizLecture, "title" | "href" | "course">): Pick<AdminSheet, "parent" | "above"> => ({
  parent: [href, title],
  above: course,
});
