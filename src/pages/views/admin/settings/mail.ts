import { html, raw } from "hono/html";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden, notice, problem } from "../../parts/fields.ts";
import { fill, foreign } from "../../parts/markup.ts";
import { pager, type Pages } from "../../parts/pager.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { suppressedAddresses, type SuppressedView } from "./suppressed-addresses.ts";

export type MailOutcome = "saved" | "sent" | "lifted" | "wrong" | "limited";

export type MailView = {
  /** Value of the field. */
  typed: string;
  outcome: MailOutcome | undefined;
  sendsMail: boolean;
  state: "unset" | "unverified" | "verified";
  senderAddress: string;
  /** Invitations per 24 hours. */
  limit: number;
  /** Takes reports about bounces and complaints. Undefined if the server sends no email. */
  reportAddress: string | undefined;
  suppressed: readonly SuppressedView[];
  pages: Pages;
};

/** Posts `csrf` and `senderAddress`. An unverified address gets a verification link. */
export const mail = (page: AdminPage, view: MailView): string => {
  const { mail: text, sections, save, saved } = textFor(page.locale).admin;
  const isWrong = view.outcome === "wrong";
  const email = html`<strong>${foreign(view.senderAddress)}</strong>`;
  const notices = { saved, sent: text.sent, lifted: text.suppressed.lifted };
  const { outcome } = view;
  return adminLayout(page, {
    title: sections.mail.name,
    problem: isWrong || outcome === "limited",
    content: html`${outcome !== undefined && outcome !== "wrong" && outcome !== "limited" && notice(notices[outcome])}
      <h1>${sections.mail.name}</h1>
      <p class="lead">${fill(text.intro, { site: foreign(page.site.name) })}</p>
      ${!view.sendsMail && html`<p class="prose">${text.noMail}</p>`}
      ${outcome === "limited" && problem("problem", text.limited)}
      <p class="prose">${fill(text.states[view.state], { email })}</p>
      <form method="post" action="${adminSections.mail.path}" class="stack">
        ${hidden("csrf", page.csrf)}
        <div>
          <label for="senderAddress">${text.senderAddress}</label>
          <p id="senderAddress-hint" class="hint">${text.senderAddressHint}</p>
          ${isWrong && html`<p id="senderAddress-problem" class="wrong">${text.wrong}</p>`}
          <input
            id="senderAddress"
            name="senderAddress"
            type="email"
            maxlength="254"
            autocomplete="off"
            value="${view.typed}"
            ${isWrong && raw('aria-invalid="true"')}
            aria-describedby="${isWrong ? "senderAddress-problem senderAddress-hint" : "senderAddress-hint"}"
          />
        </div>
        <div>${button(view.state === "unverified" ? text.resend : save, { look: "primary" })}</div>
      </form>
      <h2>${text.limit}</h2>
      <p class="prose">${fill(text.limitAbout, { count: String(view.limit) })}</p>
      <h2>${text.suppressed.title}</h2>
      <p class="prose">${text.suppressed.about}</p>
      ${
        view.suppressed.length === 0
          ? html`<p class="prose soft">${text.suppressed.none}</p>`
          : suppressedAddresses(page, view.suppressed)
      }
      ${pager(page.locale, text.suppressed.title, view.pages)}
      ${
        view.reportAddress !== undefined &&
        html`<details>
          <summary>${text.suppressed.reports}</summary>
          <p class="prose">${text.suppressed.reportsAbout}</p>
          <p class="prose"><code class="foreign">${view.reportAddress}</code></p>
        </details>`
      }`,
  });
};
