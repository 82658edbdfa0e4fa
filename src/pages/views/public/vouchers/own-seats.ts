import { html } from "hono/html";
import { formatId } from "#domain/platform/ids.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import type { PublicContext } from "../public-context.ts";
import { addressField, renewal } from "./link-parts.ts";
import type { OwnVoucherView } from "./voucher-view.ts";

/** The link of a group, and who took a seat. */
export const seatsSection = (page: PublicContext, view: OwnVoucherView): Markup => {
  const { seats: text } = textFor(page.locale).vouchers;
  const { voucher, order } = view;
  const { link, seats, taken, item, id } = voucher;
  const more = `/checkout?item=${item}&for=seats&seats=1&more=${formatId("voucher", id)}`;
  return html`<p class="lead">${fillPlain(text.count, { taken: String(taken.length), seats: String(seats) })}</p>
    <section class="stack">
      ${addressField(link, { label: text.link, hint: text.linkHint, none: text.noLink })}
      <p><a class="button primary" href="${more}">${text.more}</a></p>
      ${renewal(page, order, { label: text.renew, hint: text.renewHint })}
      ${
        link !== null &&
        html`<form method="post" action="${order}/share">
          ${hidden("csrf", page.csrf ?? "")} ${hidden("act", "end")} ${button(text.end, { look: "secondary" })}
        </form>`
      }
    </section>
    <section>
      <h2>${text.people}</h2>
      ${taken.length === 0 ? html`<p>${text.none}</p>` : people(page, view)}
    </section>`;
};

const people = (page: PublicContext, { voucher: { taken }, order }: OwnVoucherView): Markup => {
  const { seats: text } = textFor(page.locale).vouchers;
  return html`<p class="hint">${text.freeHint}</p>
    <ul class="rows">
      ${taken.map(
        ({ id, name, email, takenAt, hasBegun }) =>
          html`<li class="row">
            <div class="about">
              <h3>${foreign(name ?? email)}</h3>
              <p class="soft">
                ${name === null ? "" : html`${foreign(email)} · `}${fill(text.takenAt, { time: timestamp(page, takenAt) })}
              </p>
            </div>
            ${
              hasBegun
                ? html`<p class="here">${text.begun}</p>`
                : html`<form method="post" action="${order}/share">
                    ${hidden("csrf", page.csrf ?? "")} ${hidden("act", "free")}
                    ${hidden("seat", formatId("voucherSeat", id))}
                    ${button(text.free, { look: "secondary", spoken: fillPlain(text.freeOf, { name: name ?? email }) })}
                  </form>`
            }
          </li>`,
      )}
    </ul>`;
};
