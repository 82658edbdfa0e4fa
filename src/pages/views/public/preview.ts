import { html } from "hono/html";
import { media as player, type Media } from "../learn/media.ts";
import { textFor } from "../../text/catalogue.ts";
import { language } from "./cards.ts";
import { publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";
import { aboveOf, crumbTrail, storedHtml } from "./parts.ts";

export interface PreviewPage {
  course: { name: string; slug: string; language: string };
  lecture: { id: string; title: string };
  /** Lecture text. */
  html: string;
  media: Media | null;
}

/** A public preview lecture. Its canonical URL is the course page. */
export const previewPage = (page: PublicContext, { course, lecture, html: body, media }: PreviewPage): string => {
  const { public: text } = textFor(page.locale);
  const path = `/courses/${course.slug}`;
  const above = [...aboveOf(page, text.kinds.courses, "/courses"), { name: course.name, path }];
  return publicLayout(page, {
    title: lecture.title,
    canonical: undefined,
    content: html`<div class="wrap page">
      <article class="column">
        <header>
          ${crumbTrail(page, above)}
          <p class="eyebrow">${text.course.preview}</p>
          <h1 class="foreign"${language(course.language)}>${lecture.title}</h1>
        </header>
        ${media && player(page.locale, lecture.title, media)}
        <div${language(course.language)}>${storedHtml(body)}</div>
        <p class="after"><a class="button secondary" href="${path}"><bdi class="foreign">${course.name}</bdi></a></p>
      </article>
    </div>`,
  });
};
