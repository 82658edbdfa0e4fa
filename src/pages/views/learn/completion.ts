import { html, raw } from "hono/html";

import type { MyCompletion } from "#domain/learning/learning-pages/my-course.ts";
import { textFor } from "../../text/catalogue.ts";
import { layout } from "../frame/layout.ts";
import { day } from "../parts/dates.ts";
import { hidden } from "../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import type { PageContext, Person } from "../parts/page-context.ts";
import { stars } from "../parts/stars.ts";
import { cardGrid } from "../public/cards.ts";
import { certificateImage } from "./certificate-image.ts";

export interface CompletionPage {
  csrf: string;
  course: { href: string; name: string };
  studentName: string | null;
  completedAt: Date;
  /** Null for a course without a certificate, and for a revoked or expired one. */
  certificate: Certificate | null;
  rating: Rating;
  recommended: MyCompletion["recommended"];
}

interface Certificate {
  serial: string;
  /** Address of the image. */
  image: string;
  /** Path of its public page. */
  href: string;
  /** The same as a link to share. */
  url: string;
  linkedIn: string;
}

interface Rating {
  action: string;
  given: number | null;
  hasText: boolean;
  mayRate: boolean;
  /** Page of the whole review. */
  text: string;
}

/** Celebrates a completed course, and leads to what comes next. */
export const completion = (page: PageContext & { member: Person }, view: CompletionPage): string => {
  const { completion: text } = textFor(page.locale);
  const { course, studentName, completedAt, certificate } = view;
  const name = studentName === null ? undefined : foreign(studentName);
  return layout(page, {
    title: text.title,
    content: html`<header class="achieved">
        ${medal}
        <p class="folio">${text.title}</p>
        <h1>${name ? fill(text.congratulations, { name }) : text.congratulationsUnnamed}</h1>
        <p class="lead">
          ${fill(text.lead, { course: html`<strong>${foreign(course.name)}</strong>`, day: day(page, completedAt) })}
        </p>
      </header>
      ${certificate && achievement(page, view, certificate)} ${rating(page, view)} ${next(page, view)}
      <p class="ways"><a href="${course.href}">${text.back}</a> <a href="/learn">${text.mine}</a></p>`,
  });
};

/** A decorative seal. */
const medal = html`<svg class="medal" viewBox="0 0 64 64" aria-hidden="true">
  <circle cx="32" cy="32" r="30" />
  <path d="M19 33l9 9 18-19" />
</svg>`;

const achievement = ({ locale }: PageContext, { course, studentName }: CompletionPage, given: Certificate): Markup => {
  const { completion: text } = textFor(locale);
  const { serial, image, href, url, linkedIn } = given;
  return html`<section class="achievement">
    <h2 class="hidden">${text.certificate}</h2>
    <a class="framed" href="${href}">${certificateImage(locale, { image, studentName, courseName: course.name })}</a>
    <div class="gains">
      <p class="actions">
        <a class="button primary" href="${href}/pdf">${text.pdf}</a>
        <a class="button secondary" href="${href}/image.png" download="certificate-${serial}.png">${text.picture}</a>
      </p>
      <h3>${text.share}</h3>
      <p><a class="button secondary" href="${linkedIn}" rel="noopener noreferrer">${text.linkedIn}</a></p>
      <div class="field">
        <label for="link">${text.link}</label>
        <input id="link" type="text" readonly value="${url}" />
      </div>
      <h3>${text.badge}</h3>
      <p class="soft">${text.badgeHint}</p>
      <p class="ways">
        <a href="${href}/badge.png">${text.badgeFormats.png}</a>
        <a href="${href}/badge.svg">${text.badgeFormats.svg}</a>
        <a href="${href}/badge">${text.badgeFormats.jwt}</a>
      </p>
    </div>
  </section>`;
};

const rating = ({ locale }: PageContext, { csrf, rating: view }: CompletionPage): Markup => {
  const { completion, reviews } = textFor(locale);
  const { rating: text } = completion;
  const { action, given, hasText, mayRate } = view;
  if (given === null && !mayRate) return raw("");
  if (given !== null) {
    return html`<section id="rating" class="rated">
      <h2>${text.title}</h2>
      <p role="status">${stars(locale, given)} ${text.thanks}</p>
      ${mayRate && html`<p class="ways"><a href="${view.text}">${hasText ? text.review : text.write}</a></p>`}
    </section>`;
  }
  return html`<section id="rating">
    <h2>${text.title}</h2>
    <form method="post" action="${action}" class="rate">
      ${hidden("csrf", csrf)}
      ${grades.map((grade) => {
        const spoken = fillPlain(text.star, { rating: String(grade), grade: reviews.mine.grades[grade] });
        return html`<button
          type="submit"
          name="rating"
          value="${String(grade)}"
          aria-label="${spoken}"
          title="${spoken}"
        >
          <span aria-hidden="true">★</span>
        </button>`;
      })}
    </form>
    <p class="soft">${text.hint}</p>
  </section>`;
};

const grades = [1, 2, 3, 4, 5] as const;

const next = ({ locale }: PageContext, { recommended }: CompletionPage): Markup => {
  const { completion: text } = textFor(locale);
  if (recommended.length === 0) return raw("");
  const cards = recommended.map(({ slug, name, subtitle, language, coverUrl }) => ({
    href: `/courses/${slug}`,
    title: name,
    lang: language,
    note: subtitle,
    picture: coverUrl,
  }));
  return html`<section class="shelf">
    <h2>${text.next}</h2>
    ${cardGrid(cards, "h3")}
    <p class="after"><a href="/courses">${text.catalog}</a></p>
  </section>`;
};
