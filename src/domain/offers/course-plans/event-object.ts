import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { CoursePlan, type CoursePlanRow, serializePlan } from "./course-plan.ts";
import { columns } from "./queries.ts";

export const object = eventObject<CoursePlanRow>({
  schema: CoursePlan,
  table: sql`course_plans`,
  columns,
  serializeRow: (row) => serializePlan(row),
});
