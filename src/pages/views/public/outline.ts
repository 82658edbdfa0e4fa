import { html, raw } from "hono/html";
import type * as z from "zod";
import type { showOutline } from "#domain/catalog/outline.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Markup } from "../markup.ts";
import { language, lecturesOf } from "./cards.ts";
import { length } from "./formats.ts";
import type { PublicContext } from "./frame.ts";

type Sections = z.output<typeof showOutline.output>["sections"];

/** What a course consists of; the first part of it is open. */
export const outline = (page: PublicContext, sections: Sections, lang: string): Markup => {
  const { course: text } = textFor(page.locale).public;
  return sections.length === 0
    ? raw("")
    : html`<section class="outline">
        <h2>${text.contents}</h2>
        ${sections.map((section, index) => sectionView(page, section, lang, index === 0))}
      </section>`;
};

const sectionView = (page: PublicContext, { title, lectures }: Sections[number], lang: string, open: boolean): Markup =>
  html`<details${open ? raw(" open") : ""}>
    <summary><span class="foreign"${language(lang)}>${title}</span> <span class="soft">${lecturesOf(page.locale, lectures.length)}</span></summary>
    <ul>
      ${lectures.map((lecture) => lectureView(page, lecture, lang))}
    </ul>
  </details>`;

const lectureView = (
  page: PublicContext,
  { title, isPreview, durationSeconds }: Sections[number]["lectures"][number],
  lang: string,
): Markup => {
  const { course: text } = textFor(page.locale).public;
  const facts = [isPreview ? text.preview : undefined, length(page.locale, durationSeconds ?? 0)].filter(Boolean);
  return html`<li>
    <span class="foreign" ${language(lang)}>${title}</span>
    ${facts.length === 0 ? raw("") : html`<span class="soft">${facts.join(" · ")}</span>`}
  </li>`;
};
