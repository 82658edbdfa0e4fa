import { analyticsRoutes } from "./routes/analytics.ts";
import { appearanceRoutes } from "./routes/appearance.ts";
import { commentRoutes } from "./routes/comments.ts";
import { consultingRoutes } from "./routes/consulting.ts";
import { couponRoutes } from "./routes/coupons.ts";
import { courseRoutes } from "./routes/courses.ts";
import { curriculumRoutes } from "./routes/curriculum.ts";
import { digitalProductRoutes } from "./routes/digital-products.ts";
import { eventRoutes } from "./routes/events.ts";
import { fileRoutes } from "./routes/files.ts";
import { formRoutes } from "./routes/forms.ts";
import { lecturerRoutes } from "./routes/lecturers.ts";
import { memberRoutes } from "./routes/members.ts";
import { membershipRoutes } from "./routes/memberships.ts";
import { orderRoutes } from "./routes/orders.ts";
import { pageRoutes } from "./routes/pages.ts";
import { postRoutes } from "./routes/posts.ts";
import { schoolRoutes } from "./routes/school.ts";
import { studentRoutes } from "./routes/students.ts";
import { webhookRoutes } from "./routes/webhooks.ts";
import { subscriptionRoutes } from "./routes/subscriptions.ts";
import type { Route } from "./route.ts";

/** All routes of the operator API (`/api/v1`), in documentation order. */
export const routes: readonly Route[] = [
  ...courseRoutes,
  ...curriculumRoutes,
  ...studentRoutes,
  ...memberRoutes,
  ...analyticsRoutes,
  ...orderRoutes,
  ...schoolRoutes,
  ...webhookRoutes,
  ...appearanceRoutes,
  ...eventRoutes,
  ...membershipRoutes,
  ...subscriptionRoutes,
  ...couponRoutes,
  ...postRoutes,
  ...digitalProductRoutes,
  ...consultingRoutes,
  ...commentRoutes,
  ...lecturerRoutes,
  ...formRoutes,
  ...pageRoutes,
  ...fileRoutes,
];
