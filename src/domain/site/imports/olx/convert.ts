import type { CourseDocument } from "#domain/catalog/course-folder/course-content.ts";
import type { Warning } from "#domain/platform/jobs/job.ts";
import { convertInWorker } from "../convert-in-worker.ts";
import type { OlxFolder } from "./olx-folder.ts";

export interface ConvertedOlx {
  course: CourseDocument;
  warnings: Warning[];
}

export async function convertOlx(source: OlxFolder): Promise<CourseDocument> {
  const module = new URL("./convert-worker.ts", import.meta.url);
  const { course, warnings } = await convertInWorker<ConvertedOlx>(module, source.folder);
  for (const warning of warnings) source.warnings.push(warning);
  return course;
}
