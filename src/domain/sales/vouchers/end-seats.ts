import type { Context } from "#domain/platform/context.ts";
import {
  type FulfilledLine,
  findPayableOrder,
  listOrderRefunds,
  type PayableOrder,
} from "#domain/sales/orders/change-order.ts";
import type { GivenLine } from "#domain/sales/products/product-kind.ts";
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
  order: Pick<PayableOrder, "total">;
}

/** Returns the number of free seats that a partial refund ends: as many as its amount has paid for. */
export async function countRefundedSeats(
  context: Context,
  line: VoucherLine,
  { amount, order: { total } }: PartialRefund,
): Promise<number> {
  const free = (await listSeatsOfLine(context, line.id)).filter(isOpen).length;
  return total === 0 ? 0 : Math.min(free, Math.floor((amount * line.quantity) / total));
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
  const seatsOf = ({ amount }: { amount: number }) => Math.floor((amount * line.quantity) / Math.max(1, order.total));
  const refunds = await listOrderRefunds(context, line.orderId);
  const counted = refunds.filter(({ status, access }) => status === "succeeded" && access !== "keep");
  const paidBack = counted.reduce((sum, refund) => sum + seatsOf(refund), 0);
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
