import { isDeepStrictEqual } from "node:util";
import { unchanged } from "#domain/platform/outcome.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { BenefitChanges, MembershipPlan, noBenefits, serializeMembershipPlan } from "./membership-plan.ts";
import { requireBenefits } from "./plan-rules.ts";
import { findMembershipPlan, includeCourses, updateMembershipPlan } from "./queries.ts";
import { requireMembershipPlan } from "./save-membership-plan.ts";

export const replaceMembershipBenefits = operation({
  name: "replaceMembershipBenefits",
  summary: "Replace the benefits of a membership plan",
  writes: "membership_plans:write",
  input: BenefitChanges.extend({ plan: ReferenceTo("membershipPlan") }),
  output: MembershipPlan,
  async run(context, { plan: reference, ...input }) {
    const existing = await requireMembershipPlan(context, reference);
    const requested = { ...noBenefits, ...input };
    const before = serializeMembershipPlan(context, existing);
    if (isDeepStrictEqual(requested, before.benefits)) return unchanged(before);
    await requireBenefits(context, input, "");
    const { courseIds, ...benefits } = requested;
    await includeCourses(context, existing.id, courseIds);
    await updateMembershipPlan(context, existing, benefits, context.now);
    return serializeMembershipPlan(context, await mustExist(findMembershipPlan(context, { id: existing.id })));
  },
  emits: "membership_plan.updated",
});
