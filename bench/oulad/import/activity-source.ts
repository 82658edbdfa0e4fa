import type { LectureRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";
import type { Curriculum } from "./curriculum.ts";
import type { Names } from "./names.ts";
import type { Run } from "./run.ts";

/** Inputs for reading activity files. */
export interface ActivitySource {
  folder: string;
  runs: ReadonlyMap<string, Run>;
  curriculum: Curriculum;
  /** Completion rules by lecture id; includes exactly the lectures of the site. */
  rules: Map<string, LectureRecord["completionRule"]["kind"]>;
  names: Names;
  isIncluded: (student: number) => boolean;
}
