import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { EmailAddress, emailKey } from "#domain/platform/email.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { invalidState, notFound } from "#domain/platform/problem.ts";
import { limitOwnRequests } from "#domain/platform/rate-limits/limit-own-requests.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { listFulfilledLines } from "#domain/sales/orders/change-order.ts";
import { kindOf } from "#domain/sales/products/kinds.ts";
import { asSystem } from "#domain/platform/system-context.ts";
import { isPaidBack, isVoucherLine, type VoucherLine } from "./end-seats.ts";
import { findPaidLine, hasBegun, isTaken, listSeats, lockVoucher, updateSeat, updateVoucher } from "./queries.ts";
import { stateOf } from "./show-voucher.ts";
import { digestOfLink } from "./voucher-link.ts";
import type { SeatRow, VoucherRow } from "./voucher.ts";

const One = z.object({ id: Id("voucher") });

/** Sends the email of a gift again, to another address if the buyer mistyped it. A later delivery happens now. */
export const sendGift = operation({
  name: "sendGift",
  summary: "Send a gift again",
  writes: { only: ["session"] },
  input: One.extend({ email: EmailAddress }),
  output: One,
  async prepare(context: RequestContext, { email }) {
    await requireWithin(context, limits.giftMailPerRecipient, emailKey(email));
    return limitOwnRequests(context);
  },
  async run(context, { id, email }) {
    const voucher = await requireOwn(context, id);
    await requireOpen(context, voucher, "sent");
    await updateVoucher(context, id, { recipientEmail: email, mailAt: context.now });
    return { id };
  },
});

/** Makes a new link. The former one ends: that of a gift, too, if it was sent to the wrong person. */
export const renewVoucherLink = operation({
  name: "renewVoucherLink",
  summary: "Replace the link of a gift or of seats",
  writes: { only: ["session"] },
  input: One,
  output: One,
  prepare: limitOwnRequests,
  async run(context, { id }) {
    const voucher = await requireOwn(context, id);
    const linkNumber = voucher.linkNumber + 1;
    await updateVoucher(context, id, { linkNumber, linkDigest: digestOfLink(context, { id, linkNumber }) });
    return { id };
  },
});

/** Ends the link. Those who took a seat keep it. */
export const endVoucherLink = operation({
  name: "endVoucherLink",
  summary: "End the link of seats",
  writes: { only: ["session"] },
  input: One,
  output: One,
  async run(context, { id }) {
    await requireOwn(context, id);
    await updateVoucher(context, id, { linkDigest: null });
    return { id };
  },
});

/**
 * Takes a seat back from a person who has completed no lecture, so that another person can take it, unless its price was
 * returned.
 */
export const freeSeat = operation({
  name: "freeSeat",
  summary: "Take a seat back",
  writes: { only: ["session"] },
  input: One.extend({ seat: Id("voucherSeat") }),
  output: One.extend({ isFree: z.boolean() }),
  async run(context, { id, seat: seatId }) {
    const voucher = await requireOwn(context, id);
    const seat = (await listSeats(context, id)).find((one) => one.id === seatId);
    if (voucher.kind !== "seats" || !seat || !isTaken(seat)) throw notFound("seat", formatId("voucherSeat", seatId));
    if (await hasBegun(context, seat)) throw invalidState("seat", "begun", "free", []);
    const line = await findLineOf(context, seat);
    await endAccessOf(context, seat, line);
    const isFree = line !== undefined && !(await isPaidBack(context, line));
    const ended = isFree ? {} : { endedAt: context.now, endedFor: "refund" as const };
    await updateSeat(context, seatId, { memberId: null, accessId: null, takenAt: null, ...ended });
    return { id, isFree };
  },
  audit: ({ id, seat }) => about("voucher", id, { seat: formatId("voucherSeat", seat) }),
});

/** Finds the line that paid for a seat. */
async function findLineOf(context: Context, { lineId }: SeatRow): Promise<VoucherLine | undefined> {
  const { orderId } = (await findPaidLine(context, lineId)) ?? {};
  const lines = orderId === undefined ? [] : await listFulfilledLines(context, orderId);
  return lines.filter(isVoucherLine).find(({ id }) => id === lineId);
}

/** Ends what the seat has given, if it gives it still: the person may have bought the course meanwhile. */
async function endAccessOf(context: Context, { accessId }: SeatRow, line: VoucherLine | undefined): Promise<void> {
  if (line && accessId !== null) await kindOf(line).end(asSystem(context), { ...line, fulfilledId: accessId }, null);
}

/** Returns the voucher, locked. Throws `not_found` unless the caller has bought it. */
async function requireOwn(context: Context, id: string): Promise<VoucherRow> {
  const { memberId } = requireSession(context);
  const voucher = await lockVoucher(context, id);
  if (voucher?.memberId !== memberId || voucher.expiresAt === null) throw notFound("gift", formatId("voucher", id));
  return voucher;
}

async function requireOpen(context: Context, voucher: VoucherRow, to: string): Promise<void> {
  const state = stateOf(context, voucher, await listSeats(context, voucher.id));
  if (state !== "open" || voucher.kind !== "gift") throw invalidState("gift", state, to, []);
}
