import * as z from "zod";
import { operation } from "#domain/operation.ts";
import { validationFailed } from "#domain/problem.ts";
import { toWire } from "#lib/wire/names.ts";
import {
  dimensions,
  type Dimension,
  type FilterName,
  filterOf,
  filters,
  keysOf,
  personal,
  writtenKey,
} from "./dimensions.ts";
import { evaluate, type Series } from "./evaluate.ts";
import { cut, type Interval, intervals, mostPoints } from "./intervals.ts";
import { type Metric, type MetricName, metricNames, units } from "./metrics.ts";
import { namesOf } from "./names.ts";
import { answered, asked, ComputedThrough, periodOf, zoneOf } from "./period.ts";
import { requireMetric, scope, withinReach } from "./reach.ts";
import { computedThrough, type Cut, whole } from "./read-rollups.ts";
import { suppressFew } from "./suppress.ts";
import { Instant } from "#domain/instant.ts";

const Value = z
  .number()
  .nullable()
  .meta({ description: "Null where there is nothing to divide by, or it is withheld" });

const AnalyticsSeries = z
  .object({
    group: z
      .object({ key: z.string(), name: z.string().nullable() })
      .nullable()
      .meta({ description: "What it is of, where it is grouped; an empty key where that is unknown" }),
    currency: z.string().nullable(),
    values: z.array(Value).meta({ description: "One for each of `points`" }),
    total: Value.meta({ description: "Of the whole period; of `active_students` different people, of `mrr` the last" }),
    suppressed: z.boolean().meta({ description: "Some is withheld, since it is about fewer than three people" }),
  })
  .meta({ id: "AnalyticsSeries" });

/** More than one chart shows. */
const mostGroups = 50;

export const getAnalyticsTimeseries = operation({
  name: "getAnalyticsTimeseries",
  summary: "Read one metric over time, grouped or narrowed if need be",
  access: { scope },
  writes: false,
  input: z.object({
    metric: z.enum(metricNames),
    ...asked,
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
    points: z.array(Instant).meta({ description: "Where each interval begins" }),
    series: z.array(AnalyticsSeries),
    omitted: z.number().int().meta({ description: "Groups that are left out, beyond the largest" }),
  }),
  async run(context, { metric: name, from, to, interval, timeZone: wanted, groupBy, ...given }) {
    const metric = requireMetric(context, name);
    const divided = cutBy(name, metric, groupBy, given);
    const [timeZone, within] = await Promise.all([zoneOf(context, wanted), withinReach(context, divided)]);
    const period = periodOf({ from, to });
    const periods = cut(period, interval satisfies Interval, timeZone);
    const byCurrency = metric.perCurrency || groupBy === "currency" || given.currency !== undefined;
    const [found, through] = await Promise.all([
      evaluate(context, metric, periods, within, byCurrency),
      computedThrough(context),
    ]);
    const wantedOnes = found.filter(({ currency }) => given.currency?.includes(currency) ?? true);
    const { series, omitted } = largest(wantedOnes, groupBy, periods.length);
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
  },
});

/** Sums are kept by one dimension at a time: what is grouped can be narrowed by the same, and by the currency. */
function cutBy(
  name: MetricName,
  { dimensions: known, perCurrency }: Metric,
  groupBy: Dimension | undefined,
  given: Partial<Record<FilterName, string[] | undefined>>,
): Cut {
  const narrowed = dimensions.filter((dimension) => given[filterOf[dimension]] !== undefined);
  if (groupBy && !known.includes(groupBy)) throw refused("groupBy", name, known, groupBy);
  const odd = narrowed.find((dimension) => !known.includes(dimension) && !(dimension === "currency" && perCurrency));
  if (odd) throw refused(filterOf[odd], name, known, odd);
  const [dimension, other] = [
    ...new Set([...(groupBy ? [groupBy] : []), ...narrowed].filter((one) => one !== "currency")),
  ];
  if (other) {
    throw validationFailed(
      `/${filterOf[other]}`,
      "not_combinable",
      `What is kept by ${dimension} is not kept by ${other} as well: group and narrow by one of them at a time.`,
    );
  }
  if (!dimension) return whole;
  const values = given[filterOf[dimension]];
  return { dimension, keys: values && keysOf(dimension, values), divided: groupBy === dimension };
}

function refused(field: string, name: MetricName, known: readonly Dimension[], asked: Dimension) {
  const others = known.length > 0 ? `It is by ${known.join(", ")}.` : "It is not divided by anything.";
  return validationFailed(`/${field}`, "not_applicable", `${toWire(name)} is not kept by ${asked}. ${others}`);
}

/** As many groups as are shown, the largest; nothing of the few people who could be known by it. */
function largest(found: readonly Series[], groupBy: Dimension | undefined, points: number) {
  const series = found.map((one) => ({ ...one, suppressed: false }));
  if (!groupBy) return { series, omitted: 0 };
  if (personal.has(groupBy)) suppressFew(series);
  const most = Math.max(1, Math.min(mostGroups, Math.floor(mostPoints / points)));
  const ordered = series.toSorted((one, other) => (other.total ?? -1) - (one.total ?? -1));
  return { series: ordered.slice(0, most), omitted: Math.max(0, series.length - most) };
}

function groupOf(groupBy: Dimension, key: string, currency: string, names: ReadonlyMap<string, string>) {
  if (groupBy === "currency") return { key: currency, name: null };
  return { key: writtenKey(groupBy, key), name: names.get(key) ?? null };
}
