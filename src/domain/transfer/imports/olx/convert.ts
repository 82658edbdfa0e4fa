import type { CourseDocument } from "#domain/transfer/course-folder/course-content.ts";
import type { Warning } from "#domain/platform/jobs/job.ts";
import { convertInWorker } from "../convert-in-worker.ts";

export interface ConvertedOlx {
  course: CourseDocument;
  warnings: Warning[];
  /** Contents of files that are written in texts, by path in the course. */
  inlineFiles: ReadonlyMap<string, Uint8Array>;
}

export const convertOlx = (folder: string): Promise<ConvertedOlx> =>
  convertInWorker<ConvertedOlx>(new URL("./convert-worker.ts", import.meta.url), folder);
