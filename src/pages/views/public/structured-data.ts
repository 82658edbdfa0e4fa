import { html, raw } from "hono/html";
import { isFieldOf } from "#lib/json/typed-object.ts";
import type { Markup } from "../parts/markup.ts";
import { decimal } from "./formats.ts";

type Value = string | number | boolean | null | undefined | Value[] | { [name: string]: Value };

/** A schema.org object. */
export type Thing = { "@type": string } & { [name: string]: Value };

/** JSON-LD block, escaped so that no text can end the element. It is data, not a script. */
export const thing = (data: Thing): Markup =>
  html`<script type="application/ld+json">
    ${raw(escaped(JSON.stringify({ "@context": "https://schema.org", ...data }, sayingSomething)))}
  </script>`;

/** Omits empty lists, which validators report as errors. */
const sayingSomething = (_name: string, value: Value): Value =>
  Array.isArray(value) && value.length === 0 ? undefined : value;

/** Escapes HTML characters in JSON without changing its strings. */
const escaped = (json: string): string =>
  json
    .replaceAll(/\\(["\\])/g, (_, letter: string) => (letter === '"' ? "\\u0022" : "\\\\"))
    .replaceAll(/[<>&\u2028\u2029]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

export interface Crumb {
  name: string;
  path: string;
}

/** https://schema.org/BreadcrumbList */
export const breadcrumbList = (origin: string, crumbs: readonly Crumb[]): Thing => ({
  "@type": "BreadcrumbList",
  itemListElement: crumbs.map(({ name, path }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: `${origin}${path}`,
  })),
});

/** https://schema.org/ItemList of one page of a list: search engines read the items at their own addresses. */
export const itemList = (
  origin: string,
  { name, path, items }: { name: string; path: string; items: readonly { title: string; href: string }[] },
): Thing => ({
  "@type": "ItemList",
  name,
  url: `${origin}${path}`,
  numberOfItems: items.length,
  itemListElement: items.map(({ title, href }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: title,
    url: `${origin}${href}`,
  })),
});

type Price = { amount: number; currency: string };

/** https://schema.org/Offer */
export const offer = ({ name, price }: { name?: string | null; price: Price | null }, url: string): Thing => ({
  "@type": "Offer",
  name: name ?? undefined,
  price: price === null ? "0" : decimal(price),
  // Required even for free items, where any currency is valid.
  priceCurrency: price?.currency ?? "USD",
  url,
  category: price === null || price.amount === 0 ? "Free" : "Paid",
});

/** Units of time of UN/CEFACT Recommendation 20, which schema.org uses. */
const unitCodes = { day: "DAY", week: "WEE", month: "MON", year: "ANN" } as const;

/** An offer whose price is paid per period, if it has an interval. */
export function recurringOffer(
  requested: { name: string | null; price: Price; interval: string | null; intervalCount: number },
  url: string,
): Thing {
  const { price, interval, intervalCount } = requested;
  const single = offer(requested, url);
  if (interval === null || !isFieldOf(unitCodes, interval)) return single;
  const unitCode = unitCodes[interval];
  return {
    ...single,
    category: price.amount === 0 ? "Free" : "Subscription",
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      price: decimal(price),
      priceCurrency: price.currency,
      unitCode,
      billingIncrement: intervalCount,
      referenceQuantity: { "@type": "QuantitativeValue", value: intervalCount, unitCode },
    },
  };
}

/** ISO 8601 duration in hours and minutes, rounded up to minutes: `PT5H20M`. */
export function duration(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const hours = Math.floor(minutes / 60);
  const minutesLeft = minutes % 60;
  return `PT${hours > 0 ? `${hours}H` : ""}${minutesLeft > 0 ? `${minutesLeft}M` : ""}`;
}

export const organization = ({ name, origin }: { name: string; origin: string }): Thing => ({
  "@type": "Organization",
  name,
  url: origin,
});
