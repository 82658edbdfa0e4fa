import type { Context } from "#domain/platform/context.ts";
import {
  type FulfilledLine,
  findPayableOrder,
  listFulfilledLines,
  listOrderRefunds,
  type OrderRefund,
  type PayableOrder,
} from "#domain/sales/orders/change-order.ts";
import { isOfOrder } from "#domain/sales/payments/settlement/payment-of-order.ts";
import type { GivenLine } from "#domain/sales/products/product-kind.ts";
import { partOf } from "#lib/text/smallest-payment.ts";
import { isOpen, listSeatsOfLine, lockVoucher, updateSeat, updateVoucher } from "./queries.ts";
import type { SeatRow } from "./voucher.ts";

/** A line that was bought for others. */
export type VoucherLine = FulfilledLine & { voucherId: string };

export const isVoucherLine = (line: FulfilledLine): line is VoucherLine => line.voucherId !== null;

export const hasOpenSeats = async (context: Context, { id }: VoucherLine): Promise<boolean> =>
  (await listSeatsOfLine(context, id)).some(isOpen);

/** The line for the person who took a seat, with the access that they got. */
const givenLine = (line: VoucherLine, { accessId }: SeatRow): GivenLine[] =>
  accessId === null ? [] : [{ ...line, quantity: 1, fulfilledId: accessId }];

/**
 * Ends the free seats of a line, and those for which `endTaken` has ended the access. Emails of a gift
 * that are due are not sent.
 */
export async function endSeats(
  context: Context,
  line: VoucherLine,
  { cause, endTaken }: { cause: "refund" | "dispute"; endTaken: (given: GivenLine) => Promise<boolean> },
): Promise<void> {
  await lockVoucher(context, line.voucherId);
  for (const seat of await listSeatsOfLine(context, line.id)) {
    // A refund during a dispute stays when the school wins it.
    if (seat.endedAt !== null && (cause !== "refund" || seat.endedFor !== "dispute")) continue;
    const [given] = givenLine(line, seat);
    if (given && !(await endTaken(given))) continue;
    await updateSeat(context, seat.id, { endedAt: context.now, endedFor: cause });
  }
  await updateVoucher(context, line.voucherId, { mailAt: null });
}

/** A refund of a part of an order, in minor units. */
interface PartialRefund {
  amount: number;
  order: Pick<PayableOrder, "total" | "currency">;
}

/**
 * Returns the number of seats that an amount has paid for. The price of a seat is rounded down, because a price that
 * cannot be divided evenly cannot be returned for one seat exactly.
 */
function seatsFor({ quantity }: VoucherLine, { amount, order: { total, currency } }: PartialRefund): number {
  if (total === 0) return 0;
  const seat = partOf({ amount: total, currency }, quantity).amount || total / quantity;
  return Math.min(quantity, Math.floor(amount / seat));
}

/** Returns the number of free seats that a partial refund ends: as many as its amount has paid for. */
export async function countRefundedSeats(context: Context, line: VoucherLine, refund: PartialRefund): Promise<number> {
  const free = (await listSeatsOfLine(context, line.id)).filter(isOpen).length;
  return Math.min(free, seatsFor(line, refund));
}

/** Ends the free seats whose price was returned. Taken seats stay. */
export async function endRefundedSeats(context: Context, line: VoucherLine, refund: PartialRefund): Promise<void> {
  await lockVoucher(context, line.voucherId);
  const count = await countRefundedSeats(context, line, refund);
  const free = (await listSeatsOfLine(context, line.id)).filter(isOpen);
  for (const { id } of free.slice(free.length - count)) {
    await updateSeat(context, id, { endedAt: context.now, endedFor: "refund" });
  }
}

/** Returns true if the price of a taken seat was returned, so that nobody else can take it after its person. */
export async function isPaidBack(context: Context, line: VoucherLine): Promise<boolean> {
  const order = await findPayableOrder(context, line.orderId);
  if (!order || order.status === "refunded") return true;
  const lines = await listFulfilledLines(context, line.orderId);
  const isOfLine = ({ lineId }: OrderRefund) => lineId === line.id || (lineId === null && lines.length === 1);
  let paidBack = 0;
  for (const refund of await listOrderRefunds(context, line.orderId)) {
    if (refund.status !== "succeeded" || refund.access === "keep" || !isOfLine(refund)) continue;
    if (!(await isOfOrder(context, order, refund))) continue;
    const total = refund.lineId === null ? order.total : line.amount;
    paidBack += seatsFor(line, { amount: refund.amount, order: { ...order, total } });
  }
  const ended = (await listSeatsOfLine(context, line.id)).filter(({ endedFor }) => endedFor === "refund").length;
  return ended < paidBack;
}

/** A seat with the person who took it. */
interface TakenSeat {
  id: string;
  memberId: string;
}

/** Opens the seats again that a dispute has ended. `restore` gives a person their access again. */
export async function restoreSeats(
  context: Context,
  line: VoucherLine,
  restore: (seat: TakenSeat, given: GivenLine) => Promise<boolean>,
): Promise<boolean> {
  let isRestored = true;
  const voucher = await lockVoucher(context, line.voucherId);
  for (const seat of await listSeatsOfLine(context, line.id)) {
    if (seat.endedFor !== "dispute") continue;
    await updateSeat(context, seat.id, { endedAt: null, endedFor: null });
    const { id, memberId } = seat;
    if (memberId === null) continue;
    for (const given of givenLine(line, seat)) isRestored = (await restore({ id, memberId }, given)) && isRestored;
  }
  if (voucher?.kind === "gift" && voucher.mailedAt === null) {
    await updateVoucher(context, line.voucherId, { mailAt: voucher.deliverAt ?? context.now });
  }
  return isRestored;
}
