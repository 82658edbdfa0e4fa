import type * as z from "zod";

import type { CourseWay } from "./way-to-publication.ts";
import type { getCurriculum } from "#domain/catalog/curriculum/tree/curriculum-operations.ts";
import type { Course } from "#domain/catalog/courses/course.ts";

type Tree = z.output<typeof getCurriculum.output>;
type SectionInTree = Tree["sections"][number];
type LectureInTree = SectionInTree["lectures"][number];

/** A lecture of an outline. Its ID is that of the API. */
export type OutlineLecture = Pick<
  LectureInTree,
  "id" | "title" | "kind" | "status" | "isPreview" | "required" | "durationSeconds" | "drip" | "minRole" | "findings"
>;

export interface OutlineSection extends Pick<SectionInTree, "id" | "title" | "status" | "drip"> {
  lectures: readonly OutlineLecture[];
}

/** The outline of a course, with the rights of the reader. */
export interface Outline {
  courseId: string;
  course: string;
  /** The release of lectures for students. */
  release: z.output<typeof Course>["drip"]["mode"];
  /** Increases with every change. */
  version: number;
  mayWrite: boolean;
  way: CourseWay;
  totals: Tree["totals"];
  sections: readonly OutlineSection[];
}

/** The form that rows and the bar below them belong to. */
export const selectionForm = "selection";
