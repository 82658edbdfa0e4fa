import type { FastifyInstance } from "fastify";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { type Reconciliation, reconcilePayments } from "#domain/sales/payments/reconciliation/reconcile.ts";
import { Problem } from "#domain/platform/problem.ts";
import { formOf } from "../../page-request.ts";
import { sendPage } from "../../send.ts";
import { sendStaleForm } from "../../stale-form.ts";
import { reconciliationPage, reconciliationPath } from "../../views/admin/reconciliation.ts";
import { adminPageOf, adminPageRequestOf } from "../page-request.ts";
import type { AdminOptions } from "../plugin.ts";

const days = 7;

/** GET and POST /admin/payments/reconciliation: compares payments with their providers. */
export function reconciliationPages(app: FastifyInstance, { csrfKey }: AdminOptions): void {
  app.get(reconciliationPath, async (request, reply) =>
    sendPage(reply, reconciliationPage(adminPageOf(adminPageRequestOf(request), "payments"), {})),
  );

  app.post(reconciliationPath, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    if (!formOf(pageRequest, csrfKey)) return sendStaleForm(pageRequest, reconciliationPath);
    const { context } = pageRequest;
    await requireWithin(context, limits.reconciliationPerSite, context.site.id);
    let result: Reconciliation | undefined;
    try {
      result = await reconcilePayments(context, { days });
    } catch (err) {
      if (err instanceof Problem && err.code !== "invalid_state") throw err;
      request.log.warn({ err }, "could not compare payments with their provider");
    }
    const view = { result, isUnreachable: result === undefined };
    return sendPage(reply, reconciliationPage(adminPageOf(pageRequest, "payments"), view), {
      status: result ? 200 : 503,
    });
  });
}
