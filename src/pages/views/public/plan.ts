import { html, raw } from "hono/html";
import type * as z from "zod";
import type { showMembershipPlan } from "#domain/public-catalog/membership-plans.ts";
import { checkoutAddress } from "#domain/sales/checkout/checkout-address.ts";
import { formatId } from "#domain/platform/ids.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Markup } from "../parts/markup.ts";
import { pathOf } from "./cards.ts";
import { pricing } from "./formats.ts";
import { publicLayout } from "./frame.ts";
import type { PublicContext } from "./public-context.ts";
import { aboveOf, answers, ask, crumbTrail, storedHtml } from "./parts.ts";
import { type PageContent, seoOf } from "./page-seo.ts";
import { givesOf } from "./plan-benefits.ts";
import { savingText } from "./plan-cards.ts";
import { yearSaving } from "./year-saving.ts";
import { waitingNote } from "./waiting-note.ts";
import { buyLink, freeOffer } from "./way-in.ts";
import { breadcrumbList, organization, recurringOffer, type Thing } from "./structured-data.ts";

type Plan = z.output<typeof showMembershipPlan.output>;

interface PlanPage {
  plan: Plan;
  presented: PageContent;
  subscribed: boolean;
  /** True if the member has or had the plan: there is no further trial. */
  hadPlan: boolean;
  sells: boolean;
  /** The member's order that waits for its payment (`ord_…`). */
  waitingOrder: string | null;
}

/** Membership plan page: benefits and prices. */
export const planPage = (
  page: PublicContext,
  { plan, presented, subscribed, hadPlan, sells, waitingOrder }: PlanPage,
): string => {
  const { public: text } = textFor(page.locale);
  const above = aboveOf(page, text.kinds.plans, "/membership-plans");
  const path = pathOf(plan.url);
  const gives = givesOf(page, plan);
  return publicLayout(page, {
    ...seoOf(presented, { title: plan.name, description: null, path }),
    markdown: `${path}.md`,
    data: [
      {
        "@type": "Product",
        name: plan.name,
        url: plan.url,
        brand: organization(page.site),
        offers: membershipOffers(page, plan, sells),
      },
      breadcrumbList(page.site.origin, [...above, { name: plan.name, path }]),
    ],
    content: html`<div class="wrap page">
      <header>
        ${crumbTrail(page, above)}
        <h1 class="foreign">${plan.name}</h1>
      </header>
      <div class="split">
        <div class="main">
          ${storedHtml(presented.html)}
          ${
            gives.length !== 0 &&
            html`<section>
              <h2>${text.plan.gives}</h2>
              <ul class="dashes prose">
                ${gives.map((line) => html`<li>${line}</li>`)}
              </ul>
            </section>`
          }
          ${plan.courses.length !== 0 && courses(page, plan)} ${products(page, plan)} ${postCategories(page, plan)}
          ${
            plan.faq.length !== 0 &&
            html`<section>
              <h2>${text.start.faq}</h2>
              ${answers(plan.faq, presented.faqHtml ?? null)}
            </section>`
          }
        </div>
        <aside class="side" aria-label="${text.price.title}">
          ${waitingNote(page, waitingOrder)}
          <div class="box">
            <h2>${text.price.title}</h2>
            ${
              plan.pricings.length === 0
                ? html`<p>${text.price.none}</p>`
                : html`<ul class="offers">
                    ${plan.pricings.map((each, index) => html`<li>${each.label ? html`<span class="foreign">${each.label}</span>` : ""}<b>${pricing(page.locale, each)}</b>${saving(page, plan, each)}${!subscribed && join(page, plan, each, { sells, isFirst: index === 0, hasTrial: plan.trialDays > 0 && !hadPlan })}</li>`)}
                  </ul>`
            }
            ${
              subscribed &&
              html`<p>${text.free.subscribed}</p>
                <a class="button primary" href="/learn">${text.free.toLearn}</a>`
            }
            ${ask(page)}
          </div>
        </aside>
      </div>
    </div>`,
  });
};

/** An offer per price, with its period and, if it is sold online, the address of its checkout. */
export const membershipOffers = (
  { site }: PublicContext,
  { name, url, pricings }: Pick<Plan, "name" | "url" | "pricings">,
  sells: boolean,
): Thing[] =>
  pricings.map(({ id, label, ...pricing }) => {
    const isSold = sells && pricing.price.amount > 0;
    const address = isSold ? checkoutAddress(site, formatId("membershipPricing", id)) : url;
    return recurringOffer({ ...pricing, name: label ?? name }, address);
  });

/** Amount that a yearly price saves. */
const saving = ({ locale }: PublicContext, { pricings }: Plan, price: Plan["pricings"][number]): Markup => {
  const saved = yearSaving(price, pricings);
  return saved === undefined ? raw("") : html`<span class="saving">${savingText(locale, saved)}</span>`;
};

const join = (
  page: PublicContext,
  plan: Plan,
  { id, label, price }: Plan["pricings"][number],
  { sells, isFirst, hasTrial }: { sells: boolean; isFirst: boolean; hasTrial: boolean },
): Markup => {
  if (price.amount > 0) {
    const look = isFirst ? "primary" : "secondary";
    const { startTrial, buy } = textFor(page.locale).public.checkout;
    const selling = { sells, look, label: hasTrial ? startTrial : buy } as const;
    return buyLink(page, formatId("membershipPricing", id), label ?? plan.name, selling);
  }
  const { join: free } = textFor(page.locale).public.free;
  const fields = { pricing: formatId("membershipPricing", id) };
  const spoken = label ? `${free}: ${label}` : free;
  return freeOffer(page, { path: pathOf(plan.url), action: "join", label: free, fields, spoken });
};

const products = ({ locale }: PublicContext, { digitalProducts }: Plan): Markup =>
  digitalProducts.length === 0
    ? raw("")
    : html`<section>
        <h2>${textFor(locale).public.plan.products}</h2>
        <ul class="people">
          ${digitalProducts.map(
            ({ name, url }) =>
              html`<li>
                <a href="${pathOf(url)}"><bdi class="foreign">${name}</bdi></a>
              </li>`,
          )}
        </ul>
      </section>`;

const postCategories = ({ locale }: PublicContext, { postCategories: categories }: Plan): Markup =>
  categories.length === 0
    ? raw("")
    : html`<section>
        <h2>${textFor(locale).public.plan.postCategories}</h2>
        <ul class="people">
          ${categories.map(({ name }) => html`<li><bdi class="foreign">${name}</bdi></li>`)}
        </ul>
      </section>`;

const courses = ({ locale }: PublicContext, plan: Plan): Markup =>
  html`<section>
    <h2>${textFor(locale).public.plan.courses}</h2>
    <ul class="people">
      ${plan.courses.map(
        ({ name, url }) =>
          html`<li>
            <a href="${pathOf(url)}"><bdi class="foreign">${name}</bdi></a>
          </li>`,
      )}
    </ul>
  </section>`;
