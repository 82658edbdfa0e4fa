import { html, raw } from "hono/html";
import type * as z from "zod";
import type { listComingUp } from "#domain/sales/my-library/coming-up.ts";
import { textFor } from "../../text/catalogue.ts";
import { timestamp } from "../parts/dates.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";
import type { PageContext } from "../parts/page-context.ts";

export type ComingItem = z.output<typeof listComingUp.output>["items"][number];

/** Events and sessions of a member, in the time zone where they take place. */
export const comingUp = (
  page: PageContext,
  { items, hasMore }: { items: readonly ComingItem[]; hasMore: boolean },
): Markup => {
  const { coming: text } = textFor(page.locale).learn;
  if (items.length === 0) return raw("");
  return html`<section>
    <h2>${text.title}</h2>
    <ul class="rows">
      ${items.map((item) => row(page, item))}
    </ul>
    ${hasMore ? html`<p class="after"><a href="/events">${text.all}</a></p>` : raw("")}
  </section>`;
};

const row = (page: PageContext, item: ComingItem): Markup => {
  const { coming: text } = textFor(page.locale).learn;
  const { kind, name, slug, startsAt, timeZone, isWaitlisted, checkInCode, onlineUrl } = item;
  const href = kind === "event" ? `/events/${slug}` : `/consulting/${slug}`;
  return html`<li class="row">
    <div class="about">
      <h3><a href="${href}">${foreign(name)}</a></h3>
      <p>${timestamp({ ...page, timeZone }, startsAt)}</p>
      ${isWaitlisted ? html`<p class="soft">${text.waitlisted}</p>` : raw("")}
      ${checkInCode === null ? raw("") : html`<p class="soft">${fill(text.code, { code: html`<b><bdi>${checkInCode}</bdi></b>` })}</p>`}
    </div>
    ${onlineUrl === null ? raw("") : html`<a class="button secondary" href="${onlineUrl}" rel="noopener">${text.join}</a>`}
  </li>`;
};
