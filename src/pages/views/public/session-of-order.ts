import { html, raw } from "hono/html";
import { textFor } from "../../text/catalogue.ts";
import { timestamp } from "../parts/dates.ts";
import { fill, type Markup } from "../parts/markup.ts";
import { type ChosenTime, timeOfSession } from "./chosen-time.ts";
import type { PublicContext } from "./public-context.ts";

/** The sessions of an order of consulting. */
export interface SessionOfOrder {
  /** The page of the service. */
  path: string;
  /** Sessions without a time. */
  left: number;
  booked: readonly ChosenTime[];
  held: (ChosenTime & { heldUntil: Date; isOver: boolean }) | null;
}

/** Says until when the chosen time is kept. */
export const heldSession = (page: PublicContext, session: SessionOfOrder | undefined): Markup => {
  if (!session?.held) return raw("");
  const { session: text } = textFor(page.locale).public.checkout.orders;
  const { heldUntil, isOver, ...time } = session.held;
  return html`<div class="chosen-time">
    <p>${timeOfSession(page, time)}</p>
    <p class="aside">${isOver ? text.over : fill(text.held, { time: timestamp(page, heldUntil) })}</p>
  </div>`;
};

/** The booked sessions of a paid order, and the next step: to choose a time, or to see the session. */
export const paidSession = (page: PublicContext, { path, left, booked }: SessionOfOrder): Markup => {
  const { session: text } = textFor(page.locale).public.checkout.orders;
  const { choose } = textFor(page.locale).myEvents.toBook;
  return html`${booked.map((time) => html`<p>${fill(text.yours, { session: timeOfSession(page, time) })}</p>`)}
    ${booked.length === 0 && left > 0 && html`<p>${text.toChoose}</p>`}
    <p>
      ${
        left > 0
          ? html`<a class="button primary" href="${path}#times">${choose}</a>`
          : html`<a class="button primary" href="${path}">${text.see}</a>`
      }
    </p>`;
};
