import { sql } from "#database/statements/sql.ts";
import { insertSessions } from "#domain/offers/consulting/grant-queries.ts";
import { findService } from "#domain/offers/consulting/queries.ts";
import { moneyOf } from "#domain/platform/fields.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { endSessions, holdSession, restoreSessions } from "#domain/sales/consulting-bookings/sessions-of-orders.ts";
import type { ProductKind } from "./product-kind.ts";

export const consulting: ProductKind = {
  word: "consulting service",
  scope: "digital_products:write",
  table: sql`consulting_services`,
  parent: null,
  isSellable: () => sql`consulting_services.status = 'published'`,
  usedAt: (slug) => `/consulting/${slug}`,
  access: { table: sql`consulting_grants`, idKind: "consultingGrant", isDeletedAtEnd: true },

  async find(context, id) {
    const service = await findService(context, { id });
    return (
      service && {
        product: { type: "consulting_service", id },
        name: service.name,
        price: moneyOf(service.priceAmount, service.priceCurrency),
        recurring: null,
        path: `/consulting/${service.slug}`,
        isOnSale: service.status === "published",
        maxQuantity: 100,
      }
    );
  },
  endOfPayment: () => Promise.resolve(undefined),

  isLimitedByProduct: false,
  hasWaitlist: false,
  findSeats: () => Promise.resolve([]),
  forOthers: { gift: false, seats: false },
  holdTime: (context, { productId, ...time }) => holdSession(context, { serviceId: productId, ...time }),
  memberDiscount: () => Promise.resolve(0),

  async productOf(context, id) {
    const service = await findService(context, { id });
    return service && { type: "consulting_service", id };
  },

  /** Sessions are used up, and can be bought again at any time. */
  hasAcquired: () => Promise.resolve(false),
  lastedLonger: () => Promise.resolve(false),

  async give(context, { memberId, line, startsAt = context.now }) {
    const { productId: serviceId, quantity } = line;
    const { sessionsIncluded } = await mustExist(findService(context, { id: serviceId }));
    const sessionsTotal = sessionsIncluded * quantity;
    return insertSessions(context, { serviceId, memberId, sessionsTotal, source: "purchase", grantedAt: startsAt });
  },

  givesAccess: () => Promise.resolve(true),
  endOfPaidPeriod: () => Promise.resolve(null),
  end: (context, { fulfilledId }) => endSessions(context, fulfilledId),
  endAt: () => Promise.resolve(),
  restore: (context, { fulfilledId }) => restoreSessions(context, fulfilledId),
};
