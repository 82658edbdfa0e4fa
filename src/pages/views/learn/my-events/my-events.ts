import { html, raw } from "hono/html";
import type { ScheduleItem } from "#domain/sales/my-schedule/schedule-item.ts";
import { textFor } from "../../../text/catalogue.ts";
import { layout } from "../../frame/layout.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { notice } from "../../parts/fields.ts";
import type { PageContext } from "../../parts/page-context.ts";
import { period } from "#pages/views/parts/event-times.ts";
import { dateTile, entry, zoneOf } from "./entry.ts";
import { feed, type FeedView } from "./feed.ts";
import { type ServiceToBook, sessionsToBook } from "./sessions-to-book.ts";

export interface MyEvents {
  upcoming: readonly ScheduleItem[];
  past: readonly ScheduleItem[];
  /** Bought sessions without a time. */
  services: readonly ServiceToBook[];
  now: Date;
  feed: FeedView;
  /** The item that has just been canceled. */
  done: { what: "event" | "waitlist" | "session"; name: string } | undefined;
}

/** Events, sessions and live lectures of a member, by date. */
export const myEvents = (
  page: PageContext,
  { upcoming, past, services, now, feed: ownFeed, done }: MyEvents,
): string => {
  const { myEvents: text } = textFor(page.locale);
  const [next, ...later] = upcoming;
  return layout(page, {
    title: text.title,
    content: html`<h1>${text.title}</h1>
      <p class="prose soft">${text.lead}</p>
      ${done && notice(fillPlain(text.done[done.what], { name: done.name }))} ${sessionsToBook(page.locale, services)}
      ${next ? section(text.next, [entry(page, next, { now, isNext: true })]) : empty(page)}
      ${section(
        text.later,
        later.map((item) => entry(page, item, { now, isNext: false })),
      )}
      ${feed(page, ownFeed)}
      ${section(
        text.past,
        past.map((item) => pastEntry(page, item)),
      )}`,
  });
};

const section = (heading: string, entries: readonly Markup[]): Markup =>
  entries.length === 0
    ? raw("")
    : html`<section class="engagements">
        <h2>${heading}</h2>
        <ul>
          ${entries}
        </ul>
      </section>`;

const empty = ({ locale }: PageContext): Markup => {
  const { myEvents: text } = textFor(locale);
  return html`<p class="prose after">${text.none}</p>
    <p class="after"><a class="button primary" href="/events">${text.browse}</a></p>`;
};

const pastEntry = (page: PageContext, item: ScheduleItem): Markup => {
  const { myEvents: text } = textFor(page.locale);
  return html`<li class="engagement over">
    ${dateTile(page, item)}
    <div class="what">
      <p class="eyebrow">${text.kinds[item.kind]} · ${text.formats[item.format]}</p>
      <h3><a href="${item.path}">${foreign(item.name)}</a></h3>
      <p class="soft">${period(page.locale, { ...item, timeZone: zoneOf(page, item) })}</p>
    </div>
  </li>`;
};
