import type { Context } from "#domain/platform/context.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { Problem } from "#domain/platform/problem.ts";
import { fulfillLine } from "#domain/sales/fulfillment/fulfill-line.ts";
import { kindOf } from "#domain/sales/products/kinds.ts";
import { pathOfItem } from "#domain/sales/products/path-of-item.ts";
import { findPaidLine, isOpen, listSeats, lockVoucherByLink, updateSeat } from "./queries.ts";

interface GivenSeat {
  voucherId: string;
  /** The page where the person uses what they got. */
  path: string;
  name: string;
  /** False: the member had this seat before. */
  isNew: boolean;
}

/**
 * Gives the next free seat of a link to a member. The voucher is locked, so that concurrent requests get no more seats
 * than were paid. Of a recurring membership the person gets the first period. Requires a transaction.
 */
export async function giveSeat(context: Context, link: string, memberId: string): Promise<GivenSeat> {
  const { now } = context;
  const voucher = await lockVoucherByLink(context, link);
  if (!voucher?.expiresAt || voucher.expiresAt <= now) {
    throw new Problem("not_found", "This link has ended. Ask the person who sent it for a new one.");
  }
  const seats = await listSeats(context, voucher.id);
  const own = seats.find((taken) => taken.memberId === memberId && taken.endedAt === null);
  const seat = own ?? seats.find(isOpen);
  if (!seat) throw new Problem("sold_out", "Nothing is left under this link.");
  const line = await mustExist(findPaidLine(context, seat.lineId));
  const name = (await kindOf(line).find(context, line.productId, memberId))?.name ?? line.name;
  const given = { voucherId: voucher.id, path: (await pathOfItem(context, line)) ?? "/learn", name };
  if (own) return { ...given, isNew: false };
  const until = await kindOf(line).endOfPayment(context, line.productId, now);
  const sold = { ...line, quantity: 1, recurrence: null };
  const accessId = await fulfillLine(context, { memberId, line: sold, until });
  await updateSeat(context, seat.id, { memberId, accessId, takenAt: now });
  return { ...given, isNew: true };
}
