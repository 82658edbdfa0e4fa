import { html, raw } from "hono/html";
import type { Locale } from "#domain/platform/site/locales.ts";
import { isFieldOf } from "#lib/json/typed-object.ts";
import { textFor } from "../../text/catalogue.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { money, pricing, sum } from "./formats.ts";
import { billingClass, type YearSaving, yearSaving } from "./year-saving.ts";

/** A membership plan beside others. */
export interface PlanOffer {
  locale: Locale;
  id: string;
  name: string;
  href: string;
  sentence: string | null;
  includes: readonly (string | Markup)[];
  pricings: readonly OfferedPrice[];
}

interface OfferedPrice {
  /** Address of the checkout. Null: the price is not sold there. */
  checkout: string | null;
  label: string | null;
  price: { amount: number; currency: string };
  interval: string | null;
  intervalCount: number;
}

/**
 * Plans side by side. The switch between monthly and yearly prices is a pair of radio buttons, to which only the
 * stylesheet reacts: without it, all prices are shown. The first plan, in the order of the school, is the main one.
 */
export const planGrid = (offers: readonly PlanOffer[], heading: "h2" | "h3"): Markup =>
  html`<div class="plans">
    ${billingSwitch(offers, heading)}
    <ul class="plan-cards">
      ${offers.map((offer, index) => planView(offer, heading, index === 0 && offers.length > 1))}
    </ul>
  </div>`;

const billingSwitch = (offers: readonly PlanOffer[], heading: string): Markup => {
  const [first] = offers;
  const switched = offers.filter(({ pricings }) => pricings.some((price) => billingClass(price, pricings)));
  if (!first || switched.length === 0) return raw("");
  const { compare: text } = textFor(first.locale).public.plan;
  const name = `billing-${heading}-${first.id}`;
  const freeMonths = new Set(switched.map((offer) => savingOf(offer)?.freeMonths ?? null));
  const [months = null] = freeMonths.size === 1 ? freeMonths : [];
  return html`<fieldset class="billing">
    <legend class="hidden">${text.billing}</legend>
    <label><input type="radio" class="by-month" name="${name}" value="month" checked /> ${text.monthly}</label>
    <label
      ><input type="radio" class="by-year" name="${name}" value="year" /> ${text.yearly}
      ${months !== null && html`<small>${monthsText(first.locale, months)}</small>`}</label
    >
  </fieldset>`;
};

const savingOf = ({ pricings }: PlanOffer): YearSaving | undefined =>
  pricings.map((price) => yearSaving(price, pricings)).find((saving) => saving !== undefined);

const monthsText = (locale: Locale, months: number): string => {
  const { compare: text } = textFor(locale).public.plan;
  return months === 1 ? text.oneMonthFree : fillPlain(text.monthsFree, { count: String(months) });
};

/** `Saves €36 a year (2 months free)`. The months only if they are a whole number. */
export const savingText = (locale: Locale, saving: YearSaving): string => {
  const { compare: text } = textFor(locale).public.plan;
  const amount = sum(locale, saving);
  if (saving.freeMonths === null) return fillPlain(text.saves, { amount });
  return fillPlain(text.savesMonths, { amount, months: monthsText(locale, saving.freeMonths) });
};

const planView = (offer: PlanOffer, heading: "h2" | "h3", isMain: boolean): Markup => {
  const { name, href, sentence, includes, pricings, locale } = offer;
  const link = html`<a href="${href}"><bdi>${name}</bdi></a>`;
  const { compare: text } = textFor(locale).public.plan;
  return html`<li class="plan${isMain ? " main-plan" : ""}">
    ${heading === "h2" ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`}
    ${sentence !== null && html`<p class="note">${foreign(sentence)}</p>`}
    ${pricings.map((price) => priceView(offer, price, isMain))}
    ${pricings.length === 0 && html`<p class="soft">${textFor(locale).public.price.none}</p>`}
    ${
      includes.length !== 0 &&
      html`<ul class="ticks">
        ${includes.map((line) => html`<li>${line}</li>`)}
      </ul>`
    }
    <p class="aside">
      <a href="${href}" aria-label="${fillPlain(text.detailsOf, { name })}">${text.details}</a>
    </p>
  </li>`;
};

const priceView = ({ locale, name, href, pricings }: PlanOffer, price: OfferedPrice, isMain: boolean): Markup => {
  const { compare: text } = textFor(locale).public.plan;
  const saving = yearSaving(price, pricings);
  const look = isMain ? "primary" : "secondary";
  const spoken = fillPlain(text.choosePlan, { name, price: pricing(locale, price) });
  const label = price.label && pricings.length > 2 ? html`<span class="soft">${foreign(price.label)}</span>` : raw("");
  return html`<div class="plan-price ${billingClass(price, pricings) ?? ""}">
    <p>${label}${largePrice(locale, price)}</p>
    ${saving !== undefined && html`<p class="saving">${savingText(locale, saving)}</p>`}
    <a class="button ${look}" href="${price.checkout ?? href}" aria-label="${spoken}">${text.choose}</a>
  </div>`;
};

/** `€12 per month`, with a large amount. */
const largePrice = (locale: Locale, { price, interval, intervalCount }: OfferedPrice): Markup => {
  const { price: text } = textFor(locale).public;
  const amount = html`<b>${money(locale, price)}</b>`;
  if (interval === null || !isFieldOf(text.intervals, interval)) return fill(text.once, { price: amount });
  return intervalCount === 1
    ? fill(text.intervals[interval], { price: amount })
    : fill(text.several[interval], { price: amount, count: String(intervalCount) });
};
