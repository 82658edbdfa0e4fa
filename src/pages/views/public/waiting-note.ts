import { html, raw } from "hono/html";
import { textFor } from "../../text/catalogue.ts";
import type { Markup } from "../parts/markup.ts";
import type { PublicContext } from "./public-context.ts";

/** Says on the page of an item that an order of the member waits for its payment. `order` is its encoded ID. */
export const waitingNote = ({ locale }: PublicContext, order: string | null): Markup => {
  if (order === null) return raw("");
  const { orders: text } = textFor(locale).public.checkout;
  return html`<div class="box">
    <p>${text.waitingHere}</p>
    <a class="button secondary" href="/orders/${order}">${text.toOrder}</a>
  </div>`;
};
