import { sql } from "#database/statements/sql.ts";
import {
  countSold,
  deleteGrant,
  findGrant,
  findGrantOf,
  lockGrant,
  lockProductOf,
  giveProduct,
  grantedEvent,
} from "#domain/offers/digital-products/grants.ts";
import { findProduct } from "#domain/offers/digital-products/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { moneyOf } from "#domain/platform/fields.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { findIncludedProduct } from "#domain/memberships/subscriptions/benefits.ts";
import { planNameOf } from "#domain/memberships/subscriptions/queries.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { listOtherLines } from "./other-line.ts";
import { hasEnded, lastsUntil } from "./past-access.ts";
import type { GivenLine, ProductKind } from "./product-kind.ts";
import { endByRule } from "#domain/platform/time/end-by-rule.ts";

export const digitalProduct: ProductKind = {
  word: "digital product",
  scope: "digital_products:write",
  table: sql`digital_products`,
  parent: null,
  isSellable: () => sql`digital_products.status = 'published'`,
  usedAt: (slug) => `/digital-products/${slug}`,
  access: { table: sql`digital_product_grants`, idKind: "digitalProductGrant", isDeletedAtEnd: true },

  async find(context, id) {
    const product = await findProduct(context, { id });
    return (
      product && {
        product: { type: "digital_product", id },
        name: product.name,
        price: moneyOf(product.priceAmount, product.priceCurrency),
        recurring: null,
        path: `/digital-products/${product.slug}`,
        isOnSale: product.status === "published",
        maxQuantity: 1,
      }
    );
  },
  endOfPayment: () => Promise.resolve(undefined),

  isLimitedByProduct: false,
  hasWaitlist: false,
  findSeats: () => Promise.resolve([]),
  forOthers: { gift: false, seats: false },
  memberDiscount: () => Promise.resolve(0),

  productOf: (_context, id) => Promise.resolve({ type: "digital_product", id }),

  async hasAcquired(context, productId, memberId) {
    const grant = await findGrantOf(context, productId, memberId);
    return grant !== undefined && (grant.expiresAt === null || grant.expiresAt > context.now);
  },

  async lastedLonger(context, { memberId, line, startsAt }) {
    const product = await findProduct(context, { id: line.productId });
    const timeZone = await findTimeZone(context);
    const end = product && endByRule(product.access, { startsAt, timeZone });
    if (!product || !hasEnded(context, end)) return false;
    const grant = await findGrantOf(context, product.id, memberId);
    return grant !== undefined && lastsUntil(grant, end);
  },

  async give(context, { memberId, line, startsAt }) {
    const request = { memberId, source: "purchase" as const, grantedAt: startsAt };
    const { id, created } = await giveProduct(context, line.productId, request);
    if (created) await recordEvent(context, grantedEvent(id));
    return id;
  },

  givesAccess: () => Promise.resolve(true),

  async alsoGivenBy(context, productId, memberId) {
    const included = await findIncludedProduct(context, { memberId, productId });
    return included && planNameOf(context, included.planId);
  },

  endOfPaidPeriod: async (context, id) => (await findGrant(context, id))?.expiresAt ?? null,

  async end(context, line) {
    const { fulfilledId } = line;
    await lockProductOf(context, fulfilledId);
    const grant = await lockGrant(context, fulfilledId);
    if (!grant) return;
    if (await keepByOtherLine(context, line)) return;
    await deleteGrant(context, fulfilledId, context.now);
    await countSold(context, grant.productId, -1, context.now);
  },

  endAt: () => Promise.resolve(),
  restore: (_context, _line, giveAgain) => giveAgain(),
};

/**
 * Keeps the product open, with the term of another paid order of the member that gives it too. Returns false if there is
 * none.
 */
async function keepByOtherLine(context: Context, { id: lineId, fulfilledId }: GivenLine): Promise<boolean> {
  const { db, site, now } = context;
  const grant = await mustExist(findGrant(context, fulfilledId));
  for (const other of await listOtherLines(context, { memberId: grant.memberId, accessId: fulfilledId, lineId })) {
    const product = await findProduct(context, { id: other.productId });
    const terms = { startsAt: other.givenAt, timeZone: await findTimeZone(context) };
    const expiresAt = product ? endByRule(product.access, terms) : null;
    if (!product || hasEnded(context, expiresAt)) continue;
    await db.run`
      update digital_product_grants
         set source_id = ${other.id}, expires_at = ${expiresAt}, version = version + 1, updated_at = ${now}
       where site_id = ${site.id} and id = ${fulfilledId}`;
    return true;
  }
  return false;
}
