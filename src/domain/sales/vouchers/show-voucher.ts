import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { kinds, pathOfItem } from "#domain/sales/products/kinds.ts";
import { findGiver, findVoucherByLink, isOpen, listSeats } from "./queries.ts";
import type { SeatRow, VoucherRow } from "./voucher.ts";

export const redeemable = ["open", "taken", "ended"] as const;

/** Shows the holder of a link what it gives. The address of the recipient is not part of it. */
export const showVoucher = operation({
  name: "showVoucher",
  summary: "Retrieve a gift or a seat by its link",
  reads: forAnyone,
  input: z.object({ link: z.string().min(1).max(200) }),
  output: z.object({
    kind: z.enum(["gift", "seats"]),
    name: z.string(),
    /** The page of the item. Null if it was deleted. */
    path: z.string().nullable(),
    /** The page where a member uses it. Null if it was deleted. */
    usedAt: z.string().nullable(),
    giver: z.string().nullable(),
    recipient: z.string().nullable(),
    message: z.string().nullable(),
    /** `taken`: nothing is left. `ended`: it has expired or was refunded. */
    state: z.enum(redeemable),
    /** True if the caller has taken it. */
    isOwn: z.boolean(),
  }),
  async run(context, { link }) {
    const voucher = await findVoucherByLink(context, link);
    if (!voucher?.expiresAt) throw notFound("gift", "with this link");
    const seats = await listSeats(context, voucher.id);
    const item = await kinds[voucher.productType].find(context, voucher.productId, null);
    const memberId = memberOf(context.caller);
    return {
      kind: voucher.kind,
      name: item?.name ?? "",
      path: item?.path ?? null,
      usedAt: await pathOfItem(context, voucher),
      giver: await findGiver(context, voucher.memberId),
      recipient: voucher.recipientName,
      message: voucher.message,
      state: stateOf(context, voucher, seats),
      isOwn: memberId !== null && seats.some((seat) => seat.memberId === memberId && seat.endedAt === null),
    };
  },
});

/** Returns the state of a gift or of seats. */
export function stateOf(
  { now }: Pick<Context, "now">,
  { expiresAt }: Pick<VoucherRow, "expiresAt">,
  seats: readonly SeatRow[],
): (typeof redeemable)[number] {
  if (seats.every(({ endedAt }) => endedAt !== null)) return "ended";
  if (!seats.some(isOpen)) return "taken";
  return expiresAt !== null && expiresAt > now ? "open" : "ended";
}
