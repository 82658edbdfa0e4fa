import * as z from "zod";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { inSnapshot } from "#domain/platform/in-snapshot.ts";
import { operation } from "#domain/platform/operation.ts";
import { evaluate, type Series, toPercent } from "./evaluate.ts";
import { Scopes } from "./list-metrics.ts";
import { type Metric, metricNames, metrics, units } from "./metrics.ts";
import { answered, requested, comparedWith, comparisons, ComputedThrough, periodOf, zoneOf } from "./period.ts";
import { cutOf, mayRead, scope } from "./may-read.ts";
import { computedThrough } from "./read-rollups.ts";

const Value = z.number().nullable().meta({ description: "Null if the denominator is zero" });

const KeyFigure = z
  .object({
    metric: z.enum(metricNames),
    unit: z.enum(units),
    values: z.array(
      z.object({
        currency: z.string().nullable(),
        value: Value,
        previous: Value,
        changePercent: z
          .number()
          .nullable()
          .meta({ description: "Compared with the previous period. Null if the previous value is zero or missing." }),
      }),
    ),
  })
  .meta({ id: "KeyFigure" });

export const getAnalyticsOverview = operation({
  name: "getAnalyticsOverview",
  summary: "Retrieve key figures",
  description: "The figures of a period and of the period it is compared with.",
  reads: { scope },
  input: z.object({
    ...requested,
    compare: z
      .enum(comparisons)
      .optional()
      .meta({ description: "The preceding period of equal length, or the same days of the previous year" }),
    courseId: Id("course").optional().meta({ description: "Only figures of this course" }),
  }),
  output: z.object({
    object: z.literal("analytics_overview"),
    ...answered,
    compare: z.enum(comparisons).nullable(),
    comparedFrom: Instant.nullable(),
    comparedTo: Instant.nullable(),
    computedThrough: ComputedThrough,
    metrics: z.array(KeyFigure),
    withheld: z
      .array(z.object({ metric: z.enum(metricNames), scopes: Scopes }))
      .meta({ description: "Metrics that require scopes or roles the caller does not have" }),
  }),
  run: (requestContext, { from, to, timeZone: requestedZone, compare, courseId }) =>
    inSnapshot(requestContext, async (context) => {
      const [timeZone, cut] = await Promise.all([zoneOf(context, requestedZone), cutOf(context, courseId)]);
      const period = periodOf({ from, to });
      const before = compare && comparedWith(period, compare, timeZone);
      const named = metricNames.filter(
        (name) => (courseId === undefined && !isConfined(context)) || metrics[name].dimensions.includes("course"),
      );
      const [figures, through] = await Promise.all([
        Promise.all(
          named
            .filter((name) => mayRead(context, metrics[name]))
            .map(async (name) => {
              const metric = metrics[name];
              const [now, then] = await Promise.all([
                evaluate(context, metric, [period], cut),
                before ? evaluate(context, metric, [before], cut) : [],
              ]);
              return { metric: name, unit: metric.unit, values: compared(now, before ? then : undefined, metric) };
            }),
        ),
        computedThrough(context),
      ]);
      return {
        object: "analytics_overview" as const,
        ...period,
        timeZone,
        compare: compare ?? null,
        comparedFrom: before?.from ?? null,
        comparedTo: before?.to ?? null,
        computedThrough: through,
        metrics: figures,
        withheld: named
          .filter((name) => !mayRead(context, metrics[name]))
          .map((metric) => ({ metric, scopes: [...metrics[metric].scopes] })),
      };
    }),
});

/** Pairs current and previous values in every currency that has either. */
function compared(now: readonly Series[], then: readonly Series[] | undefined, { formula }: Metric) {
  const currencies = [...new Set([...now, ...(then ?? [])].map(({ currency }) => currency))].toSorted();
  const missing = formula.kind === "ratio" ? null : 0;
  return currencies.map((currency) => {
    const totalOf = (side: readonly Series[]) => side.find((series) => series.currency === currency)?.total ?? missing;
    const [value, previous] = [totalOf(now), then ? totalOf(then) : null];
    const changePercent = value === null || !previous ? null : toPercent((value - previous) / Math.abs(previous));
    return { currency: currency === "" ? null : currency, value, previous, changePercent };
  });
}
