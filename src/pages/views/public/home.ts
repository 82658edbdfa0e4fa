import { formatId } from "#domain/platform/ids.ts";
import { html, raw } from "hono/html";
import type { HomeSection } from "#domain/site/appearance/home-section.ts";
import type { QuotedReview } from "#domain/public-catalog/courses/reviews.ts";
import type { Offered } from "#domain/public-catalog/pages/page-shell.ts";
import { textFor } from "../../text/catalogue.ts";
import { foreign, type Markup } from "../parts/markup.ts";
import { type Card, cardGrid } from "./cards.ts";
import { lists, publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";
import { answers, storedHtml } from "./parts.ts";
import { organization } from "./structured-data.ts";
import { stars } from "../parts/stars.ts";

/** A home page section with its content. */
export type FilledSection = {
  section: HomeSection;
  rendered: readonly string[] | null;
  cards: readonly Card[];
  /** The public ones among the reviews that it quotes. */
  reviews: readonly QuotedReview[];
};

/** Home page: sections in order, without empty ones. */
export const home = (
  page: PublicContext,
  { description, sections, indexed }: { description: string; sections: readonly FilledSection[]; indexed: boolean },
): string => {
  const { start } = textFor(page.locale).public;
  const views = sections.map((filled) => sectionView(page, filled, description)).filter((view) => view !== undefined);
  const { seo } = page.shell.school;
  const isEmpty = sections.every(
    ({ section, cards }) => section.kind === "hero" || (isList(section) && cards.length === 0),
  );
  return publicLayout(page, {
    title: seo.title ?? page.site.name,
    description: seo.description ?? description,
    canonical: indexed ? "/" : undefined,
    markdown: "/index.md",
    image: seo.imageFileId ? `/files/${formatId("file", seo.imageFileId)}` : page.shell.appearance.coverUrl,
    data: [
      { ...organization(page.site), description: description || undefined },
      { "@type": "WebSite", name: page.site.name, url: page.site.origin },
    ],
    content: html`${!sections.some(({ section }) => section.kind === "hero") && html`<h1 class="hidden">${page.site.name}</h1>`}
    ${views}
    ${
      isEmpty &&
      html`<section class="band">
        <div class="wrap"><p class="soft">${start.empty}</p></div>
      </section>`
    }`,
  });
};

const isList = ({ settings }: HomeSection): boolean => "limit" in settings;

function sectionView(
  page: PublicContext,
  { section, rendered, cards, reviews }: FilledSection,
  description: string,
): Markup | undefined {
  const { public: text } = textFor(page.locale);
  switch (section.kind) {
    case "hero":
      return hero(page, section.settings, description);
    case "html":
      return band(section.settings.heading, undefined, storedHtml(section.settings.html));
    case "faq":
      return band(section.settings.heading ?? text.start.faq, undefined, answers(section.settings.items, rendered));
    case "quotes": {
      const { heading, quotes } = section.settings;
      if (reviews.length + quotes.length === 0) return undefined;
      return band(heading ?? text.start.quotes, undefined, quoteGrid(page, reviews, quotes));
    }
    case "courses":
    case "events":
    case "lecturers":
    case "plans":
    case "posts": {
      if (cards.length === 0) return undefined;
      const kind: keyof Offered = section.kind;
      const all = { href: lists[kind], label: text.all[kind] };
      return band(section.settings.heading ?? text.kinds[kind], all, cardGrid(cards, "h3"));
    }
  }
}

const band = (heading: string | null, all: { href: string; label: string } | undefined, content: Markup): Markup =>
  html`<section class="band">
    <div class="wrap">
      ${
        !(heading === null && all === undefined) &&
        html`<header>
          ${heading !== null && html`<h2 class="foreign">${heading}</h2>`}
          ${all !== undefined && html`<a href="${all.href}">${all.label}</a>`}
        </header>`
      }
      ${content}
    </div>
  </section>`;

type Hero = Extract<HomeSection, { kind: "hero" }>["settings"];

const hero = (page: PublicContext, { heading, text: body, button }: Hero, description: string): Markup => {
  const { public: text, learn } = textFor(page.locale);
  const { coverUrl } = page.shell.appearance;
  const lead = body ?? description;
  const call = button ?? (page.shell.offered.courses ? { label: text.start.browse, href: "/courses" } : undefined);
  return html`<section class="band hero">
    <div class="wrap${coverUrl ? " pictured" : ""}">
      <div>
        <h1 class="display">${foreign(heading ?? page.site.name)}</h1>
        ${lead && html`<p class="lead foreign">${lead}</p>`}
        <div class="actions">
          ${call && html`<a class="button primary" href="${call.href}">${call.label}</a>`}
          ${page.member ? html`<a class="button secondary" href="/learn">${learn.title}</a>` : html`<a class="button secondary" href="/sign-in">${text.signIn}</a>`}
        </div>
      </div>
      ${coverUrl && html`<img src="${coverUrl}" alt="" fetchpriority="high" />`}
    </div>
  </section>`;
};

type OwnQuote = Extract<HomeSection, { kind: "quotes" }>["settings"]["quotes"][number];

/** The page of the reviews has the whole text. */
const maxQuoteLength = 500;

/** Reviews with their stars and courses, and quotes of the school's own choice. */
const quoteGrid = (page: PublicContext, reviews: readonly QuotedReview[], quotes: readonly OwnQuote[]): Markup =>
  html`<ul class="quotes">
    ${reviews.map((review) => html`<li>${ofReview(page, review)}</li>`)}
    ${quotes.map(({ text, author, note }) => html`<li>${figure(text, author, note === null || note === "" ? raw("") : foreign(note))}</li>`)}
  </ul>`;

const ofReview = ({ locale, shell }: PublicContext, { rating, body, author, course, slug }: QuotedReview): Markup => {
  const text = body.length > maxQuoteLength ? `${body.slice(0, maxQuoteLength).toWellFormed()}…` : body;
  const link = html`<a href="/courses/${slug}">${foreign(course)}</a>`;
  const shown = shell.settings.general.showRatings ? stars(locale, rating) : undefined;
  return figure(text, author ?? textFor(locale).reviews.unnamedStudent, link, shown);
};

const figure = (text: string, author: string, note: Markup, rating: Markup = raw("")): Markup =>
  html`<figure>
    ${rating}
    <blockquote><p class="foreign" dir="auto">${text}</p></blockquote>
    <figcaption><strong>${foreign(author)}</strong> <span class="soft">${note}</span></figcaption>
  </figure>`;
