import * as z from "zod";
import { inIndexOrder } from "#database/statements/statement.ts";
import { Course } from "#domain/catalog/courses/course.ts";
import { isListed } from "#domain/catalog/courses/public-courses.ts";
import { browseCategories } from "../categories.ts";
import { keptUntilChanged } from "../content-version.ts";
import type { Context } from "#domain/platform/context.ts";
import { read } from "#domain/platform/operation.ts";

/** Courses from which the choices are collected. Those of larger schools are of their first courses. */
const maxCourses = 2000;

/** The choices that divide the listed courses. One choice alone divides nothing. */
export const CourseFilters = z.object({
  categories: z.array(z.object({ id: z.string(), name: z.string() })),
  languages: z.array(z.string()),
  levels: z.array(Course.shape.level.unwrap()),
  hasFree: z.boolean(),
});
type CourseFilters = z.output<typeof CourseFilters>;

async function readFilters(context: Context): Promise<CourseFilters> {
  const { db, site } = context;
  const found = await db.many<Pick<z.output<typeof Course>, "language" | "level" | "courseType">>`
    ${inIndexOrder} select courses.language, courses.level, courses.course_type from courses
     where courses.site_id = ${site.id} and ${isListed} order by courses.position, courses.id limit ${maxCourses}`;
  const { data } = await read(browseCategories, context, { kind: "course" });
  const areFree = new Set(found.map(({ courseType }) => courseType === "free"));
  return {
    categories: several(data.map(({ id, name }) => ({ id, name }))),
    languages: several([...new Set(found.map(({ language }) => language))].toSorted()),
    levels: several([...new Set(found.flatMap(({ level }) => level ?? []))].toSorted()),
    hasFree: areFree.size === 2,
  };
}

const several = <Choice>(choices: Choice[]): Choice[] => (choices.length > 1 ? choices : []);

export const keptCourseFilters = keptUntilChanged(readFilters);
