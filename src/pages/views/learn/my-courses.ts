import { html, raw } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import { timestamp } from "../parts/dates.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { fill, foreign, type Markup } from "../parts/markup.ts";
import { pager, type Pages } from "../parts/pager.ts";
import { clock, progressBar } from "./durations.ts";

export type CourseRow = {
  href: string;
  name: string;
  enrollmentStatus: "active" | "completed" | "expired";
  expiresAt: Date | null;
  completedLectures: number;
  totalLectures: number;
  /** Last position. `positionSeconds` is 0 at the start, and for content without a duration. */
  stopped: { href: string; title: string; positionSeconds: number } | null;
};

type CatalogCourse = { name: string; slug: string; subtitle: string | null };

/** Courses of a member, most recently used first. */
export const myCourses = (
  page: PageContext & { member: Person },
  view: { courses: readonly CourseRow[]; pages: Pages; catalog: readonly CatalogCourse[] },
): string => {
  const { learn: text } = textFor(page.locale);
  return layout(page, {
    title: text.title,
    content: html`<h1>${text.title}</h1>
      ${
        view.courses.length === 0
          ? html`<p class="prose soft after">${text.none}</p>
              ${catalog(page, view.catalog)}`
          : html`<ul class="rows">
              ${view.courses.map((course) => row(page, course))}
            </ul>`
      }
      ${pager(page.locale, text.title, view.pages)}
      <p class="after"><a href="/account/digital-products">${text.products.title}</a></p>`,
  });
};

/** Courses of the school, for a member who has none. */
const catalog = ({ locale }: PageContext, courses: readonly CatalogCourse[]): Markup => {
  const { learn: text } = textFor(locale);
  if (courses.length === 0) return raw("");
  return html`<h2>${text.catalog}</h2>
    <ul class="rows">
      ${courses.map(
        ({ name, slug, subtitle }) =>
          html`<li class="row">
            <div class="about">
              <h3><a href="/courses/${slug}">${foreign(name)}</a></h3>
              ${subtitle ? html`<p class="soft">${foreign(subtitle)}</p>` : raw("")}
            </div>
          </li>`,
      )}
    </ul>
    <p class="after"><a href="/courses">${text.wholeCatalog}</a></p>`;
};

const row = (page: PageContext, course: CourseRow): Markup => {
  const { learn: text } = textFor(page.locale);
  const { href, name, enrollmentStatus, stopped, completedLectures: completed, totalLectures: total } = course;
  return html`<li class="row">
    <div class="about">
      <h2><a href="${href}">${foreign(name)}</a></h2>
      ${progressBar(text.progress, { completed, total }, name)}
      ${stopped ? html`<p>${stop(page, stopped)}</p>` : raw("")}
      <p class="soft">${access(page, course)}</p>
    </div>
    ${enrollmentStatus === "completed" ? html`<p class="here">${text.completed}</p>` : raw("")}
  </li>`;
};

const stop = ({ locale }: PageContext, { href, title, positionSeconds }: NonNullable<CourseRow["stopped"]>): Markup => {
  const { learn: text } = textFor(locale);
  const lecture = html`<a href="${href}">${foreign(title)}</a>`;
  return positionSeconds > 0
    ? fill(text.stoppedAtPosition, { lecture, position: clock(positionSeconds) })
    : fill(text.stoppedAt, { lecture });
};

/** Access status and end of access. */
const access = (page: PageContext, { enrollmentStatus, expiresAt }: CourseRow): Markup => {
  const { learn: text } = textFor(page.locale);
  if (expiresAt === null) return html`${enrollmentStatus === "expired" ? text.expired : text.lifetime}`;
  return fill(enrollmentStatus === "expired" ? text.expiredAt : text.openUntil, { time: timestamp(page, expiresAt) });
};
