import { html } from "hono/html";
import type { ScheduleItem } from "#domain/sales/my-schedule/schedule-item.ts";
import { textFor } from "../../text/catalogue.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import type { PageContext } from "../parts/page-context.ts";
import { when } from "./my-events/entry.ts";

/** Events, sessions and live lectures of a member, soonest first. */
export const comingUp = (page: PageContext, items: readonly ScheduleItem[]): Markup => {
  const { learn: text, myEvents } = textFor(page.locale);
  const all = html`<p class="after"><a href="/account/events">${myEvents.all}</a></p>`;
  if (items.length === 0) return all;
  return html`<section>
    <h2>${text.coming.title}</h2>
    <ul class="rows">
      ${items.map((item) => row(page, item))}
    </ul>
    ${all}
  </section>`;
};

const row = (page: PageContext, item: ScheduleItem): Markup => {
  const { learn, myEvents } = textFor(page.locale);
  const { name, path, state, code, joinUrl } = item;
  return html`<li class="row">
    <div class="about">
      <h3><a href="${path}">${foreign(name)}</a></h3>
      <p>${when(page, item)}</p>
      ${(state === "waitlisted" || state === "offered") && html`<p class="soft">${learn.coming.waitlisted}</p>`}
      ${state === "canceled" && html`<p class="soft">${myEvents.canceled}</p>`}
      ${code !== null && html`<p class="soft">${fill(learn.coming.code, { code: html`<bdi>${code}</bdi>` })}</p>`}
    </div>
    ${joinUrl !== null && html`<a class="button secondary" href="${joinUrl}" rel="noopener" aria-label="${fillPlain(myEvents.joinOf, { name })}">${myEvents.join}</a>`}
  </li>`;
};
