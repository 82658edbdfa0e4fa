import { exampleId } from "#domain/ids.ts";
import type { Examples } from "./examples.ts";

const nightSky = {
  name: "The night sky",
  subtitle: "Find your way by the stars in six evenings",
  description_markdown: "What can be seen on a **clear** night, without a telescope.",
  language: "en",
  level: "beginner",
  category_ids: [exampleId("courseCategory")],
  lecturer_ids: [exampleId("lecturer")],
  tags: ["astronomy"],
};

export const courseExamples: Examples = {
  createCourse: { ...nightSky, slug: "the-night-sky", external_id: "lms/42" },
  updateCourse: { subtitle: "Find your way by the stars in seven evenings", tags: ["astronomy", "evening"] },
  upsertCourse: { ...nightSky, slug: "the-night-sky" },
  bulkCourses: {
    operations: [
      { op: "create", data: { name: "The moon", language: "en", external_id: "lms/43" } },
      { op: "update", id: exampleId("course"), data: { tags: ["astronomy"] } },
    ],
  },
  createCoursePlan: [
    ["Free of charge", { name: "Open to all", plan_type: "free" }],
    [
      "Paid at once, cheaper in spring",
      {
        name: "Spring",
        plan_type: "one_time",
        price: { amount: 4900, currency: "USD" },
        compare_at_price: { amount: 6900, currency: "USD" },
        sale_starts_at: "2026-03-01T00:00:00.000Z",
        sale_ends_at: "2026-06-01T00:00:00.000Z",
      },
    ],
    [
      "Paid in three months, with as many seats as the dome has",
      {
        name: "In three payments",
        plan_type: "installments",
        price: { amount: 6900, currency: "USD" },
        installments: { count: 3, interval: "month" },
        seats: 40,
      },
    ],
  ],
  updateCoursePlan: { name: "Early bird", seats: 30 },
  createCourseCategory: { name: "Astronomy", slug: "astronomy" },
  updateCourseCategory: { name: "Astronomy and space", position: 1 },
  moderateReview: { status: "published", reply: "Thank you. The second evening is about the planets." },
};
