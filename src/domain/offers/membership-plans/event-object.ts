import { sql } from "#database/statements/sql.ts";
import { eventObject } from "#domain/platform/outbox/event-object.ts";
import { MembershipPlan, type MembershipPlanRecord, serializeMembershipPlan } from "./membership-plan.ts";
import { columns } from "./queries.ts";

export const object = eventObject<MembershipPlanRecord>({
  schema: MembershipPlan,
  table: sql`membership_plans`,
  columns,
  serializeRow: (row, scope) => serializeMembershipPlan(scope, row),
});
