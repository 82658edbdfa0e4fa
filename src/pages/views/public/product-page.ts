import { html } from "hono/html";
import { checkoutAddress } from "#domain/sales/checkout/checkout-address.ts";
import { textFor } from "#pages/text/catalogue.ts";
import type { Markup } from "../parts/markup.ts";
import { pathOf } from "./cards.ts";
import { money } from "./formats.ts";
import { publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";
import { type PageContent, seoOf } from "./page-seo.ts";
import { aboveOf, ask, crumbTrail, storedHtml } from "./parts.ts";
import { breadcrumbList, offer, organization, type Thing } from "./structured-data.ts";

interface Sold {
  name: string;
  url: string;
  price: { amount: number; currency: string } | null;
}

interface Parts {
  kind: "products" | "consulting";
  list: string;
  /** The ID by which the checkout sells it. Null: it cannot be bought online. */
  item: string | null;
  image: string | null;
  before: string | null;
  facts: Markup;
  more: Markup;
  /** The visitor's own copy, or a button to get it. */
  own: Markup;
}

/** The page of a product or service with one price. */
export function offered(page: PublicContext, sold: Sold, presented: PageContent, parts: Parts): string {
  const { public: text } = textFor(page.locale);
  const above = aboveOf(page, text.kinds[parts.kind], parts.list);
  const path = pathOf(sold.url);
  const data: Thing = {
    "@type": parts.kind === "products" ? "Product" : "Service",
    name: sold.name,
    url: sold.url,
    image: parts.image ?? undefined,
    [parts.kind === "products" ? "brand" : "provider"]: organization(page.site),
    offers: [offer(sold, addressOf(page, sold, parts))],
  };
  return publicLayout(page, {
    ...seoOf(presented, { title: sold.name, description: null, path }),
    markdown: `${path}.md`,
    image: parts.image,
    data: [data, breadcrumbList(page.site.origin, [...above, { name: sold.name, path }])],
    content: html`<div class="wrap page">
      <header>
        ${crumbTrail(page, above)}
        <h1 class="foreign">${sold.name}</h1>
      </header>
      <div class="split">
        <div class="main">
          ${parts.image && html`<img class="wide-cover" src="${parts.image}" alt="" fetchpriority="high" />`}
          ${storedHtml(presented.html)} ${parts.more}
        </div>
        <aside class="side" aria-label="${text.price.title}">
          <div class="box">
            <h2>${text.price.title}</h2>
            <ul class="offers">
              <li>
                <b>${money(page.locale, sold.price)}</b
                >${parts.before && html`<span class="soft">${parts.before}</span>`}
              </li>
            </ul>
            ${parts.own} ${ask(page)}
          </div>
          <div class="box">${parts.facts}</div>
        </aside>
      </div>
    </div>`,
  });
}

/** The address where a person buys the item. */
const addressOf = ({ site }: PublicContext, { url, price }: Sold, { item }: Parts): string =>
  item !== null && price !== null && price.amount > 0 ? checkoutAddress(site, item) : url;
