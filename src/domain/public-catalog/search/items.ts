import { decimalAmount } from "#lib/text/format-money.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Reference } from "#domain/platform/fields.ts";
import { formatId } from "#domain/platform/ids.ts";
import { textOf as blockText } from "#domain/content/pages/block.ts";
import { read } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { showConsultingService } from "../consulting.ts";
import { showCourse } from "../courses/courses.ts";
import { showDigitalProduct } from "../digital-products.ts";
import { showEvent } from "../events.ts";
import type { ItemKind } from "./item-kinds.ts";
import { showLecturer } from "../lecturers.ts";
import { showMembershipPlan } from "../membership-plans.ts";
import { showPage } from "../pages/pages.ts";
import { showPost } from "../posts/posts.ts";

/** A public resource in full, as Markdown. */
interface Item {
  id: string;
  title: string;
  url: string;
  text: string;
  metadata: Record<string, string>;
}

type Read = (context: Context, reference: Reference) => Promise<Item>;

/** Uses the public operation of each kind, so that both return the same content. */
const readers: Record<ItemKind, Read> = {
  async course(context, course) {
    const item = await read(showCourse, context, { course });
    const { id, name, url, subtitle, descriptionMarkdown, language, level, outcomes, plans } = item;
    const learned = outcomes.map((line) => `- ${line}`).join("\n");
    const prices = plans.map((plan) => `- ${plan.name}: ${written(plan.price)}`).join("\n");
    const text = [subtitle, descriptionMarkdown, learned, prices];
    return { id, title: name, url, text: textOf(name, text), metadata: { language, ...(level && { level }) } };
  },
  async event(context, event) {
    const item = await read(showEvent, context, { event });
    const { id, name, url, summary, descriptionMarkdown, startsAt, endsAt, timeZone, tickets, status } = item;
    const prices = tickets.map((ticket) => `- ${ticket.name}: ${written(ticket.price)}`).join("\n");
    const time = { starts_at: startsAt.toISOString(), ends_at: endsAt.toISOString(), time_zone: timeZone };
    const text = [summary, descriptionMarkdown, prices];
    return { id, title: name, url, text: textOf(name, text), metadata: { ...time, status } };
  },
  async membership_plan(context, plan) {
    const item = await read(showMembershipPlan, context, { plan });
    const { id, name, url, descriptionMarkdown, planType, pricings, courses } = item;
    const prices = pricings.map(({ label, price }) => `- ${label ?? name}: ${written(price)}`).join("\n");
    const text = [descriptionMarkdown, prices, courses.map((course) => `- ${course.name}`).join("\n")];
    return { id, title: name, url, text: textOf(name, text), metadata: { plan_type: planType } };
  },
  async digital_product(context, product) {
    const { id, name, url, descriptionMarkdown, price } = await read(showDigitalProduct, context, { product });
    return { id, title: name, url, text: textOf(name, [descriptionMarkdown]), metadata: { price: written(price) } };
  },
  async consulting_service(context, service) {
    const item = await read(showConsultingService, context, { service });
    const { id, name, url, descriptionMarkdown, price, durationMinutes } = item;
    const metadata = { price: written(price), duration_minutes: String(durationMinutes) };
    return { id, title: name, url, text: textOf(name, [descriptionMarkdown]), metadata };
  },
  async post(context, post) {
    const item = await read(showPost, context, { post });
    const { id, title, url, excerpt, bodyMarkdown, withheld, locale } = item;
    const why = withheld === null ? null : restrictions[withheld];
    return { id, title, url, text: textOf(title, [bodyMarkdown ?? excerpt, why]), metadata: { locale } };
  },
  async page(context, reference) {
    const path = "id" in reference ? await pathOf(context, reference.id) : reference.slug;
    const { id, title, url, bodyMarkdown, blocks, locale } = await read(showPage, context, { path });
    const text = bodyMarkdown === null ? (blocks ?? []).map(blockText) : [bodyMarkdown];
    return { id, title, url, text: textOf(title, text), metadata: { locale } };
  },
  async lecturer(context, lecturer) {
    const { id, name, url, title, bioMarkdown, courses } = await read(showLecturer, context, { lecturer });
    const taught = courses.map((course) => `- ${course.name}`).join("\n");
    return { id, title: name, url, text: textOf(name, [title, bioMarkdown, taught]), metadata: {} };
  },
};

const restrictions = {
  members: "Only members of this site can read the full text.",
  plans: "Only members with certain membership plans can read the full text.",
} as const;

async function pathOf({ db, site }: Context, id: string): Promise<string> {
  const page = await db.first<{ path: string }>`select path from pages where site_id = ${site.id} and id = ${id}`;
  if (!page) throw notFound("page", formatId("page", id));
  return page.path;
}

export async function readItem(context: Context, kind: ItemKind, reference: Reference): Promise<Item> {
  const item = await readers[kind](context, reference);
  return { ...item, metadata: { type: kind, ...item.metadata } };
}

const textOf = (title: string, parts: readonly (string | null)[]): string =>
  [`# ${title}`, ...parts].filter(Boolean).join("\n\n");

const written = (price: { amount: number; currency: string } | null): string =>
  price === null ? "free" : `${decimalAmount(price)} ${price.currency}`;
