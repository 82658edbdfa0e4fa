import * as z from "zod";
import { endRedirectsTo } from "#domain/platform/addresses/move-address.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { lifecycles } from "#domain/platform/states/lifecycles.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { DigitalProduct, serializeProduct } from "./digital-product.ts";
import { filesOf, findProduct, hasGrants, updateProduct } from "./queries.ts";
import { requireProduct } from "./save-digital-product.ts";

export const publishDigitalProduct = operation({
  name: "publishDigitalProduct",
  summary: "Publish a digital product",
  description: "Also republishes an archived product.",
  writes: "digital_products:write",
  input: z.object({ product: ReferenceTo("digitalProduct") }),
  output: DigitalProduct,
  async run(context, { product: reference }) {
    const existing = await requireProduct(context, reference);
    const status = lifecycles.digitalProduct.next("publish", existing.status);
    if ((await filesOf(context, existing.id)).length === 0) {
      const detail = "A published digital product requires at least one file. Add a file first.";
      throw new Problem("not_publishable", detail, { errors: [{ pointer: "/files", code: "missing", detail }] });
    }
    const publishedAt = existing.publishedAt ?? context.now;
    await updateProduct(context, existing.id, { status, publishedAt }, context.now);
    return serializeProduct(context, await mustExist(findProduct(context, { id: existing.id })));
  },
  emits: "digital_product.published",
});

export const archiveDigitalProduct = operation({
  name: "archiveDigitalProduct",
  summary: "Archive a digital product",
  description: "Ends its sale. Members who have it keep it.",
  writes: "digital_products:write",
  input: z.object({ product: ReferenceTo("digitalProduct") }),
  output: DigitalProduct,
  async run(context, { product: reference }) {
    const existing = await requireProduct(context, reference);
    const status = lifecycles.digitalProduct.next("archive", existing.status);
    await updateProduct(context, existing.id, { status }, context.now);
    return serializeProduct(context, await mustExist(findProduct(context, { id: existing.id })));
  },
  emits: "digital_product.updated",
});

export const deleteDigitalProduct = operation({
  name: "deleteDigitalProduct",
  summary: "Delete a digital product",
  description: "Archives the product instead if members have it.",
  writes: "digital_products:write",
  input: z.object({ product: ReferenceTo("digitalProduct") }),
  output: z.object({ id: Id("digitalProduct"), archived: z.boolean() }),
  async run(context, { product: reference }) {
    const existing = await requireProduct(context, reference);
    const archived = await hasGrants(context, existing.id);
    const changes = archived ? { status: "archived" as const } : { deletedAt: context.now };
    if (!archived) await endRedirectsTo(context, existing.id);
    await updateProduct(context, existing.id, changes, context.now);
    return { id: existing.id, archived };
  },
  emits: "digital_product.updated",
});
