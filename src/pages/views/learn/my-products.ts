import { html } from "hono/html";
import type * as z from "zod";
import type { listMyProducts } from "#domain/memberships/downloads/list-my-products.ts";
import { textFor } from "../../text/catalogue.ts";
import { timestamp } from "../parts/dates.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";
import { pager, type Pages } from "../parts/pager.ts";
import { bytes } from "../public/formats.ts";

type Product = z.output<typeof listMyProducts.output>["products"][number];

/** Digital products of a member, with their files. */
export const myProducts = (
  page: PageContext & { member: Person },
  view: { products: readonly Product[]; pages: Pages },
): string => {
  const { products: text } = textFor(page.locale).learn;
  return layout(page, {
    title: text.title,
    content: html`<h1>${text.title}</h1>
      ${
        view.products.length === 0
          ? html`<p class="prose soft after">${text.none}</p>`
          : html`<ul class="rows">
              ${view.products.map((product) => row(page, product))}
            </ul>`
      }
      ${pager(page.locale, text.title, view.pages)}`,
  });
};

const row = (page: PageContext, { name, slug, source, expiresAt, files }: Product): Markup => {
  const { learn: text, public: offered } = textFor(page.locale);
  return html`<li class="row">
    <div class="about">
      <h2>${slug === null ? foreign(name) : html`<a href="/digital-products/${slug}">${foreign(name)}</a>`}</h2>
      <ul class="plain">
        ${files.map(
          (file) =>
            html`<li>
              ${file.url === null ? foreign(file.name) : html`<a href="${file.url}">${foreign(file.name)}</a>`}
              <span class="soft">${bytes(page.locale, file.byteSize)}</span>
            </li>`,
        )}
      </ul>
      ${files.some(({ url }) => url === null) && html`<p>${offered.free.noDownloads}</p>`}
      <p class="soft">
        ${
          source === "membership"
            ? offered.free.included
            : expiresAt === null
              ? text.lifetime
              : fill(text.openUntil, { time: timestamp(page, expiresAt) })
        }
      </p>
    </div>
  </li>`;
};
