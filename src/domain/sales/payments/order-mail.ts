import { listFormat } from "#lib/text/formats.ts";
import type { Context } from "#domain/platform/context.ts";
import type { EmailKind } from "#domain/messages/mail/text/catalogue.ts";
import { mailLocale } from "#domain/messages/mail/text/catalogue.ts";
import { formatTime, timesIn } from "#domain/platform/time/format-time.ts";
import { addressOfLink } from "#domain/messages/mail-links/mail-link.ts";
import { insertMailLink } from "#domain/messages/mail-links/queries.ts";
import { findAccountByEmail } from "#domain/people/accounts/queries.ts";
import { findGuestAddress } from "#domain/people/guests/queries.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { FulfilledLine, OrderRefund, PayableOrder } from "#domain/sales/orders/change-order.ts";
import { listLinesOf } from "#domain/sales/orders/queries.ts";
import { findSchool } from "#domain/site/school/queries.ts";
import { formatMoney } from "#lib/text/format-money.ts";

const week = 7 * 86_400_000;

/** Address of the member's page of an order. */
export const orderAddress = ({ site }: Pick<Context, "site">, orderId: string): string =>
  `${site.origin}/orders/${formatId("order", orderId)}`;

type Mailed = Pick<PayableOrder, "id" | "memberId" | "total" | "currency">;

/** Sends the receipt. Orders without a price have none. */
export async function mailReceipt(
  context: Context,
  order: Mailed & { invoiceNumber: string },
  lines: readonly Pick<FulfilledLine, "name">[],
): Promise<void> {
  if (order.total === 0) return;
  const guest = await findGuestAddress(context, order.memberId);
  const kind = guest === undefined ? "receipt" : "guestReceipt";
  await post(context, order, { kind, number: order.invoiceNumber, amount: order.total, lines });
}

export async function mailInstructions(context: Context, order: Mailed & { number: string }): Promise<void> {
  const lines = await listLinesOf(context, [order.id]);
  const guest = await findGuestAddress(context, order.memberId);
  const kind = guest === undefined ? "paymentInstructions" : "guestInstructions";
  await post(context, order, { kind, number: order.number, amount: order.total, lines });
}

export async function mailRefund(
  context: Context,
  order: Mailed & { number: string },
  { amount }: Pick<OrderRefund, "amount">,
  { kind, until }: { kind: "refund" | "refundKept" | "refundEnds" | "refundUntil"; until?: Date },
): Promise<void> {
  const lines = await listLinesOf(context, [order.id]);
  await post(context, order, { kind, ...(until && { until }), number: order.number, amount, lines });
}

export type DunningMail = "renewalDue" | "paymentOverdue" | "lastReminder" | "accessEnded";

/** Sends a message about the payment of a renewal or an installment. `until`: when it is due, or when access ends. */
export async function mailRenewal(
  context: Context,
  order: Mailed & { number: string },
  kind: DunningMail,
  until: Date,
): Promise<void> {
  const lines = await listLinesOf(context, [order.id]);
  await post(context, order, { kind, number: order.number, amount: order.total, lines, until });
}

interface Letter {
  kind: EmailKind;
  number: string;
  amount: number;
  lines: readonly { name: string }[];
  until?: Date;
}

async function post(context: Context, { id, memberId, currency }: Mailed, letter: Letter): Promise<void> {
  const { mail, site, now } = context;
  const member = mail && (await findMember(context, memberId));
  if (!mail || !member || member.status === "removed") return;
  const { kind, number, amount, lines, until } = letter;
  const locale = mailLocale(member.locale, mailLocale(site.defaultLocale, "en"));
  const names = lines.map(({ name }) => name);
  const order = {
    number,
    items: listFormat(locale, { type: "conjunction" }).format(names),
    total: formatMoney(locale, { amount, currency }),
    until: until ? timesIn(locale, formatTime(until, (await findSchool(context)).timeZone)) : "",
  };
  const guest = await findGuestAddress(context, memberId);
  const mailbox = guest === undefined ? member.email : await mailboxOf(context, guest);
  const to = { email: mailbox, locale, until: new Date(now.getTime() + week) };
  const returnTo = `/orders/${formatId("order", id)}`;
  const link =
    guest === undefined ? orderAddress(context, id) : await provingAddress(context, memberId, mailbox, returnTo);
  await mail.post(context, to, { kind, link, order });
}

/** Sends a guest the link that proves their address, after they took a seat or a gift. */
export async function mailProof(
  context: Context,
  { memberId, items, returnTo }: { memberId: string; items: string; returnTo: string },
): Promise<void> {
  const { mail, site, now } = context;
  const member = await findMember(context, memberId);
  const guest = await findGuestAddress(context, memberId);
  if (!mail || !member || guest === undefined) return;
  const locale = mailLocale(member.locale, mailLocale(site.defaultLocale, "en"));
  const email = await mailboxOf(context, guest);
  const link = await provingAddress(context, memberId, email, returnTo);
  const order = { number: "", items, total: "", until: "" };
  await mail.post(context, { email, locale, until: new Date(now.getTime() + week) }, { kind: "redeemed", link, order });
}

/** Mail goes to the spelling that the account has: a mailbox can belong to one spelling only (RFC 5321 §2.4). */
const mailboxOf = async ({ db }: Context, email: string): Promise<string> =>
  (await findAccountByEmail(db, email))?.email ?? email;

/** The address at which a guest proves their email address. It leads to a page afterwards. */
async function provingAddress(context: Context, memberId: string, email: string, returnTo: string): Promise<string> {
  const secret = await insertMailLink(context, { purpose: "purchase", accountId: null, memberId, email, returnTo });
  return addressOfLink(context.site, "purchase", secret);
}
