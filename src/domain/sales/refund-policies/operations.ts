import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { cursorPage, decodeCursor } from "#domain/platform/listing/cursor.ts";
import { byOwnersInPerson, byStaffInPerson, operation } from "#domain/platform/operation.ts";
import { notFound, validationFailed } from "#domain/platform/problem.ts";
import { formatProduct, Product, tryProductOf } from "#domain/offers/coupons/product.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { findProductByAddress, namesOfProducts } from "./product-names.ts";
import { deleteRefundPolicy, listRefundPolicyRows, upsertRefundPolicy } from "./queries.ts";
import { RefundAccess } from "#domain/site/selling/refund-access.ts";

const list = { kind: "refundPolicies" };

export const listRefundPolicies = operation({
  name: "listRefundPolicies",
  summary: "List refund policies of products",
  description: "Oldest first. Other products follow the policy of the school.",
  reads: byStaffInPerson,
  input: z.object({ limit: z.number().int().min(1).max(100), cursor: z.string().max(500).optional() }),
  output: z.object({
    policies: z.array(
      z.object({
        product: Product,
        /** Null: the product was deleted. */
        name: z.string().nullable(),
        access: RefundAccess,
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
  async run(context, { limit, cursor }) {
    const after = cursor === undefined ? undefined : decodeCursor(cursor, list);
    const found = await listRefundPolicyRows(context, after, limit + 1);
    const page = cursorPage(found, limit, list, ({ createdAt, productId }) => ({
      value: createdAt.toISOString(),
      id: productId,
    }));
    const policies = page.rows.map(({ productType: type, productId: id, access }) => ({
      product: { type, id },
      access,
    }));
    const names = await namesOfProducts(
      context,
      policies.map(({ product }) => product),
    );
    return {
      policies: policies.map((policy) => ({ ...policy, name: names.get(policy.product.id) ?? null })),
      nextCursor: page.nextCursor,
    };
  },
});

const saved = z.object({ product: Product });

export const saveRefundPolicy = operation({
  name: "saveRefundPolicy",
  summary: "Set the refund policy of a product",
  writes: byOwnersInPerson,
  input: z.object({
    /** The address of the product's page, or its ID. */
    item: trimmed().max(500),
    access: RefundAccess,
  }),
  output: saved,
  async run(context, { item, access }) {
    const product = await findTyped(context, item);
    if (!product) {
      throw validationFailed(
        "/item",
        "not_found",
        "Expected the address of a page of this school, or the ID of an item.",
      );
    }
    await upsertRefundPolicy(context, product, access, context.now);
    return { product };
  },
  audit: ({ access }, { product }) => ({
    resourceType: "refund_policy",
    details: { product: formatProduct(product), access },
  }),
});

export const removeRefundPolicy = operation({
  name: "removeRefundPolicy",
  summary: "Remove the refund policy of a product",
  writes: byOwnersInPerson,
  input: z.object({ item: trimmed().max(500) }),
  output: saved,
  async run(context, { item }) {
    const product = tryProductOf(item);
    if (!product || !(await deleteRefundPolicy(context, product.id))) throw notFound("refund policy", item);
    return { product };
  },
  audit: (_input, { product }) => ({ resourceType: "refund_policy", details: { product: formatProduct(product) } }),
});

async function findTyped(context: Context, item: string): Promise<Product | undefined> {
  const product = tryProductOf(item);
  if (!product) return findProductByAddress(context, item);
  return (await namesOfProducts(context, [product])).has(product.id) ? product : undefined;
}
