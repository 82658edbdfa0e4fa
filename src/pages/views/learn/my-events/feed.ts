import { html, raw } from "hono/html";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden, notice } from "../../parts/fields.ts";
import type { Markup } from "../../parts/markup.ts";
import type { PageContext } from "../../parts/page-context.ts";

export interface FeedView {
  /** Private address of the calendar. */
  address: string | null;
  /** Result of the form. */
  done: "renewed" | "ended" | undefined;
}

const action = "/account/events/calendar";

/** The private calendar, which calendar programs subscribe to. */
export const feed = (page: PageContext, { address, done }: FeedView): Markup => {
  const { feed: text } = textFor(page.locale).myEvents;
  if (page.viewing) return raw("");
  return html`<section class="engagements" id="calendar">
    <h2>${text.title}</h2>
    ${done !== undefined && notice(text.done[done])}
    <p class="prose">${text.lead}</p>
    ${address === null ? form(page, "renew", text.create, "primary") : link(page, address)}
  </section>`;
};

const link = (page: PageContext, address: string): Markup => {
  const { feed: text } = textFor(page.locale).myEvents;
  return html`<p class="after">
      <a class="button primary" href="${address.replace(/^https?:/, "webcal:")}">${text.open}</a>
    </p>
    <div class="field after">
      <label for="calendar-address">${text.address}</label>
      <input id="calendar-address" type="url" readonly value="${address}" aria-describedby="calendar-hint" />
      <p id="calendar-hint" class="hint">${text.hint}</p>
    </div>
    <div class="actions after">
      ${form(page, "renew", text.renew, "secondary")} ${form(page, "end", text.end, "secondary")}
    </div>`;
};

const form = (page: PageContext, act: "renew" | "end", label: string, look: "primary" | "secondary"): Markup =>
  html`<form method="post" action="${action}">
    ${hidden("csrf", page.csrf ?? "")} ${hidden("act", act)} ${button(label, { look })}
  </form>`;
