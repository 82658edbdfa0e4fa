import type { Route } from "./route.ts";

/**
 * The routes of the operator API (`/api/v1`), in documentation order. A group is loaded when one of its routes is
 * requested first (docs/decisions/0047). All routes of a path belong to one group.
 */
export const routeGroups = {
  courses: async () => (await import("./routes/courses.ts")).courseRoutes,
  curriculum: async () => (await import("./routes/curriculum.ts")).curriculumRoutes,
  students: async () => (await import("./routes/students.ts")).studentRoutes,
  members: async () => (await import("./routes/members.ts")).memberRoutes,
  analytics: async () => (await import("./routes/analytics.ts")).analyticsRoutes,
  orders: async () => (await import("./routes/orders.ts")).orderRoutes,
  school: async () => (await import("./routes/school.ts")).schoolRoutes,
  me: async () => (await import("./routes/me.ts")).meRoutes,
  transfers: async () => (await import("./routes/transfers.ts")).transferRoutes,
  jobs: async () => (await import("./routes/jobs.ts")).jobRoutes,
  webhooks: async () => (await import("./routes/webhooks.ts")).webhookRoutes,
  appearance: async () => (await import("./routes/appearance.ts")).appearanceRoutes,
  events: async () => (await import("./routes/events.ts")).eventRoutes,
  memberships: async () => (await import("./routes/memberships.ts")).membershipRoutes,
  subscriptions: async () => (await import("./routes/subscriptions.ts")).subscriptionRoutes,
  coupons: async () => (await import("./routes/coupons.ts")).couponRoutes,
  posts: async () => (await import("./routes/posts.ts")).postRoutes,
  digitalProducts: async () => (await import("./routes/digital-products.ts")).digitalProductRoutes,
  consulting: async () => (await import("./routes/consulting.ts")).consultingRoutes,
  comments: async () => (await import("./routes/comments.ts")).commentRoutes,
  lecturers: async () => (await import("./routes/lecturers.ts")).lecturerRoutes,
  forms: async () => (await import("./routes/forms.ts")).formRoutes,
  pages: async () => (await import("./routes/pages.ts")).pageRoutes,
  files: async () => (await import("./routes/files.ts")).fileRoutes,
} satisfies Record<string, () => Promise<readonly Route[]>>;

export type RouteGroup = keyof typeof routeGroups;
