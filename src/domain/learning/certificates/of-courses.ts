import * as z from "zod";
import { contentOf } from "#database/content/content-of.ts";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { inIndexOrder } from "#database/statements/statement.ts";
import { about } from "#domain/platform/audit/about.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { cursorPage, decodeCursor } from "#domain/platform/listing/cursor.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";

/** Months of validity that schools can choose; 0: without an end. */
export const certificateMonths = [0, 6, 12, 24, 36, 60] as const;

const Months = z.number().int().min(0).max(120).nullable().meta({
  description: "Months for which certificates of the course are valid; 0: without an end; null: issued by staff only",
});

const list = { kind: "certificatesOfCourses" };

const start = { value: "", id: nilUuid };

const CourseRule = z.object({ id: Id("course"), name: z.string(), months: Months });

export const listCertificatesOfCourses = operation({
  name: "listCertificatesOfCourses",
  summary: "List the certificate settings of courses",
  description: "By name. `id`: of one course.",
  reads: inAdminArea,
  input: z.object({
    limit: z.number().int().min(1).max(100),
    cursor: z.string().max(1000).optional(),
    id: Id("course").optional(),
  }),
  output: z.object({ courses: z.array(CourseRule), nextCursor: z.string().nullable() }),
  async run({ db, site }, { limit, cursor, id: only }) {
    // The first page has a bound too: without statistics, the planner would sort all courses of the site.
    const { value, id } = cursor === undefined ? start : decodeCursor(cursor, list);
    const beyond =
      only === undefined
        ? sql`(courses.name, courses.id) > (${String(value)}, ${id}::uuid)`
        : sql`courses.id = ${only}`;
    const found = await db.many<z.output<typeof CourseRule>>`
      select courses.id, courses.name, courses.certificate_months as months from courses
       where courses.site_id = ${site.id} and ${table("courses").present} and ${beyond}
       order by courses.name, courses.id
       limit ${limit + 1} ${inIndexOrder}`;
    const { rows, nextCursor } = cursorPage(found, limit, list, (course) => ({ value: course.name, id: course.id }));
    return { courses: rows, nextCursor };
  },
});

export const changeCertificatesOfCourse = operation({
  name: "changeCertificatesOfCourse",
  summary: "Update the certificate setting of a course",
  description: "Applies to enrollments that are completed from now on.",
  writes: inAdminArea,
  input: z.object({ id: Id("course"), months: Months }),
  output: z.object({ id: Id("course"), months: Months }),
  async run({ db, site }, { id, months }) {
    const found = await db.write.first`
      update courses set certificate_months = ${months}
       where site_id = ${contentOf(site.id)} and id = ${id} and ${table("courses").present} returning id`;
    if (!found) throw notFound("course", formatId("course", id));
    return { id, months };
  },
  audit: (_input, { id, months }) => about("course", id, { months }),
});
