import { html, raw } from "hono/html";
import { textFor } from "../../text/catalogue.ts";
import { button, hidden } from "../parts/fields.ts";
import type { Markup } from "../parts/markup.ts";
import type { PublicContext } from "./public-context.ts";

interface Offer {
  /** Path of the item's page. */
  path: string;
  /** Last part of the form's address. */
  action: string;
  label: string;
  fields?: Readonly<Record<string, string>>;
  look?: "primary" | "secondary";
  /** Accessible name, where several buttons have the same label. */
  spoken?: string | undefined;
}

/** A button to get something without payment. Visitors sign in or sign up first, and have it then (`takeChosen`). */
export const freeOffer = (
  page: PublicContext,
  { path, action, label, fields = {}, look = "primary", spoken }: Offer,
): Markup => {
  if (!page.member || page.member.isGuest) {
    const query = new URLSearchParams(fields).toString();
    const form = `${path}/${action}${query === "" ? "" : `?${query}`}`;
    const address = `/sign-in?return_to=${encodeURIComponent(form).replaceAll("%2F", "/")}`;
    const name = spoken === undefined ? raw("") : html`aria-label="${spoken}"`;
    return html`<a class="button ${look}" href="${address}" ${name}>${label}</a>`;
  }
  return html`<form method="post" action="${path}/${action}">
    ${hidden("csrf", page.csrf ?? "")} ${Object.entries(fields).map(([name, value]) => hidden(name, value))}
    ${button(label, { look, spoken })}
  </form>`;
};

/** A hint below a button for visitors: an account is needed. */
export const accountHint = (page: PublicContext): Markup =>
  page.member ? raw("") : html`<p class="aside">${textFor(page.locale).public.free.account}</p>`;

/** A link to the checkout, if the school sells. `item` is the encoded ID of the price or product (`cpl_…`). */
export const buyLink = (page: PublicContext, item: string, name: string, { sells }: { sells: boolean }): Markup => {
  const { buy } = textFor(page.locale).public.checkout;
  if (!sells) return raw("");
  return html`<a class="button primary" href="/checkout?item=${item}" aria-label="${`${buy}: ${name}`}">${buy}</a>`;
};
