import { type Fault, problemOfFaults } from "./front-matter.ts";
import { findCourseFolders, readCourseFolder } from "./read-folder.ts";

/** Fails with everything that is wrong in the courses of a folder. */
export async function checkCourseFolders(folder: string): Promise<void> {
  const faults: Fault[] = [];
  for (const course of findCourseFolders(folder)) {
    const read = await readCourseFolder(course);
    if ("faults" in read) faults.push(...read.faults);
  }
  if (faults.length > 0) throw problemOfFaults(faults);
}
