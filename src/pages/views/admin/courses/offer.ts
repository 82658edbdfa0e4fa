import { html, raw } from "hono/html";
import type * as z from "zod";

import type { Course } from "#domain/catalog/courses/course.ts";
import type { CoursePlan } from "#domain/offers/course-plans/course-plan.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { listFormat } from "#lib/text/formats.ts";
import { textFor } from "../../../text/catalogue.ts";
import { dayText, duration } from "../../parts/dates.ts";
import { fill, fillPlain, type Markup } from "../../parts/markup.ts";
import { lecturesOf } from "../../public/cards.ts";
import { priceOf } from "../../public/course-offer.ts";
import { length } from "../../public/formats.ts";
import type { AdminPage } from "../layout.ts";
import { linked } from "../parts/linked-name.ts";

type Plan = Pick<z.output<typeof CoursePlan>, "planType" | "price" | "installments" | "access">;

export interface OfferOfCourse {
  course: Pick<z.output<typeof Course>, "courseType" | "access" | "drip" | "lectureCount" | "durationSeconds">;
  /** The prices on sale. */
  prices: readonly Plan[];
  /** Memberships that include the course, with a link for those who may open them. */
  memberships: readonly { name: string; href: string | undefined; hasAllCourses: boolean }[];
  /** False: only those in the public catalog are known. */
  seesMemberships: boolean;
  hasCertificate: boolean;
  pricesAddress: string | undefined;
  accessAddress: string | undefined;
}

/** Says in words what a student pays for the course, and what for. */
export const offerView = (page: AdminPage, offer: OfferOfCourse): Markup => {
  const { offer: text } = textFor(page.locale).admin.course;
  const ways = waysTo(page, offer);
  const gives = givenBy(page, offer);
  const links = [
    [offer.pricesAddress, text.prices],
    [offer.accessAddress, text.access],
  ] as const;
  return html`<section class="panel offer-of-course" aria-labelledby="offer">
    <h2 id="offer">${text.title}</h2>
    <p>
      ${ways.length === 0 ? text[offer.seesMemberships ? "none" : "notListed"] : fill(text.pays, { ways: eitherOf(page.locale, ways) })}
      ${gives ?? ""}
    </p>
    ${includedView(page, offer, text.included)}
    <ul class="acts">
      ${links.map(([href, label]) => href !== undefined && html`<li><a href="${href}">${label}</a></li>`)}
    </ul>
  </section>`;
};

/** Names the memberships that include the course because they include all courses. */
export function includedView({ locale }: AdminPage, { memberships }: OfferOfCourse, template: string): Markup {
  const including = memberships.filter(({ hasAllCourses }) => hasAllCourses);
  if (including.length === 0) return raw("");
  const plans = eitherOf(
    locale,
    including.map(({ name, href }) => linked(href, name)),
    "conjunction",
  );
  return html`<p class="hint">${fill(template, { plans })}</p>`;
}

function waysTo(page: AdminPage, { course, prices, memberships }: OfferOfCourse): Markup[] {
  const { offer: text } = textFor(page.locale).admin.course;
  const free = course.courseType === "free" ? [{ price: null, access: course.access }] : [];
  const paid = [...free, ...prices].map((plan) => payment(page, plan));
  if (memberships.length === 0) return paid;
  const plans = eitherOf(
    page.locale,
    memberships.map(({ name, href }) => linked(href, name)),
  );
  return [...paid, fill(text.member, { plans })];
}

function payment(page: AdminPage, plan: Pick<Plan, "price" | "access"> & Partial<Plan>): Markup {
  const { offer: text } = textFor(page.locale).admin.course;
  const { price, access, planType, installments = null } = plan;
  const keeps = keptFor(page, access);
  if (price === null || price.amount === 0) return fill(text.free, { keeps });
  const way = installments
    ? ({ week: "weekly", month: "monthly" } as const)[installments.interval]
    : planType === "pre_order"
      ? "preOrder"
      : "once";
  return fill(text[way], { price: priceOf(page.locale, { price, installments }), keeps });
}

function keptFor(page: AdminPage, access: Plan["access"]): string {
  const { offer: text } = textFor(page.locale).admin.course;
  switch (access.kind) {
    case "days":
      return fillPlain(text.days, { days: duration(page.locale, access.days, "days") });
    case "until":
      // The last day, where the access ends at midnight.
      return fillPlain(text.until, { day: dayText(page, new Date(new Date(access.until).getTime() - 1)) });
    case "lifetime":
      return text.lifetime;
  }
}

function givenBy({ locale }: AdminPage, { course, hasCertificate }: OfferOfCourse): string | undefined {
  const { offer: text } = textFor(locale).admin.course;
  const lectures = lecturesOf(locale, course.lectureCount);
  if (lectures === undefined) return undefined;
  const time = length(locale, course.durationSeconds);
  return fillPlain(text[hasCertificate ? "givesCertificate" : "gives"], {
    contents: time === undefined ? lectures : fillPlain(text.withTime, { lectures, time }),
    release: text.releases[course.drip.mode],
  });
}

/** `one, two or three`. */
const eitherOf = (
  locale: Locale,
  parts: readonly Markup[],
  type: "disjunction" | "conjunction" = "disjunction",
): Markup =>
  html`${listFormat(locale, { type })
    .formatToParts(parts.map((_, index) => String(index)))
    .map(({ type, value }) => (type === "element" ? parts[Number(value)] : value))}`;
