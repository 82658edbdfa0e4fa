import type { FastifyInstance } from "fastify";
import { findMyTestPayment, sendTestOutcome } from "#domain/sales/payments/member/test-payment.ts";
import { testOutcomes } from "#domain/sales/payments/test-provider.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { signInFor } from "../../sign-in/return-to.ts";
import { testPaymentPage } from "../../views/public/test-payment.ts";
import type { Form } from "#oauth/form.ts";
import type { RouteRequest } from "../../responses/page-routes.ts";
import { personRoutes } from "../public-routes.ts";
import type { OpenPublicPageRequest, PublicPageRequest } from "../page-request.ts";
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

  const path = "/checkout/test/:id";
  const stale = (pageRequest: PublicPageRequest, request: RouteRequest<typeof path>) =>
    toOrder(pageRequest, request.params.id);
  personRoutes(openPageRequest, () => "/orders").postForm(app, { path, stale }, (pageRequest, form, request) =>
    toOrder(pageRequest, request.params.id, form),
  );
}

const toOrder = async ({ context, reply }: PublicPageRequest, id: string, form?: Form) => {
  const payment = await perform(findMyTestPayment, context, { id });
  const outcome = testOutcomes.find((name) => name === form?.get("outcome"));
  if (outcome !== undefined) await sendTestOutcome(context, payment, outcome);
  return reply.redirect(`/orders/${formatId("order", payment.orderId)}`, 303);
};
