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
import { lecturerIdsOf } from "./lecturer-ids.ts";

/** Memberships, downloads, consulting and coupons. */
export async function plantOffers(planting: Planting, { offers }: DemoSite): Promise<void> {
  for (const [position, membership] of offers.memberships.entries()) {
    await plantMembership(planting, membership, position);
  }
  for (const product of offers.products) await plantProduct(planting, product);
  for (const service of offers.consulting) await plantConsulting(planting, service);
  for (const coupon of offers.coupons) await plantCoupon(planting, coupon);
}

type Offer<Kind extends keyof DemoOffers> = DemoOffers[Kind][number];

async function plantMembership(
  planting: Planting,
  { pricings, ...plan }: Offer<"memberships">,
  position: number,
): Promise<void> {
  const at = daysFrom(planting.context.now, -190);
  const { id } = await run(planting, createMembershipPlan, { ...plan, position }, at);
  for (const pricing of pricings) {
    await run(planting, createMembershipPricing, { ...pricing, plan: formatId("membershipPlan", id) }, at);
  }
}

async function plantProduct(planting: Planting, { file, ...product }: Offer<"products">): Promise<void> {
  const at = daysFrom(planting.context.now, -150);
  const coverFileId = mustGet(planting.files, `products/${product.slug}.svg`);
  const { id } = await run(planting, createDigitalProduct, { ...product, coverFileId }, at);
  const fileId = mustGet(planting.files, `sheets/${file}`);
  const reference = formatId("digitalProduct", id);
  await run(planting, addDigitalProductFile, { product: reference, fileId }, at);
  await run(planting, publishDigitalProduct, { product: reference }, at);
}

async function plantConsulting(planting: Planting, { lecturers, ...service }: Offer<"consulting">): Promise<void> {
  const { context } = planting;
  const lecturerIds = await lecturerIdsOf(context, lecturers);
  await run(planting, createConsultingService, { ...service, lecturerIds }, daysFrom(context.now, -120));
}

async function plantCoupon(
  planting: Planting,
  { startsInDays, expiresInDays, used: _used, ...coupon }: Offer<"coupons">,
): Promise<void> {
  const { now } = planting.context;
  const dateIn = (days: number | undefined) => (days === undefined ? null : daysFrom(now, days).toISOString());
  const dates = { startsAt: dateIn(startsInDays), expiresAt: dateIn(expiresInDays) };
  await run(planting, createCoupon, { ...coupon, ...dates }, daysFrom(now, -170));
}
