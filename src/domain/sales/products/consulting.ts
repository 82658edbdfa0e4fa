import { sql } from "#database/sql.ts";
import { findService } from "#domain/offers/consulting/queries.ts";
import { moneyOf } from "#domain/platform/fields.ts";
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
  endOfPayment: null,
};
