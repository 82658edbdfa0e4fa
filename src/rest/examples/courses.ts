import { exampleId } from "#domain/platform/ids.ts";
import { bulkResults } from "./rows.ts";
import { type ResponseExamples, type Examples, type ResourceExamples, exampleOrigin } from "./examples.ts";

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
    ["Free", { name: "Open to all", plan_type: "free" }],
    [
      "One-time payment, discounted in spring",
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
      "Three monthly installments, with limited seats",
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

export const courseResources: ResourceExamples = {
  course: {
    ...nightSky,
    slug: "the-night-sky",
    course_type: "paid",
    requirements: [],
    outcomes: ["Name twenty stars", "Find north without a compass"],
    audience: ["Anyone who likes to be outside at night"],
    cover_file_id: exampleId("file"),
    cover_url: `${exampleOrigin}/files/${exampleId("file")}`,
    completion: { required_percent: 100, require_quizzes: true, require_assignments: false },
    status: "published",
    duration_seconds: 16_200,
    lecture_count: 24,
    enrollment_count: 128,
    rating_average: 4.6,
    rating_count: 37,
    external_id: "lms/42",
    url: `${exampleOrigin}/courses/the-night-sky`,
  },
  course_plan: {
    name: "Spring",
    plan_type: "one_time",
    price: { amount: 4900, currency: "USD" },
    compare_at_price: { amount: 6900, currency: "USD" },
    seats: 40,
    sale_starts_at: "2026-03-01T00:00:00.000Z",
    sale_ends_at: "2026-06-01T00:00:00.000Z",
    seats_taken: 12,
  },
  course_category: { name: "Astronomy", slug: "astronomy", course_count: 7, children: [] },
  review: {
    rating: 5,
    title: "Now I look up",
    body: "Six evenings that I will not forget.",
    reply: "Thank you. The second evening is about the planets.",
    replied_at: "2025-11-20T19:55:00.000Z",
    created_at: "2025-11-18T09:12:00.000Z",
  },
  tag: { name: "astronomy", count: 7 },
};

const draft = { status: "draft", published_at: null };
const unsold = { lecture_count: 0, duration_seconds: 0, enrollment_count: 0, rating_average: null, rating_count: 0 };

export const courseResponses: ResponseExamples = {
  createCourse: { ...draft, ...unsold },
  updateCourse: { subtitle: "Find your way by the stars in seven evenings", tags: ["astronomy", "evening"] },
  upsertCourse: { ...draft, ...unsold, created: true },
  unpublishCourse: draft,
  archiveCourse: { status: "archived" },
  restoreCourse: draft,
  bulkCourses: bulkResults("course", "created", "updated"),
  createCoursePlan: { seats_taken: 0, course_type: "paid" },
  updateCoursePlan: { name: "Early bird", seats: 30, course_type: "paid" },
  createCourseCategory: { course_count: 0 },
  updateCourseCategory: { name: "Astronomy and space", position: 1 },
};
