import * as z from "zod";
import { table } from "#database/table/table.ts";
import { sql } from "#database/statements/sql.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { byStaffInPerson, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { kinds } from "#domain/sales/products/kinds.ts";
import { formatOrdered } from "#domain/sales/orders/product-id.ts";
import { findVoucher, isTaken, listSeats } from "./queries.ts";
import { redeemable, stateOf } from "./show-voucher.ts";
import { addressOfVoucher } from "./voucher-link.ts";
import { maxSeatsOfLink, type SeatRow, type VoucherRow } from "./voucher.ts";

const Taken = z.object({
  id: Id("voucherSeat"),
  memberId: Id("member"),
  name: z.string().nullable(),
  email: z.string(),
  takenAt: Instant,
  hasBegun: z.boolean(),
});

const OwnVoucher = z.object({
  id: Id("voucher"),
  kind: z.enum(["gift", "seats"]),
  /** The item, for the checkout of more seats. */
  item: z.string(),
  name: z.string(),
  /** Null: the link has ended. */
  link: z.string().nullable(),
  recipient: z.object({ name: z.string(), email: z.string() }).nullable(),
  message: z.string().nullable(),
  state: z.enum(redeemable),
  /** Time of the next email. Null: it was sent, or the gift has ended. */
  mailAt: Instant.nullable(),
  mailedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  /** Seats that were paid and not refunded. */
  seats: z.number().int(),
  taken: z.array(Taken),
});
export type OwnVoucher = z.output<typeof OwnVoucher>;

/** Retrieves the gift or the seats that the member bought with an order. The buyer of a gift does not see who has redeemed it. */
export const findMyVoucher = operation({
  name: "findMyVoucher",
  summary: "Retrieve what the member bought for others",
  reads: { only: ["session"] },
  input: z.object({ order: Id("order") }),
  output: OwnVoucher,
  async run(context, { order }) {
    const { memberId, viewedBy } = requireSession(context);
    const [found] = await vouchersOfOrder(context, order);
    if (found?.memberId !== memberId || found.expiresAt === null) throw notFound("gift", formatId("order", order));
    const voucher = await complete(context, found);
    const shown = found.kind === "gift" ? { ...voucher, taken: [] } : voucher;
    // The link is the gift: staff who see the page as the member do not get it.
    return viewedBy === undefined ? shown : { ...shown, link: null };
  },
});

/** Lists the gift or the seats of an order, with the persons who have them. Staff do not see the link. */
export const listVouchersForStaff = operation({
  name: "listVouchersForStaff",
  summary: "List what an order bought for others",
  reads: byStaffInPerson,
  input: z.object({ order: Id("order") }),
  output: z.object({ vouchers: z.array(OwnVoucher.omit({ link: true })) }),
  async run(context, { order }) {
    const vouchers: Omit<OwnVoucher, "link">[] = [];
    for (const voucher of await vouchersOfOrder(context, order)) {
      const { link: _link, ...shown } = await complete(context, voucher);
      vouchers.push(shown);
    }
    return { vouchers };
  },
});

const maxVouchers = 20;

/** An order has one line for others, but an archive may have more. */
async function vouchersOfOrder(scope: SiteScope, orderId: string): Promise<(VoucherRow & { name: string })[]> {
  const { db, site } = scope;
  const lines = await db.many<{ voucherId: string; name: string }>`
    select voucher_id, name from ${table("order_lines").under(site.id, "order_id", [orderId])}
     where voucher_id is not null order by position limit ${maxVouchers}`;
  const found: (VoucherRow & { name: string })[] = [];
  for (const { voucherId, name } of lines) {
    const voucher = await findVoucher(scope, voucherId);
    if (voucher) found.push({ ...voucher, name });
  }
  return found;
}

async function complete(context: Context, voucher: VoucherRow & { name: string }): Promise<OwnVoucher> {
  const { id, kind, name, productType, productId, recipientName, recipientEmail } = voucher;
  const { message, mailAt, mailedAt, expiresAt } = voucher;
  const seats = await listSeats(context, id);
  const item = await kinds[productType].find(context, productId, null);
  return {
    id,
    kind,
    name: item?.name ?? name,
    item: formatOrdered(productType, productId),
    link: addressOfVoucher(context, voucher),
    recipient: recipientEmail === null ? null : { name: recipientName ?? recipientEmail, email: recipientEmail },
    message,
    state: stateOf(context, voucher, seats),
    mailAt,
    mailedAt,
    expiresAt,
    seats: seats.filter(({ endedAt }) => endedAt === null).length,
    taken: await peopleOf(context, seats),
  };
}

/** Returns the persons who have seats, with whether they have begun the course. */
async function peopleOf({ db, site }: SiteScope, seats: readonly SeatRow[]): Promise<z.output<typeof Taken>[]> {
  const taken = seats.filter(isTaken).map(({ id }) => id);
  if (taken.length === 0) return [];
  return db.many<z.output<typeof Taken>>`
    select voucher_seats.id, voucher_seats.member_id, members.name, members.email, voucher_seats.taken_at,
           coalesce(enrollments.progress_permille > 0, false) or enrollments.completed_at is not null as has_begun
      from ${table("voucher_seats").withIds(site.id, taken)}
     cross join ${table("members").joined(site.id, sql`voucher_seats.member_id`)}
      left join ${table("enrollments").joined(site.id, sql`voucher_seats.access_id`)} on true
     order by voucher_seats.taken_at, voucher_seats.id limit ${maxSeatsOfLink}`;
}
