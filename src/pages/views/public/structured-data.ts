import { html, raw } from "hono/html";
import type { Markup } from "../markup.ts";
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

/** https://schema.org/Offer */
export const offer = (
  { name, price }: { name?: string | null; price: { amount: number; currency: string } | null },
  url: string,
): Thing => ({
  "@type": "Offer",
  name: name ?? undefined,
  price: price === null ? "0" : decimal(price),
  // Required even for free items, where any currency is valid.
  priceCurrency: price?.currency ?? "USD",
  url,
  category: price === null || price.amount === 0 ? "Free" : "Paid",
});

export const organization = ({ name, origin }: { name: string; origin: string }): Thing => ({
  "@type": "Organization",
  name,
  url: origin,
});
