import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { filesOf } from "#domain/offers/digital-products/queries.ts";
import { AccessRule, Money, ReferenceTo, moneyOf } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { equalTo, tagged, withPredicate } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { fileAddress, publicFile } from "./public-file.ts";

const PublicDigitalProductSummary = z.object({
  id: Id("digitalProduct"),
  slug: z.string(),
  name: z.string(),
  /** Null if the product is free. */
  price: Money.nullable(),
  compareAtPrice: Money.nullable(),
  access: AccessRule,
  tags: z.array(z.string()),
  coverUrl: z.string().nullable(),
  url: z.string(),
});
export type PublicDigitalProductSummary = z.output<typeof PublicDigitalProductSummary>;

const PublicDigitalProduct = PublicDigitalProductSummary.extend({
  descriptionMarkdown: z.string(),
  downloadLimit: z.number().int().min(1).nullable(),
  license: z.string().nullable(),
  /** Contents of the product, without download links. Links are only for buyers. */
  files: z.array(z.object({ name: z.string(), byteSize: z.number().int().min(0) })),
});

interface Row extends Omit<PublicDigitalProductSummary, "price" | "compareAtPrice" | "coverUrl" | "url"> {
  coverFileId: string | null;
  priceAmount: number | null;
  priceCurrency: string | null;
  compareAtAmount: number | null;
  createdAt: Date;
}

const columns: Sql = sql`
  digital_products.id, digital_products.slug, digital_products.name, digital_products.price_amount,
  digital_products.price_currency, digital_products.compare_at_amount, digital_products.access, digital_products.tags,
  digital_products.created_at, ${publicFile(sql`digital_products`, sql`digital_products.cover_file_id`)} as cover_file_id`;

/** Condition for products in the public catalog. */
export const isListedProduct = sql`digital_products.status = 'published' and digital_products.deleted_at is null`;

const listed = {
  ...withPredicate(equalTo(sql`digital_products.status`, sql`'published'`), sql`digital_products.deleted_at is null`),
  condition: isListedProduct,
};

const products = listing<Row>({
  kind: "digitalProduct",
  table: sql`digital_products`,
  columns,
  searchable: true,
  keepsDeleted: false,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", name: "text" },
  filters: { tag: tagged(sql`digital_products`) },
});

export const browseDigitalProducts = operation({
  name: "browseDigitalProducts",
  summary: "List public digital products",
  reads: forAnyone,
  input: products.input.extend({ limit: z.number().int().min(1).max(100).default(20) }),
  output: pageSchemaOf(PublicDigitalProductSummary),
  run: async (context, input) =>
    mapPage(await products.page(context, input, { confine: [listed] }), (row) => serialize(context, row)),
});

export const showDigitalProduct = operation({
  name: "showDigitalProduct",
  summary: "Retrieve a public digital product",
  reads: forAnyone,
  input: z.object({ product: ReferenceTo("digitalProduct") }),
  output: PublicDigitalProduct,
  async run(context, { product: reference }) {
    const { db, site } = context;
    const found = await db.first<
      Row & Pick<z.output<typeof PublicDigitalProduct>, "descriptionMarkdown" | "downloadLimit" | "license">
    >`
      select ${columns}, digital_products.description_markdown, digital_products.download_limit, digital_products.license
        from ${table("digital_products").withReference(site.id, reference)}
       where digital_products.site_id = ${site.id} and ${isListedProduct}`;
    if (!found) throw notFound("digital product", "id" in reference ? "with this ID" : reference.slug);
    return { ...serialize(context, found), files: await filesOf(context, found.id) };
  },
});

function serialize<Input extends Row>(scope: SiteScope, row: Input) {
  const { priceAmount, priceCurrency, compareAtAmount, coverFileId, ...product } = row;
  return {
    ...product,
    price: moneyOf(priceAmount, priceCurrency),
    compareAtPrice: moneyOf(compareAtAmount, priceCurrency),
    coverUrl: fileAddress(scope, coverFileId),
    url: `${scope.site.origin}/digital-products/${row.slug}`,
  };
}
