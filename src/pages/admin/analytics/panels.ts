import type { MetricName } from "#domain/analytics/metrics.ts";
import { getAnalyticsTimeseries } from "#domain/analytics/timeseries.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import type { Figure } from "../../views/admin/analytics/figure.ts";
import type { Panel } from "../../views/admin/analytics/panels.ts";
import type { Trend } from "../../views/admin/analytics/trend.ts";
import { withEncodedDates } from "./figures.ts";
import { requestedPeriodOf, comparedOf, type Period } from "./period.ts";

type Values = readonly (number | null)[];

/** Combines metrics with their time series and the previous period. */
export async function readPanels(
  context: RequestContext,
  period: Period,
  figures: readonly Figure[],
  courseId?: string,
): Promise<Panel[]> {
  const names = [...new Set(figures.map(({ metric }) => metric))];
  const read = await Promise.all(
    names.map(async (metric) => [metric, await readTrends(context, period, metric, courseId)] as const),
  );
  const trends = new Map(read);
  return figures.map((figure) => ({ figure, trend: mustGet(trends, figure.metric)(figure.currency) }));
}

/** Reads the time series of a metric; monetary metrics per currency. */
export async function readTrends(context: RequestContext, period: Period, metric: MetricName, courseId?: string) {
  const requested = requestedPeriodOf(period);
  const compared = comparedOf(period);
  const [now, before] = await Promise.all([
    readSeries(context, period, metric, requested, courseId),
    compared && readSeries(context, period, metric, compared, courseId),
  ]);
  return (currency: string | null): Trend => ({
    points: now.points,
    to: requested.to,
    values: now.valuesIn(currency),
    before: before?.valuesIn(currency),
  });
}

async function readSeries(
  context: RequestContext,
  { interval }: Period,
  metric: MetricName,
  requested: ReturnType<typeof requestedPeriodOf>,
  courseId: string | undefined,
) {
  const { points, series } = await perform(getAnalyticsTimeseries, context, {
    metric,
    interval,
    ...withEncodedDates(requested),
    ...(courseId !== undefined && { courseId: [courseId] }),
  });
  return {
    points,
    // A currency without data has no series.
    valuesIn: (currency: string | null): Values =>
      series.find((one) => one.currency === currency)?.values ?? points.map(() => 0),
  };
}
