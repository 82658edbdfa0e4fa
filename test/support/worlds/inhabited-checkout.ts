import { rows } from "#database/statements/sql.ts";
import { saveAccount } from "#domain/sales/payments/account.ts";
import { newId } from "#domain/platform/ids.ts";
import { now } from "../clock.ts";
import { database } from "../databases/database.ts";
import { digestOfLink } from "#domain/sales/vouchers/voucher-link.ts";
import { storage } from "./storage.ts";
import { newestId } from "./newest-id.ts";
import { type AMember, type ASite, payments } from "../world.ts";

/** A payment provider with credentials, a pending order of the member with its test payment, and a provider's message. */
export async function insertCheckout({ site, context }: ASite, member: AMember, name: string): Promise<void> {
  const dates = { createdAt: now(), updatedAt: now() };
  const within = { ...context(), payments };
  const account = { provider: "test", enabled: true, settings: { instructions: name } } as const;
  await saveAccount(within, { ...account, credentials: { signingSecret: name } });
  await database.run`insert into selling_settings ${rows({ siteId: site.id, sellerName: name, ...dates })}`;
  await database.run`insert into receipt_counters ${rows({ siteId: site.id, year: 2026, lastNumber: 1 })}`;
  const compared = { compared: 1, unanswered: 0, isTruncated: false, divergences: [] };
  await database.run`insert into reconciliations ${rows({ siteId: site.id, finishedAt: now(), result: compared })}`;
  const ticketId = await newestId(site.id, "event_tickets");
  const order = { siteId: site.id, id: newId(), memberId: member.id, number: `${name}-2`, ...dates };
  const buyer = { name, email: member.email };
  const state = { status: "pending", kind: "checkout", currency: "EUR", total: 900, placedAt: now() };
  await database.run`insert into orders ${rows({ ...order, ...state, buyer, attention: "paid_twice" })}`;
  await insertVoucher(site, { memberId: member.id, orderId: order.id, name });
  const paying = { provider: "test", method: "card", status: "pending", amount: 900, currency: "EUR" };
  await database.run`
    insert into payments ${rows({ siteId: site.id, id: newId(), orderId: order.id, ...paying, ...dates })}`;
  const reserved = { productId: ticketId, memberId: member.id, quantity: 1, expiresAt: now() };
  await database.run`
    insert into checkout_reservations ${rows({ siteId: site.id, id: newId(), orderId: order.id, ...reserved })}`;
  const agreement = { siteId: site.id, id: newId(), memberId: member.id, productType: "course_plan", name, ...dates };
  const terms = { provider: "stripe", providerReference: `sub_${name}`, providerCustomer: name, status: "active" };
  const rhythm = { interval: "month", intervalCount: 1, currency: "EUR", amount: 900 };
  const period = { periodStart: now(), periodEnd: now(), periodAnchor: now() };
  await database.run`
    insert into billing_agreements ${rows({ ...agreement, productId: newId(), ...terms, ...rhythm, ...period })}`;
  const event = { provider: "test", messageId: name, type: "payment.paid", payload: { name }, result: "unknown" };
  const waiting = { event: { payment: { sessionReference: name } }, reference: name };
  await database.run`
    insert into provider_events ${rows({ siteId: site.id, ...event, ...waiting, orderId: order.id, receivedAt: now() })}`;
}

/** A seat of a course that the member bought for others, and took. */
async function insertVoucher(
  site: ASite["site"],
  { memberId, orderId, name }: Record<"memberId" | "orderId" | "name", string>,
) {
  const siteId = site.id;
  const productId = await newestId(siteId, "course_plans");
  const id = newId();
  const linkDigest = digestOfLink({ site, storage }, { id, linkNumber: 1 });
  const link = { linkNumber: 1, linkDigest, locale: "en", mailAt: null, mailedAt: now(), expiresAt: now() };
  const recipient = { recipientName: name, recipientEmail: `${id}@gift.example`, message: name };
  const recipientEmailKey = recipient.recipientEmail;
  const product = { productType: "course_plan", productId };
  const voucher = { siteId, id, memberId, kind: "seats", ...product, ...link, ...recipient, recipientEmailKey };
  await database.run`insert into vouchers ${rows({ ...voucher, createdAt: now() })}`;
  const line = {
    siteId,
    id: newId(),
    orderId,
    ...product,
    name,
    quantity: 1,
    unitAmount: 900,
    amount: 900,
    position: 0,
  };
  const sums = { discountAmount: 0, taxAmount: 0, voucherId: id };
  await database.run`insert into order_lines ${rows({ ...line, ...sums })}`;
  const seat = { siteId, id: newId(), voucherId: id, lineId: line.id, productId, memberId, takenAt: now() };
  await database.run`insert into voucher_seats ${rows({ ...seat, createdAt: now() })}`;
}
