import { html, raw } from "hono/html";
import type * as z from "zod";
import type { showDigitalProduct } from "#domain/public-catalog/digital-products.ts";
import type { findMyDownloads } from "#domain/memberships/downloads/find-my-downloads.ts";
import { formatId } from "#domain/platform/ids.ts";
import { textFor } from "../../text/catalogue.ts";
import { fillPlain, type Markup } from "../parts/markup.ts";
import { pathOf } from "./cards.ts";
import { bytes, money } from "./formats.ts";
import type { PublicContext } from "./public-context.ts";
import { offered } from "./product-page.ts";
import { factList } from "./parts.ts";
import type { PageContent } from "./page-seo.ts";
import { waitingNote } from "./waiting-note.ts";
import { buyLink, freeOffer } from "./way-in.ts";

type Product = z.output<typeof showDigitalProduct.output>;
type Downloads = z.output<typeof findMyDownloads.output>;

/** Digital product page: contents and price. */
export const productPage = (
  page: PublicContext,
  {
    product,
    presented,
    downloads,
    sells,
    waitingOrder,
  }: {
    product: Product;
    presented: PageContent;
    downloads: Downloads;
    sells: boolean;
    /** The member's order that waits for its payment (`ord_…`). */
    waitingOrder: string | null;
  },
): string => {
  const { public: text } = textFor(page.locale);
  const { compareAtPrice, files } = product;
  return offered(page, product, presented, {
    kind: "products",
    item: sells ? formatId("digitalProduct", product.id) : null,
    list: "/digital-products",
    image: product.coverUrl,
    before: compareAtPrice && fillPlain(text.price.instead, { price: money(page.locale, compareAtPrice) }),
    facts: factList([[text.product.license, product.license]]),
    own: html`${waitingNote(page, waitingOrder)} ${productOffer(page, product, downloads, { sells })}`,
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

/** Downloads of a member who has the product, or a button to get it. */
function productOffer(
  page: PublicContext,
  product: Product,
  { files, source }: Downloads,
  selling: { sells: boolean },
): Markup {
  const { free: text } = textFor(page.locale).public;
  const buy =
    product.price !== null && product.price.amount > 0
      ? buyLink(page, formatId("digitalProduct", product.id), product.name, selling)
      : undefined;
  if (files === null) {
    return buy ?? freeOffer(page, { path: pathOf(product.url), action: "get", label: text.get });
  }
  return html`<p>${source === "membership" ? text.included : text.yours}</p>
    <ul class="people">
      ${files.map(({ name, byteSize, url }) => html`<li>${url === null ? html`<bdi class="foreign">${name}</bdi>` : html`<a href="${url}"><bdi class="foreign">${name}</bdi></a>`} <span class="soft">${bytes(page.locale, byteSize)}</span></li>`)}
    </ul>
    ${files.some(({ url }) => url === null) && html`<p>${text.noDownloads}</p>`} ${source === "membership" && buy}`;
}
