import * as z from "zod";
import { inSnapshot } from "#domain/platform/in-snapshot.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { operation } from "#domain/platform/operation.ts";
import { type Dimension, writtenKey } from "./dimensions.ts";
import { cut } from "./intervals.ts";
import type { Counter } from "./metrics.ts";
import { namesOf } from "./names.ts";
import { answered, requested, ComputedThrough, type Period, periodOf, zoneOf } from "./period.ts";
import { scope } from "./may-read.ts";
import { computedThrough, sumsIn, whole } from "./read-rollups.ts";
import { itemAt } from "#lib/collections/item-at.ts";
import { dateIn } from "#lib/time/zoned-time.ts";

const groupings = ["course", "product", "product_type", "plan", "coupon", "currency", "day"] as const;
type Grouping = (typeof groupings)[number];

const Minor = z.number().int();

const RevenueGroup = z
  .object({
    group: z.object({ key: z.string(), name: z.string().nullable() }),
    currency: z.string(),
    orders: z.number().int().min(0),
    gross: Minor.min(0).meta({ description: "In the minor unit of the currency (ISO 4217), like all amounts here" }),
    refunds: Minor.min(0).nullable().meta({ description: "Null if the dimension is not known for refunds" }),
    net: Minor.nullable(),
    averageOrder: Minor.min(0).nullable(),
  })
  .meta({ id: "RevenueGroup" });

const maxGroups = 500;

export const getRevenueAnalytics = operation({
  name: "getRevenueAnalytics",
  summary: "Retrieve revenue figures",
  description: "Sales and refunds by currency.",
  reads: { scope },
  input: z.object({ ...requested, groupBy: z.enum(groupings).default("currency") }),
  output: z.object({
    object: z.literal("revenue_analytics"),
    ...answered,
    groupBy: z.enum(groupings),
    computedThrough: ComputedThrough,
    data: z.array(RevenueGroup).meta({ description: "Largest first. Days in chronological order." }),
    omitted: z.number().int().min(0).meta({ description: "The number of smaller groups that are omitted" }),
  }),
  run: (requestContext, { from, to, timeZone: requestedZone, groupBy }) =>
    inSnapshot(requestContext, async (context) => {
      requireScopes(context.caller, [scope, "orders:read"]);
      const timeZone = await zoneOf(context, requestedZone);
      const period = periodOf({ from, to });
      const days = groupBy === "day" ? cut(period, "day", timeZone) : [period];
      const dimension = isDimension(groupBy) ? groupBy : undefined;
      const [sums, through] = await Promise.all([
        sumsIn(context, [...counters], days, dimension ? { dimension, divided: true } : whole),
        computedThrough(context),
      ]);
      const groups = new Map<string, Totals>();
      for (const { point, counter, key, currency, value } of sums) {
        const name = keyOf(groupBy, itemAt(days, point), timeZone, key, currency);
        const groupKey = `${currency}/${name}`;
        const group = groups.get(groupKey) ?? { key: name, currency, orders: 0, gross_revenue: 0, refunds: 0 };
        groups.set(groupKey, { ...group, [counter]: value });
      }
      const ordered = [...groups.values()].toSorted((one, other) =>
        groupBy === "day" ? compare(one, other) : other.gross_revenue - one.gross_revenue || compare(one, other),
      );
      const limit = groupBy === "day" ? ordered.length : maxGroups;
      const listed = ordered.slice(0, limit);
      const names = dimension
        ? await namesOf(
            context,
            dimension,
            listed.map(({ key }) => key),
          )
        : new Map<string, string>();
      // Refunds apply to whole orders, so they are only known for these dimensions.
      const knowsRefunds = groupBy === "currency" || groupBy === "day" || groupBy === "coupon";
      return {
        object: "revenue_analytics" as const,
        ...period,
        timeZone,
        groupBy,
        computedThrough: through,
        data: listed.map(({ key, currency, orders, gross_revenue: gross, refunds }) => ({
          group: { key: dimension ? writtenKey(dimension, key) : key, name: names.get(key) ?? null },
          currency,
          orders,
          gross,
          refunds: knowsRefunds ? refunds : null,
          net: knowsRefunds ? gross - refunds : null,
          averageOrder: orders > 0 ? Math.round(gross / orders) : null,
        })),
        omitted: ordered.length - listed.length,
      };
    }),
});

const counters = ["orders", "gross_revenue", "refunds"] as const satisfies readonly Counter[];

interface Totals extends Record<(typeof counters)[number], number> {
  key: string;
  currency: string;
}

const isDimension = (grouping: Grouping): grouping is Grouping & Dimension =>
  grouping !== "day" && grouping !== "currency";

function keyOf(groupBy: Grouping, { from }: Period, timeZone: string, key: string, currency: string): string {
  if (groupBy === "day") return dateIn(timeZone, from);
  return groupBy === "currency" ? currency : key;
}

const compare = (one: Totals, other: Totals): number =>
  `${one.key} ${one.currency}` < `${other.key} ${other.currency}` ? -1 : 1;
