import { html, raw } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, foreign, type Markup } from "./markup.ts";
import { stars } from "./stars.ts";

/** A review with the school's reply. */
export type ReviewContent = {
  rating: number;
  title: string | null;
  body: string;
  reply: string | null;
  repliedAt: Date | null;
};

/** Stars, text and reply of a review. */
export const reviewText = (
  { locale, site }: Pick<PageContext, "locale" | "site">,
  { rating, title, body, reply, repliedAt }: ReviewContent,
  formatTime: (at: Date) => Markup,
  byline: Markup = raw(""),
): Markup => {
  const { reviews: text } = textFor(locale);
  return html`<p class="verdict">
      ${stars(locale, rating)}${title ? html` <strong class="foreign">${title}</strong>` : ""}
    </p>
    ${byline} ${body !== "" && html`<p class="foreign work" dir="auto">${body}</p>`}
    ${
      reply &&
      html`<div class="reply">
        <p class="soft">
          ${fill(text.replyOf, { site: foreign(site.name) })}${repliedAt ? html` · ${formatTime(repliedAt)}` : ""}
        </p>
        <p class="foreign work" dir="auto">${reply}</p>
      </div>`
    }`;
};
