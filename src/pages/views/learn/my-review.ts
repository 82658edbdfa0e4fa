import { html, raw } from "hono/html";

import type { ReviewLock } from "#domain/learning/learning-pages/may-review.ts";
import type { SchoolSettings } from "#domain/site/school/settings.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { textArea, textField } from "../admin/forms/form-fields.ts";
import { timestamp } from "../parts/dates.ts";
import { button, hidden, notice, problem } from "../parts/fields.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";
import { reviewText, type ReviewContent } from "#pages/views/parts/review-text.ts";
import { drawnStars } from "../parts/stars.ts";

type Text = Catalogue["reviews"]["mine"];

type OwnReview = ReviewContent & { status: keyof Text["status"] };

export type MyReviewPage = {
  csrf: string;
  course: { href: string; name: string };
  action: string;
  review: OwnReview | null;
  lock: ReviewLock | null;
  moderation: SchoolSettings["reviews"]["moderation"];
  /** Displayed reviewer name, or null. */
  publicName: string | null;
  typed: { rating: string; title: string; body: string };
  problem: keyof Text["problem"] | undefined;
};

/** Review form of a member: create, edit and delete. */
export const myReview = (page: PageContext & { member: Person }, view: MyReviewPage): string => {
  const { mine: text } = textFor(page.locale).reviews;
  const { course, review, lock, problem: wrong } = view;
  return layout(page, {
    title: text.title,
    problem: wrong !== undefined,
    content: html`<p class="back"><a href="${course.href}">${text.back}</a></p>
      <h1>${fill(text.of, { course: foreign(course.name) })}</h1>
      ${wrong && problem("problem", text.problem[wrong])} ${review && ownReview(page, review)}
      ${lock ? html`<p class="prose soft after">${text.lock[lock]}</p>` : form(page, view)}
      ${review && withdrawal(page, view)}`,
  });
};

/** The review and its publication status. */
const ownReview = (page: PageContext, review: OwnReview): Markup => {
  const { mine: text } = textFor(page.locale).reviews;
  return html`<div class="review">
    ${reviewText(page, review, (at) => timestamp(page, at))}
    <p class="soft">${text.status[review.status]}</p>
  </div>`;
};

/** Posts `csrf`, `rating`, `title` and `body`. */
const form = (
  page: PageContext,
  { csrf, action, typed, moderation, publicName: shownAs, problem: wrong }: MyReviewPage,
): Markup => {
  const { mine: text } = textFor(page.locale).reviews;
  const name = shownAs === null ? html`${text.unnamed}` : fill(text.named, { name: foreign(shownAs) });
  return html`<form method="post" action="${action}" class="stack">
    ${hidden("csrf", csrf)}
    <fieldset class="grades" ${wrong === "rating" && raw('aria-describedby="problem"')}>
      <legend>${text.stars}</legend>
      ${([5, 4, 3, 2, 1] as const).map(
        (rating) =>
          html`<div class="choice">
            <label>
              <input
                type="radio"
                name="rating"
                value="${rating}"
                required
                ${typed.rating === String(rating) && raw("checked")}
              />
              <span>${drawnStars(rating)} ${text.grades[rating]}</span>
            </label>
          </div>`,
      )}
    </fieldset>
    ${textField({ name: "title", label: text.headline, value: typed.title, maxLength: 120 })}
    ${textArea({ name: "body", label: text.text, value: typed.body, rows: 6, maxLength: 5000 })}
    <p class="aside">${text.moderation[moderation]} ${name}</p>
    <div>${button(text.save, { look: "primary" })}</div>
  </form>`;
};

const withdrawal = (page: PageContext, { csrf, action }: MyReviewPage): Markup => {
  const { mine: text } = textFor(page.locale).reviews;
  return html`<details class="after">
    <summary>${text.withdraw}</summary>
    <p class="prose">${text.withdrawal}</p>
    <form method="post" action="${action}/withdraw" class="actions">
      ${hidden("csrf", csrf)} ${button(text.withdraw, { look: "danger" })}
    </form>
  </details>`;
};

export type ReviewOnCourse = {
  /** URL of the review page. */
  href: string;
  review: OwnReview | null;
  lock: ReviewLock | null;
  /** The last action. */
  done: Done | undefined;
};

/** Review section of the course page: the review or a link to write one. Empty if reviews are not available. */
export const reviewOnCourse = (page: PageContext, { href, review, lock, done }: ReviewOnCourse): Markup => {
  const { mine: text } = textFor(page.locale).reviews;
  const showsForm = review !== null || lock === null || lock === "nothing_done";
  if (!showsForm && !done) return raw("");
  return html`<section id="review">
    <h2>${text.title}</h2>
    ${done && notice(text.notice[done])}
    ${review ? ownReview(page, review) : html`<p class="prose soft">${lock ? text.lock[lock] : text.invitation}</p>`}
    ${
      (lock === null || review) &&
      html`<p class="ways"><a href="${href}">${lock ? text.withdraw : review ? text.change : text.write}</a></p>`
    }
  </section>`;
};

type Done = keyof Text["notice"];

export const isDone = (name: unknown): name is Done => name === "saved" || name === "withdrawn";
