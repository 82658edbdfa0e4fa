import { html, raw } from "hono/html";

import type { QuotedReview } from "#domain/public-catalog/courses/reviews.ts";
import type { HomeSection } from "#domain/site/appearance/home-section.ts";
import { textFor } from "../../text/catalogue.ts";
import { foreign, type Markup } from "../parts/markup.ts";
import { stars } from "../parts/stars.ts";
import type { PublicContext } from "./public-context.ts";

type OwnQuote = Extract<HomeSection, { kind: "quotes" }>["settings"]["quotes"][number];

/** Characters of a review. The page of the reviews has all of it. */
const maxLength = 500;

/** Reviews with their stars and courses, and quotes of the school's own choice. */
export const quoteGrid = (page: PublicContext, reviews: readonly QuotedReview[], quotes: readonly OwnQuote[]): Markup =>
  html`<ul class="quotes">
    ${reviews.map((review) => html`<li>${ofReview(page, review)}</li>`)}
    ${quotes.map(({ text, author, note }) => html`<li>${figure(text, author, note === null || note === "" ? raw("") : foreign(note))}</li>`)}
  </ul>`;

const ofReview = ({ locale, shell }: PublicContext, { rating, body, author, course, slug }: QuotedReview): Markup => {
  const text = body.length > maxLength ? `${body.slice(0, maxLength).toWellFormed()}…` : body;
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
