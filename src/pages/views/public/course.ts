import { html, raw } from "hono/html";
import type * as z from "zod";
import type { PublicPlan } from "#domain/public-catalog/courses/public-course.ts";
import { checkoutAddress } from "#domain/sales/checkout/checkout-address.ts";
import { formatId } from "#domain/platform/ids.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Markup } from "../parts/markup.ts";
import { cardGrid, courseCard, pathOf } from "./cards.ts";
import type { Course, CoursePage } from "./course-view.ts";
import { cover, head } from "./course-head.ts";
import { offerBox, priceBar } from "./course-offer.ts";
import { publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";
import { outline } from "./outline.ts";
import { aboveOf, crumbTrail, lines, storedHtml } from "./parts.ts";
import { seoOf } from "./page-seo.ts";
import { ratingData, reviewsOfCourse } from "./reviews.ts";
import { membershipOffers } from "./plan.ts";
import { breadcrumbList, duration, offer, organization, type Thing } from "./structured-data.ts";

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
    content: html`<div class="wrap page course-page">
        ${cover(page, view)}
        <header class="course-head">${crumbTrail(page, above)} ${head(page, view)}</header>
        <aside class="course-offer" aria-label="${text.course.facts}">${offerBox(page, view)}</aside>
        <div class="course-body">
          ${storedHtml(presented.html, course.language)}
          ${lines(text.course.outcomes, course.outcomes, course.language)}
          ${outline(page, view.outline.sections, course)}
          ${lines(text.course.requirements, course.requirements, course.language)}
          ${lines(text.course.audience, course.audience, course.language)} ${tagsOf(page, view)}
          ${reviewsOfCourse(page, course, view.reviews)} ${related(page, view)}
        </div>
      </div>
      ${priceBar(page, view)}`,
  });
};

const tagsOf = ({ locale }: PublicContext, { course: { tags } }: CoursePage): Markup =>
  tags.length === 0
    ? raw("")
    : html`<section>
        <h2>${textFor(locale).public.course.topics}</h2>
        ${topics("/courses", tags)}
      </section>`;

const related = (page: PublicContext, { related: courses }: CoursePage): Markup =>
  courses.length === 0
    ? raw("")
    : html`<section>
        <h2>${textFor(page.locale).public.course.related}</h2>
        ${cardGrid(
          courses.map((course) => courseCard(page, course)),
          "h3",
        )}
      </section>`;

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
  const ownOffers = isFree ? [offer({ price: null }, course.url)] : plans.map((plan) => offer(plan, urlOf(plan)));
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
    offers: [...ownOffers, ...memberships],
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
