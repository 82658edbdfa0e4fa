import { html } from "hono/html";
import { maxHoldMinutes } from "#domain/sales/consulting-bookings/sessions-of-orders.ts";
import { textFor } from "../../text/catalogue.ts";
import { problem } from "../parts/fields.ts";
import { fillPlain, type Markup } from "../parts/markup.ts";
import { period, periodWithOwn } from "../parts/event-times.ts";
import type { PublicContext } from "./public-context.ts";

/** The time of a session that a person has chosen. */
export interface ChosenTime {
  startsAt: Date;
  endsAt: Date;
  /** Time zone of the service. */
  timeZone: string;
  format: "online" | "in_person" | "phone";
}

/** A session in the zone of the service. One that is not in person can be in another zone than the visitor. */
export const timeOfSession = (page: PublicContext, { format, ...times }: ChosenTime): Markup =>
  format === "in_person" ? period(page.locale, times) : periodWithOwn(page, times);

/** The chosen time on the checkout page, and the way to another one. */
export const chosenTime = (page: PublicContext, time: ChosenTime, service: string): Markup => {
  const { time: text } = textFor(page.locale).public.checkout;
  const minutes = String(maxHoldMinutes);
  return html`<div class="chosen-time">
    <p>${timeOfSession(page, time)}</p>
    <p class="aside">${fillPlain(text.held, { minutes })} <a href="${service}#times">${text.other}</a></p>
  </div>`;
};

/** The chosen time is taken: the person chooses another one, or pays first. */
export const timeGone = (page: PublicContext, { service, item }: { service: string; item: string }): Markup => {
  const { time: text } = textFor(page.locale).public.checkout;
  return html`${problem("problem", text.gone)}
    <div class="actions">
      <a class="button primary" href="${service}#times">${text.other}</a>
      <a class="button secondary" href="/checkout?item=${item}">${text.later}</a>
    </div>`;
};
