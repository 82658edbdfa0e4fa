import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { requireOwnCourse } from "#domain/catalog/courses/own-courses.ts";
import { findCourse } from "#domain/catalog/courses/queries.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { exactly, range, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { operation } from "#domain/platform/operation.ts";
import { CoursePlan, type CoursePlanRow, serializePlan } from "./course-plan.ts";
import { columns } from "./queries.ts";

const plans = listing<CoursePlanRow>({
  kind: "coursePlan",
  table: sql`course_plans`,
  columns,
  defaultSort: "position",
  sorts: { position: "integer", updatedAt: "timestamptz" },
  filters: {
    active: withoutIndex(exactly(z.boolean(), sql`course_plans.active`)),
    updatedAt: range(Instant, sql`course_plans.updated_at`),
  },
});

export const listCoursePlans = operation({
  name: "listCoursePlans",
  summary: "List the plans of a course",
  description: "Sorted by position. Plans that are not active are archived.",
  reads: "courses:read",
  input: plans.input.extend({ course: ReferenceTo("course") }),
  output: pageSchemaOf(CoursePlan),
  async run(context, { course: reference, ...requested }) {
    const course = await findCourse(context, reference);
    if (!course) throw resourceNotFound("course", reference);
    await requireOwnCourse(context, course.id);
    return mapPage(
      await plans.page(context, requested, { of: sql`course_plans.course_id = ${course.id}` }),
      serializePlan,
    );
  },
});
