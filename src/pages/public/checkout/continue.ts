import type { FastifyInstance } from "fastify";
import { findOrderOfPayment, openCheckoutForm } from "#domain/sales/payments/member/open-checkout-form.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { signInFor } from "../../sign-in/return-to.ts";
import { checkoutFormPage } from "../../views/public/checkout-form.ts";
import type { OpenPublicPageRequest, PublicPageRequest } from "../page-request.ts";
import { sendPublicPage } from "../send.ts";

interface Address {
  Params: { id: string };
}

/** If the provider does not answer, the page of the order says so, and the member can try again there. */
async function openForm({ context, page, request }: PublicPageRequest, paymentId: string) {
  try {
    return await openCheckoutForm(context, paymentId, page.locale);
  } catch (err) {
    if (err instanceof Problem) throw err;
    request.log.warn({ err, paymentId }, "a payment provider did not answer");
    const orderId = await findOrderOfPayment(context, paymentId);
    return { next: `/orders/${formatId("order", orderId)}?failed=provider` };
  }
}

const maxReturnFormBytes = 64 * 1024;

/**
 * GET /checkout/continue/{payment}: the form to the page of a provider. POST /orders/{id}/return: the way back from it.
 */
export function continuePages(app: FastifyInstance, openPageRequest: OpenPublicPageRequest): void {
  app.get<Address>("/checkout/continue/:id", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    if (!pageRequest.session) return reply.redirect(signInFor(request), 303);
    const { page } = pageRequest;
    const id = parseId("payment", request.params.id);
    if (!id) throw notFound("payment", request.params.id);
    const opened = await openForm(pageRequest, id);
    if ("next" in opened) return reply.redirect(opened.next, 303);
    const { form, provider, amount, orderId } = opened;
    if (provider !== "ecpay") throw new Problem("not_found", "This payment has no form.");
    const view = { form, provider, amount, order: `/orders/${formatId("order", orderId)}` };
    return sendPublicPage(pageRequest, checkoutFormPage(page, view), undefined, [new URL(form.action).origin]);
  });

  // Sent by the browser from the provider's page, without the cookie of the session. What it says is not used: the page
  // of the order, which the redirect reads with the cookie, asks the provider.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxReturnFormBytes }, (_request, _body, done) =>
      done(null),
    );
    scope.post<Address>("/orders/:id/return", async (request, reply) =>
      reply.header("cache-control", "no-store").redirect(`/orders/${encodeURIComponent(request.params.id)}`, 303),
    );
  });
}
