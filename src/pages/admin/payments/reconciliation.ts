import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import {
  readReconciliation,
  requestReconciliation,
} from "#domain/sales/payments/reconciliation/request-reconciliation.ts";
import { formOf } from "../../responses/page-request.ts";
import { sendPage } from "../../responses/send.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { reconciliationPage, reconciliationPath } from "../../views/admin/payments/reconciliation.ts";
import { adminPageOf, adminPageRequestOf } from "../parts/page-request.ts";

/** GET and POST /admin/payments/reconciliation: the last comparison of payments with their providers, and a new one. */
export function reconciliationPages(app: FastifyInstance): void {
  app.get(reconciliationPath, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const last = await perform(readReconciliation, pageRequest.context, {});
    // The result is shown as soon as it is there.
    if (last.isRunning) reply.header("refresh", "5");
    return sendPage(reply, reconciliationPage(adminPageOf(pageRequest, "payments"), last));
  });

  app.post(reconciliationPath, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    if (!formOf(pageRequest)) return sendStaleForm(pageRequest, reconciliationPath);
    await perform(requestReconciliation, pageRequest.context, {});
    return reply.redirect(reconciliationPath, 303);
  });
}
