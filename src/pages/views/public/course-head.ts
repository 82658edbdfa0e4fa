import { languageName } from "#lib/text/formats.ts";
import { initial } from "#lib/look/site-icon.ts";
import { html, raw } from "hono/html";
import { textFor } from "../../text/catalogue.ts";
import { fillPlain, type Markup } from "../parts/markup.ts";
import { drawnStars } from "../parts/stars.ts";
import { language, lecturesOf } from "./cards.ts";
import type { CoursePage } from "./course-view.ts";
import { length } from "./formats.ts";
import type { PublicContext } from "./public-context.ts";

/** The picture of a course, with its preview. */
export const cover = (page: PublicContext, { course, promoVideoUrl }: CoursePage): Markup => {
  const { course: text } = textFor(page.locale).public;
  if (!course.coverUrl && !promoVideoUrl) return raw("");
  return html`<div class="cover">
    ${course.coverUrl && html`<img src="${course.coverUrl}" alt="" fetchpriority="high" />`}
    ${promoVideoUrl && html`<a class="button secondary" href="${promoVideoUrl}" rel="noopener">▶ ${text.promoVideo}</a>`}
  </div>`;
};

/** Title, promise, rating, lecturers and facts of a course. */
export const head = (page: PublicContext, view: CoursePage): Markup => {
  const { course } = view;
  return html`<h1${language(course.language)} class="foreign">${course.name}</h1>
    ${course.subtitle && html`<p class="lead foreign" ${language(course.language)}>${course.subtitle}</p>`}
    ${rating(page, view)} ${lecturers(view)} ${facts(page, view)}`;
};

const rating = (page: PublicContext, { course, reviews }: CoursePage): Markup => {
  const { course: text } = textFor(page.locale).public;
  const { ratingAverage, ratingCount } = course;
  if (reviews === null || ratingAverage === null) return raw("");
  const count = ratingCount === 1 ? text.oneRating : fillPlain(text.ratings, { count: String(ratingCount) });
  return html`<p class="praise">
    ${drawnStars(Math.round(ratingAverage))}
    <span><b>${fillPlain(text.rating, { average: ratingAverage.toFixed(1) })}</b></span>
    <a href="#reviews">${count}</a>
  </p>`;
};

const lecturers = ({ course }: CoursePage): Markup =>
  course.lecturers.length === 0
    ? raw("")
    : html`<ul class="by">
        ${course.lecturers.map(
          ({ name, title, slug, pictureUrl }) =>
            html`<li>
              ${pictureUrl ? html`<img src="${pictureUrl}" alt="" />` : html`<span class="initial" aria-hidden="true">${initial(name)}</span>`}
              <div>
                <a href="/lecturers/${slug}"><bdi class="foreign">${name}</bdi></a>
                ${title && html`<p class="soft"><bdi>${title}</bdi></p>`}
              </div>
            </li>`,
        )}
      </ul>`;

const facts = ({ locale }: PublicContext, { course }: CoursePage): Markup => {
  const { course: text } = textFor(locale).public;
  const shown = [
    course.level && text.levels[course.level],
    lecturesOf(locale, course.lectureCount),
    length(locale, course.durationSeconds),
    languageName(locale, course.language),
  ].filter(Boolean);
  return html`<ul class="in-short">
    ${shown.map((fact) => html`<li>${fact}</li>`)}
  </ul>`;
};
