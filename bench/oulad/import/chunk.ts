import type pg from "pg";
import type { RequestContext } from "#domain/platform/context.ts";
import type { Names } from "./names.ts";
import type { OuladCounts } from "./counts.ts";
import type { Curriculum } from "./curriculum.ts";
import type { Result } from "./results.ts";
import type { Run } from "./run.ts";
import { saveCurriculum } from "./save-curriculum.ts";
import { saveProgress } from "./save-progress.ts";
import { saveResults } from "./save-results.ts";
import { saveStudents } from "./save-students.ts";
import { settleCourse } from "./settle-course.ts";
import { type Span, spanOf } from "./span.ts";
import type { StudentRow } from "./student-row.ts";

type Written = Partial<OuladCounts>;

/** A unit of writing: records of the source, or data derived from earlier chunks. */
export interface OuladChunk {
  /** Writes missing records, in transactions of its own. Existing records are kept. */
  write(context: RequestContext, client: pg.ClientBase): Promise<Written>;
  /** True if the following chunks are computed from what this one writes. */
  isBasis?: boolean;
}

export const curriculumChunk = (names: Names, runs: ReadonlyMap<string, Run>, curriculum: Curriculum): OuladChunk => ({
  isBasis: true,
  write: (context) => saveCurriculum(context, names, runs, curriculum),
});

export const studentsChunk = (rows: readonly StudentRow[]): OuladChunk => ({
  write: ({ site, now }, client) => saveStudents(client, site.id, rows, now),
});

export const resultsChunk = (results: readonly Result[]): OuladChunk => ({
  async write({ site, now }, client) {
    const counts = await saveResults(client, site.id, results, now);
    return { ...counts, progress: await saveProgress(client, site.id, results.map(spanOf)) };
  },
});

export const clicksChunk = (spans: readonly Span[]): OuladChunk => ({
  write: async ({ site }, client) => ({ progress: await saveProgress(client, site.id, spans) }),
});

export const settlingChunk = (courseId: string): OuladChunk => ({
  write: async ({ site }, client) => ({ places: await settleCourse(client, site.id, courseId) }),
});
