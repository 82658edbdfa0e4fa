import { sql } from "#database/sql.ts";
import { findProduct } from "#domain/offers/digital-products/queries.ts";
import { moneyOf } from "#domain/platform/fields.ts";
import type { ProductKind } from "./product-kind.ts";

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
  endOfPayment: null,
};
