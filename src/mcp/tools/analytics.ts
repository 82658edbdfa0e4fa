import { getCourseFunnel } from "#domain/engagement/analytics/funnel.ts";
import { getAnalyticsOverview } from "#domain/engagement/analytics/overview.ts";
import { getAnalyticsTimeseries } from "#domain/engagement/analytics/timeseries.ts";
import { readTool } from "../make-tool.ts";
import type { Tool } from "../tool.ts";
import { words } from "../words.ts";

/** What is going on at a school, in numbers: nothing of one person. */
export const analyticsTools: readonly Tool[] = [
  readTool(
    words(
      "get_analytics_overview",
      "Read key figures",
      "Key figures of a period, with compare beside those of the period before or of the same days a year ago; with course_id of one course. Money is per currency, in minor units. withheld names what needs other scopes. For one figure over time use get_analytics_series.",
    ),
    getAnalyticsOverview,
  ),
  readTool(
    words(
      "get_analytics_series",
      "Read one metric over time",
      "One metric by hour, day, week or month, at most 1000 points; group_by or one filter divides it, where the metric is kept by that. values stand in the order of points; total is of the whole period. For all metrics at once use get_analytics_overview.",
    ),
    getAnalyticsTimeseries,
  ),
  readTool(
    words(
      "get_course_analytics",
      "Read how far people come in a course",
      "How many were enrolled in a course, by id or slug, and completed it, and who opened and completed each lecture: a high drop_off_percent is where people stop. Nobody is named; for that use get_progress or list_students.",
    ),
    getCourseFunnel,
  ),
];
