import { html, raw } from "hono/html";
import type * as z from "zod";
import type { findCheckout } from "#domain/sales/checkout/find-checkout.ts";
import { formatId } from "#domain/platform/ids.ts";
import { listFormat } from "#lib/text/formats.ts";
import { textFor } from "../../text/catalogue.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";
import type { PublicContext } from "./public-context.ts";

interface MembershipsView {
  checkout: Pick<z.output<typeof findCheckout.output>, "otherPlans" | "includedIn" | "later">;
  /** The item's ID (`cpl_…`). */
  item: string;
  /** The member's recurring payment that can change to the item. */
  switchFrom?: string | null;
}

/** Tells before the payment how the memberships of the member affect the purchase. */
export const memberships = (page: PublicContext, view: MembershipsView): Markup =>
  html`${alsoIncluded(page, view)} ${alsoCharged(page, view)}`;

/** Leads to an item that a membership gives already. */
const alsoIncluded = ({ locale }: PublicContext, { checkout: { includedIn } }: MembershipsView): Markup => {
  if (includedIn === null) return raw("");
  const { checkout: text } = textFor(locale).public;
  return html`<div class="notice" role="note">
    <p>${fill(text.alsoIncluded, { plan: foreign(includedIn.plan) })}</p>
    <p><a class="button primary" href="${includedIn.path}">${text.openIncluded}</a></p>
  </div>`;
};

/** Warns that another membership of the member continues. */
const alsoCharged = ({ locale }: PublicContext, view: MembershipsView): Markup => {
  const { otherPlans, later } = view.checkout;
  if (otherPlans.length === 0 || later === null) return raw("");
  const { checkout: text } = textFor(locale).public;
  const plans = listFormat(locale, { type: "conjunction" }).format(otherPlans);
  const orders = html`<a href="/orders">${text.orders.title}</a>`;
  return html`<div class="notice" role="note">
    <p>${fill(text.alsoCharged, { plans: foreign(plans), orders })}</p>
    ${switchLink(locale, view)}
  </div>`;
};

/** Leads to the change of the current membership to this item. */
export const switchLink = (
  locale: PublicContext["locale"],
  { switchFrom, item }: Pick<MembershipsView, "switchFrom" | "item">,
): Markup => {
  if (!switchFrom) return raw("");
  const address = `/orders/subscriptions/${formatId("billingAgreement", switchFrom)}/switch?to=${item}`;
  return html`<p><a href="${address}">${textFor(locale).public.checkout.subscriptions.change.instead}</a></p>`;
};
