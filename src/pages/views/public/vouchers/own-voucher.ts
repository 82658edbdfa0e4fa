import { html, raw } from "hono/html";
import { textFor } from "../../../text/catalogue.ts";
import { qrPicture } from "../../parts/qr.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, field, hidden, notice, problem } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { publicLayout } from "../frame.ts";
import type { PublicContext } from "../public-context.ts";
import { addressField, renewal } from "./link-parts.ts";
import { seatsSection } from "./own-seats.ts";
import type { OwnVoucherView } from "./voucher-view.ts";

/** GET /orders/{id}/share: the gift or the seats that the member bought, to send, print and share. */
export const ownVoucherPage = (page: PublicContext, view: OwnVoucherView): string => {
  const { gift: text, seats, redeem } = textFor(page.locale).vouchers;
  const { voucher, order, done, problem: failed } = view;
  const isGift = voucher.kind === "gift";
  const title = isGift ? text.title : fillPlain(seats.title, { name: voucher.name });
  const { ended, freed, endedSeat } = seats;
  const notices = { sent: text.sent, renewed: text.renewed, ended, freed, endedSeat };
  const refused = { tooMany: text.tooMany, wrongEmail: redeem.wrongEmail, refused: seats.refused };
  return publicLayout(page, {
    title,
    canonical: undefined,
    content: html`<div class="wrap page">
      <header>
        <p class="on-screen"><a href="${order}">${text.back}</a></p>
        <h1>${foreign(title)}</h1>
      </header>
      <div class="main narrow">
        ${done !== undefined && notice(notices[done])} ${failed !== undefined && problem("problem", refused[failed])}
        ${isGift ? gift(page, view) : seatsSection(page, view)}
      </div>
    </div>`,
  });
};

const gift = (page: PublicContext, view: OwnVoucherView): Markup => {
  const { voucher, order, problem: failed } = view;
  const { gift: text, redeem } = textFor(page.locale).vouchers;
  const { name, recipient, message, link, state, expiresAt } = voucher;
  const giver = page.member?.name ?? null;
  return html`<section class="gift-card">
      ${recipient !== null && html`<p class="soft">${fill(text.for, { name: foreign(recipient.name) })}</p>`}
      <p class="gift-name">${foreign(name)}</p>
      ${message !== null && html`<blockquote class="foreign">${message}</blockquote>`}
      ${giver !== null && html`<p class="soft">${fill(text.from, { name: foreign(giver) })}</p>`}
      ${
        link !== null &&
        state === "open" &&
        html`<div class="gift-code">
          ${qrPicture(link, text.code)}
          <p>${text.redeemAt}<br /><span class="copied">${link}</span></p>
        </div>`
      }
      <p class="soft">
        ${text.state[state]}${expiresAt === null || state !== "open" ? "" : html` · ${fill(text.until, { time: timestamp(page, expiresAt) })}`}
      </p>
    </section>
    <section class="on-screen stack">
      ${delivery(page, view)}
      ${
        state === "open" &&
        html`${addressField(link, { hint: text.linkHint, none: text.noLink, label: text.link })}
          <p class="hint">${text.print}</p>
          <form method="post" action="${order}/share" class="stack">
            ${hidden("csrf", page.csrf ?? "")} ${hidden("act", "send")}
            ${field({ name: "email", type: "email", label: text.address, autocomplete: "off", value: recipient?.email, invalid: failed === "wrongEmail", describedBy: "send-hint" })}
            <p id="send-hint" class="hint">${text.sendHint}</p>
            ${button(text.send, { look: "secondary" })}
          </form>
          ${renewal(page, order, { label: text.renew, hint: text.renewHint })}`
      }
      ${state === "taken" && html`<p>${redeem.state.giftTaken}</p>`}
    </section>`;
};

/** When the gift is or was mailed. */
const delivery = (page: PublicContext, { voucher, now }: OwnVoucherView): Markup => {
  const { gift: text } = textFor(page.locale).vouchers;
  const { recipient, mailAt, mailedAt } = voucher;
  if (recipient === null) return raw("");
  const email = foreign(recipient.email);
  if (mailAt !== null && mailAt > now) {
    return html`<p>${fill(text.mailAt, { email, time: timestamp(page, mailAt) })}</p>`;
  }
  if (mailAt !== null) return html`<p>${fill(text.soon, { email })}</p>`;
  return mailedAt === null ? raw("") : html`<p>${fill(text.mailed, { email, time: timestamp(page, mailedAt) })}</p>`;
};
