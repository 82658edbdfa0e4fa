import * as z from "zod";
import { scopeNames } from "#access/scopes.ts";
import { operation } from "#domain/platform/operation.ts";
import { dimensions } from "./dimensions.ts";
import { maxPoints } from "./intervals.ts";
import { metricNames, metrics, units } from "./metrics.ts";
import { mayRead, scope } from "./may-read.ts";

export const Scopes = z.array(z.enum(scopeNames));

const AnalyticsMetric = z
  .object({
    metric: z.enum(metricNames),
    means: z.string(),
    unit: z.enum(units).meta({ description: "`money` is in the minor unit of its currency (ISO 4217)" }),
    perCurrency: z.boolean().meta({ description: "Reported per currency, never added up across currencies" }),
    dimensions: z.array(z.enum(dimensions)).meta({ description: "Dimensions for grouping and filtering" }),
    scopes: Scopes.meta({ description: "Required in addition to `analytics:read`" }),
    available: z.boolean().meta({ description: "True if the caller can read it" }),
  })
  .meta({ id: "AnalyticsMetric" });

export const getAnalyticsMetrics = operation({
  name: "getAnalyticsMetrics",
  summary: "List metrics",
  description: "Each metric with its dimensions and the scopes it requires.",
  reads: { scope },
  input: z.object({}),
  output: z.object({
    object: z.literal("analytics_metrics"),
    mostPoints: z.number().int().min(1),
    metrics: z.array(AnalyticsMetric),
  }),
  run: (context) =>
    Promise.resolve({
      object: "analytics_metrics" as const,
      mostPoints: maxPoints,
      metrics: metricNames.map((metric) => {
        const { formula: _formula, dimensions: divides, scopes: needed, ...rest } = metrics[metric];
        const available = mayRead(context, metrics[metric]);
        return { metric, ...rest, dimensions: [...divides], scopes: [...needed], available };
      }),
    }),
});
