import type * as z from "zod";
import { showNextTimes } from "#domain/public-catalog/consulting.ts";
import { browseMembershipPlans, comparePlans } from "#domain/public-catalog/membership-plans.ts";
import { showCardTexts } from "#domain/public-catalog/pages/page-content.ts";
import { checkoutPath } from "#domain/sales/checkout/checkout-address.ts";
import { acceptsPayments } from "#domain/sales/payments/member/accepts-payments.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { firstSentence } from "#lib/text/first-sentence.ts";
import { listFormat } from "#lib/text/formats.ts";
import { textFor } from "../text/catalogue.ts";
import { fillPlain } from "../views/parts/markup.ts";
import { type Card, pathOf } from "../views/public/cards.ts";
import { givesOf } from "../views/public/plan-benefits.ts";
import type { PublicContext } from "../views/public/public-context.ts";
import type { PublicPageRequest } from "./page-request.ts";

type Context = PublicPageRequest["context"];
type Compared = z.output<typeof comparePlans.output>["data"][number];

interface Row {
  id: string;
}

/** Returns the first sentence of each description. */
export async function readSentences(
  { locale }: PublicContext,
  context: Context,
  kind: "membershipPlan" | "digitalProduct" | "consultingService",
  rows: readonly Row[],
): Promise<(row: Row) => string | null> {
  const ids = rows.map(({ id }) => formatId(kind, id));
  const { data } = ids.length === 0 ? { data: [] } : await perform(showCardTexts, context, { kind, ids });
  const sentencesById = new Map(data.map(({ id, html }) => [id, firstSentence(html, locale)]));
  return ({ id }) => sentencesById.get(id) ?? null;
}

export async function readServiceDetails(page: PublicContext, context: Context, rows: readonly Row[]) {
  const services = rows.map(({ id }) => formatId("consultingService", id));
  const [sentenceOf, { data }] = await Promise.all([
    readSentences(page, context, "consultingService", rows),
    services.length === 0 ? { data: [] } : perform(showNextTimes, context, { services }),
  ]);
  const detailsById = new Map(data.map((details) => [details.id, details]));
  return (row: Row) => ({
    sentence: sentenceOf(row),
    lecturers: detailsById.get(row.id)?.lecturers ?? [],
    next: detailsById.get(row.id)?.next,
  });
}

/** Reads the membership plans of the catalog, in the order of the school. */
export async function readPlanCards(page: PublicContext, context: Context, limit = 100): Promise<Card[]> {
  const { data } = await perform(browseMembershipPlans, context, {});
  const plans = data.slice(0, limit);
  if (plans.length === 0) return [];
  const [sentenceOf, compared, { sells }] = await Promise.all([
    readSentences(page, context, "membershipPlan", plans),
    perform(comparePlans, context, { plans: plans.map(({ id }) => formatId("membershipPlan", id)) }),
    perform(acceptsPayments, context, {}),
  ]);
  const contents = new Map(compared.data.map((row) => [row.id, row]));
  return plans.map((plan) => {
    const href = pathOf(plan.url);
    const { id, name } = plan;
    const pricings = plan.pricings.map((each) => ({
      ...each,
      checkout: sells && each.price.amount > 0 ? checkoutPath(formatId("membershipPricing", each.id)) : null,
    }));
    const includes = [...contentsOf(page, contents.get(id)), ...givesOf(page, plan)];
    const offer = { locale: page.locale, id, name, href, sentence: sentenceOf(plan), includes, pricings };
    return { href, title: name, plan: offer };
  });
}

/** Courses, downloads and posts of a plan. */
function contentsOf({ locale }: PublicContext, compared: Compared | undefined): string[] {
  if (!compared) return [];
  const { plan: text } = textFor(locale).public;
  const { courseNames, courseCount, productCount, postCategoryCount } = compared;
  const names = listFormat(locale, { type: "unit" }).format(courseNames);
  const more = courseCount - courseNames.length;
  return [
    ...(courseCount === 0 ? [] : [more === 0 ? names : fillPlain(text.moreCourses, { names, count: String(more) })]),
    ...(productCount === 0 ? [] : [fillPlain(text.downloads, { count: String(productCount) })]),
    ...(postCategoryCount === 0 ? [] : [text.posts]),
  ];
}
