import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { anyOf, changeTimes, exactly, joinedToAny, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import {
  type ListedPlan,
  MembershipPlan,
  MembershipPlanSummary,
  planStatuses,
  planTypes,
  serializeMembershipPlan,
} from "./membership-plan.ts";
import { requirePlanToRead, summaryColumns } from "./queries.ts";

const plans = listing<ListedPlan>({
  kind: "membershipPlan",
  table: sql`membership_plans`,
  columns: summaryColumns,
  searchable: true,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz", name: "text", position: "integer" },
  filters: {
    status: withoutIndex(anyOf(z.enum(planStatuses), sql`membership_plans.status`)),
    planType: withoutIndex(anyOf(z.enum(planTypes), sql`membership_plans.plan_type`)),
    visible: withoutIndex(exactly(z.boolean(), sql`membership_plans.visible`)),
    courseId: joinedToAny(Id("course"), {
      column: sql`membership_plans.id`,
      table: sql`membership_plan_courses`,
      by: sql`membership_plan_courses.plan_id`,
      key: sql`membership_plan_courses.course_id`,
    }),
    ...changeTimes(sql`membership_plans`),
  },
});

export const listMembershipPlans = operation({
  name: "listMembershipPlans",
  summary: "List membership plans",
  description: "Includes drafts.",
  reads: "membership_plans:read",
  input: plans.input,
  output: pageSchemaOf(MembershipPlanSummary),
  run: async (context, input) =>
    mapPage(await plans.page(context, input), (plan) => serializeMembershipPlan(context, plan)),
});

export const getMembershipPlan = operation({
  name: "getMembershipPlan",
  summary: "Retrieve a membership plan",
  reads: "membership_plans:read",
  input: z.object({ plan: ReferenceTo("membershipPlan") }),
  output: MembershipPlan,
  async run(context, { plan: reference }) {
    return serializeMembershipPlan(context, await requirePlanToRead(context, reference));
  },
});
