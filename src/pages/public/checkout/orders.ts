import type { FastifyInstance } from "fastify";
import { listMyAgreements } from "#domain/sales/billing/own-agreements.ts";
import { findMyOrder, listMyOrders, type OwnOrder } from "#domain/sales/payments/member/my-orders.ts";
import { listCheckoutOrigins } from "#domain/sales/payments/member/checkout-origins.ts";
import { refreshPayment } from "#domain/sales/payments/member/refresh-payment.ts";
import { retryPayment } from "#domain/sales/payments/member/retry-payment.ts";
import { sendOrderToGuest } from "#domain/sales/payments/member/guest-address.ts";
import { Problem } from "#domain/platform/problem.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { cursorIn, pagesOf } from "../../admin/parts/paging.ts";
import { sendReceipt } from "../../pdf/send-receipt.ts";
import { orderPage } from "../../views/public/order.ts";
import { ordersPage } from "../../views/public/orders.ts";
import type { OpenPublicPageRequest, PublicPageRequest } from "../page-request.ts";
import { personRoutes } from "../public-routes.ts";
import { sendPublicPage } from "../send.ts";
import { findCover } from "./find-cover.ts";
import { pay } from "./checkout-page.ts";
import { showConsultingService } from "#domain/public-catalog/consulting.ts";
import { findMySessions } from "#domain/sales/consulting-bookings/my-sessions.ts";
import type { SessionOfOrder } from "#pages/views/public/session-of-order.ts";

const perPage = 20;

/** GET /orders, /orders/{id} and /orders/{id}/receipt.pdf: the member's own orders. POST /orders/{id}/pay leads to the payment. */
export function orderPages(app: FastifyInstance, openPageRequest: OpenPublicPageRequest): void {
  const { getPage, postForm } = personRoutes(openPageRequest, pageOf);

  getPage(app, "/orders", async (pageRequest, request) => {
    const { cursor } = request.query;
    const { orders, nextCursor } = await perform(listMyOrders, pageRequest.context, {
      limit: perPage,
      ...cursorIn(cursor),
    });
    const { agreements } =
      cursor === undefined ? await perform(listMyAgreements, pageRequest.context, {}) : { agreements: [] };
    const view = { agreements, orders, pages: pagesOf("/orders", {}, nextCursor, cursor) };
    return sendPublicPage(pageRequest, ordersPage(pageRequest.page, view));
  });

  getPage(app, "/orders/:id", async (pageRequest, request) => {
    const { context, page, reply } = pageRequest;
    const orderBefore = await perform(findMyOrder, context, { id: request.params.id });
    const hasChanged = orderBefore.status === "pending" && (await refresh(pageRequest, orderBefore.payment?.id));
    const order = hasChanged ? await perform(findMyOrder, context, { id: request.params.id }) : orderBefore;
    const { failed } = request.query;
    const failure = failed === "provider" ? ("unreachable" as const) : failed === "refused" ? failed : undefined;
    // The result is shown as soon as the provider has reported it.
    if (order.status === "pending" && !order.payment?.instructions && !failure) reply.header("refresh", "5");
    const origins = await listCheckoutOrigins(context);
    return sendPublicPage(
      pageRequest,
      orderPage(page, order, {
        failure,
        coverUrl: await findCover(pageRequest, order.lines[0]?.path ?? null),
        session: await readSessionOfOrder(pageRequest, order),
      }),
      undefined,
      origins,
    );
  });

  getPage(app, "/orders/:id/receipt.pdf", async ({ context, page, reply }, request) => {
    const order = await perform(findMyOrder, context, { id: request.params.id });
    return sendReceipt(reply, { context, page }, order);
  });

  postForm(app, { path: "/orders/:id/pay", formAt: pageOf }, async (pageRequest, _form, request) => {
    const order = await perform(retryPayment, pageRequest.context, request.params);
    return pay(pageRequest.reply, pageRequest, formatId("order", order.id), order.paymentId);
  });

  postForm(app, { path: "/orders/:id/email", formAt: pageOf }, async (pageRequest, form, { params }) => {
    await sendAgain(pageRequest, params.id, (form.get("email") ?? "").trim());
    return pageRequest.reply.redirect(pageOf(params), 303);
  });
}

const pageOf = ({ id = "" }: { id?: string }) => `/orders/${encodeURIComponent(id)}`;

/** Sends the email about an order of a guest again. The page of the order shows the address. */
async function sendAgain(pageRequest: PublicPageRequest, id: string, email: string): Promise<void> {
  try {
    await perform(sendOrderToGuest, pageRequest.context, { id, email });
  } catch (error) {
    // Beyond the limits, the person has emails with working links. An invalid address gets no email.
    if (!(error instanceof Problem) || !["rate_limited", "validation_failed"].includes(error.code)) throw error;
  }
}

/** Queries the provider, because the URL of this page proves no payment. Returns true if the state has changed. */
async function refresh({ context, request }: PublicPageRequest, paymentId: string | undefined): Promise<boolean> {
  if (paymentId === undefined) return false;
  try {
    return await refreshPayment(context, paymentId);
  } catch (err) {
    request.log.warn({ err, paymentId }, "a payment provider did not report the state of a payment");
    return false;
  }
}

const consulting = /^\/consulting\/([^/]+)$/;

/** Reads the sessions of the member for an order of consulting. Undefined for other orders. */
async function readSessionOfOrder(
  { context }: PublicPageRequest,
  { lines, held }: OwnOrder,
): Promise<SessionOfOrder | undefined> {
  const path = lines[0]?.path ?? "";
  const [, slug] = consulting.exec(path) ?? [];
  if (slug === undefined) return undefined;
  try {
    const { id, timeZone, format } = await perform(showConsultingService, context, {
      service: decodeURIComponent(slug),
    });
    const serviceId = formatId("consultingService", id);
    const { left, bookings } = await perform(findMySessions, context, { serviceId });
    const timesOf = (times: { startsAt: Date; endsAt: Date }) => ({ ...times, timeZone, format });
    return {
      path,
      left,
      booked: bookings.map(({ startsAt, endsAt }) => timesOf({ startsAt, endsAt })),
      held: held && { ...timesOf(held), heldUntil: held.heldUntil, isOver: held.heldUntil <= context.now },
    };
  } catch (error) {
    // The service is not in the catalog any longer.
    if (error instanceof Problem && error.code === "not_found") return undefined;
    throw error;
  }
}
