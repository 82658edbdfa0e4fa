import { html, raw } from "hono/html";
import { textFor } from "../../text/catalogue.ts";
import { layout } from "../frame/layout.ts";
import { timestamp } from "../parts/dates.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import type { PageContext, Person } from "../parts/page-context.ts";
import { pager, type Pages } from "../parts/pager.ts";
import { type Card, cardGrid } from "../public/cards.ts";
import type { ScheduleItem } from "#domain/sales/my-schedule/schedule-item.ts";
import { comingUp } from "./coming-up.ts";
import { clock } from "#lib/time/clock-format.ts";
import { progressBar } from "./durations.ts";
import { keptList, unsent } from "./kept/island.ts";
import { type ServiceToBook, sessionsToBook } from "./my-events/sessions-to-book.ts";

export interface CourseRow {
  href: string;
  name: string;
  coverUrl: string | null;
  enrollmentStatus: "active" | "completed" | "expired";
  expiresAt: Date | null;
  /** The membership that gives the course, and its end if it does not renew. */
  includedIn: { name: string; endsAt: Date | null } | null;
  completedLectures: number;
  totalLectures: number;
  /** Last position. `positionSeconds` is 0 at the start, and for content without a duration. */
  stopped: { href: string; title: string; positionSeconds: number } | null;
  certificate: { href: string; image: string } | null;
}

interface OfferedCourse {
  slug: string;
  name: string;
  subtitle: string | null;
  language: string;
  coverUrl: string | null;
}

/** The rest of the first page, beside the list of courses. */
interface Beside {
  included: { courses: readonly OfferedCourse[]; hasMore: boolean };
  coming: readonly ScheduleItem[];
  /** Consulting services with sessions that have no time yet. */
  toBook: readonly ServiceToBook[];
  products: { names: readonly string[]; hasMore: boolean };
  /** Courses of the school, for a member who has none. */
  catalog: readonly OfferedCourse[];
}

interface View {
  /** Most recently used first. */
  courses: readonly CourseRow[];
  pages: Pages;
  /** Separates the people who use the browser. Null for staff who see the page as the member. */
  keeper: string | null;
  beside: Beside | undefined;
}

type MemberPage = PageContext & { member: Person };

/** Everything that a member may learn: where they stopped, their courses, what comes next. */
export const myCourses = (page: MemberPage, { courses, pages, keeper, beside }: View): string => {
  const { learn: text } = textFor(page.locale);
  const [first] = beside ? courses.filter(isOpen) : [];
  const otherCourses = courses.filter((course) => course !== first);
  const hasNothing = courses.length === 0 && (beside?.included.courses.length ?? 0) === 0;
  return layout(page, {
    title: text.title,
    content: html`<h1>${text.title}</h1>
      ${beside && keeper !== null && unsent(page.locale, keeper)}
      ${hasNothing && html`<p class="prose soft after">${text.none}</p>`}
      ${
        beside &&
        html`${sessionsToBook(page.locale, beside.toBook)}
          <div class="${first && beside.coming.length > 0 ? "ahead" : ""}">
            ${first && resume(page, first)} ${comingUp(page, beside.coming)}
          </div>`
      }
      ${shelf(
        first ? text.others : undefined,
        otherCourses.filter(isOpen).map((course) => courseCard(page, course)),
      )}
      ${beside && offered(text.included, "/learn", beside.included.courses)}
      ${beside?.included.hasMore && wholeCatalog(page)}
      ${shelf(
        text.ended,
        otherCourses.filter((course) => !isOpen(course)).map((course) => courseCard(page, course)),
      )}
      ${pager(page.locale, text.title, pages)} ${beside && offered(text.catalog, "/courses", beside.catalog)}
      ${beside && beside.catalog.length > 0 && wholeCatalog(page)} ${beside && products(page, beside)}
      ${beside && keeper !== null && keptList(page.locale, keeper)}`,
  });
};

const isOpen = ({ enrollmentStatus }: CourseRow): boolean => enrollmentStatus === "active";

const shelf = (heading: string | undefined, cards: readonly Card[]): Markup =>
  cards.length === 0
    ? raw("")
    : html`<section class="shelf">
        ${heading !== undefined && html`<h2>${heading}</h2>`} ${cardGrid(cards, "h3")}
      </section>`;

const offered = (heading: string, folder: "/learn" | "/courses", courses: readonly OfferedCourse[]): Markup =>
  shelf(
    heading,
    courses.map(({ slug, name, subtitle, language, coverUrl }) => ({
      href: `${folder}/${slug}`,
      title: name,
      lang: language,
      note: subtitle,
      picture: coverUrl,
    })),
  );

const wholeCatalog = ({ locale }: PageContext): Markup =>
  html`<p class="after"><a href="/courses">${textFor(locale).learn.wholeCatalog}</a></p>`;

/** The course that was used last, with the lecture where the member stopped. */
const resume = (page: MemberPage, course: CourseRow): Markup => {
  const { learn: text } = textFor(page.locale);
  const { href, name, coverUrl, stopped, completedLectures: completed, totalLectures: total } = course;
  return html`<section class="resume">
    ${coverUrl && html`<img src="${coverUrl}" alt="" fetchpriority="high" />`}
    <div>
      <h2><a href="${href}">${foreign(name)}</a></h2>
      ${stopped && html`<p>${stop(page, stopped)}</p>`} ${progressBar(text.progress, { completed, total }, name)}
      <p class="soft">${access(page, course)}</p>
      <p>
        <a class="button primary" href="${stopped?.href ?? `${href}/continue`}"
          >${stopped ? text.resume : text.course.startCourse}</a
        >
      </p>
    </div>
  </section>`;
};

const courseCard = (page: MemberPage, course: CourseRow): Card => {
  const { learn: text } = textFor(page.locale);
  const { href, name, coverUrl, certificate, completedLectures: completed, totalLectures: total } = course;
  const spoken = fillPlain(text.certificateOf, { course: name });
  return {
    href,
    title: name,
    picture: coverUrl,
    foot: html`${progressBar(text.progress, { completed, total }, name)}
    ${course.enrollmentStatus === "completed" ? html`<p class="state">${text.completed}</p>` : html`<p class="soft">${access(page, course)}</p>`}
    ${
      certificate &&
      html`<p class="above">
        <a href="${certificate.href}" aria-label="${spoken}"
          >${thumbnail(certificate.image)}${text.course.certificate.open}</a
        >
      </p>`
    }`,
  };
};

/** Decorative: the link says what it leads to. */
const thumbnail = (image: string): Markup =>
  html`<img class="certificate" src="${image}" alt="" width="842" height="595" loading="lazy" />`;

const stop = ({ locale }: PageContext, { href, title, positionSeconds }: NonNullable<CourseRow["stopped"]>): Markup => {
  const { learn: text } = textFor(locale);
  const lecture = html`<a href="${href}">${foreign(title)}</a>`;
  return positionSeconds > 0
    ? fill(text.stoppedAtPosition, { lecture, position: clock(positionSeconds) })
    : fill(text.stoppedAt, { lecture });
};

/** The membership that gives a course. It has a date only if it ends. */
export const included = (page: PageContext, { name, endsAt }: NonNullable<CourseRow["includedIn"]>): Markup => {
  const { learn: text } = textFor(page.locale);
  const plan = fill(text.includedIn, { plan: foreign(name) });
  return endsAt === null ? plan : html`${plan} · ${fill(text.openUntil, { time: timestamp(page, endsAt) })}`;
};

/** Access status and end of access. */
const access = (page: PageContext, { enrollmentStatus, expiresAt, includedIn }: CourseRow): Markup => {
  const { learn: text } = textFor(page.locale);
  if (includedIn && enrollmentStatus !== "expired") return included(page, includedIn);
  if (expiresAt === null) return html`${enrollmentStatus === "expired" ? text.expired : text.lifetime}`;
  return fill(enrollmentStatus === "expired" ? text.expiredAt : text.openUntil, { time: timestamp(page, expiresAt) });
};

const products = ({ locale }: PageContext, { products: { names, hasMore } }: Beside): Markup => {
  const { learn: text } = textFor(locale);
  const all = html`<ul class="inline">
    <li><a href="/account/notes">${textFor(locale).notes.title}</a></li>
    <li><a href="/account/digital-products">${text.products.title}</a></li>
  </ul>`;
  if (names.length === 0) return all;
  return html`<section>
    <h2>${text.downloads}</h2>
    <ul>
      ${names.map((name) => html`<li>${foreign(name)}</li>`)} ${hasMore && html`<li>…</li>`}
    </ul>
    ${all}
  </section>`;
};
