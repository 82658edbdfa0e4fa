import { createCoupon } from "#domain/offers/coupons/save-coupon.ts";
import { createConsultingService } from "#domain/offers/consulting/save-consulting.ts";
import { addDigitalProductFile } from "#domain/offers/digital-products/product-files.ts";
import { publishDigitalProduct } from "#domain/offers/digital-products/product-states.ts";
import { createDigitalProduct } from "#domain/offers/digital-products/save-digital-product.ts";
import { createMembershipPlan } from "#domain/offers/membership-plans/save-membership-plan.ts";
import { createMembershipPricing } from "#domain/offers/membership-pricings/operations.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import type { DemoSite } from "../content/read-school.ts";
import type { DemoOffers } from "../content/school-files.ts";
import { daysFrom, type Planting, run } from "../planting.ts";

/** Memberships, downloads, consulting and coupons. */
export async function plantOffers(planting: Planting, { offers, school: { currency } }: DemoSite): Promise<void> {
  for (const [position, membership] of offers.memberships.entries()) {
    await plantMembership(planting, { ...membership, position }, currency);
  }
  for (const product of offers.products) await plantProduct(planting, product, currency);
  for (const service of offers.consulting) await plantConsulting(planting, service, currency);
  for (const coupon of offers.coupons) await plantCoupon(planting, coupon, currency);
}

type Membership = DemoOffers["memberships"][number] & { position: number };

async function plantMembership(planting: Planting, membership: Membership, currency: string) {
  const { slug, name, description, trialDays = 0, allCourses, courses, faq, position } = membership;
  const { context } = planting;
  const at = daysFrom(context.now, -190);
  const found = await context.db.many<{ id: string }>`
    select id from courses where site_id = ${context.site.id} and slug = any(${courses})`;
  const benefits = {
    allCourses,
    courseIds: found.map(({ id }) => formatId("course", id)),
    eventDiscountPercent: membership.eventDiscountPercent ?? 0,
  };
  const plan = await run(
    planting,
    createMembershipPlan,
    {
      slug,
      name,
      position,
      descriptionMarkdown: description,
      benefits,
      faq,
      status: "active" as const,
      planType: membership.lifetime ? ("lifetime" as const) : ("recurring" as const),
      ...(trialDays > 0 && { trialDays }),
    },
    at,
  );
  for (const { label, amount, interval } of membership.prices) {
    const price = { label, interval, price: { amount, currency }, plan: formatId("membershipPlan", plan.id) };
    await run(planting, createMembershipPricing, price, at);
  }
}

async function plantProduct(planting: Planting, product: DemoOffers["products"][number], currency: string) {
  const { slug, name, description, amount, tags, license, file } = product;
  const at = daysFrom(planting.context.now, -150);
  const coverFileId = mustGet(planting.files, `products/${slug}.svg`);
  const price = amount === null ? null : { amount, currency };
  const about = { slug, name, tags, license, price, coverFileId, descriptionMarkdown: description };
  const { id } = await run(planting, createDigitalProduct, about, at);
  const fileId = mustGet(planting.files, `sheets/${file}`);
  const reference = formatId("digitalProduct", id);
  await run(planting, addDigitalProductFile, { product: reference, fileId }, at);
  await run(planting, publishDigitalProduct, { product: reference }, at);
}

async function plantConsulting(planting: Planting, service: DemoOffers["consulting"][number], currency: string) {
  const { slug, name, description, amount, minutes, sessions, format, location, lecturers, weekly } = service;
  const { context, timeZone } = planting;
  const found = await context.db.many<{ id: string }>`
    select id from lecturers where site_id = ${context.site.id} and slug = any(${lecturers}) order by slug`;
  await run(
    planting,
    createConsultingService,
    {
      slug,
      name,
      format,
      descriptionMarkdown: description,
      durationMinutes: minutes,
      sessionsIncluded: sessions,
      price: {
        amount,
        currency,
      },
      cancellationHours: 24,
      status: "published",
      ...(location !== undefined && { location }),
      lecturerIds: found.map(({ id }) => formatId("lecturer", id)),
      availability: {
        timeZone,
        weekly,
        bufferAfterMinutes: 15,
        minNoticeHours: 12,
        maxDaysAhead: 42,
      },
    },
    daysFrom(context.now, -120),
  );
}

async function plantCoupon(planting: Planting, coupon: DemoOffers["coupons"][number], currency: string) {
  const { code, name, percent = 0, amount, maxRedemptions, firstPurchaseOnly = false } = coupon;
  const { now } = planting.context;
  const discount =
    amount === undefined
      ? { kind: "percent" as const, percent }
      : { kind: "amount" as const, amount: { amount, currency } };
  const dateIn = (days: number | undefined) => (days === undefined ? null : daysFrom(now, days).toISOString());
  await run(
    planting,
    createCoupon,
    {
      code,
      name,
      discount,
      firstPurchaseOnly,
      startsAt: dateIn(coupon.startsInDays),
      expiresAt: dateIn(coupon.expiresInDays),
      maxRedemptions: maxRedemptions ?? null,
    },
    daysFrom(now, -170),
  );
}
