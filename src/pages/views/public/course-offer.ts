import { html, raw } from "hono/html";
import type * as z from "zod";
import type { PublicPlan } from "#domain/public-catalog/courses/public-course.ts";
import { formatId } from "#domain/platform/ids.ts";
import { partOf } from "#lib/text/smallest-payment.ts";
import { textFor } from "../../text/catalogue.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { kindOfCourse, lecturesOf, pathOf } from "./cards.ts";
import type { CoursePage } from "./course-view.ts";
import { length, money, pricing, sum } from "./formats.ts";
import { ask } from "./parts.ts";
import type { PublicContext } from "./public-context.ts";
import { accountHint, buyLink, freeOffer } from "./way-in.ts";
import { waitingNote } from "./waiting-note.ts";

type Plan = z.output<typeof PublicPlan>;

/** The way into a course: one offer in one sentence with one button. Other offers are links below it. */
export const offerBox = (page: PublicContext, view: CoursePage): Markup => {
  const { course: text, price } = textFor(page.locale).public;
  const { option, waitingOrder } = view;
  if (option === "enrolled") {
    return html`<div class="box offer-box">
      <p>${text.enrolled}</p>
      ${action(page, view)}
    </div>`;
  }
  return html`${waitingNote(page, waitingOrder)}
    <div class="box offer-box">
      <h2>${price.title}</h2>
      ${offerLine(page, view)} ${action(page, view)} ${otherWays(page, view)} ${gives(page, view)}
      ${
        !(page.member && !page.member.isGuest) &&
        html`<p class="aside"><a href="/sign-in?return_to=/learn/${view.course.slug}">${text.member}</a></p>`
      }
    </div>`;
};

/** The price and the button, which stay at the bottom of phones. */
export const priceBar = (page: PublicContext, view: CoursePage): Markup => {
  const { course: text } = textFor(page.locale).public;
  const { option, course } = view;
  const button = action(page, view);
  if (!button) return raw("");
  const [first] = offersOf(page, view);
  // The heading above has the name already.
  const label = option === "enrolled" ? undefined : (first ?? kindOfCourse(page.locale, course));
  return html`<aside class="price-bar" aria-label="${text.priceBar}">
    ${label !== undefined && html`<b>${label}</b>`} ${button}
  </aside>`;
};

/** The primary button of the page. */
function action(page: PublicContext, { course, option, sells }: CoursePage): Markup | undefined {
  const { course: text, free } = textFor(page.locale).public;
  if (option === "enrolled") return html`<a class="button primary" href="/learn/${course.slug}">${text.learn}</a>`;
  if (option === "free" || option === "request") {
    return freeOffer(page, { path: pathOf(course.url), action: "enroll", label: free[option] });
  }
  const plan = paid(course.plans)[0];
  if (plan) return buyLink(page, formatId("coursePlan", plan.id), plan.name, { sells });
  const [membership] = course.membershipPlans;
  if (option !== "priced" || !membership) return undefined;
  return html`<a class="button primary" href="${pathOf(membership.url)}">${text.seePlans}</a>`;
}

const paid = (plans: readonly Plan[]): Plan[] => plans.filter(({ price }) => price !== null && price.amount > 0);

/** `€39, or 3 × €14, or from €12 per month`. */
const offerLine = (page: PublicContext, view: CoursePage): Markup => {
  const { course: text, price, free } = textFor(page.locale).public;
  const { course, option } = view;
  const offers = offersOf(page, view);
  if (option === "free" || option === "request") {
    return html`<p class="offer-line">${price.free}</p>
      ${accountHint(page)}`;
  }
  const reason = option === "priced" || option === "enrolled" ? undefined : free.unavailable[option];
  const before = paid(course.plans)[0]?.compareAtPrice;
  const was =
    before && html` <span class="soft">${fillPlain(price.instead, { price: money(page.locale, before) })}</span>`;
  const line = offers
    .slice(1)
    .reduce<Markup>((all, next) => fill(text.or, { first: all, next: html`${next}` }), html`${offers[0] ?? ""}${was}`);
  return html`${offers.length === 0 ? html`<p>${kindOfCourse(page.locale, course) ?? price.none}</p>` : html`<p class="offer-line">${line}</p>`}
  ${reason !== undefined && html`<p>${reason}</p>`} ${(course.plans.length === 0 || !view.sells) && ask(page)}`;
};

/** The prices of a course: each plan, and the lowest price of a membership. */
const offersOf = ({ locale }: PublicContext, { course }: CoursePage): string[] => {
  const { course: text } = textFor(locale).public;
  const lowest = course.membershipPlans.flatMap(({ pricings }) => pricings).toSorted(byMonth)[0];
  const membership = lowest && fillPlain(text.fromMembership, { price: pricing(locale, lowest) });
  return [
    ...paid(course.plans).map((plan) => priceOf(locale, plan)),
    ...(membership === undefined ? [] : [membership]),
  ];
};

type Pricing = CoursePage["course"]["membershipPlans"][number]["pricings"][number];

const months: Readonly<Record<string, number>> = { day: 1 / 30, week: 1 / 4, month: 1, year: 12 };

/** Monthly prices first, then the lowest for a month. A price that is paid once comes last. */
const byMonth = (one: Pricing, other: Pricing): number =>
  Number(isMonthly(other)) - Number(isMonthly(one)) || perMonth(one) - perMonth(other);

const isMonthly = ({ interval, intervalCount }: Pricing): boolean => interval === "month" && intervalCount === 1;

const perMonth = ({ price, interval, intervalCount }: Pricing): number =>
  interval === null ? Number.MAX_SAFE_INTEGER : price.amount / ((months[interval] ?? 1) * intervalCount);

/** `3 × €14` for installments. The first payment bears the remainder. */
export const priceOf = (
  locale: PublicContext["locale"],
  { price, installments }: { price: Plan["price"]; installments: { count: number } | null },
): string => {
  if (price === null || installments === null) return money(locale, price);
  const each = partOf(price, installments.count);
  const { course: text } = textFor(locale).public;
  return fillPlain(text.times, { count: String(installments.count), price: sum(locale, each) });
};

/** The other plans and the memberships, as links. */
const otherWays = (page: PublicContext, { course, option, sells }: CoursePage): Markup => {
  const { course: text } = textFor(page.locale).public;
  const plans = paid(course.plans);
  const others = (option === "free" || option === "request" ? plans : plans.slice(1)).map((plan) => {
    const name = fill(text.planFor, { price: html`${priceOf(page.locale, plan)}`, plan: foreign(plan.name) });
    return sells ? html`<a href="/checkout?item=${formatId("coursePlan", plan.id)}"><span>${name}</span></a>` : name;
  });
  const memberships = course.membershipPlans.map(({ name, url, pricings: [lowest] }) => {
    const label = fill(text.includedInPlan, { plan: foreign(name) });
    return html`<a href="${pathOf(url)}"><span>${label}</span></a
      >${lowest && html` <span class="soft">${pricing(page.locale, lowest)}</span>`}`;
  });
  const all = [...others, ...memberships];
  if (all.length === 0) return raw("");
  return html`<ul class="ways">
    ${all.map((way) => html`<li>${way}</li>`)}
  </ul>`;
};

const gives = ({ locale }: PublicContext, { course }: CoursePage): Markup => {
  const { course: text } = textFor(locale).public;
  const duration = length(locale, course.durationSeconds);
  const contents = [lecturesOf(locale, course.lectureCount), duration].filter(Boolean).join(" · ");
  return html`<ul class="gives" aria-label="${text.gives}">
    ${contents !== "" && html`<li>${contents}</li>`}
    <li>${text.ownPace}</li>
    <li>${text.everyDevice}</li>
  </ul>`;
};
