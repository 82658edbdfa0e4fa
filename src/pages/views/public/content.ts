import { html, raw } from "hono/html";
import type { PublicPage } from "#domain/public-catalog/pages/pages.ts";
import { htmlOfBlocks } from "#domain/content/pages/block.ts";
import { formatId } from "#domain/platform/ids.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Markup } from "../parts/markup.ts";
import { type Card, cardGrid, language } from "./cards.ts";
import { publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";
import { answers, storedHtml, storedMarkdown } from "./parts.ts";
import { seoOf } from "./page-seo.ts";
import { breadcrumbList } from "./structured-data.ts";

export interface ContentPage {
  content: PublicPage;
  /** Cards of list blocks, by block index. */
  cards: ReadonlyMap<number, readonly Card[]>;
  indexed: boolean;
}

/** A page that the school wrote. */
export const contentPage = (page: PublicContext, { content, cards, indexed }: ContentPage): string => {
  const { title, path, seo, layout, locale, bodyHtml, blocks, blockHtml } = content;
  const home = { name: textFor(page.locale).public.home, path: "/" };
  const body = blocks === null ? storedHtml(bodyHtml ?? "") : blockList(blocks, blockHtml, cards);
  return publicLayout(page, {
    ...seoOf({ seo, indexed, html: bodyHtml ?? "" }, { title, description: null, path }),
    markdown: `${path}.md`,
    data: [breadcrumbList(page.site.origin, [home, { name: title, path }])],
    content: html`<div class="wrap page">
      <div class="${layout === "default" ? "column" : "blocks"}" ${language(locale)}>
        ${layout === "bare" ? html`<h1 class="hidden">${title}</h1>` : html`<header><h1 class="foreign">${title}</h1></header>`}
        ${body}
      </div>
    </div>`,
  });
};

type Blocks = NonNullable<PublicPage["blocks"]>;

function blockList(blocks: Blocks, blockHtml: PublicPage["blockHtml"], cards: ContentPage["cards"]): Markup {
  const rendered = blockHtml && htmlOfBlocks(blocks, blockHtml);
  const views = blocks.map((block, index) => blockView(block, rendered?.[index] ?? null, cards.get(index) ?? []));
  return html`<div class="blocks">${views}</div>`;
}

function blockView(block: Blocks[number], rendered: readonly string[] | null, cards: readonly Card[]): Markup {
  switch (block.kind) {
    case "markdown":
      return storedMarkdown(block.markdown, rendered?.[0]);
    case "html":
      return storedHtml(block.html);
    case "image":
      return html`<figure>
        <img src="/files/${formatId("file", block.fileId)}" alt="${block.alt}" loading="lazy" />
        ${block.caption && html`<figcaption class="foreign">${block.caption}</figcaption>`}
      </figure>`;
    case "button":
      return html`<p><a class="button primary" href="${block.href}">${block.label}</a></p>`;
    case "divider":
      return html`<hr />`;
    case "faq":
      return answers(block.items, rendered);
    case "list":
      return cards.length === 0 ? raw("") : cardGrid(cards, "h2");
  }
}
