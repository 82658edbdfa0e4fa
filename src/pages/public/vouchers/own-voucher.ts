import type { FastifyInstance, FastifyReply } from "fastify";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { endVoucherLink, freeSeat, renewVoucherLink, sendGift } from "#domain/sales/vouchers/own-vouchers.ts";
import { findMyVoucher } from "#domain/sales/vouchers/read-vouchers.ts";
import type { Form } from "#oauth/form.ts";
import { ownVoucherPage } from "#pages/views/public/vouchers/own-voucher.ts";
import { voucherNotices, type VoucherProblem } from "#pages/views/public/vouchers/voucher-view.ts";
import type { OpenPublicPageRequest, PublicPageRequest } from "../page-request.ts";
import { personRoutes } from "../public-routes.ts";
import { sendPublicPage } from "../send.ts";

/** GET and POST /orders/{id}/share: what the buyer does with a gift or with seats. */
export function ownVoucherPages(app: FastifyInstance, openPageRequest: OpenPublicPageRequest): void {
  const { getPage, postForm } = personRoutes(openPageRequest, pageOf);

  getPage(app, "/orders/:id/share", (pageRequest, request) => {
    const done = voucherNotices.find((name) => name === request.query.done);
    return show(pageRequest, request.params.id, { done });
  });

  postForm(app, "/orders/:id/share", async (pageRequest, form, request) => {
    const { reply } = pageRequest;
    const { id } = request.params;
    const here = pageOf({ id });
    try {
      const done = await act(pageRequest, id, form);
      return await reply.redirect(done === undefined ? here : `${here}?done=${done}`, 303);
    } catch (error) {
      const problem = error instanceof Problem ? problems[error.code] : undefined;
      if (problem === undefined) throw error;
      reply.code(problem === "tooMany" ? 429 : problem === "wrongEmail" ? 422 : 409);
      return show(pageRequest, id, { problem });
    }
  });
}

const pageOf = ({ id = "" }: { id?: string }) => `/orders/${encodeURIComponent(id)}/share`;

const problems: Record<string, VoucherProblem> = {
  rate_limited: "tooMany",
  validation_failed: "wrongEmail",
  invalid_state: "refused",
};

async function act(
  { context }: PublicPageRequest,
  order: string,
  form: Form,
): Promise<(typeof voucherNotices)[number] | undefined> {
  const voucher = await perform(findMyVoucher, context, { order });
  const id = formatId("voucher", voucher.id);
  switch (form.get("act") ?? "") {
    case "send":
      await perform(sendGift, context, { id, email: form.get("email")?.trim() });
      return "sent";
    case "renew":
      await perform(renewVoucherLink, context, { id });
      return "renewed";
    case "end":
      await perform(endVoucherLink, context, { id });
      return "ended";
    case "free":
      return (await perform(freeSeat, context, { id, seat: form.get("seat") })).isFree ? "freed" : "endedSeat";
    default:
      return undefined;
  }
}

async function show(
  pageRequest: PublicPageRequest,
  id: string,
  state: { done?: (typeof voucherNotices)[number] | undefined; problem?: VoucherProblem },
): Promise<FastifyReply> {
  const { context, page } = pageRequest;
  const voucher = await perform(findMyVoucher, context, { order: id });
  const view = { order: `/orders/${encodeURIComponent(id)}`, voucher, ...state };
  return sendPublicPage(pageRequest, ownVoucherPage(page, { ...view, now: context.now }));
}
