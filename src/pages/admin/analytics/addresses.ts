import { adminSections } from "../sections.ts";

const { path } = adminSections.analytics;

/** Analytics pages in the navigation, by the names of their texts. */
export const analyticsPages = {
  overview: path,
  courses: `${path}/courses`,
  revenue: `${path}/revenue`,
  subscriptions: `${path}/subscriptions`,
} as const;

export type AnalyticsPageName = keyof typeof analyticsPages;

export const metricPath = (metric: string): string => `${path}/metrics/${metric}`;

/** Path of a course's analytics page, by its encoded id (`crs_…`). */
export const coursePath = (id: string): string => `${analyticsPages.courses}/${id}`;
