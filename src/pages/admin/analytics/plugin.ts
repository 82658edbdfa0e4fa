import type { FastifyInstance } from "fastify";
import { coursesPages } from "./courses.ts";
import { metricPages } from "./metric.ts";
import { overviewPage } from "./overview.ts";
import { revenuePages, subscriptionsPages } from "./sales.ts";

/** Analytics pages, read-only. */
export function registerAnalyticsPages(app: FastifyInstance): void {
  overviewPage(app);
  metricPages(app);
  coursesPages(app);
  revenuePages(app);
  subscriptionsPages(app);
}
