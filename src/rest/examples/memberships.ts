import { exampleId } from "#domain/ids.ts";
import type { Examples } from "./examples.ts";

const benefits = {
  course_ids: [exampleId("course")],
  post_category_ids: [exampleId("postCategory")],
  event_discount_percent: 20,
};

export const membershipExamples: Examples = {
  createMembershipPlan: [
    ["Goes on until it is canceled", { name: "Stargazers", plan_type: "recurring", trial_days: 14, benefits }],
    [
      "Lasts so many days",
      { name: "A month of stars", plan_type: "specific_length", length_days: 30, benefits: { all_courses: true } },
    ],
    [
      "Ends on one day for all",
      { name: "Season 2034", plan_type: "fixed_date", fixed_end_date: "2034-12-31T00:00:00.000Z" },
    ],
  ],
  updateMembershipPlan: {
    description_markdown: "All courses, and **every** open night.",
    faq: [{ question: "Can I pause?", answer_markdown: "Yes, from one period to the next." }],
  },
  createMembershipPricing: { label: "By the month", price: { amount: 1200, currency: "USD" }, interval: "month" },
  updateMembershipPricing: { label: "By the month, as before", active: false },
  replaceMembershipBenefits: benefits,
};

export const subscriptionExamples: Examples = {
  grantSubscription: { member_id: exampleId("member"), plan_id: exampleId("membershipPlan"), trial_days: 14 },
  updateSubscription: { pricing_id: exampleId("membershipPricing"), metadata: { asked_by: "Mail of 3 May" } },
  cancelSubscription: [
    ["At the end of what is paid for", { mode: "at_period_end", reason: "Moves abroad" }],
    ["On a day", { mode: "at_date", date: "2034-12-31T00:00:00.000Z" }],
  ],
  pauseSubscription: { resume_at: "2034-12-31T00:00:00.000Z" },
  extendSubscription: { days: 30 },
  bulkSubscriptions: {
    operations: [{ op: "extend", id: exampleId("subscription"), data: { days: 30 } }],
  },
};
