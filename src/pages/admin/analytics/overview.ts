import type { FastifyInstance } from "fastify";
import type { MetricName } from "#domain/analytics/metrics.ts";
import { analyticsOverview } from "../../views/admin/analytics/overview.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage } from "../parts/routes.ts";
import { analyticsPages } from "./addresses.ts";
import { readFigures } from "./figures.ts";
import { readPanels } from "./panels.ts";
import { pageContextOf } from "./page-context.ts";

const path = analyticsPages.overview;

/** GET /admin/analytics */
export function overviewPage(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const { context } = pageRequest;
    const pageContext = await pageContextOf(context, request, { page: "overview", path });
    const page = adminPageOf(pageRequest, "analytics");
    if (pageContext.period.wrong.length > 0) return analyticsOverview(page, pageContext, nothing);
    const { figures, computedThrough } = await readFigures(context, pageContext.period);
    const panels = await readPanels(context, pageContext.period, figures.filter(isDrawn));
    const uncharted = figures.filter((figure) => !isDrawn(figure));
    return analyticsOverview(page, { ...pageContext, computedThrough }, { panels, figures: uncharted });
  });
}

const nothing = { panels: [], figures: [] };

const chartedMetrics: ReadonlySet<MetricName> = new Set([
  "active_students",
  "enrollments",
  "lectures_completed",
  "new_members",
  "net_revenue",
  "mrr",
]);

const isDrawn = ({ metric }: { metric: MetricName }): boolean => chartedMetrics.has(metric);
