import type pg from "pg";
import type { RequestContext } from "#domain/platform/context.ts";
import { inArrays } from "../in-arrays.ts";
import type { Names } from "./names.ts";
import type { OuladCounts } from "./counts.ts";
import type { Curriculum } from "./curriculum.ts";
import { tableOf } from "./result-tables.ts";
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
  /** Number of courses, lectures, registrations, results, or lecture activities of students. */
  rows: number;
  /** Writes missing records, in transactions of its own. Existing records are kept. */
  write(context: RequestContext, client: pg.ClientBase): Promise<Written>;
  /** Returns how many of its rows are new, from the write result. */
  newAmong(written: Written): number;
  /** Counts the rows that the site lacks, without writing any. */
  missing(context: RequestContext, client: pg.ClientBase): Promise<number>;
  /** True if the following chunks are computed from what this one writes. */
  isBasis?: boolean;
}

const sum = (...counts: (number | undefined)[]) => counts.reduce<number>((all, count) => all + (count ?? 0), 0);

export function curriculumChunk(names: Names, runs: ReadonlyMap<string, Run>, curriculum: Curriculum): OuladChunk {
  const lectures = [...curriculum.materials.values(), ...curriculum.assessments.values()].map(({ id }) => id);
  const courses = [...runs.values()].map(({ courseId }) => courseId);
  return {
    rows: courses.length + lectures.length,
    isBasis: true,
    write: (context) => saveCurriculum(context, names, runs, curriculum),
    newAmong: (written) => sum(written.courses, written.lectures),
    missing: async ({ site }, client) =>
      (await missingIn(client, site.id, "courses", courses)) + (await missingIn(client, site.id, "lectures", lectures)),
  };
}

export const studentsChunk = (rows: readonly StudentRow[]): OuladChunk => ({
  rows: rows.length,
  write: ({ site, now }, client) => saveStudents(client, site.id, rows, now),
  newAmong: ({ enrollments }) => sum(enrollments),
  missing: ({ site }, client) =>
    missingIn(
      client,
      site.id,
      "enrollments",
      rows.map(({ enrollmentId }) => enrollmentId),
    ),
});

export const resultsChunk = (results: readonly Result[]): OuladChunk => ({
  rows: results.length,
  async write({ site, now }, client) {
    const counts = await saveResults(client, site.id, results, now);
    return { ...counts, progress: await saveProgress(client, site.id, results.map(spanOf)) };
  },
  newAmong: ({ attempts, submissions }) => sum(attempts, submissions),
  async missing({ site }, client) {
    let missing = 0;
    for (const [{ name }, of] of Map.groupBy(results, tableOf)) {
      const ids = of.map(({ id }) => id);
      missing += await missingIn(client, site.id, name, ids);
    }
    return missing;
  },
});

export const clicksChunk = (spans: readonly Span[]): OuladChunk => ({
  rows: spans.length,
  write: async ({ site }, client) => ({ progress: await saveProgress(client, site.id, spans) }),
  newAmong: ({ progress }) => sum(progress),
  missing: ({ site }, client) =>
    missingIn(
      client,
      site.id,
      "lecture_progress",
      spans.map(({ id }) => id),
    ),
});

/** A chunk of derived data, without rows of the source. */
export const followingChunk = (write: OuladChunk["write"]): OuladChunk => ({
  rows: 0,
  write,
  newAmong: () => 0,
  missing: () => Promise.resolve(0),
});

export const settlingChunk = (courseId: string): OuladChunk =>
  followingChunk(async ({ site }, client) => ({ places: await settleCourse(client, site.id, courseId) }));

/** IDs of one statement. */
const maxCounted = 1_000;

type Table = "courses" | "lectures" | "enrollments" | "quiz_attempts" | "submissions" | "lecture_progress";

/** Counts how many of these derived ids the site lacks. */
async function missingIn(client: pg.ClientBase, siteId: string, table: Table, ids: readonly string[]): Promise<number> {
  const requested = new Set(ids);
  let missing = 0;
  for await (const some of inArrays(requested, maxCounted)) {
    const { rowCount } = await client.query(`select from ${table} where site_id = $1 and id = any($2)`, [siteId, some]);
    missing += some.length - (rowCount ?? 0);
  }
  return missing;
}
