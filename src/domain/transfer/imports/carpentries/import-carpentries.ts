import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { add, isChange, noChanges, type Tally } from "../changes.ts";
import { courseOfLesson } from "./course-of-lesson.ts";
import { readLessons } from "./lesson.ts";
import { type CourseTally, saveCourse } from "./save-course.ts";

/**
 * Creates or updates a course for each lesson in the folder. Reads all files before the first write, and writes all or
 * nothing. `report` receives one line per course.
 */
export async function importCarpentries(
  context: RequestContext,
  folder: string,
  report: (line: string) => void = () => {},
): Promise<CourseTally> {
  const desired = readLessons(folder).map(courseOfLesson);
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    let total: CourseTally = { courses: noChanges(), sections: noChanges(), lectures: noChanges() };
    for (const course of desired) {
      const tally = await saveCourse(inside, course, context.now);
      report(`${course.course.name}: ${describe(tally)}`);
      total = {
        courses: add(total.courses, tally.courses),
        sections: add(total.sections, tally.sections),
        lectures: add(total.lectures, tally.lectures),
      };
    }
    await recordAudit(inside, "importCarpentries", { resourceType: "course", details: { ...total } });
    return total;
  });
}

function describe({ courses, sections, lectures }: CourseTally): string {
  if (courses.created > 0) return `created, ${sections.created} sections, ${lectures.created} lectures`;
  const all = [courses, sections, lectures].reduce(add);
  if (!isChange(all)) return "unchanged";
  return [
    ...(courses.updated > 0 ? ["course updated"] : []),
    ...tallyText("sections", sections),
    ...tallyText("lectures", lectures),
  ].join(", ");
}

const tallyText = (kind: string, tally: Tally) =>
  (["created", "updated", "removed"] as const)
    .filter((what) => tally[what] > 0)
    .map((what) => `${tally[what]} ${kind} ${what}`);
