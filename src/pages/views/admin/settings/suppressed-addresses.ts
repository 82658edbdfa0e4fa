import { html } from "hono/html";

import type { SuppressedRow } from "#domain/messages/mail-reports/suppressed-address.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";

/** With the encoded ID: `spr_…`. */
export type SuppressedView = Pick<SuppressedRow, "id" | "email" | "reason" | "statusCode" | "diagnostic" | "createdAt">;

/** The path to which the forms post. */
export const liftPath = `${adminSections.mail.path}/lift`;

/** Addresses to which no email is sent, with the reason and a form that ends it. `member`: the page to return to. */
export const suppressedAddresses = (page: AdminPage, addresses: readonly SuppressedView[], member?: string): Markup => {
  const { suppressed: text } = textFor(page.locale).admin.mail;
  return html`<ul class="rows">
    ${addresses.map(
      ({ id, email, reason, statusCode, diagnostic, createdAt }) =>
        html`<li class="row">
          <div class="about">
            <h3 class="foreign">${email}</h3>
            <ul class="facts">
              <li>${text.reasons[reason]}</li>
              ${statusCode !== null && html`<li>${fillPlain(text.code, { code: statusCode })}</li>`}
              <li>${timestamp(page, createdAt)}</li>
            </ul>
            ${diagnostic !== null && html`<p class="soft">${foreign(diagnostic)}</p>`}
          </div>
          <form method="post" action="${liftPath}">
            ${hidden("csrf", page.csrf)} ${hidden("id", id)} ${member !== undefined && hidden("member", member)}
            ${button(text.lift, { look: "secondary", spoken: fillPlain(text.liftOf, { act: text.lift, email }) })}
          </form>
        </li>`,
    )}
  </ul>`;
};
