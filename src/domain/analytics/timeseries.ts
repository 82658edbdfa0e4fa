import * as z from "zod";
import { Instant } from "#domain/platform/time/instant.ts";
import { inSnapshot } from "#domain/platform/in-snapshot.ts";
import { operation } from "#domain/platform/operation.ts";
import { cutBy } from "./cut-by.ts";
import { type Dimension, dimensions, filters, personal, writtenKey } from "./dimensions.ts";
import { evaluate, type Series } from "./evaluate.ts";
import { cut, intervals, maxPoints } from "./intervals.ts";
import { metricNames, units } from "./metrics.ts";
import { namesOf } from "./names.ts";
import { answered, requested, ComputedThrough, periodOf, zoneOf } from "./period.ts";
import { requireMetric, scope, withinReach } from "./may-read.ts";
import { computedThrough } from "./read-rollups.ts";
import { suppressFew } from "./suppress.ts";

const Value = z.number().nullable().meta({ description: "Null if the denominator is zero or the value is withheld" });

const AnalyticsSeries = z
  .object({
    group: z
      .object({ key: z.string(), name: z.string().nullable() })
      .nullable()
      .meta({ description: "The group of this series, if grouped. The key is empty if the group is unknown." }),
    currency: z.string().nullable(),
    values: z.array(Value).meta({ description: "One value per entry of `points`" }),
    total: Value.meta({
      description: "Total of the period. Distinct people for `active_students`, the last value for `mrr`.",
    }),
    suppressed: z
      .boolean()
      .meta({ description: "Some values are withheld because they describe fewer than three people" }),
  })
  .meta({ id: "AnalyticsSeries" });

const maxSeries = 50;

export const getAnalyticsTimeseries = operation({
  name: "getAnalyticsTimeseries",
  summary: "Retrieve a metric over time",
  description: "Can be grouped by one dimension or filtered.",
  reads: { scope },
  input: z.object({
    metric: z.enum(metricNames),
    ...requested,
    interval: z.enum(intervals).default("day"),
    groupBy: z.enum(dimensions).optional(),
    ...filters,
  }),
  output: z.object({
    object: z.literal("analytics_timeseries"),
    metric: z.enum(metricNames),
    unit: z.enum(units),
    interval: z.enum(intervals),
    groupBy: z.enum(dimensions).nullable(),
    ...answered,
    computedThrough: ComputedThrough,
    points: z.array(Instant).meta({ description: "The start of each interval" }),
    series: z.array(AnalyticsSeries),
    omitted: z.number().int().min(0).meta({ description: "The number of smaller groups that are omitted" }),
  }),
  run: (requestContext, { metric: name, from, to, interval, timeZone: requestedZone, groupBy, ...input }) =>
    inSnapshot(requestContext, async (context) => {
      const metric = requireMetric(context, name);
      const divided = cutBy(name, metric, groupBy, input);
      const [timeZone, within] = await Promise.all([zoneOf(context, requestedZone), withinReach(context, divided)]);
      const period = periodOf({ from, to });
      const periods = cut(period, interval, timeZone);
      const byCurrency = metric.perCurrency || groupBy === "currency" || input.currency !== undefined;
      const [found, through] = await Promise.all([
        evaluate(context, metric, periods, within, byCurrency),
        computedThrough(context),
      ]);
      const isRequested = ({ key, currency }: Series) =>
        (input.currency?.includes(currency) ?? true) && (divided.selected?.includes(key) ?? true);
      const { series, omitted } = largest(found, isRequested, groupBy, periods.length);
      const names = groupBy
        ? await namesOf(
            context,
            groupBy,
            series.map(({ key }) => key),
          )
        : new Map<string, string>();
      return {
        object: "analytics_timeseries" as const,
        metric: name,
        unit: metric.unit,
        interval,
        groupBy: groupBy ?? null,
        ...period,
        timeZone,
        computedThrough: through,
        points: periods.map((point) => point.from),
        series: series.map(({ key, currency, ...line }) => ({
          ...line,
          group: groupBy ? groupOf(groupBy, key, currency, names) : null,
          currency: metric.perCurrency ? currency : null,
        })),
        omitted,
      };
    }),
});

/** Selects the largest groups and suppresses those that could identify people. */
function largest(
  candidates: readonly Series[],
  isRequested: (series: Series) => boolean,
  groupBy: Dimension | undefined,
  points: number,
) {
  const all = candidates.map((one) => ({ ...one, suppressed: false }));
  if (groupBy && personal.has(groupBy)) suppressFew(all);
  const series = all.filter(isRequested);
  if (!groupBy) return { series, omitted: 0 };
  const limit = Math.max(1, Math.min(maxSeries, Math.floor(maxPoints / points)));
  const ordered = series.toSorted((one, other) => (other.total ?? -1) - (one.total ?? -1));
  return { series: ordered.slice(0, limit), omitted: Math.max(0, series.length - limit) };
}

function groupOf(groupBy: Dimension, key: string, currency: string, names: ReadonlyMap<string, string>) {
  if (groupBy === "currency") return { key: currency, name: null };
  return { key: writtenKey(groupBy, key), name: names.get(key) ?? null };
}
