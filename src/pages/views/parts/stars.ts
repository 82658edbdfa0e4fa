import { html } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { fillPlain, type Markup } from "./markup.ts";

const maxStars = 5;

/** Star rating. Screen readers read a number. */
export const stars = (locale: Locale, rating: number): Markup => {
  const ratingText = fillPlain(textFor(locale).reviews.rating, { rating: String(rating) });
  return html`<span class="stars" role="img" aria-label="${ratingText}">${drawn(rating)}</span>`;
};

/** Decorative stars next to a text rating. */
export const drawnStars = (rating: number): Markup =>
  html`<span class="stars" aria-hidden="true">${drawn(rating)}</span>`;

const drawn = (full: number): string => "★".repeat(full) + "☆".repeat(maxStars - full);
