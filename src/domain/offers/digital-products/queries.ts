import { contentOf } from "#database/content/content-of.ts";
import { sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Reference } from "#domain/platform/fields.ts";
import { resourceNotFound } from "#domain/platform/resource-not-found.ts";
import type { ProductFile, ProductRow } from "./digital-product.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";

export const summaryColumns = sql`
  digital_products.id, digital_products.name, digital_products.slug, digital_products.status,
  digital_products.price_amount, digital_products.price_currency, digital_products.compare_at_amount,
  digital_products.access, digital_products.download_limit, digital_products.license, digital_products.cover_file_id,
  digital_products.tags, digital_products.sold_count, digital_products.published_at, digital_products.external_id,
  digital_products.metadata, digital_products.version, digital_products.created_at, digital_products.updated_at`;

export const columns = sql`
  ${summaryColumns}, digital_products.description_markdown, digital_products.description_html,
  digital_products.deleted_at`;

/** Absent fields get their column defaults. */
type NewProduct = Pick<ProductRow, "id" | "name" | "slug"> & Partial<ProductRow> & { searchTerms: string[] };

export const {
  findByReference: findProduct,
  lockByReference: lockProduct,
  insertUnique: insertProduct,
  update: updateProduct,
} = defineTable<ProductRow, NewProduct, Partial<ProductRow> & { searchTerms?: string[] }>("digital_products", {
  columns,
});

export async function requireProductToRead(scope: SiteScope, reference: Reference): Promise<ProductRow> {
  const product = await findProduct(scope, reference);
  if (!product) throw resourceNotFound("digitalProduct", reference);
  return product;
}

export const filesOf = ({ db, site }: SiteScope, productId: string): Promise<ProductFile[]> =>
  db.many<ProductFile>`
    select files.id as file_id, files.filename as name, files.byte_size
      from digital_product_files kept
     cross join ${table("files").joined(site.id, sql`kept.file_id`)}
     where kept.site_id = ${site.id} and kept.product_id = ${productId} and ${table("files").present}
     order by kept.position, files.id limit 100`;

/** Returns the files of several products, each with its product ID. */
export const filesOfProducts = ({ db, site }: SiteScope, productIds: readonly string[]) =>
  db.many<ProductFile & { productId: string }>`
    select digital_product_files.product_id, files.id as file_id, files.filename as name, files.byte_size
      from ${table("digital_product_files").under(site.id, "product_id", productIds)}
     cross join ${table("files").joined(site.id, sql`digital_product_files.file_id`)}
     where ${table("files").present}
     order by digital_product_files.position, files.id limit ${productIds.length * 100}`;

/** Appends a file. Returns false if the product already contains it. */
export async function addFile({ db, site }: SiteScope, productId: string, fileId: string): Promise<boolean> {
  // Not by the number of rows: a cluster counts those that it has sent to the node.
  const added = await db.write.first`
    insert into digital_product_files (site_id, product_id, file_id, position)
    select ${contentOf(site.id)}, ${productId}, ${fileId}, coalesce(max(position) + 1, 0) from digital_product_files
     where site_id = ${site.id} and product_id = ${productId}
    on conflict do nothing returning file_id`;
  return added !== undefined;
}

export const removeFile = ({ db, site }: SiteScope, productId: string, fileId: string): Promise<number> =>
  db.run`
    delete from digital_product_files
     where site_id = ${contentOf(site.id)} and product_id = ${productId} and file_id = ${fileId}`;

export const hasGrants = async ({ db, site }: SiteScope, productId: string): Promise<boolean> =>
  (await db.first`
    select id from digital_product_grants
     where site_id = ${site.id} and product_id = ${productId} and deleted_at is null limit 1`) !== undefined;

export const searchTermsOfProduct = (
  { site }: Pick<SiteScope, "site">,
  { name, descriptionMarkdown, tags }: Pick<ProductRow, "name"> & Partial<ProductRow>,
) => ({
  searchTerms: searchTermsFor(site, [name, tags?.join(" "), descriptionMarkdown], tags),
});
