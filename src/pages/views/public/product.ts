import { html, raw } from "hono/html";
import type * as z from "zod";
import type { showConsultingService } from "#domain/catalog/public-catalog/consulting.ts";
import type { showDigitalProduct } from "#domain/catalog/public-catalog/digital-products.ts";
import type { findMyDownloads } from "#domain/sales/digital-products/get-free-product.ts";
import { formatId } from "#domain/platform/ids.ts";
import { textFor } from "../../text/catalogue.ts";
import { fillPlain, type Markup } from "../markup.ts";
import { pathOf } from "./cards.ts";
import { bytes, money, span } from "./formats.ts";
import { type PublicContext, publicLayout } from "./frame.ts";
import { aboveOf, ask, crumbTrail, factList, people, storedHtml } from "./parts.ts";
import { type PageContent, seoOf } from "./page-seo.ts";
import { buyLink, freeOffer } from "./way-in.ts";
import { breadcrumbList, offer, organization, type Thing } from "./structured-data.ts";

type Product = z.output<typeof showDigitalProduct.output>;
type Downloads = z.output<typeof findMyDownloads.output>["files"];
type Service = z.output<typeof showConsultingService.output>;

/** Digital product page: contents and price. */
export const productPage = (
  page: PublicContext,
  {
    product,
    presented,
    downloads,
    sells,
  }: { product: Product; presented: PageContent; downloads: Downloads; sells: boolean },
): string => {
  const { public: text } = textFor(page.locale);
  const { compareAtPrice, files } = product;
  return offered(page, product, presented, {
    kind: "products",
    list: "/digital-products",
    image: product.coverUrl,
    before: compareAtPrice && fillPlain(text.price.instead, { price: money(page.locale, compareAtPrice) }),
    facts: factList([[text.product.license, product.license]]),
    own: productOffer(page, product, downloads, { sells }),
    more:
      files.length === 0
        ? raw("")
        : html`<section>
            <h2>${text.product.files}</h2>
            <ul class="dashes prose">
              ${files.map(({ name, byteSize }) => html`<li><bdi class="foreign">${name}</bdi> <span class="soft">${bytes(page.locale, byteSize)}</span></li>`)}
            </ul>
          </section>`,
  });
};

/** Consulting service page: duration, lecturers, available times and price. */
export const servicePage = (
  page: PublicContext,
  { service, presented }: { service: Service; presented: PageContent },
): string => {
  const { service: text, course, event } = textFor(page.locale).public;
  const { sessionsIncluded: sessions, durationMinutes: minutes, cancellationHours, format, location } = service;
  return offered(page, service, presented, {
    kind: "consulting",
    list: "/consulting",
    image: null,
    before: null,
    own: raw(""),
    facts: factList([
      [course.length, fillPlain(text.length, { sessions: String(sessions), minutes: String(minutes) })],
      [event.where, location ?? (format === "phone" ? null : event[format])],
    ]),
    more: html`${people(
        event.with,
        service.lecturers.map(({ name, title, slug }) => ({ name, title, path: `/lecturers/${slug}` })),
      )}
      <section>
        <h2>${text.slots}</h2>
        ${
          service.slots.length === 0
            ? html`<p class="soft">${text.noSlots}</p>`
            : html`<ul class="dashes prose">
                  ${service.slots.slice(0, maxSlots).map(({ startsAt, endsAt }) => html`<li>${span(page.locale, startsAt, endsAt, service.timeZone)}</li>`)}
                </ul>
                <p class="aside after">${fillPlain(event.zone, { zone: service.timeZone })}</p>`
        }
        ${cancellationHours > 0 ? html`<p class="aside">${fillPlain(text.cancel, { hours: String(cancellationHours) })}</p>` : raw("")}
      </section>`,
  });
};

const maxSlots = 12;

interface Sold {
  name: string;
  url: string;
  price: Product["price"];
}

interface Parts {
  kind: "products" | "consulting";
  list: string;
  image: string | null;
  before: string | null;
  facts: Markup;
  more: Markup;
  /** The visitor's own copy, or a button to get it. */
  own: Markup;
}

/** Downloads of a member who has the product, or a button to get it. */
function productOffer(
  page: PublicContext,
  product: Product,
  downloads: Downloads,
  selling: { sells: boolean },
): Markup {
  const { free: text } = textFor(page.locale).public;
  if (downloads === null) {
    if (product.price !== null && product.price.amount > 0) {
      return buyLink(page, formatId("digitalProduct", product.id), product.name, selling);
    }
    return freeOffer(page, { path: pathOf(product.url), action: "get", label: text.get });
  }
  return html`<p>${text.yours}</p>
    <ul class="people">
      ${downloads.map(({ name, byteSize, url }) => html`<li>${url === null ? html`<bdi class="foreign">${name}</bdi>` : html`<a href="${url}"><bdi class="foreign">${name}</bdi></a>`} <span class="soft">${bytes(page.locale, byteSize)}</span></li>`)}
    </ul>
    ${downloads.some(({ url }) => url === null) ? html`<p>${text.noDownloads}</p>` : raw("")}`;
}

function offered(page: PublicContext, sold: Sold, presented: PageContent, parts: Parts): string {
  const { public: text } = textFor(page.locale);
  const above = aboveOf(page, text.kinds[parts.kind], parts.list);
  const path = pathOf(sold.url);
  const data: Thing = {
    "@type": parts.kind === "products" ? "Product" : "Service",
    name: sold.name,
    url: sold.url,
    image: parts.image ?? undefined,
    [parts.kind === "products" ? "brand" : "provider"]: organization(page.site),
    offers: [offer(sold, sold.url)],
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
          ${parts.image ? html`<img class="wide-cover" src="${parts.image}" alt="" />` : raw("")}
          ${storedHtml(presented.html)} ${parts.more}
        </div>
        <aside class="side" aria-label="${text.price.title}">
          <div class="box">
            <h2>${text.price.title}</h2>
            <ul class="offers">
              <li>
                <b>${money(page.locale, sold.price)}</b
                >${parts.before ? html`<span class="soft">${parts.before}</span>` : raw("")}
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
