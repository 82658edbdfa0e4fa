import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import type { CourseRecord } from "#domain/catalog/courses/course.ts";
import { findCourse } from "#domain/catalog/courses/queries.ts";
import type { Reference } from "#domain/platform/fields.ts";
import { notFound } from "#domain/platform/problem.ts";

const page = 200;

/**
 * Exports one course or all courses, in order of slug. Reads each course in its own consistent snapshot. Returns the
 * slugs.
 */
export async function exportEach(
  context: RequestContext,
  which: Reference | "all",
  write: (context: Context, course: CourseRecord) => Promise<void>,
): Promise<string[]> {
  const slugs: string[] = [];
  if (which === "all") {
    for (let after = ""; ;) {
      const next = await slugsAfter(context, after);
      for (const slug of next) if (await exportOne(context, { slug }, write)) slugs.push(slug);
      const last = next.at(-1);
      if (last === undefined || next.length < page) break;
      after = last;
    }
  } else {
    const course = await exportOne(context, which, write);
    if (!course) throw notFound("course", "id" in which ? "with this ID" : which.slug);
    slugs.push(course.slug);
  }
  await recordAudit(context, "exportCourses", { resourceType: "course", details: { courses: slugs.length } });
  return slugs;
}

/** Returns undefined if the course was deleted in the meantime. */
const exportOne = (
  context: RequestContext,
  which: Reference,
  write: (context: Context, course: CourseRecord) => Promise<void>,
): Promise<CourseRecord | undefined> =>
  context.db.transaction(async (db) => {
    await db.run`set transaction isolation level repeatable read, read only`;
    const inside = { ...context, db };
    const course = await findCourse(inside, which);
    if (course) await write(inside, course);
    return course;
  });

async function slugsAfter({ db, site }: RequestContext, after: string): Promise<string[]> {
  const found = await db.many<{ slug: string }>`
    select slug from courses
     where site_id = ${site.id} and deleted_at is null and slug > ${after} order by slug limit ${page}`;
  return found.map(({ slug }) => slug);
}
