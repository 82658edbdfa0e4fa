import { languageName } from "#lib/text/formats.ts";
import { html, raw } from "hono/html";
import type * as z from "zod";
import type { showOutline } from "#domain/public-catalog/courses/outline.ts";
import type { showCourse } from "#domain/public-catalog/courses/courses.ts";
import type { PublicPlan } from "#domain/public-catalog/courses/public-course.ts";
import type { EnrollmentOption } from "#domain/learning/self-enrollment/enrollment-option.ts";
import { checkoutAddress } from "#domain/sales/checkout/checkout-address.ts";
import { formatId } from "#domain/platform/ids.ts";
import { textFor } from "../../text/catalogue.ts";
import { fillPlain, type Markup } from "../parts/markup.ts";
import { kindOfCourse, language, lecturesOf, pathOf } from "./cards.ts";
import { length, money, pricing } from "./formats.ts";
import { publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";
import { outline } from "./outline.ts";
import { aboveOf, ask, crumbTrail, factList, lines, people, storedHtml } from "./parts.ts";
import { type PageContent, seoOf } from "./page-seo.ts";
import { ratingData, type Reviews, reviewsOfCourse } from "./reviews.ts";
import { accountHint, buyLink, freeOffer } from "./way-in.ts";
import { membershipOffers } from "./plan.ts";
import { breadcrumbList, duration, offer, organization, type Thing } from "./structured-data.ts";

type Course = z.output<typeof showCourse.output>;

export interface CoursePage {
  course: Course;
  outline: z.output<typeof showOutline.output>;
  presented: PageContent;
  /** URL of the promo video. */
  promoVideoUrl: string | null;
  option: EnrollmentOption;
  /** True if the school accepts payments. */
  sells: boolean;
  /** Null without ratings, or if the school does not display ratings. */
  reviews: Reviews | null;
}

/** Course page: outcomes, outline, lecturers and prices. */
export const coursePage = (page: PublicContext, view: CoursePage): string => {
  const { public: text } = textFor(page.locale);
  const { course, presented } = view;
  const above = aboveOf(page, text.kinds.courses, "/courses");
  const path = pathOf(course.url);
  return publicLayout(page, {
    ...seoOf(presented, { title: course.name, description: course.subtitle, path, image: course.coverUrl }),
    markdown: `${path}.md`,
    data: [courseData(page, view), breadcrumbList(page.site.origin, [...above, { name: course.name, path }])],
    content: html`<div class="wrap page">
      <header>
        ${crumbTrail(page, above)}
        <h1${language(course.language)} class="foreign">${course.name}</h1>
        ${course.subtitle ? html`<p class="lead foreign" ${language(course.language)}>${course.subtitle}</p>` : raw("")}
      </header>
      <div class="split">
        <div class="main">
          ${course.coverUrl ? html`<img class="wide-cover" src="${course.coverUrl}" alt="" />` : raw("")}
          ${view.promoVideoUrl ? html`<p><a class="button secondary" href="${view.promoVideoUrl}" rel="noopener">${text.course.promoVideo}</a></p>` : raw("")}
          ${storedHtml(presented.html, course.language)} ${lines(text.course.outcomes, course.outcomes, course.language)}
          ${outline(page, view.outline.sections, course)}
          ${lines(text.course.requirements, course.requirements, course.language)}
          ${lines(text.course.audience, course.audience, course.language)}
          ${people(
            text.course.lecturers,
            course.lecturers.map(({ name, title, slug }) => ({ name, title, path: `/lecturers/${slug}` })),
          )}
          ${reviewsOfCourse(page, course, view.reviews)}
        </div>
        <aside class="side" aria-label="${text.course.facts}">
          ${wayIn(page, view)}
          <div class="box">${facts(page, view)}</div>
        </aside>
      </div>
    </div>`,
  });
};

/** Link to continue for enrolled members, a button for free courses, prices for others. */
const wayIn = (page: PublicContext, { course, option, sells }: CoursePage): Markup => {
  const { course: text, price, free } = textFor(page.locale).public;
  const { signIn } = textFor(page.locale).public;
  if (option === "enrolled") {
    return html`<div class="box">
      <p>${text.enrolled}</p>
      <a class="button primary" href="/learn/${course.slug}">${text.learn}</a>
    </div>`;
  }
  const kind = kindOfCourse(page.locale, course);
  return html`<div class="box">
    <h2>${price.title}</h2>
    ${
      course.plans.length > 0
        ? html`<ul class="offers">
            ${course.plans.map((plan) => planLine(page, plan, { sells }))}
          </ul>`
        : html`<p>${kind ?? price.none}</p>`
    }
    ${memberships(page, course)}
    ${
      option === "free" || option === "request"
        ? html`${freeOffer(page, { path: pathOf(course.url), action: "enroll", label: free[option] })}
          ${accountHint(page)}`
        : option === "priced"
          ? ask(page)
          : html`<p>${free.unavailable[option]}</p>
              ${ask(page)}`
    }
    ${
      page.member
        ? raw("")
        : html`<p class="aside">${text.member}</p>
            <a class="button secondary" href="/sign-in?return_to=/learn/${course.slug}">${signIn}</a>`
    }
  </div>`;
};

/** The membership plans that include the course, with their lowest price. */
const memberships = (page: PublicContext, { membershipPlans }: Course): Markup => {
  if (membershipPlans.length === 0) return raw("");
  const { locale } = page;
  const { course: text } = textFor(locale).public;
  return html`<h3>${text.includedIn}</h3>
    <ul class="offers">
      ${membershipPlans.map(
        ({ name, url, pricings: [lowest] }) =>
          html`<li>
            <a class="foreign" href="${pathOf(url)}">${name}</a>
            ${lowest ? html`<span><b>${pricing(locale, lowest)}</b></span>` : raw("")}
          </li>`,
      )}
    </ul>`;
};

const planLine = (
  page: PublicContext,
  { id, name, price, compareAtPrice }: z.output<typeof PublicPlan>,
  selling: { sells: boolean },
): Markup => {
  const { locale } = page;
  const { price: text } = textFor(locale).public;
  const before =
    compareAtPrice === null ? undefined : fillPlain(text.instead, { price: money(locale, compareAtPrice) });
  return html`<li>
    <span class="foreign">${name}</span>
    <span><b>${money(locale, price)}</b>${before === undefined ? "" : html` <span class="soft">${before}</span>`}</span>
    ${price !== null && price.amount > 0 ? buyLink(page, formatId("coursePlan", id), name, selling) : raw("")}
  </li>`;
};

const facts = (page: PublicContext, { course, reviews }: CoursePage): Markup => {
  const { course: text } = textFor(page.locale).public;
  const { ratingAverage, level, tags } = course;
  const duration = length(page.locale, course.durationSeconds);
  return factList([
    [text.level, level && text.levels[level]],
    [text.contents, lecturesOf(page.locale, course.lectureCount)],
    [text.length, duration],
    [text.language, languageName(page.locale, course.language)],
    [
      textFor(page.locale).reviews.everybody.title,
      reviews && ratingAverage !== null
        ? html`<a href="#reviews">${fillPlain(text.rating, { average: ratingAverage.toFixed(1) })}</a>`
        : null,
    ],
    [text.topics, tags.length === 0 ? null : topics("/courses", tags)],
  ]);
};

export const topics = (list: string, tags: readonly string[]): Markup =>
  html`<span class="tags"
    >${tags.map((tag) => html`<a href="${list}?tag=${encodeURIComponent(tag)}"><bdi>${tag}</bdi></a>`)}</span
  >`;

/** https://schema.org/Course */
function courseData(page: PublicContext, { course, reviews, sells }: CoursePage): Thing {
  const { plans } = course;
  const isFree = plans.length === 0 && course.courseType === "free";
  const urlOf = (plan: z.output<typeof PublicPlan>) =>
    sells && plan.price !== null && plan.price.amount > 0
      ? checkoutAddress(page.site, formatId("coursePlan", plan.id))
      : course.url;
  const own = isFree ? [offer({ price: null }, course.url)] : plans.map((plan) => offer(plan, urlOf(plan)));
  const memberships = course.membershipPlans.flatMap((plan) => membershipOffers(page, plan, sells));
  return {
    "@type": "Course",
    name: course.name,
    description: course.subtitle ?? course.name,
    url: course.url,
    inLanguage: course.language,
    provider: organization(page.site),
    image: course.coverUrl ?? undefined,
    educationalLevel: course.level ?? undefined,
    offers: [...own, ...memberships],
    hasCourseInstance: courseInstances(page, course),
    ...ratingData(page, course, reviews),
  };
}

/**
 * https://schema.org/CourseInstance: students take the course online at their own pace. Search engines require the
 * workload, which is unknown for courses without durations.
 */
const courseInstances = ({ site }: PublicContext, { durationSeconds, lecturers }: Course): Thing[] => {
  if (durationSeconds === 0) return [];
  const instructor = lecturers.map(({ name, slug }) => ({
    "@type": "Person",
    name,
    url: `${site.origin}/lecturers/${slug}`,
  }));
  return [{ "@type": "CourseInstance", courseMode: "Online", courseWorkload: duration(durationSeconds), instructor }];
};
