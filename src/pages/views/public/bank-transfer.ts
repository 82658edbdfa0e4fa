import { html } from "hono/html";
import type { OwnOrder } from "#domain/sales/payments/member/my-orders.ts";
import { epcCode } from "#lib/text/epc-code.ts";
import { findBic, findIban } from "#lib/text/iban.ts";
import { decimalAmount, formatMoney } from "#lib/text/format-money.ts";
import { textFor } from "../../text/catalogue.ts";
import { foreign, type Markup } from "../parts/markup.ts";
import { copyButton } from "../parts/copy-button.ts";
import { qrPicture } from "../parts/qr.ts";
import type { PublicContext } from "./public-context.ts";

interface Detail {
  id: string;
  label: string;
  shown: string;
  copied: string;
}

/** Instructions for a bank transfer, with details to copy, and a QR code for a transfer in euros. */
export const bankTransfer = (page: PublicContext, order: OwnOrder): Markup => {
  const { orders: text } = textFor(page.locale).public.checkout;
  const { text: body = "", reference = order.number, holder } = order.payment?.instructions ?? {};
  const [iban, bic] = [findIban(body), findBic(body)];
  const { total, currency } = order;
  const money = { amount: total, currency };
  const name = holder ?? order.seller.name ?? page.site.name;
  const code = iban && epcCode({ name, iban, bic, ...money, remittance: reference });
  const details = [
    { id: "amount", label: text.amount, shown: formatMoney(page.locale, money), copied: decimalAmount(money) },
    ...(holder === undefined ? [] : [{ id: "holder", label: text.holder, shown: holder, copied: holder }]),
    ...(iban === undefined ? [] : [{ id: "iban", label: text.iban, shown: grouped(iban), copied: iban }]),
    ...(bic === undefined ? [] : [{ id: "bic", label: text.bic, shown: bic, copied: bic }]),
    { id: "reference", label: text.referenceName, shown: reference, copied: reference },
  ];
  return html`<section>
    <h2>${text.howToPay}</h2>
    <p class="foreign kept-lines">${body}</p>
    <div class="bank-details">
      <dl class="sums">${details.map((detail) => row(page, detail))}</dl>
      ${
        code &&
        html`<figure class="scan">
          ${qrPicture(code, text.scan)}
          <figcaption class="aside">${text.scan}</figcaption>
        </figure>`
      }
    </div>
    <p class="aside">${text.copyHint}</p>
  </section>`;
};

const row = ({ locale }: PublicContext, { id, label, shown, copied }: Detail): Markup => {
  const { orders: text } = textFor(locale).public.checkout;
  return html`<div>
    <dt>${label}</dt>
    <dd>
      <b class="copied" id="transfer-${id}">${foreign(shown)}</b>
      ${copyButton(copied, { shownIn: `transfer-${id}`, label: text.copy, done: text.copied })}
    </dd>
  </div>`;
};

/** `DE89 3704 0044 0532 0130 00` */
const grouped = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, "$1 ");
