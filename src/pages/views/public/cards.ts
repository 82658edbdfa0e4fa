import { languageName } from "#lib/text/formats.ts";
import { html, raw } from "hono/html";
import type { PublicConsultingServiceSummary } from "#domain/public-catalog/consulting.ts";
import type { PublicDigitalProductSummary } from "#domain/public-catalog/digital-products.ts";
import type { PublicEventSummary } from "#domain/public-catalog/events.ts";
import type { PublicLecturerSummary } from "#domain/public-catalog/lecturers.ts";
import type { PublicPostSummary } from "#domain/public-catalog/posts/posts.ts";
import type { PublicCourseSummary } from "#domain/public-catalog/courses/public-course.ts";
import { textFor } from "../../text/catalogue.ts";
import { day } from "../parts/dates.ts";
import { fill, fillPlain, type Markup } from "../parts/markup.ts";
import { initial } from "#lib/look/site-icon.ts";
import { period, zoneText } from "../parts/event-times.ts";
import { length, money } from "./formats.ts";
import { type PlanOffer, planGrid } from "./plan-cards.ts";
import type { PublicContext } from "./public-context.ts";

/** Card of an item in a list. */
export interface Card {
  href: string;
  title: string;
  lang?: string | undefined;
  eyebrow?: string | Markup | undefined;
  note?: string | null | undefined;
  meta?: (string | Markup | undefined)[];
  picture?: string | null;
  isPerson?: boolean;
  /** True if the picture is the portrait of the person who offers this. */
  isPortrait?: boolean;
  /** A membership plan, which is shown beside the others. */
  plan?: PlanOffer;
  /** Below the facts. */
  foot?: Markup | undefined;
}

/** Pictures of a list that are visible without scrolling: a row of a wide screen. */
const visibleFirst = 3;

/**
 * Cards in a grid. If one has an image, all have an image or a letter. Those with an h2 are a page's list, whose first
 * pictures load with the page: the first, the only one on phones, before others.
 */
export const cardGrid = (cards: readonly Card[], heading: "h2" | "h3"): Markup => {
  const plans = cards.map(({ plan }) => plan).filter((plan) => plan !== undefined);
  if (plans.length > 0) return planGrid(plans, heading);
  const pictured = cards.some(({ picture, isPerson }) => picture || isPerson);
  const loadingOf = (index: number) => {
    if (heading === "h3" || index >= visibleFirst) return loadingAttributes.later;
    return index === 0 ? loadingAttributes.first : loadingAttributes.row;
  };
  return html`<ul class="cards">
    ${cards.map((card, index) => cardView(card, heading, pictured ? loadingOf(index) : undefined))}
  </ul>`;
};

const loadingAttributes = { first: raw('fetchpriority="high"'), row: raw(""), later: raw('loading="lazy"') };

/** `pictureLoading`: absent if the cards have no pictures. */
const cardView = (card: Card, heading: "h2" | "h3", pictureLoading: Markup | undefined): Markup => {
  const { href, title, lang, eyebrow, note, meta = [], picture, isPerson = false, isPortrait = false, foot } = card;
  const link = html`<a href="${href}"><bdi${language(lang)}>${title}</bdi></a>`;
  const facts = meta.filter((fact) => fact !== undefined && fact !== "");
  return html`<li
    class="card${pictureLoading ? " pictured" : ""}${isPerson ? " person" : ""}${isPortrait ? " portrayed" : ""}"
  >
    ${pictureLoading && plate(title, picture, pictureLoading)}
    <div>
      ${eyebrow !== undefined && html`<p class="eyebrow">${eyebrow}</p>`}
      ${heading === "h2" ? html`<h2>${link}</h2>` : html`<h3>${link}</h3>`}
      ${note && html`<p class="note"><bdi${language(lang)}>${note}</bdi></p>`}
    </div>
    ${facts.length !== 0 && html`<p class="meta">${facts.map((fact) => html`<span>${fact}</span>`)}</p>`} ${foot}
  </li>`;
};

/** Decorative: the title is next to it. */
const plate = (title: string, picture: string | null | undefined, pictureLoading: Markup): Markup =>
  html`<div class="plate" aria-hidden="true">
    ${picture ? html`<img src="${picture}" alt="" ${pictureLoading} />` : initial(title)}
  </div>`;

export const language = (tag: string | undefined): Markup => (tag === undefined ? raw("") : html` lang="${tag}"`);

/** Returns the path of a URL on this site. */
export const pathOf = (url: string): string => new URL(url).pathname;

export const courseCard = ({ locale, shell }: PublicContext, course: PublicCourseSummary): Card => {
  const { price } = textFor(locale).public;
  const { ratingAverage, ratingCount, priceFrom, priceVaries } = course;
  const lowest = priceFrom ? money(locale, priceFrom) : kindOfCourse(locale, course);
  const cost = priceFrom && priceVaries ? fillPlain(price.from, { price: money(locale, priceFrom) }) : lowest;
  return {
    href: pathOf(course.url),
    title: course.name,
    lang: course.language,
    eyebrow: eyebrowOf(locale, course),
    note: course.subtitle,
    meta: [
      cost && html`<b>${cost}</b>`,
      lecturesOf(locale, course.lectureCount),
      length(locale, course.durationSeconds),
      ratingAverage !== null && shell.settings.general.showRatings
        ? rated(locale, ratingAverage, ratingCount)
        : undefined,
    ],
    picture: course.coverUrl,
  };
};

/** A star with the average and the number of ratings. Screen readers read the scale. */
const rated = (locale: PublicContext["locale"], average: number, count: number): Markup => {
  const ratingText = fillPlain(textFor(locale).public.course.rating, { average: average.toFixed(1) });
  return html`<span class="rated"
    ><span class="stars" aria-hidden="true">★ ${average.toFixed(1)}</span><span class="hidden">${ratingText}</span>
    <span class="soft">(${count})</span></span
  >`;
};

/** Access label for courses that are not simply bought. */
export const kindOfCourse = (
  locale: PublicContext["locale"],
  { courseType }: Pick<PublicCourseSummary, "courseType">,
): string | undefined => {
  const { course: text, price } = textFor(locale).public;
  if (courseType === "free") return price.free;
  if (courseType === "pre_order") return text.preOrder;
  return courseType === "membership_only" ? text.membersOnly : undefined;
};

const eyebrowOf = (
  locale: PublicContext["locale"],
  { language: tag, level }: PublicCourseSummary,
): string | undefined => {
  const { levels } = textFor(locale).public.course;
  const foreignTongue = tag.split("-")[0] === locale.split("-")[0] ? undefined : languageName(locale, tag);
  return [level === null ? undefined : levels[level], foreignTongue].filter(Boolean).join(" · ") || undefined;
};

export const lecturesOf = (locale: PublicContext["locale"], count: number): string | undefined => {
  const { course: text } = textFor(locale).public;
  if (count === 0) return undefined;
  return count === 1 ? text.oneLecture : fillPlain(text.lectures, { count: String(count) });
};

export const eventCard = ({ locale }: PublicContext, event: PublicEventSummary): Card => {
  const { event: text } = textFor(locale).public;
  const { seatsLeft, status } = event;
  return {
    href: pathOf(event.url),
    title: event.name,
    eyebrow: html`${period(locale, event)}${event.format === "in_person" ? "" : html` <span class="soft">${zoneText(event)}</span>`}`,
    note: event.summary,
    meta: [
      event.location?.name ?? text[event.format],
      status === "canceled" ? text.canceled : undefined,
      // An event that is over has no seats to take.
      seatsLeft === null || status !== "published" ? undefined : seatsText(locale, seatsLeft),
    ],
    picture: event.coverUrl,
  };
};

export const seatsText = (locale: PublicContext["locale"], left: number): string => {
  const { event: text } = textFor(locale).public;
  return left <= 0 ? text.full : fillPlain(text.left, { count: String(left) });
};

export const postCard = (page: PublicContext, post: PublicPostSummary): Card => {
  const { post: text } = textFor(page.locale).public;
  return {
    href: pathOf(post.url),
    title: post.title,
    lang: post.locale,
    eyebrow: day(page, post.publishedAt),
    note: post.excerpt,
    meta: [
      fillPlain(text.minutes, { count: String(post.readingMinutes) }),
      post.access === "public" ? undefined : text[post.access],
    ],
    picture: post.coverUrl,
  };
};

export const lecturerCard = (_page: PublicContext, lecturer: PublicLecturerSummary): Card => ({
  href: pathOf(lecturer.url),
  title: lecturer.name,
  note: lecturer.title,
  picture: lecturer.pictureUrl,
  isPerson: true,
});

export const productCard = (
  { locale }: PublicContext,
  product: PublicDigitalProductSummary,
  sentence: string | null = null,
): Card => ({
  href: pathOf(product.url),
  title: product.name,
  note: sentence,
  meta: [html`<b>${money(locale, product.price)}</b>`],
  picture: product.coverUrl,
});

/** Additions to the card of a consulting service. */
interface ServiceDetails {
  sentence: string | null;
  lecturers: readonly { name: string; pictureUrl: string | null }[];
  /** Null: nothing is free for two weeks. Undefined: unknown. */
  next: { startsAt: Date; endsAt: Date; timeZone: string } | null | undefined;
}

export const serviceCard = (
  { locale }: PublicContext,
  service: PublicConsultingServiceSummary,
  { sentence, lecturers, next }: ServiceDetails,
): Card => {
  const { service: text } = textFor(locale).public;
  const { sessionsIncluded: sessions, durationMinutes: minutes } = service;
  const names = lecturers.map(({ name }) => html`<bdi>${name}</bdi>`);
  const zone = service.format === "in_person" || !next ? raw("") : html` <span>${zoneText(next)}</span>`;
  return {
    href: pathOf(service.url),
    title: service.name,
    eyebrow: names.length === 0 ? undefined : html`${names.map((name, at) => html`${at > 0 ? " · " : ""}${name}`)}`,
    note: sentence,
    picture: lecturers.find(({ pictureUrl }) => pictureUrl !== null)?.pictureUrl ?? null,
    isPortrait: true,
    meta: [
      html`<b>${money(locale, service.price)}</b>`,
      fillPlain(text.length, { sessions: String(sessions), minutes: String(minutes) }),
    ],
    foot: html`<p class="aside">
      ${next === null && text.noSlots} ${next && fill(text.next, { time: html`${period(locale, next)}${zone}` })}
    </p>`,
  };
};
