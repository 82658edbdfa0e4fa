import type { Dated } from "../parts/dates.ts";
import { html, raw } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";
import { lockText, type Lock } from "./outline.ts";
import { lengthOf, progressBar } from "./durations.ts";

/** The course around a lecture. */
export type CourseOutline = {
  /** Null if progress is not tracked. */
  progress: { completed: number; total: number } | null;
  sections: readonly Section[];
};

type Section = {
  /** URL of the section on the course page. */
  href: string;
  title: string;
  isCurrent: boolean;
  completed: number;
  total: number;
  /** Null for other sections of a long course. */
  lectures: readonly Lecture[] | null;
};

type Lecture = {
  href: string;
  title: string;
  kind: keyof Catalogue["learn"]["course"]["kind"];
  durationSeconds: number | null;
  isDone: boolean;
  isCurrent: boolean;
  lock: Lock | null;
};

/** Navigation of the course: collapsed above the lecture on small screens, always visible beside it on large ones. */
export const courseOutline = (
  page: Dated,
  { name }: { name: string },
  { progress, sections }: CourseOutline,
): Markup => {
  const { learn: text } = textFor(page.locale);
  return html`<details class="syllabus" id="syllabus">
    <summary>
      <span>${text.course.outline}${progress ? count(page.locale, progress) : ""}</span>
      ${progress && slimBar(progress)}
    </summary>
    ${progress && progressBar(text.progress, progress, name)}
    <nav aria-label="${text.course.outline}">${sections.map((section) => part(page, section, progress !== null))}</nav>
  </details>`;
};

/** Decorative: the summary says the same. */
const slimBar = ({ completed, total }: { completed: number; total: number }): Markup =>
  html`<progress
    class="slim"
    aria-hidden="true"
    max="${String(Math.max(1, total))}"
    value="${String(completed)}"
  ></progress>`;

const part = (page: Dated, section: Section, isTracked: boolean): Markup => {
  const { href, title, isCurrent, completed, total, lectures } = section;
  const progress = isTracked ? count(page.locale, { completed, total }) : raw("");
  if (!lectures) return html`<p class="section"><a href="${href}">${foreign(title)}</a>${progress}</p>`;
  return html`<details${isCurrent && raw(" open")}>
    <summary>${foreign(title)}${progress}</summary>
    <ol>
      ${lectures.map((lecture) => item(page, lecture))}
    </ol>
  </details>`;
};

const count = (locale: Locale, { completed, total }: { completed: number; total: number }): Markup => {
  const { sectionCount } = textFor(locale).learn.lecture;
  return html` <span class="count"
    >${fill(sectionCount, { completed: String(completed), total: String(total) })}</span
  >`;
};

const item = (page: Dated, { href, title, kind, durationSeconds, isDone, isCurrent, lock }: Lecture): Markup => {
  const { course: text } = textFor(page.locale).learn;
  const facts = html`<span class="soft"
    >${text.kind[kind]}${durationSeconds ? ` · ${lengthOf(page.locale, durationSeconds)}` : ""}${lock ? html` · ${lockText(page, lock)}` : ""}</span
  >`;
  const state = isDone ? html` <span class="state"><span class="hidden">${text.done}</span></span>` : raw("");
  const current = isCurrent ? raw(' aria-current="page"') : raw("");
  return html`<li>
    ${
      lock
        ? html`<p class="locked" ${current}>${foreign(title)}${state} ${facts}</p>`
        : html`<a href="${href}" ${current}>${foreign(title)}${state} ${facts}</a>`
    }
  </li>`;
};
