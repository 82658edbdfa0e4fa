import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { anyOf, changeTimes, range, tagged } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import {
  DigitalProduct,
  DigitalProductSummary,
  type ListedProduct,
  serializeProduct,
  productStatuses,
} from "./digital-product.ts";
import { requireProductToRead, summaryColumns } from "./queries.ts";

/** Free products sort first. Must match the expression of the index. */
const price = sql`coalesce(digital_products.price_amount, 0)`;

const products = listing<ListedProduct>({
  kind: "digitalProduct",
  table: sql`digital_products`,
  columns: summaryColumns,
  searchable: true,
  defaultSort: "-createdAt",
  sorts: {
    createdAt: "timestamptz",
    updatedAt: "timestamptz",
    name: "text",
    price: { column: price, type: "bigint", of: (row: ListedProduct) => row.priceAmount ?? 0 },
  },
  filters: {
    status: anyOf(z.enum(productStatuses), sql`digital_products.status`),
    tag: tagged(sql`digital_products`),
    price: range(z.number().int().min(0), price),
    ...changeTimes(sql`digital_products`),
  },
});

export const listDigitalProducts = operation({
  name: "listDigitalProducts",
  summary: "List digital products",
  description: "Includes drafts.",
  reads: "digital_products:read",
  input: products.input,
  output: pageSchemaOf(DigitalProductSummary),
  run: async (context, input) =>
    mapPage(await products.page(context, input), (product) => serializeProduct(context, product)),
});

export const getDigitalProduct = operation({
  name: "getDigitalProduct",
  summary: "Retrieve a digital product",
  reads: "digital_products:read",
  input: z.object({ product: ReferenceTo("digitalProduct") }),
  output: DigitalProduct,
  async run(context, { product: reference }) {
    return serializeProduct(context, await requireProductToRead(context, reference));
  },
});
