import type { RequestContext } from "#domain/platform/context.ts";
import { inArrays } from "./in-arrays.ts";
import type { ActivitySource } from "./activity-source.ts";
import { clicksChunk, curriculumChunk, type OuladChunk, resultsChunk, settlingChunk, studentsChunk } from "./chunk.ts";
import { readClicks } from "./clicks.ts";
import { addCounts, noCounts } from "./counts.ts";
import { type Curriculum, readCurriculum } from "./curriculum.ts";
import { type Names, namesAt } from "./names.ts";
import { readResults } from "./results.ts";
import { readRuns } from "./runs.ts";
import { type StudentRow, studentRow } from "./student-row.ts";
import { readRegistrations, type Registration } from "./students.ts";

export interface OuladOptions {
  /** Import only the first students of student.csv with their data; undefined imports all. */
  students?: number | undefined;
  /** The start of the first course; undefined keeps the original dates, from February 2013 on. */
  startDate?: Date | undefined;
  /** Reports progress: the stage, and its completed fraction, 0 to 1. */
  onProgress?: (stage: OuladStage, part: number) => void;
}
type OuladStage = "courses" | "students" | "results" | "clicks" | "places";

const chunkSize = 5_000;

/** Reads the Open University Learning Analytics Dataset as chunks, in write order. Reads lazily. */
export async function* chunksOf(
  context: RequestContext,
  folder: string,
  { students, startDate, onProgress = () => {} }: OuladOptions,
): AsyncGenerator<OuladChunk> {
  const names = namesAt(context.site.id);
  const isIncluded = firstStudents(students);
  const written = noCounts();
  const counted = (chunk: OuladChunk): OuladChunk => ({
    ...chunk,
    async write(now, client) {
      const counts = await chunk.write(now, client);
      addCounts(written, counts);
      return counts;
    },
  });

  onProgress("courses", 0);
  const runs = await readRuns(context, names, folder, startDate);
  const curriculum = await readCurriculum(folder, runs, names);
  yield counted(curriculumChunk(names, runs, curriculum));
  onProgress("courses", 1);

  const registrations = readRegistrations(folder, runs, (part) => onProgress("students", part));
  for await (const rows of inArrays(studentRows(registrations, isIncluded, names), chunkSize)) {
    yield counted(studentsChunk(rows));
  }
  const rules = rulesOf(curriculum);
  const source: ActivitySource = { folder, runs, curriculum, rules, names, isIncluded };
  const results = readResults(source, (part) => onProgress("results", part));
  for await (const some of inArrays(results, chunkSize)) yield counted(resultsChunk(some));
  const clicks = readClicks(source, (part) => onProgress("clicks", part));
  for await (const spans of inArrays(clicks, chunkSize)) yield counted(clicksChunk(spans));

  // Refreshes the planner statistics, so that later chunks and the first requests are not planned for small tables.
  const isLarge = () => written.enrollments + written.progress > chunkSize;
  yield analyzing(isLarge, filled);
  const courses = [...runs.values()];
  for (const [index, { courseId }] of courses.entries()) {
    yield counted(settlingChunk(courseId));
    onProgress("places", (index + 1) / courses.length);
  }
  yield analyzing(isLarge, ["members", "enrollments"]);
}

const filled = [
  "accounts",
  "account_sites",
  "members",
  "courses",
  "sections",
  "lectures",
  "quizzes",
  "assignments",
  "enrollments",
  "quiz_attempts",
  "submissions",
  "lecture_progress",
];

const analyzing = (isLarge: () => boolean, tables: readonly string[]): OuladChunk => ({
  async write(_context, client) {
    if (isLarge()) await client.query(`analyze ${tables.join(", ")}`);
    return {};
  },
});

const rulesOf = ({ materials, assessments }: Curriculum): ActivitySource["rules"] =>
  new Map([...materials.values(), ...assessments.values()].map(({ id, completionRule }) => [id, completionRule.kind]));

async function* studentRows(
  registrations: AsyncIterable<Registration>,
  isIncluded: (student: number) => boolean,
  names: Names,
): AsyncGenerator<StudentRow> {
  for await (const registration of registrations) {
    if (isIncluded(registration.student)) yield studentRow(registration, names);
  }
}

/** Returns a predicate for the first students. The registrations, which are read first, determine them. */
function firstStudents(limit: number | undefined): (student: number) => boolean {
  if (limit === undefined) return () => true;
  const first = new Set<number>();
  return (student) => first.has(student) || (first.size < limit && first.add(student).has(student));
}
