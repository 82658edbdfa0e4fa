import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import { table, tableNamed } from "#database/table/table.ts";
import { inIndexOrder } from "#database/statements/statement.ts";
import type { Context } from "#domain/platform/context.ts";
import { Currency, Money, moneyOf } from "#domain/platform/fields.ts";
import { formatId } from "#domain/platform/ids.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { checkoutAddress } from "#domain/sales/checkout/checkout-address.ts";
import { listUsableProviders } from "#domain/sales/payments/account.ts";
import { CheckoutUrl } from "../checkouts.ts";
import { isListedService } from "../consulting.ts";
import { PublicInstallments } from "../courses/public-course.ts";
import { isListedProduct } from "../digital-products.ts";
import { isListedEvent, isTicketOnSale } from "../events.ts";
import { isListedPlan } from "../membership-plans.ts";
import { type ProductType, productTypes } from "#domain/offers/coupons/product.ts";
import { partOf } from "#lib/text/smallest-payment.ts";
import { isListed } from "#domain/catalog/courses/course-conditions.ts";
import { isOnSale } from "#domain/offers/course-plans/queries.ts";

/** An item on sale with its price. */
export const Offer = z.object({
  kind: z.enum(productTypes),
  id: z.string().meta({
    description: "ID of the course plan, membership price or ticket, or of the product, service or free course itself",
  }),
  product: z.string(),
  plan: z.string(),
  planType: z.string(),
  /** Null if it is free. */
  price: Money.nullable(),
  installments: PublicInstallments,
  url: z.string(),
  checkoutUrl: CheckoutUrl,
});
export type Offer = z.output<typeof Offer>;

/** Per kind. */
export const maxOffers = 1000;

export const listOffers = operation({
  name: "listOffers",
  summary: "List everything on sale with its price",
  reads: forAnyone,
  input: z.object({ currency: Currency.optional() }),
  output: z.object({ data: z.array(Offer) }),
  async run(context, { currency }) {
    const [free, ...all] = await Promise.all([
      freeCoursesOnSale(context),
      ...productTypes.map((type) => onSale[type](context)),
    ]);
    const sells = (await listUsableProviders(context)).length > 0;
    const withPlan = new Set(all.flat().map(({ productId }) => productId));
    const offers = [...free.filter(({ productId }) => !withPlan.has(productId)), ...all.flat()].filter(
      ({ price }) => currency === undefined || price?.currency === currency,
    );
    return {
      data: offers.map(({ productId: _productId, ...offer }) => ({
        ...offer,
        checkoutUrl: sells ? checkoutOf(context, offer) : null,
      })),
    };
  },
});

const checkoutOf = ({ site }: Context, { id, price }: Pick<Offer, "id" | "price">): string | null =>
  price === null || price.amount === 0 ? null : checkoutAddress(site, id);

type Listed = Omit<Offer, "checkoutUrl"> & { productId: string };

const onSale: Record<ProductType, (context: Context, ids?: readonly string[]) => Promise<Listed[]>> = {
  course: coursesOnSale,
  membership_plan: plansOnSale,
  event: eventsOnSale,
  digital_product: productsOnSale,
  consulting_service: servicesOnSale,
};

export const isSoldKind = (kind: string): kind is ProductType => Object.hasOwn(onSale, kind);

/** The lowest price of an item, and the page on which a person enrolls or pays. */
export interface BestOffer {
  price: z.output<typeof Money> | null;
  enrollUrl: string;
}

const amountOf = ({ price }: Pick<Offer, "price">): number => price?.amount ?? 0;

/** Returns the best offer of each item that is on sale or free, by the ID of the item. */
export async function bestOffers(
  context: Context,
  kind: ProductType,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BestOffer>> {
  if (ids.length === 0) return new Map();
  const [offers, providers, free] = await Promise.all([
    onSale[kind](context, ids),
    listUsableProviders(context),
    kind === "course" ? freeCourses(context, ids) : [],
  ]);
  const best = new Map<string, Listed>();
  for (const offer of offers) {
    const bestSoFar = best.get(offer.productId);
    if (!bestSoFar || amountOf(offer) < amountOf(bestSoFar)) best.set(offer.productId, offer);
  }
  const offered = [...best].map(([id, offer]) => {
    const checkout = providers.length > 0 ? checkoutOf(context, offer) : null;
    return [id, { price: offer.price, enrollUrl: checkout ?? offer.url }] as const;
  });
  const withoutPlan = free.map(
    ({ id, slug }) => [id, { price: null, enrollUrl: `${pageOfCourses(context)}/${slug}` }] as const,
  );
  return new Map([...withoutPlan, ...offered]);
}

const pageOfCourses = ({ site }: Context): string => `${site.origin}/courses`;

/** Free courses need no plan: their page has the button to enroll. */
const freeCourses = (context: Context, ids: readonly string[]) =>
  context.db.many<{ id: string; slug: string }>`
    select courses.id, courses.slug from ${table("courses").withIds(context.site.id, ids)}
     where ${isListed} and courses.course_type = 'free'`;

interface Row {
  id: string;
  /** The sold item itself. */
  productId: string;
  product: string;
  slug: string;
  plan: string;
  planType: string;
  priceAmount: number | null;
  priceCurrency: string | null;
  /** Absent for items that are not paid in parts. */
  installments?: { count: number; interval: string } | null;
}

/** The rows of a table, or those with these IDs. */
const among = ({ site }: Context, table: Sql, ids?: readonly string[]): Sql =>
  ids ? tableNamed(table).withIds(site.id, ids) : table;

/** All items are read in the order of an index: others of the site look as good to the planner without statistics. */
const inOrderUnless = (ids?: readonly string[]): Sql => (ids ? sql`` : inIndexOrder);

const offerOf = (
  { slug, priceAmount, priceCurrency, installments = null, ...row }: Row,
  kind: Offer["kind"],
  id: string,
  page: string,
): Listed => {
  const price = moneyOf(priceAmount, priceCurrency);
  const paidInParts = installments && { ...installments, payment: price && partOf(price, installments.count) };
  return { ...row, kind, id, price, installments: paidInParts, url: `${page}/${slug}` };
};

async function coursesOnSale(context: Context, ids?: readonly string[]): Promise<Listed[]> {
  const { db, site, now } = context;
  const plans = await db.many<Row>`
    select course_plans.id, courses.id as product_id, courses.name as product, courses.slug, course_plans.name as plan, course_plans.plan_type,
           course_plans.price_amount, course_plans.price_currency, course_plans.installments
      from ${among(context, sql`courses`, ids)}
      cross join ${table("course_plans").joined(site.id, sql`courses.id`, "course_id")}
     where courses.site_id = ${site.id} and ${isListed} and ${isOnSale(now)}
     order by courses.position, courses.id, course_plans.position, course_plans.id
     limit ${maxOffers} ${inOrderUnless(ids)}`;
  return plans.map((row) => offerOf(row, "course", formatId("coursePlan", row.id), pageOfCourses(context)));
}

/** Free courses need no plan. */
async function freeCoursesOnSale(context: Context): Promise<Listed[]> {
  const { db, site } = context;
  const found = await db.many<Omit<Row, "plan" | "planType" | "priceAmount" | "priceCurrency">>`
    select courses.id, courses.id as product_id, courses.name as product, courses.slug
      from courses
     where courses.site_id = ${site.id} and ${isListed} and courses.course_type = 'free'
     order by courses.position, courses.id limit ${maxOffers} ${inIndexOrder}`;
  return found.map((row) => {
    const free: Row = { ...row, plan: "", planType: "free", priceAmount: null, priceCurrency: null };
    return offerOf(free, "course", formatId("course", row.id), pageOfCourses(context));
  });
}

async function plansOnSale(context: Context, ids?: readonly string[]): Promise<Listed[]> {
  const { db, site } = context;
  const pricings = await db.many<Row & { interval: string | null; intervalCount: number }>`
    select membership_pricings.id, membership_plans.id as product_id, membership_plans.name as product, membership_plans.slug,
           coalesce(membership_pricings.label, membership_plans.name) as plan, membership_plans.plan_type,
           membership_pricings.price_amount, membership_pricings.price_currency, membership_pricings.interval,
           membership_pricings.interval_count
      from ${among(context, sql`membership_plans`, ids)}
      cross join ${table("membership_pricings").joined(site.id, sql`membership_plans.id`, "plan_id")}
     where membership_plans.site_id = ${site.id} and ${isListedPlan} and membership_pricings.active
       and membership_pricings.deleted_at is null
     order by membership_plans.position, membership_plans.id, membership_pricings.created_at, membership_pricings.id
     limit ${maxOffers} ${inOrderUnless(ids)}`;
  return pricings.map(({ interval, intervalCount, ...row }) => {
    const every = intervalCount === 1 ? `every_${interval}` : `every_${intervalCount}_${interval}s`;
    const paid = { ...row, planType: interval === null ? row.planType : every };
    return offerOf(paid, "membership_plan", formatId("membershipPricing", row.id), `${site.origin}/membership-plans`);
  });
}

async function eventsOnSale(context: Context, ids?: readonly string[]): Promise<Listed[]> {
  const { db, site, now } = context;
  const tickets = await db.many<Row>`
    select event_tickets.id, events.id as product_id, events.name as product, events.slug, event_tickets.name as plan, 'ticket' as plan_type,
           event_tickets.price_amount, event_tickets.price_currency
      from ${among(context, sql`events`, ids)}
      cross join ${table("event_tickets").joined(site.id, sql`events.id`, "event_id")}
     where events.site_id = ${site.id} and ${isListedEvent} and events.ends_at > ${now} and ${isTicketOnSale(now)}
     order by events.starts_at, events.id, event_tickets.position, event_tickets.id
     limit ${maxOffers} ${inOrderUnless(ids)}`;
  return tickets.map((row) => offerOf(row, "event", formatId("eventTicket", row.id), `${site.origin}/events`));
}

async function productsOnSale(context: Context, ids?: readonly string[]): Promise<Listed[]> {
  const { db, site } = context;
  const found = await db.many<Row>`
    select digital_products.id, digital_products.id as product_id, digital_products.name as product, digital_products.slug,
           digital_products.name as plan, 'digital_product' as plan_type, digital_products.price_amount,
           digital_products.price_currency
      from ${among(context, sql`digital_products`, ids)}
     where digital_products.site_id = ${site.id} and ${isListedProduct}
     order by digital_products.created_at, digital_products.id limit ${maxOffers} ${inOrderUnless(ids)}`;
  return found.map((row) =>
    offerOf(row, "digital_product", formatId("digitalProduct", row.id), `${site.origin}/digital-products`),
  );
}

async function servicesOnSale(context: Context, ids?: readonly string[]): Promise<Listed[]> {
  const { db, site } = context;
  const found = await db.many<Row & { durationMinutes: number; sessionsIncluded: number }>`
    select consulting_services.id, consulting_services.id as product_id, consulting_services.name as product, consulting_services.slug, '' as plan,
           'consulting' as plan_type, consulting_services.price_amount, consulting_services.price_currency,
           consulting_services.duration_minutes, consulting_services.sessions_included
      from ${among(context, sql`consulting_services`, ids)}
     where consulting_services.site_id = ${site.id} and ${isListedService}
     order by consulting_services.created_at, consulting_services.id limit ${maxOffers} ${inOrderUnless(ids)}`;
  return found.map(({ durationMinutes, sessionsIncluded, ...row }) => {
    const plan = `${sessionsIncluded} × ${durationMinutes} min`;
    const id = formatId("consultingService", row.id);
    return offerOf({ ...row, plan }, "consulting_service", id, `${site.origin}/consulting`);
  });
}
