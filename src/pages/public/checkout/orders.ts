import type { FastifyInstance } from "fastify";
import { findMyOrder, listMyOrders } from "#domain/sales/payments/own-orders.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { cursorIn, pagesOf } from "../../admin/paging.ts";
import { formOf } from "../../page-request.ts";
import { signInFor } from "../../return-to.ts";
import { orderPage } from "../../views/public/order.ts";
import { ordersPage } from "../../views/public/orders.ts";
import type { OpenPublicPageRequest } from "../page-request.ts";
import { sendPublicPage } from "../send.ts";
import { pay } from "./place.ts";

const perPage = 20;

interface Address {
  Params: { id: string };
  Querystring: { failed?: string; cursor?: string };
}

/** GET /orders and /orders/{id}: the member's own orders. POST /orders/{id}/pay leads to the payment. */
export function orderPages(app: FastifyInstance, openPageRequest: OpenPublicPageRequest, csrfKey: Buffer): void {
  app.get<Address>("/orders", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    if (!pageRequest.session) return reply.redirect(signInFor(request), 303);
    const { cursor } = request.query;
    const { orders, nextCursor } = await perform(listMyOrders, pageRequest.context, {
      limit: perPage,
      ...cursorIn(cursor),
    });
    const view = { orders, pages: pagesOf("/orders", {}, nextCursor, cursor) };
    return sendPublicPage(pageRequest, ordersPage(pageRequest.page, view));
  });

  app.get<Address>("/orders/:id", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    if (!pageRequest.session) return reply.redirect(signInFor(request), 303);
    const order = await perform(findMyOrder, pageRequest.context, { id: request.params.id });
    const isUnreachable = request.query.failed === "provider";
    // The result is shown as soon as the provider has reported it.
    if (order.status === "pending" && !order.payment?.instructions && !isUnreachable) reply.header("refresh", "5");
    return sendPublicPage(pageRequest, orderPage(pageRequest.page, order, { isUnreachable }));
  });

  app.post<Address>("/orders/:id/pay", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const { id } = request.params;
    const here = `/orders/${encodeURIComponent(id)}`;
    if (!pageRequest.session) return reply.redirect(signInFor({ method: "GET", url: here }), 303);
    if (!formOf(pageRequest, csrfKey)) return reply.redirect(here, 303);
    const order = await perform(findMyOrder, pageRequest.context, { id });
    return pay(reply, pageRequest, formatId("order", order.id), order.payment?.id ?? null);
  });
}
