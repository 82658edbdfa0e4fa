import { html, raw } from "hono/html";
import type * as z from "zod";
import type { showOutline } from "#domain/public-catalog/courses/outline.ts";
import { formatId } from "#domain/platform/ids.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Markup } from "../parts/markup.ts";
import { language, lecturesOf } from "./cards.ts";
import { length } from "./formats.ts";
import type { PublicContext } from "./public-context.ts";

/** Course of the outline. */
type CourseLocation = { lang: string; slug: string };

type Sections = z.output<typeof showOutline.output>["sections"];

/** Public course outline, with the first section expanded. */
export const outline = (
  page: PublicContext,
  sections: Sections,
  { language: lang, slug }: { language: string; slug: string },
): Markup => {
  const { course: text } = textFor(page.locale).public;
  return sections.length === 0
    ? raw("")
    : html`<section class="outline">
        <h2>${text.contents}</h2>
        ${sections.map((section, index) => sectionView(page, section, { lang, slug }, index === 0))}
      </section>`;
};

const sectionView = (
  page: PublicContext,
  { title, lectures }: Sections[number],
  course: CourseLocation,
  open: boolean,
): Markup =>
  html`<details${open ? raw(" open") : ""}>
    <summary><span class="foreign"${language(course.lang)}>${title}</span> <span class="soft">${lecturesOf(page.locale, lectures.length)}</span></summary>
    <ul>
      ${lectures.map((lecture) => lectureView(page, lecture, course))}
    </ul>
  </details>`;

const lectureView = (
  page: PublicContext,
  { id, title, kind, isPreview, durationSeconds }: Sections[number]["lectures"][number],
  { lang, slug }: CourseLocation,
): Markup => {
  const { course: text } = textFor(page.locale).public;
  const name = html`<span class="foreign" ${language(lang)}>${title}</span>`;
  // Videos and audio require enrollment: previews of them are in the course player.
  const isRead = isPreview && kind === "text";
  const address = `/courses/${slug}/previews/${formatId("lecture", id)}`;
  const facts = [isPreview ? text.preview : undefined, length(page.locale, durationSeconds ?? 0)].filter(Boolean);
  return html`<li>
    ${isRead ? html`<a href="${address}">${name}</a>` : name}
    ${facts.length !== 0 && html`<span class="soft">${facts.join(" · ")}</span>`}
  </li>`;
};
