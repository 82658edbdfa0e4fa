import { sql } from "#database/statements/sql.ts";
import type * as z from "zod";
import { unchanged } from "#domain/platform/outcome.ts";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { requireNewFiles } from "#domain/files/files/references/require-files.ts";
import { type Money, type Reference, ReferenceTo } from "#domain/platform/fields.ts";
import { freeSlug } from "#domain/platform/names/free-slug.ts";
import { newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { htmlOfMarkdown } from "#domain/platform/texts/render.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import { operation } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { claimUnique, insertUnique, type Uniqueness, uniqueSlug } from "#domain/platform/names/uniqueness.ts";
import { requireVersion } from "#domain/platform/version.ts";
import {
  DigitalProduct,
  type ChangedProduct,
  DigitalProductChanges,
  NewDigitalProduct,
  serializeProduct,
  type ProductRow,
  writableProduct,
} from "./digital-product.ts";
import { findProduct, insertProduct, lockProduct, updateProduct, searchTermsOfProduct } from "./queries.ts";
import { requireCurrencies } from "#domain/site/school/queries.ts";

const uniqueProduct: Uniqueness = {
  kind: "digitalProduct",
  table: sql`digital_products`,
  what: "digital product",
  value: uniqueSlug,
  find: (context, slug) => findProduct(context, { slug }),
};

export const createDigitalProduct = operation({
  name: "createDigitalProduct",
  summary: "Create a digital product",
  description: "The product starts as a draft.",
  writes: "digital_products:write",
  input: NewDigitalProduct,
  output: DigitalProduct,
  async run(context, { price = null, compareAtPrice = null, ...input }) {
    await claimUnique(context, uniqueProduct, undefined, input);
    await requireNewFiles(context, ["coverFileId"], input);
    await requireCurrencies(context, { "/price": price });
    const slug =
      input.slug ??
      (await freeSlug(
        context,
        input.name,
        "product",
        async (taken) => (await findProduct(context, { slug: taken })) !== undefined,
      ));
    const product = { ...input, ...pricesFrom(price, compareAtPrice), id: newId(), slug };
    const derived = { ...(await htmlOf(context, product)), ...searchTermsOfProduct(context, product) };
    await insertUnique(context, uniqueProduct, product, () =>
      insertProduct(context, { ...product, ...derived }, context.now),
    );
    return serializeProduct(context, await mustExist(findProduct(context, { id: product.id })));
  },
});

export const updateDigitalProduct = operation({
  name: "updateDigitalProduct",
  summary: "Update a digital product",
  writes: "digital_products:write",
  input: DigitalProductChanges.extend({ product: ReferenceTo("digitalProduct") }),
  output: DigitalProduct,
  async run(context, { product: reference, ...input }) {
    const existing = await requireProduct(context, reference);
    const before = serializeProduct(context, existing);
    const changes = computePatch(writableProduct, before, input);
    if (isEmptyPatch(changes)) return unchanged(before);
    await requireCurrencies(context, { "/price": changes.price }, before.price);
    await store(context, existing, { ...before, ...changes }, changes);
    return serializeProduct(context, await mustExist(findProduct(context, { id: existing.id })));
  },
  emits: "digital_product.updated",
});

/** Returns the product, locked. Throws unless If-Match matches its version. */
export async function requireProduct(context: Context, reference: Reference): Promise<ProductRow> {
  const product = await lockProduct(context, reference);
  if (!product) throw resourceNotFound("digitalProduct", reference);
  requireVersion(context, product);
  return product;
}

async function store(
  context: Context,
  existing: ProductRow,
  after: Pick<z.output<typeof DigitalProduct>, "price" | "compareAtPrice">,
  changes: ChangedProduct,
): Promise<void> {
  const { price: _price, compareAtPrice: _compareAtPrice, ...plain } = changes;
  await claimUnique(context, uniqueProduct, existing.id, changes);
  await requireNewFiles(context, ["coverFileId"], changes, existing);
  const changed = { ...plain, ...pricesFrom(after.price, after.compareAtPrice) };
  const fresh = { ...(await htmlOf(context, plain)), ...searchTermsOfProduct(context, { ...existing, ...changed }) };
  await updateProduct(context, existing.id, { ...changed, ...fresh }, context.now);
}

/** Both prices share one currency column. */
function pricesFrom(price: Money | null, compareAt: Money | null) {
  if (compareAt && compareAt.currency !== price?.currency) {
    throw validationFailed(
      "/compareAtPrice",
      "inconsistent",
      "The compare-at price must have the same currency as the price.",
    );
  }
  return {
    priceAmount: price?.amount ?? null,
    priceCurrency: price?.currency ?? null,
    compareAtAmount: compareAt?.amount ?? null,
  };
}

const htmlOf = async (context: Context, { descriptionMarkdown: text }: Partial<ProductRow>) =>
  text === undefined ? {} : { descriptionHtml: await htmlOfMarkdown(context, text, "/descriptionMarkdown") };
