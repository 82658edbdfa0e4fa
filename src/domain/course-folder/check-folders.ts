import { problemOfFaults } from "./front-matter.ts";
import { findCourseFolders, readCourseFolder } from "./read-folder.ts";

/** Fails with everything that is wrong in the courses of a folder. */
export function checkCourseFolders(folder: string): void {
  const faults = findCourseFolders(folder).flatMap((course) => {
    const read = readCourseFolder(course);
    return "faults" in read ? read.faults : [];
  });
  if (faults.length > 0) throw problemOfFaults(faults);
}
