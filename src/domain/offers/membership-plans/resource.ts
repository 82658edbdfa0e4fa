import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

export const membershipPlans = defineResource({
  ids: { membershipPlan: "mpl" },
  tags: { membership_plans: "Membership plans with their prices and benefits." },
  scopes: { read: "membership_plans:read", write: "membership_plans:write" },
  events: {
    "membership_plan.created": { about: "A membership plan was created" },
    "membership_plan.updated": { about: "A membership plan, its prices or its benefits were updated" },
    "membership_plan.archived": { about: "A membership plan was archived" },
  },
  tables: [
    schoolData("membership_plans", "School content and offers"),
    schoolData("membership_plan_courses", "School content and offers"),
  ],
  audit: {
    names: { membership_plan: { en: "Membership plan", "zh-TW": "會員方案" } },
    actions: {
      createMembershipPlan: { en: "A membership plan was created", "zh-TW": "建立會員方案" },
      deleteMembershipPlan: { en: "A membership plan was deleted or archived", "zh-TW": "刪除或封存會員方案" },
      replaceMembershipBenefits: {
        en: "The benefits of a membership plan were updated",
        "zh-TW": "修改會員方案的權益",
      },
      updateMembershipPlan: { en: "A membership plan was updated", "zh-TW": "修改會員方案" },
    },
  },
  exports: ["membership_plans"],
});
