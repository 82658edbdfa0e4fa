import type { FastifyInstance } from "fastify";
import type { RequestContext } from "#domain/platform/context.ts";
import { listConsultingBookings } from "#domain/sales/consulting-bookings/operations.ts";
import { perform } from "#domain/platform/operation.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { overview } from "../views/admin/overview.ts";
import { hrefOf } from "./parts/href-of.ts";
import { mayPerform } from "./parts/may-perform.ts";
import { adminPageOf } from "./parts/page-request.ts";
import { getPage } from "./parts/routes.ts";

/** GET /admin: what waits, what happened and what comes, for the caller. */
export function overviewPage(app: FastifyInstance): void {
  getPage(app, "/admin", async (pageRequest) => {
    const { context } = pageRequest;
    const { caller } = context;
    const { countWaiting, readRecentFigures, readSetup } = await adminOperations.today();
    const [waiting, figures, coming, setup] = await Promise.all([
      perform(countWaiting, context, {}),
      mayPerform(caller, readRecentFigures) ? perform(readRecentFigures, context, {}) : [],
      listDates(context),
      mayPerform(caller, readSetup) ? perform(readSetup, context, {}) : undefined,
    ]);
    const hasAnalytics = mayPerform(caller, readSetup);
    return overview(adminPageOf(pageRequest, "overview"), { waiting, figures, coming, setup, hasAnalytics });
  });
}

/** Events lead to their admin page, or to their public page. Sessions lead to their list. */
async function listDates(context: RequestContext) {
  const { listComing } = await adminOperations.today();
  const found = await perform(listComing, context, {});
  return found.map(({ id, path, ...date }) => ({
    ...date,
    href:
      date.kind === "event"
        ? (hrefOf(context, "event", id) ?? path ?? undefined)
        : mayPerform(context.caller, listConsultingBookings)
          ? "/admin/consulting_bookings"
          : undefined,
  }));
}
