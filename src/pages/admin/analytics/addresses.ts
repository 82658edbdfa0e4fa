import { adminSections } from "../sections.ts";

const { path } = adminSections.analytics;

/** The pages of figures that a navigation leads to, by the names of their texts. */
export const analyticsPages = {
  overview: path,
  courses: `${path}/courses`,
  revenue: `${path}/revenue`,
  subscriptions: `${path}/subscriptions`,
} as const;

export type AnalyticsPageName = keyof typeof analyticsPages;

/** One figure, large. */
export const metricPath = (metric: string): string => `${path}/metrics/${metric}`;

/** A course by its id as it is written: `crs_…`. */
export const coursePath = (id: string): string => `${analyticsPages.courses}/${id}`;
