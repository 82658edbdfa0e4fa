import type { FastifyInstance } from "fastify";
import type { Dimension } from "#domain/analytics/dimensions.ts";
import { type MetricName, metricNames, metrics } from "#domain/analytics/metrics.ts";
import { getAnalyticsTimeseries } from "#domain/analytics/timeseries.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Division } from "../../views/admin/analytics/division.ts";
import { metricPage } from "../../views/admin/analytics/metric.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage } from "../parts/routes.ts";
import { analyticsPages, coursePath, metricPath } from "./addresses.ts";
import { readFigures, withEncodedDates } from "./figures.ts";
import { readPanels } from "./panels.ts";
import { addressFor, requestedPeriodOf, type Period } from "./period.ts";
import { pageContextOf } from "./page-context.ts";

/** GET /admin/analytics/metrics/{metric}: `?by=` selects a breakdown. */
export function metricPages(app: FastifyInstance): void {
  getPage(app, `${analyticsPages.overview}/metrics/:metric`, async (pageRequest, request) => {
    const { context } = pageRequest;
    const metric = metricNames.find((name) => name === request.params.metric);
    if (!metric) throw new Problem("not_found", "There is no such metric.");
    const dimensions = metrics[metric].dimensions.filter((name) => name !== "currency");
    const dimension = dimensions.find((name) => name === request.query.by) ?? dimensions[0];
    const more: Record<string, string> = dimension ? { by: dimension } : {};
    const pageContext = await pageContextOf(context, request, { page: "overview", path: metricPath(metric), more });
    const { period } = pageContext;
    const page = adminPageOf(pageRequest, "analytics");
    if (period.wrong.length > 0) {
      return metricPage(page, pageContext, { metric, panels: [], dimensions, dimension, divisions: [] });
    }
    const [{ figures, computedThrough }, divisions] = await Promise.all([
      readFigures(context, period),
      dimension ? readDivisions(context, period, metric, dimension) : [],
    ]);
    const panels = await readPanels(
      context,
      period,
      figures.filter((figure) => figure.metric === metric),
    );
    const view = { metric, panels, dimensions, dimension, divisions };
    return metricPage(page, { ...pageContext, computedThrough }, view);
  });
}

/** Breaks a metric down by a dimension; monetary metrics per currency. */
async function readDivisions(
  context: RequestContext,
  period: Period,
  metric: MetricName,
  dimension: Dimension,
): Promise<Division[]> {
  const { unit, series, omitted } = await perform(getAnalyticsTimeseries, context, {
    metric,
    ...withEncodedDates(requestedPeriodOf(period)),
    interval: "month",
    groupBy: dimension,
  });
  const currencies = [...new Set(series.map(({ currency }) => currency))];
  return currencies.map((currency) => ({
    by: dimension,
    unit,
    currency,
    rows: series
      .filter((one) => one.currency === currency)
      .map(({ group, total, suppressed }) => ({
        key: group?.key ?? "",
        name: group?.name ?? null,
        value: total,
        suppressed: suppressed && total === null,
        href: dimension === "course" && group?.name ? addressFor(coursePath(group.key), period) : undefined,
      })),
    omitted,
  }));
}
