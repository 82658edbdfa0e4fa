import type { CourseDocument } from "#domain/catalog/course-folder/course-content.ts";
import type { Warning } from "#domain/platform/jobs/job.ts";
import { Problem } from "#domain/platform/problem.ts";
import { runInWorker, WorkerTimeout } from "#lib/run-in-worker.ts";
import type { OlxFolder } from "./olx-folder.ts";

/** The result of the worker: a course with warnings, or the reason for failure. */
export type Conversion =
  | { course: CourseDocument; warnings: Warning[] }
  | { problem: Pick<Problem, "code" | "message" | "details"> };

/** Far above the needs of the largest courses. */
const timeoutMs = 300_000;

/** Converts an OLX course in a worker thread: XML and HTML can be slow to parse, even maliciously. */
export async function convertOlx(source: OlxFolder): Promise<CourseDocument> {
  const converted = await inWorker(source.folder);
  if ("problem" in converted) {
    const { code, message, details } = converted.problem;
    throw new Problem(code, message, details);
  }
  source.warnings.push(...converted.warnings);
  return converted.course;
}

async function inWorker(folder: string): Promise<Conversion> {
  try {
    return await runInWorker<Conversion>(new URL("./convert-worker.ts", import.meta.url), {
      workerData: folder,
      timeoutMs,
    });
  } catch (error) {
    if (!(error instanceof WorkerTimeout)) throw error;
    const detail = `Converting the course takes more than ${timeoutMs / 60_000} minutes. Split the course.`;
    throw new Problem("validation_failed", detail);
  }
}
