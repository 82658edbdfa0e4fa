import type { FastifyInstance } from "fastify";
import { findMyTestPayment, sendTestOutcome } from "#domain/sales/payments/member/test-payment.ts";
import { testOutcomes } from "#domain/sales/payments/test-provider.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { formOf } from "../../responses/page-request.ts";
import { signInFor } from "../../sign-in/return-to.ts";
import { testPaymentPage } from "../../views/public/test-payment.ts";
import type { OpenPublicPageRequest } from "../page-request.ts";
import { sendPublicPage } from "../send.ts";

interface Address {
  Params: { id: string };
}

/** GET and POST /checkout/test/{payment}: stands for the page of a payment provider, at test sites. */
export function testPaymentPages(app: FastifyInstance, openPageRequest: OpenPublicPageRequest): void {
  app.get<Address>("/checkout/test/:id", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    if (!pageRequest.session) return reply.redirect(signInFor({ method: "GET", url: "/orders" }), 303);
    const { context, page } = pageRequest;
    const { id, orderId, status, amount, currency } = await perform(findMyTestPayment, context, {
      id: request.params.id,
    });
    const view = {
      paymentId: formatId("payment", id),
      amount: { amount, currency },
      isPending: status === "pending",
      order: `/orders/${formatId("order", orderId)}`,
    };
    return sendPublicPage(pageRequest, testPaymentPage(page, view));
  });

  app.post<Address>("/checkout/test/:id", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    if (!pageRequest.session) return reply.redirect(signInFor({ method: "GET", url: "/orders" }), 303);
    const form = formOf(pageRequest);
    const { context } = pageRequest;
    const payment = await perform(findMyTestPayment, context, { id: request.params.id });
    const order = `/orders/${formatId("order", payment.orderId)}`;
    const outcome = testOutcomes.find((name) => name === form?.get("outcome"));
    if (outcome !== undefined) await sendTestOutcome(context, payment, outcome);
    return reply.redirect(order, 303);
  });
}
