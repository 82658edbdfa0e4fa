import * as z from "zod";
import type { SiteScope } from "#domain/platform/context.ts";
import { pagesAfter } from "#lib/collections/pages-after.ts";
import { formatProductId, Product } from "#domain/offers/coupons/product.ts";
import { namesOfProducts } from "#domain/sales/refund-policies/product-names.ts";
import { listRefundPolicyRows, upsertRefundPolicy } from "#domain/sales/refund-policies/queries.ts";
import { RefundAccess } from "#domain/site/selling/refund-access.ts";
import { notImported } from "./not-imported.ts";
import { restoredPart } from "./restored-part.ts";
import { storedRows } from "./stored-rows.ts";

const Policy = z.object({ product: Product, access: RefundAccess });

const pageSize = 200;

/** Products whose refunds differ from the policy of the school. */
export const refundPolicies = restoredPart({
  rows: (context) => storedRows(Policy, policies(context)),
  key: ["product.id"],
  schema: Policy,
  notCompared: [],
  async insert(context, { product, access }) {
    if (!(await namesOfProducts(context, [product])).has(product.id)) throw notImported("/product", "product");
    await upsertRefundPolicy(context, product, access, context.now);
    return formatProductId(product);
  },
});

const policies = (scope: SiteScope) =>
  pagesAfter<{ product: z.output<typeof Product>; access: RefundAccess; createdAt: Date }>(async (last) => {
    const after = last && { value: last.createdAt.toISOString(), id: last.product.id };
    const rows = await listRefundPolicyRows(scope, after, pageSize);
    return rows.map(({ productType: type, productId: id, ...policy }) => ({ product: { type, id }, ...policy }));
  });
