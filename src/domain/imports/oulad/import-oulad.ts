import type pg from "pg";
import { recordAudit } from "#domain/audit/record-audit.ts";
import type { RequestContext } from "#domain/context.ts";
import { completionRulesOf } from "#domain/curriculum/import-queries.ts";
import { onImportConnection } from "../import-connection.ts";
import { inChunks } from "../in-chunks.ts";
import type { ActivitySource } from "./activity-source.ts";
import { readClicks } from "./clicks.ts";
import { readCurriculum } from "./curriculum.ts";
import { type Names, namesAt } from "./names.ts";
import { readResults } from "./results.ts";
import { readRuns } from "./runs.ts";
import { saveCurriculum } from "./save-curriculum.ts";
import { saveProgress } from "./save-progress.ts";
import { saveResults } from "./save-results.ts";
import { saveStudents } from "./save-students.ts";
import { settleCourse } from "./settle-course.ts";
import { spanOf } from "./span.ts";
import { type StudentRow, studentRow } from "./student-row.ts";
import { readRegistrations, type Registration } from "./students.ts";

export interface OuladOptions {
  /** The first so many of student.csv, with what belongs to them; without it all. */
  students?: number | undefined;
  /** The day on which the first course starts; without it they start when they did, from February 2013 on. */
  startDate?: Date | undefined;
  /** How far the import is: a stage, and the part of it that is done, 0 to 1. */
  onProgress?: (stage: OuladStage, part: number) => void;
}
type OuladStage = "courses" | "students" | "results" | "clicks" | "places";

/** Rows that the import has written: all 0 where an earlier one was complete. */
export interface OuladCounts {
  courses: number;
  sections: number;
  lectures: number;
  quizzes: number;
  assignments: number;
  accounts: number;
  members: number;
  enrollments: number;
  attempts: number;
  submissions: number;
  progress: number;
  places: number;
}

const chunkSize = 5_000;

/**
 * Imports the Open University Learning Analytics Dataset. Every chunk is a transaction of its own: an import that was
 * interrupted leaves what it had written, and the next one writes only what is missing.
 */
export async function importOulad(
  context: RequestContext,
  folder: string,
  options: OuladOptions = {},
): Promise<OuladCounts> {
  return onImportConnection(context, "importOulad", async (client) => {
    const counts = await importEverything(client, context, folder, options);
    await recordAudit(context, "importOulad", { resourceType: "course", details: { ...counts } });
    return counts;
  });
}

async function importEverything(
  client: pg.ClientBase,
  context: RequestContext,
  folder: string,
  { students, startDate, onProgress = () => {} }: OuladOptions,
): Promise<OuladCounts> {
  const { site, now } = context;
  const names = namesAt(site.id);
  const isWanted = firstStudents(students);

  onProgress("courses", 0);
  const runs = await readRuns(context, names, folder, startDate);
  const curriculum = await readCurriculum(folder, runs, names);
  const counts: OuladCounts = { ...(await saveCurriculum(context, names, runs, curriculum)), ...nothing };
  onProgress("courses", 1);

  const registrations = readRegistrations(folder, runs, (part) => onProgress("students", part));
  await inChunks(studentRows(registrations, isWanted, names), chunkSize, async (rows) => {
    add(counts, await saveStudents(client, site.id, rows, now));
  });

  const lectures = [...curriculum.materials.values(), ...curriculum.assessments.values()];
  const rules = await completionRulesOf(
    context,
    lectures.map(({ id }) => id),
  );
  const source: ActivitySource = { folder, runs, curriculum, rules, names, isWanted };
  await inChunks(
    readResults(source, (part) => onProgress("results", part)),
    chunkSize,
    async (results) => {
      add(counts, await saveResults(client, site.id, results, now));
      add(counts, { progress: await saveProgress(client, site.id, results.map(spanOf)) });
    },
  );
  await inChunks(
    readClicks(source, (part) => onProgress("clicks", part)),
    chunkSize,
    async (spans) => add(counts, { progress: await saveProgress(client, site.id, spans) }),
  );

  // What follows, and the site's first requests, would be planned for tables that are still small.
  const isLarge = counts.enrollments + counts.progress > chunkSize;
  if (isLarge) await client.query(`analyze ${filled.join(", ")}`);
  const courses = [...runs.values()];
  for (const [index, { courseId }] of courses.entries()) {
    add(counts, { places: await settleCourse(client, site.id, courseId) });
    onProgress("places", (index + 1) / courses.length);
  }
  if (isLarge) await client.query("analyze members, enrollments");
  return counts;
}

const nothing = { accounts: 0, members: 0, enrollments: 0, attempts: 0, submissions: 0, progress: 0, places: 0 };

function add(counts: OuladCounts, written: Partial<OuladCounts>): void {
  for (const [kind, count] of Object.entries(written)) counts[kind as keyof OuladCounts] += count;
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

async function* studentRows(
  registrations: AsyncIterable<Registration>,
  isWanted: (student: number) => boolean,
  names: Names,
): AsyncGenerator<StudentRow> {
  for await (const registration of registrations) {
    if (isWanted(registration.student)) yield studentRow(registration, names);
  }
}

/** Whether a student is among the first; the registrations, read first, decide who that is. */
function firstStudents(limit: number | undefined): (student: number) => boolean {
  if (limit === undefined) return () => true;
  const first = new Set<number>();
  return (student) => first.has(student) || (first.size < limit && first.add(student).has(student));
}
