import { html, raw } from "hono/html";
import type * as z from "zod";
import type { showVoucher } from "#domain/sales/vouchers/show-voucher.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, field, hidden, problem } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { publicLayout } from "../frame.ts";
import type { PublicContext } from "../public-context.ts";

type Shown = z.output<typeof showVoucher.output>;

/** Why the last attempt failed. */
export type RedeemProblem = "has" | "gone" | "tooMany" | "wrongEmail";

export interface RedeemView {
  voucher: Shown;
  /** The secret of the link. */
  link: string;
  coverUrl: string | null;
  problem?: RedeemProblem | undefined;
  /** The address that a visitor has entered. */
  email?: string | undefined;
}

/** GET /redeem: what a link holds, and the form that takes it. */
export const redeemPage = (page: PublicContext, view: RedeemView): string => {
  const { redeem: text } = textFor(page.locale).vouchers;
  const { voucher, coverUrl, problem: failed } = view;
  const title =
    voucher.kind === "seats"
      ? text.seatsTitle
      : voucher.recipient === null
        ? text.giftTitle
        : fillPlain(text.giftFor, { name: voucher.recipient });
  return publicLayout(page, {
    title,
    canonical: undefined,
    content: html`<div class="wrap page">
      <header><h1>${foreign(title)}</h1></header>
      <div class="main narrow">
        <section class="thanks">
          ${coverUrl !== null && html`<img src="${coverUrl}" alt="" />`}
          <div>
            <p>${from(page, voucher)}</p>
            <p><b>${foreign(voucher.name)}</b></p>
            ${voucher.path !== null && html`<p><a href="${voucher.path}">${text.look}</a></p>`}
          </div>
        </section>
        ${message(page, voucher)} ${failed !== undefined && problem("problem", text[failed])} ${take(page, view)}
      </div>
    </div>`,
  });
};

const from = ({ locale }: PublicContext, { kind, giver }: Shown): Markup | string => {
  const { redeem: text } = textFor(locale).vouchers;
  if (giver === null) return kind === "gift" ? text.giftPlain : text.seatsPlain;
  return fill(kind === "gift" ? text.giftFrom : text.seatsFrom, { giver: foreign(giver) });
};

const message = ({ locale }: PublicContext, { message: said, giver }: Shown): Markup => {
  const { redeem: text } = textFor(locale).vouchers;
  if (said === null) return raw("");
  return html`<figure class="giver-says">
    <figcaption class="soft">${giver === null ? text.message : fill(text.says, { giver: foreign(giver) })}</figcaption>
    <blockquote class="foreign">${said}</blockquote>
  </figure>`;
};

const take = (page: PublicContext, { voucher, link, email, problem: failed }: RedeemView): Markup => {
  const { redeem: text } = textFor(page.locale).vouchers;
  const { kind, state, isOwn, usedAt, giver } = voucher;
  if (isOwn) {
    return html`<p>${text.own}</p>
      <p><a class="button primary" href="${usedAt ?? "/learn"}">${text.start}</a></p>`;
  }
  if (state === "ended") return html`<p>${text.state.ended}</p>`;
  if (state === "taken") return html`<p>${kind === "gift" ? text.state.giftTaken : text.state.seatsTaken}</p>`;
  const { member } = page;
  const account = member && !member.isGuest ? member : undefined;
  const seen = giver === null ? text.seenPlain : fill(text.seen, { giver: foreign(giver) });
  return html`<form method="post" action="/redeem" class="stack">
    ${hidden("csrf", page.csrf ?? "")} ${hidden("link", link)}
    ${
      account
        ? html`<p>${fill(text.as, { email: html`<b>${foreign(account.email)}</b>` })}</p>`
        : address(page, { link, email: email ?? member?.email, failed })
    }
    ${kind === "seats" && html`<p class="hint">${seen}</p>`}
    <div>${button(kind === "gift" ? text.redeem : text.take, { look: "primary" })}</div>
  </form>`;
};

/** The address of a visitor. Where it has an account, the email leads to it. */
const address = (
  { locale }: PublicContext,
  { link, email, failed }: Pick<RedeemView, "link" | "email"> & { failed: RedeemProblem | undefined },
): Markup => {
  const { redeem: text } = textFor(locale).vouchers;
  const here = encodeURIComponent(`/redeem?link=${link}`);
  const invalid = failed === "wrongEmail";
  return html`<div class="field">
    ${field({
      name: "email",
      type: "email",
      label: text.email,
      autocomplete: "email",
      value: email,
      invalid,
      describedBy: invalid ? "problem email-hint" : "email-hint",
    })}
    <p id="email-hint" class="hint">${text.emailHint}</p>
    <p class="hint">${fill(text.known, { signIn: html`<a href="/sign-in?return_to=${here}">${text.signIn}</a>` })}</p>
  </div>`;
};

/** The page of a link that does not exist, or was replaced. */
export const unknownLink = (page: PublicContext): string => {
  const { redeem: text } = textFor(page.locale).vouchers;
  return publicLayout(page, {
    title: text.unknown,
    canonical: undefined,
    content: html`<div class="wrap page">
      <header>
        <h1>${text.unknown}</h1>
        <p class="lead">${text.unknownLead}</p>
      </header>
    </div>`,
  });
};
