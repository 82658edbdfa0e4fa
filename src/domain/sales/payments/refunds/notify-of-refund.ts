import { formatTime } from "#domain/messages/notifications/format-time.ts";
import { notify } from "#domain/messages/notifications/notify.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { findGuestAddress } from "#domain/people/guests/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import type { AccessAfterRefund } from "#domain/sales/fulfillment/access-after-refund.ts";
import { listFulfilledLines, type OrderRefund, type PayableOrder } from "#domain/sales/orders/change-order.ts";
import { findSchool } from "#domain/site/school/queries.ts";
import { formatMoney } from "#lib/text/format-money.ts";
import { mailRefund } from "../order-mail.ts";

/** Tells the buyer by email and in the inbox what was refunded, and what happens to the access. */
export async function notifyOfRefund(
  context: Context,
  order: PayableOrder,
  refund: OrderRefund,
  effects: readonly AccessAfterRefund[],
): Promise<void> {
  const { access, until } = effectOf(effects);
  await mailRefund(context, order, refund, { kind: mails[access], ...(until && { until }) });
  // A guest has no inbox.
  if ((await findGuestAddress(context, order.memberId)) !== undefined) return;
  const lines = await listFulfilledLines(context, order.id);
  const data = {
    total: formatMoney("en", { amount: refund.amount, currency: order.currency }),
    items: lines.map(({ name }) => name).join(", "),
    access,
    endsAt: until ? formatTime(until, (await findSchool(context)).timeZone) : "",
  };
  await notify(context, {
    ...occasions.refunded({ id: refund.id, orderId: order.id }, data),
    memberId: order.memberId,
  });
}

const mails = { none: "refund", kept: "refundKept", ended: "refundEnds", until: "refundUntil" } as const;

/** What the buyer has lost, as far as a membership does not give the same. */
function effectOf(effects: readonly AccessAfterRefund[]): { access: keyof typeof mails; until?: Date } {
  const lost = effects.filter(({ kind, keptBy }) => kind !== "keep" && keptBy === undefined);
  if (lost.some(({ kind }) => kind === "end")) return { access: "ended" };
  const later = lost.find((effect) => effect.kind === "until");
  if (later) return { access: "until", until: later.at };
  return { access: effects.length === 0 ? "none" : "kept" };
}
