import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { reconciliationPage, reconciliationPath } from "../../views/admin/payments/reconciliation.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";

/** GET and POST /admin/payments/reconciliation: the last comparison of payments with their providers, and a new one. */
export function reconciliationPages(app: FastifyInstance): void {
  getPage(app, reconciliationPath, async (pageRequest) => {
    const { readReconciliation } = await adminOperations.payments();
    const last = await perform(readReconciliation, pageRequest.context, {});
    // The result is shown as soon as it is there.
    if (last.isRunning) pageRequest.reply.header("refresh", "5");
    return reconciliationPage(adminPageOf(pageRequest, "payments"), last);
  });

  postForm(app, reconciliationPath, async (pageRequest) => {
    const { requestReconciliation } = await adminOperations.payments();
    await perform(requestReconciliation, pageRequest.context, {});
    return pageRequest.reply.redirect(reconciliationPath, 303);
  });
}
