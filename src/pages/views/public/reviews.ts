import { formatNumber } from "#lib/text/formats.ts";
import { html, raw } from "hono/html";
import type { PublicReview } from "#domain/public-catalog/courses/reviews.ts";
import { textFor } from "../../text/catalogue.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { pager, type Pages } from "../parts/pager.ts";
import { reviewText } from "#pages/views/parts/review-text.ts";
import { language } from "./cards.ts";
import { day } from "../parts/dates.ts";
import { publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";
import { aboveOf, crumbTrail } from "./parts.ts";
import { breadcrumbList, type Thing } from "./structured-data.ts";

/** Rating counts by stars, and the latest reviews of a course. */
export interface Reviews {
  counts: readonly { rating: number; count: number }[];
  reviews: readonly PublicReview[];
  hasMore: boolean;
}

interface Reviewed {
  slug: string;
  name: string;
  language: string;
  ratingAverage: number | null;
  ratingCount: number;
}

export const reviewsAddress = ({ slug }: { slug: string }): string => `/courses/${slug}/reviews`;

/** Reviews on the course page. Empty without ratings. */
export const reviewsOfCourse = (page: PublicContext, course: Reviewed, listed: Reviews | null): Markup => {
  const { everybody: text } = textFor(page.locale).reviews;
  if (listed === null || course.ratingAverage === null) return raw("");
  return html`<section class="reviews" id="reviews">
    <h2>${text.title}</h2>
    ${summary(page, course, listed.counts)} ${items(page, listed.reviews)}
    ${listed.hasMore && html`<p class="ways"><a href="${reviewsAddress(course)}">${text.all}</a></p>`}
  </section>`;
};

export interface ReviewsPage extends Omit<Reviews, "hasMore"> {
  course: Reviewed;
  /** Star filter. Undefined for all. */
  rating: number | undefined;
  pages: Pages;
  indexed: boolean;
}

/** All reviews of a course, newest first. */
export const reviewsPage = (page: PublicContext, view: ReviewsPage): string => {
  const { reviews: text, public: common } = textFor(page.locale);
  const { course, rating, pages } = view;
  const path = reviewsAddress(course);
  const title = fillPlain(text.everybody.of, { course: course.name });
  const above = [
    ...aboveOf(page, common.kinds.courses, "/courses"),
    { name: course.name, path: `/courses/${course.slug}` },
  ];
  const isWhole = rating === undefined && pages.first === undefined;
  return publicLayout(page, {
    title,
    description: null,
    canonical: view.indexed && isWhole ? path : undefined,
    markdown: `${path}.md`,
    data: [breadcrumbList(page.site.origin, [...above, { name: text.everybody.title, path }])],
    content: html`<div class="wrap page">
      <div class="column">
        <header>
          ${crumbTrail(page, above)}
          <h1>
            ${fill(text.everybody.of, { course: html`<bdi class="foreign" ${language(course.language)}>${course.name}</bdi>` })}
          </h1>
        </header>
        <div class="reviews">
          ${summary(page, course, view.counts)} ${narrowed(page, view)}
          ${view.reviews.length === 0 ? html`<p class="soft">${text.everybody.none}</p>` : items(page, view.reviews)}
        </div>
        ${pager(page.locale, text.everybody.title, pages)}
      </div>
    </div>`,
  });
};

/** Average rating and distribution. Each row links to its reviews. */
const summary = (page: PublicContext, course: Reviewed, counts: Reviews["counts"]): Markup => {
  const { reviews: text, public: common } = textFor(page.locale);
  const { ratingAverage, ratingCount } = course;
  if (ratingAverage === null) return raw("");
  return html`<div class="ratings">
    <p class="average">
      <b>${fillPlain(common.course.rating, { average: ratingAverage.toFixed(1) })}</b> ${aStar}
      <span class="soft">${fillPlain(text.everybody.count, { count: formatNumber(page.locale, ratingCount) })}</span>
    </p>
    <ul>
      ${counts.map(
        ({ rating, count }) =>
          html`<li>
            <a
              href="${reviewsAddress(course)}?rating=${rating}"
              aria-label="${fillPlain(count === 1 ? text.everybody.one : text.everybody.some, { rating: String(rating), count: formatNumber(page.locale, count) })}"
              >${rating} ${aStar}</a
            >
            <progress aria-hidden="true" max="${Math.max(1, ratingCount)}" value="${count}"></progress>
            <span class="count" aria-hidden="true">${formatNumber(page.locale, count)}</span>
          </li>`,
      )}
    </ul>
  </div>`;
};

const aStar = html`<span class="stars" aria-hidden="true">★</span>`;

const narrowed = (page: PublicContext, { course, rating }: ReviewsPage): Markup => {
  const { reviews: text, public: common } = textFor(page.locale);
  return rating === undefined
    ? raw("")
    : html`<p class="found">
        <span>${fillPlain(text.everybody.narrowed, { rating: String(rating) })}</span>
        <a href="${reviewsAddress(course)}">${common.list.showAll}</a>
      </p>`;
};

const items = (page: PublicContext, reviews: readonly PublicReview[]): Markup =>
  reviews.length === 0
    ? raw("")
    : html`<ul class="said">
        ${reviews.map((review) => html`<li class="review">${item(page, review)}</li>`)}
      </ul>`;

const item = (page: PublicContext, review: PublicReview): Markup => {
  const { reviews: text } = textFor(page.locale);
  const { author, createdAt, editedAt } = review;
  const formatTime = (at: Date) => day(page, at);
  const changed = editedAt ? html` · ${fill(text.everybody.changed, { day: formatTime(editedAt) })}` : "";
  const byline = html`<p class="soft">
    ${author === null ? text.unnamedStudent : foreign(author)} · ${formatTime(createdAt)}${changed}
  </p>`;
  return reviewText(page, review, formatTime, byline);
};

/** https://schema.org/AggregateRating and https://schema.org/Review. Empty without ratings. */
export const ratingData = (page: PublicContext, course: Reviewed, listed: Reviews | null): Partial<Thing> => {
  if (listed === null || course.ratingAverage === null) return {};
  const { unnamedStudent } = textFor(page.locale).reviews;
  const scale = { bestRating: 5, worstRating: 1 };
  return {
    aggregateRating: {
      "@type": "AggregateRating",
      ratingValue: course.ratingAverage,
      ratingCount: course.ratingCount,
      ...scale,
    },
    review: listed.reviews.map(({ rating, title, body, author, createdAt }) => ({
      "@type": "Review",
      author: { "@type": "Person", name: author ?? unnamedStudent },
      datePublished: createdAt.toISOString().slice(0, 10),
      name: title ?? undefined,
      reviewBody: body || undefined,
      reviewRating: { "@type": "Rating", ratingValue: rating, ...scale },
    })),
  };
};
