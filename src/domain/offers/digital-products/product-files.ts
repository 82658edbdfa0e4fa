import * as z from "zod";
import { requireFiles } from "#domain/files/files/references/require-files.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { versioned } from "#domain/platform/versioned.ts";
import { DigitalProduct, serializeProduct, ProductFile } from "./digital-product.ts";
import { addFile, filesOf, findProduct, removeFile, updateProduct } from "./queries.ts";
import { requireProduct } from "./save-digital-product.ts";

const maxFiles = 100;

export const addDigitalProductFile = operation({
  name: "addDigitalProductFile",
  summary: "Add a file to a digital product",
  description: "Appends the file to the list.",
  writes: "digital_products:write",
  input: z.object({ product: ReferenceTo("digitalProduct"), fileId: Id("file") }),
  output: versioned(DigitalProduct.extend({ files: z.array(ProductFile) })),
  async run(context, { product: reference, fileId }) {
    const existing = await requireProduct(context, reference);
    await requireFiles(context, [{ id: fileId, pointer: "/fileId" }]);
    if ((await filesOf(context, existing.id)).length >= maxFiles) {
      throw new Problem(
        "conflict",
        `A digital product can have at most ${maxFiles} files. Combine files in an archive.`,
      );
    }
    if (!(await addFile(context, existing.id, fileId))) {
      throw new Problem("already_exists", "The digital product already contains this file.");
    }
    await updateProduct(context, existing.id, {}, context.now);
    const product = serializeProduct(context, await mustExist(findProduct(context, { id: existing.id })));
    return { ...product, files: await filesOf(context, existing.id) };
  },
  emits: "digital_product.updated",
});

export const removeDigitalProductFile = operation({
  name: "removeDigitalProductFile",
  summary: "Remove a file from a digital product",
  description: "The file itself is kept.",
  writes: "digital_products:write",
  input: z.object({ product: ReferenceTo("digitalProduct"), fileId: Id("file") }),
  output: z.object({ id: Id("digitalProduct") }),
  async run(context, { product: reference, fileId }) {
    const { id, status } = await requireProduct(context, reference);
    if ((await removeFile(context, id, fileId)) === 0) throw notFound("file", formatId("file", fileId));
    if (status === "published" && (await filesOf(context, id)).length === 0) {
      throw new Problem("conflict", "A published digital product requires at least one file. Add another file first.");
    }
    await updateProduct(context, id, {}, context.now);
    return { id };
  },
  emits: "digital_product.updated",
});
