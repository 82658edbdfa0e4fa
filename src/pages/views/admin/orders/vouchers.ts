import { html } from "hono/html";
import type * as z from "zod";
import { formatId } from "#domain/platform/ids.ts";
import type { listVouchersForStaff } from "#domain/sales/vouchers/read-vouchers.ts";
import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { listEntry } from "../../parts/list-entry.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";

export type VouchersView = z.output<typeof listVouchersForStaff.output>["vouchers"];

/** The gift or the seats that an order paid for, and who has them. */
export const vouchersOfOrder = (page: AdminPage, vouchers: VouchersView): Markup =>
  html`${vouchers.map((voucher) => section(page, voucher))}`;

const section = (page: AdminPage, voucher: VouchersView[number]): Markup => {
  const { staff: text, gift } = textFor(page.locale).vouchers;
  const { kind, recipient, message, state, mailAt, mailedAt, expiresAt, seats, taken } = voucher;
  const delivered =
    mailAt !== null ? timestamp(page, mailAt) : mailedAt && fill(text.mailed, { time: timestamp(page, mailedAt) });
  const entries: [string, Markup | string | null][] = [
    [text.recipient, recipient && foreign(`${recipient.name} (${recipient.email})`)],
    [text.message, message === null ? null : html`<span class="foreign lines">${message}</span>`],
    [text.state, kind === "gift" ? gift.state[state] : null],
    [text.delivery, delivered],
    [
      text.count,
      kind === "seats" ? fillPlain(text.counted, { taken: String(taken.length), seats: String(seats) }) : null,
    ],
    [text.until, expiresAt && timestamp(page, expiresAt)],
  ];
  return html`<h2>${kind === "gift" ? text.gift : text.seats}</h2>
    <dl class="entries">${entries.map(([name, value]) => (value === null ? "" : listEntry(name, value)))}</dl>
    ${
      taken.length !== 0 &&
      html`<h3>${text.people}</h3>
        ${people(page, taken)}`
    }`;
};

const people = (page: AdminPage, taken: VouchersView[number]["taken"]): Markup =>
  html`<ul class="rows">
    ${taken.map(
      ({ memberId, name, email, takenAt }) =>
        html`<li class="row">
          <div class="about">
            <h3>
              <a href="${adminSections.members.path}/${formatId("member", memberId)}">${foreign(name ?? email)}</a>
            </h3>
            <p class="soft">${timestamp(page, takenAt)}</p>
          </div>
        </li>`,
    )}
  </ul>`;
