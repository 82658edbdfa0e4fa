import type { FastifyInstance, FastifyReply } from "fastify";
import type { RequestContext } from "#domain/platform/context.ts";
import { runDry } from "#domain/platform/dry-run.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { refundAccesses } from "#domain/site/selling/refund-access.ts";
import type { Form } from "#oauth/form.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { sendReceipt } from "../../pdf/send-receipt.ts";
import { sendPage } from "../../responses/send.ts";
import { orderNotices, staffOrder, type StaffOrderView } from "../../views/admin/orders/order.ts";
import { refundReview } from "../../views/admin/orders/refund-review.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { minorUnits } from "../parts/minor-units.ts";
import { textFor } from "../../text/catalogue.ts";
import { formatOrdered } from "#domain/sales/orders/product-id.ts";
import { addressOfResource } from "../derived/resources.ts";
import { askFirst, isConfirmed } from "../parts/ask-first.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { listPage } from "./list.ts";
import { recordSalePages } from "./record-sale.ts";
import { adminSections } from "../sections.ts";

const { path } = adminSections.orders;

/** GET /admin/orders, /admin/orders/{id} and its receipt. POST /admin/orders/{id}: confirm, cancel, refund, mark as solved. */
export function orderPages(app: FastifyInstance): void {
  listPage(app);
  recordSalePages(app);

  getPage(app, `${path}/:id`, async (pageRequest, request) => {
    const notice = orderNotices.find((name) => name === request.query.done);
    return show(pageRequest, request.params.id, { notice });
  });

  getPage(app, `${path}/:id/receipt.pdf`, async (pageRequest, request) => {
    const { context, reply } = pageRequest;
    const { findReceiptForStaff } = await adminOperations.orders();
    const order = await perform(findReceiptForStaff, context, { id: request.params.id });
    return sendReceipt(reply, { context, page: adminPageOf(pageRequest, "orders") }, order);
  });

  postForm(app, `${path}/:id`, async (pageRequest, form, { params: { id } }) => {
    const here = `${path}/${encodeURIComponent(id)}`;
    if (form.get("act") === "reviewRefund") return review(pageRequest, id, form);
    const act = acts.find(({ name }) => name === form.get("act"));
    if (!act) return pageRequest.reply.redirect(here, 303);
    try {
      if (act.name === "cancel" && !isConfirmed(pageRequest)) return await askToCancel(pageRequest, id, here);
      await act.perform(await adminOperations.orders(), pageRequest.context, id, form);
    } catch (error) {
      return showRefusal(pageRequest, id, form, error);
    }
    return pageRequest.reply.redirect(`${here}?done=${act.done}`, 303);
  });
}

/** Asks before an order is canceled, unless it is no longer possible. */
async function askToCancel(pageRequest: AdminPageRequest, id: string, back: string): Promise<FastifyReply> {
  const { cancelOrder, findOrderForStaff } = await adminOperations.orders();
  const { number } = await perform(findOrderForStaff, pageRequest.context, { id });
  await runDry(cancelOrder, pageRequest.context, { id });
  const page = adminPageOf(pageRequest, "orders");
  const { orders: text } = textFor(page.locale).admin.resources;
  const title = `${text.cancel}: ${number}`;
  return askFirst(pageRequest, page, { title, consequence: text.cancelHint, act: text.cancel, back });
}

type OrderOperations = Awaited<ReturnType<typeof adminOperations.orders>>;

type Act = (operations: OrderOperations, context: RequestContext, id: string, form: Form) => Promise<unknown>;

const acts: readonly { name: string; done: (typeof orderNotices)[number]; perform: Act }[] = [
  {
    name: "confirm",
    done: "confirmed",
    perform: ({ confirmOfflinePayment }, context, id) => perform(confirmOfflinePayment, context, { id }),
  },
  {
    name: "cancel",
    done: "canceled",
    perform: ({ cancelOrder }, context, id) => perform(cancelOrder, context, { id }),
  },
  {
    name: "confirmRefund",
    done: "returned",
    perform: ({ confirmRefund }, context, id, form) =>
      perform(confirmRefund, context, { id, refund: form.get("refund") }),
  },
  {
    name: "dismiss",
    done: "dismissed",
    perform: ({ dismissAttention }, context, id) => perform(dismissAttention, context, { id }),
  },
  {
    name: "refund",
    done: "refunded",
    async perform({ refundOrder }, context, id, form) {
      const left = form.get("left");
      const refund = await refundIn(context, id, form);
      return perform(refundOrder, context, { ...refund, ...(left !== undefined && { left: Number(left) }) });
    },
  },
];

/** Shows what a refund will do. Nothing is refunded before staff confirms it there. */
async function review(pageRequest: AdminPageRequest, id: string, form: Form): Promise<FastifyReply> {
  const { context, reply } = pageRequest;
  const { findOrderForStaff, previewRefund } = await adminOperations.orders();
  try {
    const refund = await refundIn(context, id, form);
    const preview = await perform(previewRefund, context, refund);
    const order = await perform(findOrderForStaff, context, { id });
    const typed = { amount: form.get("amount") ?? "", access: refund.access, reason: refund.reason };
    return await sendPage(reply, refundReview(adminPageOf(pageRequest, "orders"), { order, preview, typed }));
  } catch (error) {
    return showRefusal(pageRequest, id, form, error);
  }
}

/** Without `access`, the refund policy decides. */
async function refundIn(context: RequestContext, id: string, form: Form) {
  const { findOrderForStaff } = await adminOperations.orders();
  const { currency } = await perform(findOrderForStaff, context, { id });
  const amount = minorUnits(form.get("amount") ?? "", currency);
  const access = refundAccesses.find((name) => name === form.get("access"));
  const reason = form.get("reason")?.trim();
  return { id, amount, ...(access && { access }), ...(reason && { reason }) };
}

async function showRefusal(
  pageRequest: AdminPageRequest,
  id: string,
  form: Form,
  error: unknown,
): Promise<FastifyReply> {
  if (!(error instanceof Problem)) throw error;
  const here = `${path}/${encodeURIComponent(id)}`;
  if (error.code === "invalid_state") return pageRequest.reply.redirect(`${here}?done=changed`, 303);
  if (error.code !== "validation_failed") throw error;
  return show(pageRequest, id, {
    typed: { amount: form.get("amount") ?? "", access: form.get("access"), reason: form.get("reason") },
  });
}

async function show(
  pageRequest: AdminPageRequest,
  id: string,
  view: Omit<StaffOrderView, "order" | "addresses" | "vouchers">,
): Promise<FastifyReply> {
  const { findOrderForStaff, listVouchersForStaff } = await adminOperations.orders();
  const order = await perform(findOrderForStaff, pageRequest.context, { id });
  const { vouchers } = await perform(listVouchersForStaff, pageRequest.context, { order: id });
  const { caller } = pageRequest.context;
  const addresses = order.lines.map(({ productType, productId }) =>
    addressOfResource(caller, productType, formatOrdered(productType, productId)),
  );
  const page = staffOrder(adminPageOf(pageRequest, "orders"), { ...view, order, addresses, vouchers });
  return sendPage(pageRequest.reply, page, { status: view.typed === undefined ? 200 : 422 });
}
