import { html } from "hono/html";
import type { PublicMembershipPlanSummary } from "#domain/public-catalog/membership-plans.ts";
import { textFor } from "../../text/catalogue.ts";
import { day } from "../parts/dates.ts";
import { fill, fillPlain, type Markup } from "../parts/markup.ts";
import type { PublicContext } from "./public-context.ts";

/** The benefits and conditions of a plan, a line each. */
export const givesOf = (page: PublicContext, plan: PublicMembershipPlanSummary): (string | Markup)[] => {
  const { plan: text } = textFor(page.locale).public;
  const { fixedEndDate, lengthDays, trialDays, allCourses, eventDiscountPercent } = plan;
  return [
    ...(allCourses ? [text.everyCourse] : []),
    ...(eventDiscountPercent > 0 ? [fillPlain(text.discount, { percent: String(eventDiscountPercent) })] : []),
    ...(trialDays > 0 ? [fillPlain(text.trial, { count: String(trialDays) })] : []),
    ...(lengthDays === null ? [] : [fillPlain(text.lasts, { count: String(lengthDays) })]),
    ...(fixedEndDate === null ? [] : [fill(text.until, { date: html`${day(page, fixedEndDate)}` })]),
    ...(plan.planType === "lifetime" ? [text.forLife] : []),
  ];
};
