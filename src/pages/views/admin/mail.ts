import { html, raw } from "hono/html";

import { adminSections } from "../../admin/sections.ts";
import { textFor } from "../../text/catalogue.ts";
import { button, hidden, notice, problem } from "../fields.ts";
import { fill, foreign } from "../markup.ts";
import { adminLayout, type AdminPage } from "./layout.ts";

export type MailOutcome = "saved" | "sent" | "wrong" | "limited";

export type MailView = {
  /** Value of the field. */
  typed: string;
  outcome: MailOutcome | undefined;
  sendsMail: boolean;
  state: "unset" | "unverified" | "verified";
  senderAddress: string;
  /** Invitations per 24 hours. */
  limit: number;
};

/** Posts `csrf` and `senderAddress`. An unverified address gets a verification link. */
export const mail = (page: AdminPage, view: MailView): string => {
  const { mail: text, sections, save, saved } = textFor(page.locale).admin;
  const isWrong = view.outcome === "wrong";
  const email = html`<strong>${foreign(view.senderAddress)}</strong>`;
  const notices = { saved, sent: text.sent };
  const { outcome } = view;
  return adminLayout(page, {
    title: sections.mail.name,
    problem: isWrong || outcome === "limited",
    content: html`${outcome === "saved" || outcome === "sent" ? notice(notices[outcome]) : raw("")}
      <h1>${sections.mail.name}</h1>
      <p class="lead">${fill(text.intro, { site: foreign(page.site.name) })}</p>
      ${view.sendsMail ? raw("") : html`<p class="prose">${text.noMail}</p>`}
      ${outcome === "limited" ? problem("problem", text.limited) : raw("")}
      <p class="prose">${fill(text.states[view.state], { email })}</p>
      <form method="post" action="${adminSections.mail.path}" class="stack">
        ${hidden("csrf", page.csrf)}
        <div>
          <label for="senderAddress">${text.senderAddress}</label>
          <p id="senderAddress-hint" class="hint">${text.senderAddressHint}</p>
          ${isWrong ? html`<p id="senderAddress-problem" class="wrong">${text.wrong}</p>` : raw("")}
          <input
            id="senderAddress"
            name="senderAddress"
            type="email"
            maxlength="254"
            autocomplete="off"
            value="${view.typed}"
            ${isWrong ? raw('aria-invalid="true"') : raw("")}
            aria-describedby="${isWrong ? "senderAddress-problem senderAddress-hint" : "senderAddress-hint"}"
          />
        </div>
        <div>${button(view.state === "unverified" ? text.resend : save, { look: "primary" })}</div>
      </form>
      <h2>${text.limit}</h2>
      <p class="prose">${fill(text.limitAbout, { count: String(view.limit) })}</p>`,
  });
};
