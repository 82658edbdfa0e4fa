import * as z from "zod";
import { operation } from "#domain/platform/operation.ts";
import { evaluate } from "../evaluate.ts";
import { type MetricName, metrics, type Unit } from "../metrics.ts";
import { periodOf } from "../period.ts";
import { cutOf, mayRead, scope } from "../may-read.ts";

const shownMetrics = ["gross_revenue", "enrollments", "courses_completed"] as const satisfies readonly MetricName[];

/** Days of the figures: today is the last one. */
const days = 7;

interface RecentFigure {
  metric: (typeof shownMetrics)[number];
  unit: Unit;
  currency: string | null;
  value: number;
}

export const readRecentFigures = operation({
  name: "readRecentFigures",
  summary: "Retrieve figures of the last seven days",
  reads: { scope },
  input: z.object({}),
  output: z.custom<RecentFigure[]>(),
  async run(context) {
    const { now } = context;
    const period = periodOf({ from: new Date(now.getTime() - days * 86_400_000), to: now });
    const cut = await cutOf(context, undefined);
    const readable = shownMetrics.filter((name) => mayRead(context, metrics[name]));
    const read = await Promise.all(
      readable.map(async (metric) => {
        const series = await evaluate(context, metrics[metric], [period], cut);
        return series.map(({ currency, total }) => ({
          metric,
          unit: metrics[metric].unit,
          currency: currency === "" ? null : currency,
          value: total ?? 0,
        }));
      }),
    );
    return read.flat();
  },
});
