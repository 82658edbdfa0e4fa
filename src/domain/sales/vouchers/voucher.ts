import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { Id } from "#domain/platform/ids.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { locales } from "#domain/platform/site/locales.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import type { SoldType } from "#domain/sales/orders/product-id.ts";
import { isDate, timeOf } from "#lib/time/zoned-time.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

/** Seats in one order, and in all orders of one link. */
const maxSeats = 200;
export const maxSeatsOfLink = 500;

/** Counts from the payment or the delivery of a gift. */
const linkYears = 5;

export const expiryOf = (start: Date): Date => {
  const end = new Date(start);
  end.setUTCFullYear(end.getUTCFullYear() + linkYears);
  return end;
};

/** Recipient, message and date of a gift. */
const GiftInput = z.object({
  name: trimmed().min(1).max(100),
  email: EmailAddress,
  message: trimmed().max(500).optional(),
  /** A date in the time zone of the school. The email is sent then, in the morning. Undefined: immediately. */
  date: z.string().max(10).optional(),
  /** Language of the email. */
  locale: z.enum(locales),
});

/** An order for others: a gift, seats under a new link, or more seats under the link of an earlier order. */
export const ForOthers = z.discriminatedUnion("kind", [
  GiftInput.extend({ kind: z.literal("gift") }),
  z.object({
    kind: z.literal("seats"),
    seats: z.number().int().min(1).max(maxSeats),
    voucher: Id("voucher").optional(),
  }),
]);
export type ForOthers = z.output<typeof ForOthers>;

/** Kind and number of seats, which decide the price. */
export const OrderedFor = z.object({
  kind: z.enum(["gift", "seats"]),
  seats: z.number().int().min(1).max(maxSeats),
});
export type OrderedFor = z.output<typeof OrderedFor>;

export const orderedFor = (others: ForOthers): OrderedFor =>
  others.kind === "gift" ? { kind: "gift", seats: 1 } : { kind: "seats", seats: others.seats };

const [deliveryHour, maxDaysAhead] = [9, 366];

/** Returns the time of delivery of a gift. Null: as soon as it is paid. */
export async function deliveryOf(context: Context, date: string | undefined): Promise<Date | null> {
  if (date === undefined || date === "") return null;
  if (!isDate(date)) throw validationFailed("/date", "invalid_format", "Expected a date.");
  const at = timeOf(await findTimeZone(context), date, deliveryHour * 60);
  if (at.getTime() > context.now.getTime() + maxDaysAhead * 86_400_000) {
    throw validationFailed("/date", "too_big", "A gift can be delivered within a year.");
  }
  return at > context.now ? at : null;
}

export interface VoucherRow {
  id: string;
  /** The buyer. */
  memberId: string;
  kind: "gift" | "seats";
  productType: SoldType;
  /** The price of a product that the order line names. */
  productId: string;
  linkNumber: number;
  linkDigest: Buffer | null;
  recipientName: string | null;
  recipientEmail: string | null;
  message: string | null;
  locale: string;
  deliverAt: Date | null;
  /** When the next email to the recipient is due. */
  mailAt: Date | null;
  mailedAt: Date | null;
  /** Null: it is not paid. */
  expiresAt: Date | null;
  createdAt: Date;
}

export interface SeatRow {
  id: string;
  voucherId: string;
  /** The order line that paid for it. */
  lineId: string;
  memberId: string | null;
  /** The enrollment or subscription that the person got. */
  accessId: string | null;
  takenAt: Date | null;
  endedAt: Date | null;
  endedFor: "refund" | "dispute" | null;
}
