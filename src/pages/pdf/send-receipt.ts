import type { FastifyReply } from "fastify";
import type { RequestContext } from "#domain/platform/context.ts";
import { notFound } from "#domain/platform/problem.ts";
import type { OwnOrder } from "#domain/sales/payments/member/my-orders.ts";
import { readSchoolLook, type SchoolLook } from "#domain/site/appearance/school-look.ts";
import { moneyColumn } from "#lib/text/format-money.ts";
import { textFor } from "../text/catalogue.ts";
import { type Dated, timestampText } from "../views/parts/dates.ts";
import { fillPlain } from "../views/parts/markup.ts";
import { taxLine } from "../views/public/checkout.ts";
import { amountsOf } from "../views/public/order.ts";
import { type ReceiptDocument, receiptPdf } from "./receipt-pdf.ts";

/** Sends the receipt of an order as a PDF. Throws `not_found` if it has none. */
export async function sendReceipt(
  reply: FastifyReply,
  { context, page }: { context: RequestContext; page: Dated },
  order: OwnOrder,
): Promise<FastifyReply> {
  const { receiptNumber } = order;
  if (receiptNumber === null) throw notFound("receipt of order", order.number);
  const { site } = context;
  const text = textOf({ site, page }, { ...order, receiptNumber });
  const bytes = await receiptPdf(site.id, { ...text, ...(await readSchoolLook(context)) });
  // Imported receipts can have any number.
  const name = receiptNumber.replaceAll(/[^\w-]+/g, "-");
  return reply
    .header("cache-control", "no-store")
    .header("content-disposition", `attachment; filename="receipt-${name}.pdf"`)
    .type("application/pdf")
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** The labels are in the language of the page. */
function textOf(
  { site, page }: { site: RequestContext["site"]; page: Dated },
  order: OwnOrder & { receiptNumber: string },
): Omit<ReceiptDocument, keyof SchoolLook> {
  const { locale } = page;
  const { checkout: text } = textFor(locale).public;
  const { seller, buyer, lines, taxRate, discountTotal, taxTotal, refundedTotal, placedAt, paidAt } = order;
  const amount = moneyColumn(locale, order.currency, amountsOf(order));
  const dated = (label: string, at: Date) => fillPlain(label, { time: timestampText(page, at) });
  const tax = { taxName: seller.taxName ?? "", taxRate, amount: amount(taxTotal) };
  return {
    language: locale,
    schoolLanguage: site.defaultLocale,
    title: fillPlain(text.orders.receipt, { number: order.receiptNumber }),
    site: site.name,
    url: site.origin,
    facts: [
      fillPlain(text.orders.order, { number: order.number }),
      dated(text.orders.placed, placedAt),
      ...(paidAt === null ? [] : [dated(text.orders.paid, paidAt)]),
    ],
    seller: {
      label: text.orders.seller,
      lines: [
        seller.name ?? site.name,
        ...linesIn(seller.address),
        ...(seller.taxId === null ? [] : [fillPlain(text.orders.taxId, { number: seller.taxId })]),
      ],
    },
    buyer: { label: text.orders.buyer, lines: [...linesIn(buyer?.name), ...linesIn(buyer?.email)] },
    item: text.item,
    lines: lines.map((line) => ({ name: line.name, amount: amount(line.amount + line.discountAmount) })),
    discount:
      discountTotal === 0
        ? undefined
        : {
            name: order.couponCode === null ? text.plainDiscount : fillPlain(text.discount, { code: order.couponCode }),
            amount: `−${amount(discountTotal)}`,
          },
    total: { name: text.total, amount: amount(order.total) },
    remarks: [
      ...(taxTotal === 0 ? [] : [taxLine(locale, tax)]),
      ...(refundedTotal === 0 ? [] : [fillPlain(text.orders.refunded, { amount: amount(refundedTotal) })]),
    ],
  };
}

/** Lines of an address, at most ten: the column is as long as the page at most. */
const linesIn = (text: string | null | undefined): string[] =>
  (text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, 10);
