import * as z from "zod";
import { endRedirectsTo } from "#domain/platform/addresses/move-address.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { hasSubscriptions, updateMembershipPlan } from "./queries.ts";
import { requireMembershipPlan } from "./save-membership-plan.ts";

export const deleteMembershipPlan = operation({
  name: "deleteMembershipPlan",
  summary: "Delete a membership plan",
  description: "Archives the plan instead if it has subscriptions.",
  writes: "membership_plans:write",
  input: z.object({ plan: ReferenceTo("membershipPlan") }),
  output: z.object({ id: Id("membershipPlan"), archived: z.boolean() }),
  async run(context, { plan: reference }) {
    const existing = await requireMembershipPlan(context, reference);
    const archived = await hasSubscriptions(context, existing.id);
    const changes = archived ? { status: "archived" as const } : { deletedAt: context.now };
    if (!archived) await endRedirectsTo(context, existing.id);
    await updateMembershipPlan(context, existing, changes, context.now);
    return { id: existing.id, archived };
  },
  emits: "membership_plan.archived",
});
