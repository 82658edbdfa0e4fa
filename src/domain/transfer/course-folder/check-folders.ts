import { type Fault, problemOfFaults } from "#domain/platform/yaml-fields.ts";
import { readCourseFolder } from "./read-folder.ts";

/** Throws a problem that lists every error in the course folders. */
export async function checkCourseFolders(courses: readonly string[]): Promise<void> {
  const faults: Fault[] = [];
  for (const course of courses) {
    const read = await readCourseFolder(course);
    if ("faults" in read) faults.push(...read.faults);
  }
  if (faults.length > 0) throw problemOfFaults(faults);
}
