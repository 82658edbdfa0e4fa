import * as z from "zod";
import { inSnapshot } from "#domain/platform/in-snapshot.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { operation } from "#domain/platform/operation.ts";
import { evaluate, type Series, toPercent } from "./evaluate.ts";
import { type Counter, type Metric, metrics } from "./metrics.ts";
import { answered, requested, ComputedThrough, periodOf, zoneOf } from "./period.ts";
import { scope } from "./may-read.ts";
import { computedThrough, sumsIn, whole } from "./read-rollups.ts";

const Minor = z.number().int().min(0);

const SubscriptionFigures = z
  .object({
    currency: z.string(),
    mrrBefore: Minor.meta({
      description: "Monthly recurring revenue at the start of the period, in minor units",
    }),
    mrr: Minor.meta({ description: "MRR at the end of the period" }),
    mrrNew: Minor.meta({ description: "From new paying subscriptions" }),
    mrrExpansion: Minor.meta({ description: "From price increases" }),
    mrrContraction: Minor.meta({ description: "From price decreases" }),
    mrrChurned: Minor.meta({ description: "From subscriptions that are no longer paid for" }),
    netChurnPercent: z.number().nullable().meta({
      description: "Churn and contraction less expansion, as a share of the MRR at the start. Null if that was zero.",
    }),
    payingSubscribers: z.number().int().min(0),
    averageRevenuePerUser: Minor.nullable().meta({ description: "Per paying subscription and month" }),
  })
  .meta({ id: "SubscriptionFigures" });

export const getSubscriptionAnalytics = operation({
  name: "getSubscriptionAnalytics",
  summary: "Retrieve subscription figures",
  description: "Monthly recurring revenue, new and lost subscribers, by currency.",
  reads: { scope },
  input: z.object(requested),
  output: z.object({
    object: z.literal("subscription_analytics"),
    ...answered,
    computedThrough: ComputedThrough,
    started: z.number().int().min(0),
    ended: z.number().int().min(0),
    currencies: z.array(SubscriptionFigures),
  }),
  run: (requestContext, { from, to, timeZone: requestedZone }) =>
    inSnapshot(requestContext, async (context) => {
      requireScopes(context.caller, [scope, "subscriptions:read"]);
      const period = periodOf({ from, to });
      // The quarter before the period, whose end is the start of the period.
      const before = { from: new Date(period.from.getTime() - 900_000), to: period.from };
      const [timeZone, mrr, paying, steps, through] = await Promise.all([
        zoneOf(context, requestedZone),
        evaluate(context, metrics.mrr, [before, period], whole),
        evaluate(context, payingSubscribers, [period], whole, true),
        sumsIn(context, [...stepped], [period], whole),
        computedThrough(context),
      ]);
      const stepOf = (counter: Counter, currency = "") =>
        steps.find((step) => step.counter === counter && step.currency === currency)?.value ?? 0;
      return {
        object: "subscription_analytics" as const,
        ...period,
        timeZone,
        computedThrough: through,
        started: stepOf("new_subscriptions"),
        ended: stepOf("churned_subscriptions"),
        currencies: mrr.map(({ currency, values }) => {
          const [mrrBefore, now] = [values[0] ?? 0, values[1] ?? 0];
          const payingNow = paying.find((series: Series) => series.currency === currency)?.total ?? 0;
          const lost = stepOf("mrr_churned", currency);
          const contraction = stepOf("mrr_contraction", currency);
          const expansion = stepOf("mrr_expansion", currency);
          return {
            currency,
            mrrBefore,
            mrr: now,
            mrrNew: stepOf("mrr_new", currency),
            mrrExpansion: expansion,
            mrrContraction: contraction,
            mrrChurned: lost,
            netChurnPercent: mrrBefore > 0 ? toPercent((lost + contraction - expansion) / mrrBefore) : null,
            payingSubscribers: payingNow,
            averageRevenuePerUser: payingNow > 0 ? Math.round(now / payingNow) : null,
          };
        }),
      };
    }),
});

const stepped = [
  "new_subscriptions",
  "churned_subscriptions",
  "mrr_new",
  "mrr_expansion",
  "mrr_contraction",
  "mrr_churned",
] as const satisfies readonly Counter[];

const payingSubscribers: Pick<Metric, "formula" | "perCurrency"> & Metric = {
  ...metrics.mrr,
  formula: { kind: "level", of: "paying_subscriptions" },
};
