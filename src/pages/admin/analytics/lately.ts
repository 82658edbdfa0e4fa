import type { MetricName } from "#domain/analytics/metrics.ts";
import { zoneOf } from "#domain/analytics/period.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import type { Panel } from "../../views/admin/analytics/panels.ts";
import { readFigures } from "./figures.ts";
import { readPanels } from "./panels.ts";
import { type Period, readPeriod } from "./period.ts";

/** Metrics of the last 30 days on the overview page. */
export interface Lately {
  period: Period;
  panels: readonly Panel[];
}

const displayed: ReadonlySet<MetricName> = new Set([
  "enrollments",
  "active_students",
  "lectures_completed",
  "new_members",
]);

export async function readLately(context: RequestContext): Promise<Lately> {
  const period = readPeriod({}, await zoneOf(context, undefined), context.now);
  const { figures } = await readFigures(context, period);
  const panels = await readPanels(
    context,
    period,
    figures.filter(({ metric }) => displayed.has(metric)),
  );
  return { period, panels };
}
