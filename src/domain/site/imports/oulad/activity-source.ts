import type { LectureRecord } from "#domain/catalog/curriculum/lecture.ts";
import type { Curriculum } from "./curriculum.ts";
import type { Names } from "./names.ts";
import type { Run } from "./run.ts";

/** What the files on activities are read with. */
export interface ActivitySource {
  folder: string;
  runs: ReadonlyMap<string, Run>;
  curriculum: Curriculum;
  /** How lectures are completed, by their id: others than these the site does not have. */
  rules: ReadonlyMap<string, LectureRecord["completionRule"]["kind"]>;
  names: Names;
  isWanted: (student: number) => boolean;
}
