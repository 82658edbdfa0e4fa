import { getAnalyticsOverview } from "#domain/analytics/overview.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import type { Figure } from "../../views/admin/analytics/figure.ts";
import { requestedPeriodOf, type Period } from "./period.ts";

/** Reads all permitted metrics of a period, for the whole school or one course (`crs_…`). */
export async function readFigures(context: RequestContext, period: Period, courseId?: string) {
  const { comparison } = period;
  const { metrics, computedThrough } = await perform(getAnalyticsOverview, context, {
    ...withEncodedDates(requestedPeriodOf(period)),
    ...(comparison !== "none" && { compare: comparison }),
    ...(courseId !== undefined && { courseId }),
  });
  const figures: Figure[] = metrics.flatMap(({ metric, unit, values }) =>
    values.map((value) => ({ metric, unit, ...value })),
  );
  return { figures, computedThrough };
}

/** Operations accept wire values. */
export const withEncodedDates = <Asked extends { from: Date; to: Date }>(requested: Asked) => ({
  ...requested,
  from: requested.from.toISOString(),
  to: requested.to.toISOString(),
});
