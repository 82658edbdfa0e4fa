import { isDeepStrictEqual } from "node:util";
import { about } from "#domain/platform/audit/about.ts";
import { unchanged } from "#domain/platform/merge-patch/unchanged.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { operation } from "#domain/platform/operation.ts";
import { BenefitChanges, MembershipPlan, noBenefits, presentMembershipPlan } from "./membership-plan.ts";
import { requireBenefits } from "./plan-rules.ts";
import { findMembershipPlan, includeCourses, updateMembershipPlan } from "./queries.ts";
import { membershipPlanEvent, requireMembershipPlan } from "./save-membership-plan.ts";

export const replaceMembershipBenefits = operation({
  name: "replaceMembershipBenefits",
  summary: "Replace the benefits of a membership plan",
  access: { scope: "membership_plans:write" },
  writes: true,
  input: BenefitChanges.extend({ plan: ReferenceTo("membershipPlan") }),
  output: MembershipPlan,
  async run(context, { plan: reference, ...given }) {
    const held = await requireMembershipPlan(context, reference);
    const wanted = { ...noBenefits, ...given };
    const before = presentMembershipPlan(context, held);
    if (isDeepStrictEqual(wanted, before.benefits)) return unchanged(before);
    await requireBenefits(context, given, "");
    const { courseIds, ...benefits } = wanted;
    await includeCourses(context, held.id, courseIds);
    await updateMembershipPlan(context, held, benefits, context.now);
    return presentMembershipPlan(context, (await findMembershipPlan(context, { id: held.id }))!);
  },
  audit: (_input, { id }) => about("membershipPlan", id),
  event: membershipPlanEvent("membership_plan.updated"),
});
