import { exampleId } from "#domain/platform/ids.ts";
import { bulkResults } from "./rows.ts";
import { type ResponseExamples, type Examples, type ResourceExamples, exampleOrigin } from "./examples.ts";

const benefits = {
  course_ids: [exampleId("course")],
  post_category_ids: [exampleId("postCategory")],
  event_discount_percent: 20,
};

export const membershipExamples: Examples = {
  createMembershipPlan: [
    ["Renews until it is canceled", { name: "Stargazers", plan_type: "recurring", trial_days: 14, benefits }],
    [
      "Lasts a number of days",
      { name: "A month of stars", plan_type: "specific_length", length_days: 30, benefits: { all_courses: true } },
    ],
    [
      "Ends on the same date for all members",
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
    ["At the end of the paid period", { mode: "at_period_end", reason: "Moves abroad" }],
    ["On a date", { mode: "at_date", date: "2034-12-31T00:00:00.000Z" }],
  ],
  pauseSubscription: { resume_at: "2034-12-31T00:00:00.000Z" },
  extendSubscription: { days: 30 },
  bulkSubscriptions: {
    operations: [{ op: "extend", id: exampleId("subscription"), data: { days: 30 } }],
  },
};

export const membershipResources: ResourceExamples = {
  membership_plan: {
    name: "Stargazers",
    slug: "stargazers",
    description_markdown: "All courses, and **every** open night.",
    status: "active",
    plan_type: "recurring",
    trial_days: 14,
    benefits: { all_courses: false, digital_product_ids: [], ...benefits },
    subscriber_count: 96,
    faq: [{ question: "Can I pause?", answer_markdown: "Yes, from one period to the next." }],
    url: `${exampleOrigin}/membership-plans/stargazers`,
  },
  membership_pricing: {
    label: "By the month",
    price: { amount: 1200, currency: "USD" },
    interval: "month",
    interval_count: 1,
  },
  subscription: {
    pricing_id: exampleId("membershipPricing"),
    status: "active",
    source: "purchase",
    starts_at: "2025-09-01T08:30:00.000Z",
    current_period_start: "2025-11-01T08:30:00.000Z",
    current_period_end: "2025-12-01T08:30:00.000Z",
    is_lifetime: false,
    cancel_at_period_end: false,
    next_charge_at: "2025-12-01T08:30:00.000Z",
    provider: "stripe",
  },
};

export const membershipResponses: ResponseExamples = {
  createMembershipPlan: { status: "draft", subscriber_count: 0, faq: [] },
  updateMembershipPricing: { label: "By the month, as before", active: false },
  grantSubscription: {
    status: "trialing",
    source: "manual",
    pricing_id: null,
    next_charge_at: null,
    provider: null,
    starts_at: "2025-11-20T19:55:00.000Z",
    created_at: "2025-11-20T19:55:00.000Z",
    updated_at: "2025-11-20T19:55:00.000Z",
    current_period_start: "2025-11-20T19:55:00.000Z",
    trial_ends_at: "2025-12-04T19:55:00.000Z",
    current_period_end: "2025-12-04T19:55:00.000Z",
  },
  updateSubscription: { next_pricing_id: exampleId("membershipPricing") },
  cancelSubscription: {
    cancel_at_period_end: true,
    cancel_at: "2025-12-01T08:30:00.000Z",
    canceled_at: "2025-11-20T19:55:00.000Z",
    cancel_reason: "Moves abroad",
    next_charge_at: null,
  },
  pauseSubscription: { status: "paused", paused_until: "2034-12-31T00:00:00.000Z", next_charge_at: null },
  extendSubscription: { current_period_end: "2025-12-31T08:30:00.000Z", next_charge_at: "2025-12-31T08:30:00.000Z" },
  bulkSubscriptions: bulkResults("subscription", "updated"),
};
