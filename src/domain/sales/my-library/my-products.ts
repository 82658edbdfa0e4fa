import * as z from "zod";
import {
  filesOfProducts,
  listAcquiredProducts,
  remainingDownloads,
} from "#domain/offers/digital-products/acquired-products.ts";
import { downloadLink } from "#domain/offers/digital-products/download-link.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { cursorAfter, ownId, rowsPage, positionAfter } from "./my-member.ts";

const OwnProduct = z.object({
  id: Id("digitalProductGrant"),
  productId: Id("digitalProduct"),
  slug: z.string(),
  name: z.string(),
  acquiredAt: Instant,
  expiresAt: Instant.nullable().meta({ description: "Null: lifetime access" }),
  remainingDownloads: z.number().int().nullable().meta({ description: "For all files together. Null: unlimited" }),
  files: z.array(
    z.object({
      id: Id("file"),
      name: z.string(),
      contentType: z.string(),
      byteSize: z.number().int().min(0),
      /** Null if no downloads are left or the access has ended. */
      downloadUrl: z.string().nullable().meta({ description: "Valid for 10 minutes, only for this member" }),
    }),
  ),
  url: z.string(),
});

const list = { list: "ownProducts" };

export const listOwnProducts = operation({
  name: "listOwnProducts",
  summary: "List the member's digital products",
  description: "Newest first, with download links.",
  reads: "account:read",
  input: z.object({
    limit: z.number().int().min(1).max(100).default(20),
    cursor: z.string().max(1000).optional(),
  }),
  output: pageSchemaOf(OwnProduct),
  async run(context, { limit, cursor }) {
    const position = positionAfter(cursor, list);
    const after = position && { acquiredAt: position.at, id: position.id };
    const rows = await listAcquiredProducts(context, ownId(context), { first: limit + 1, after });
    const ids = rows.map(({ productId }) => productId);
    const files = await filesOfProducts(context, ids);
    return rowsPage(rows, limit, {
      show: (row) => ({
        ...row,
        remainingDownloads: remainingDownloads(row),
        files: (files.get(row.productId) ?? []).map((file) => ({
          ...file,
          downloadUrl: downloadLink(context, row, file.id),
        })),
        url: `${context.site.origin}/digital-products/${row.slug}`,
      }),
      cursorOf: ({ acquiredAt, id }) => cursorAfter({ at: acquiredAt, id }, list),
    });
  },
});
