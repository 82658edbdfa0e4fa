import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { Problem, validationFailed, within } from "#domain/platform/problem.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { cancelOpenCheckouts } from "#domain/sales/checkout/cancel-open-checkouts.ts";
import { updateLine, updateOrder } from "#domain/sales/orders/change-order.ts";
import { Order, serializeOrder } from "#domain/sales/orders/order.ts";
import { findOrder, insertOrder, insertPayment, listLinesOf } from "#domain/sales/orders/queries.ts";
import { orderEvent } from "#domain/sales/payments/events.ts";
import { mailReceipt } from "#domain/sales/payments/order-mail.ts";
import { nextReceiptNumber } from "#domain/sales/payments/receipt-number.ts";
import { findSelling, sellerOf } from "#domain/site/selling/selling-settings.ts";
import { readableCode } from "#lib/text/readable-code.ts";
import { linesOfSale, type SoldLine } from "./lines-of-sale.ts";
import { RecordedSale } from "./sale-input.ts";
import {
  requireOneName,
  requireRegistrable,
  unknownMember,
} from "#domain/events/event-registrations/registration-rules.ts";
import { findMember, findMemberByEmail, lockMember } from "#domain/people/members/queries.ts";
import { invite } from "#domain/people/members/add-member.ts";
import { requireAccessScopes } from "#domain/sales/products/kinds.ts";
import { fulfillLine } from "#domain/sales/fulfillment/line-access.ts";

export const recordSale = operation({
  name: "recordSale",
  summary: "Record a paid order",
  description:
    "Records a sale that was paid outside of Lectern, such as a bank transfer or an order of another shop, and gives " +
    "the member what they bought: enrollments, registrations, subscriptions and grants with the source `purchase`. " +
    "Enrollments name the order in `source_id`. No payment provider is called and no money moves.\n\n" +
    "Also requires the scope for each kind of access: `students:write` for course plans, `subscriptions:write` for " +
    "memberships, `events:write` for tickets, `digital_products:write` for digital products and consulting. Without " +
    "`fulfill` only the record is made. If one line cannot be fulfilled, nothing is recorded.\n\n" +
    "A recurring membership ends with the period that was paid. Open checkouts of the member for the same products " +
    "are canceled.",
  writes: "school:write",
  input: RecordedSale,
  output: Order,
  async run(context, sale) {
    const { fulfill, lineItems, notify } = sale;
    if (fulfill) {
      requireAccessScopes(
        context,
        lineItems.map(({ productId }) => productId.type),
      );
    }
    const times = timesOf(context, sale);
    const buyer = await requireBuyer(context, { memberId: sale.memberId, email: sale.email, name: sale.name });
    const selling = await findSelling(context);
    const { currency, lines } = await linesOfSale(context, sale, selling.taxRate);
    const order = { id: newId(), currency, ...times, ...sumsOf(lines), seller: sellerOf(selling) };
    await insert(context, { sale, buyer, order, lines });
    if (fulfill) await fulfillAll(context, { memberId: buyer.id, lines, notify });
    if (sale.kind === "manual") {
      const invoiceNumber = await nextReceiptNumber(context, context.now);
      await updateOrder(context, order.id, { invoiceNumber }, context.now);
      if (notify) await mailReceipt(context, { ...order, memberId: buyer.id, invoiceNumber }, lines);
    }
    return serializeOrder(
      context,
      await mustExist(findOrder(context, order.id)),
      await listLinesOf(context, [order.id]),
    );
  },
  audit: ({ kind, fulfill }, { id, memberId }) =>
    about("order", id, { kind, fulfill, memberId: formatId("member", memberId) }),
  event: (_input, { id }) => [orderEvent("created", id), orderEvent("paid", id)],
});

interface Times {
  placedAt: Date;
  paidAt: Date;
}

function timesOf({ now }: Context, { kind, paidAt = now, placedAt = paidAt, invoice }: RecordedSale): Times {
  if (paidAt > now) throw validationFailed("/paidAt", "too_big", "The payment must not be in the future.");
  if (placedAt > paidAt)
    throw validationFailed("/placedAt", "too_big", "The order must not be later than its payment.");
  if (kind === "manual" && invoice) {
    const detail = "Orders of the kind manual get the next receipt number. Send invoice with the kind external.";
    throw validationFailed("/invoice", "not_applicable", detail);
  }
  return { placedAt, paidAt };
}

function sumsOf(lines: readonly SoldLine[]) {
  const sum = (amountOf: (line: SoldLine) => number) => lines.reduce((all, line) => all + amountOf(line), 0);
  return {
    subtotal: sum(({ quantity, unitAmount }) => quantity * unitAmount),
    discountTotal: sum(({ discountAmount }) => discountAmount),
    taxTotal: sum(({ taxAmount }) => taxAmount),
    total: sum(({ amount }) => amount),
  };
}

interface NewSale {
  sale: RecordedSale;
  buyer: MemberRecord;
  order: Times & ReturnType<typeof sumsOf> & { id: string; currency: string; seller: object };
  lines: readonly SoldLine[];
}

async function insert(context: Context, { sale, buyer, order, lines }: NewSale): Promise<void> {
  const { now } = context;
  const { kind, invoice, remark = null, externalId = null, metadata = {} } = sale;
  const paid = { ...order, status: "paid" as const, kind, memberId: buyer.id };
  const visibleFields = { number: sale.number ?? readableCode(), remark, externalId, metadata };
  const receipt = { invoiceNumber: invoice?.number ?? null, invoiceUrl: invoice?.url ?? null };
  const person = { name: buyer.name, email: buyer.email };
  const rows = lines.map(({ until: _until, ...line }) => line);
  if (!(await insertOrder(context, { ...paid, ...visibleFields, ...receipt, buyer: person }, rows, now))) {
    throw new Problem("already_exists", "Another order has this number or external_id.");
  }
  if (order.total === 0) return;
  const payment = {
    id: newId(),
    orderId: order.id,
    provider: kind === "manual" ? ("offline" as const) : ("external" as const),
    method: sale.method ?? (kind === "manual" ? ("bank_transfer" as const) : ("other" as const)),
    status: "succeeded" as const,
    amount: order.total,
    currency: order.currency,
    paidAt: order.paidAt,
    providerReference: sale.providerReference ?? null,
  };
  await insertPayment(context, payment, now);
}

interface Fulfillment {
  memberId: string;
  lines: readonly SoldLine[];
  notify: boolean;
}

async function fulfillAll(context: Context, { memberId, lines, notify }: Fulfillment): Promise<void> {
  for (const [index, { until, ...line }] of lines.entries()) {
    await cancelOpenCheckouts(context, { memberId, productId: line.productId });
    const fulfilledId = await atLine(index, () => fulfillLine(context, { memberId, line, until, notify }));
    await updateLine(context, line.id, { fulfilledId, fulfilledAt: context.now });
  }
}

/** Reports problems with the line that caused them. Their own pointers name fields that the request does not have. */
const atLine = <Result>(index: number, work: () => Promise<Result>): Promise<Result> =>
  within(`/lineItems/${index}`, async () => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const { errors: _errors, ...details } = error.details;
      throw new Problem(error.code, error.message, details);
    }
  });

interface NamedBuyer {
  memberId: string | undefined;
  email: string | undefined;
  name: string | undefined;
}

/** Finds and locks the buyer. An unknown address becomes a student with an unclaimed account. */
async function requireBuyer(context: Context, { memberId, email, name }: NamedBuyer): Promise<MemberRecord> {
  const named = requireOneName({ memberId, email });
  const found =
    "memberId" in named ? await findMember(context, named.memberId) : await findMemberByEmail(context, named.email);
  const buyer = found && (await lockMember(context, found.id));
  if (buyer) return requireRegistrable(buyer, named);
  if ("memberId" in named) throw unknownMember(named.memberId);
  return invite(context, named.email, name ?? null);
}
