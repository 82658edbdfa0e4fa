import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";

/** A member's digital product, expired or not. */
export interface AcquiredProduct {
  /** Grant ID. */
  id: string;
  productId: string;
  slug: string;
  name: string;
  coverFileId: string | null;
  acquiredAt: Date;
  /** Null: lifetime access. */
  expiresAt: Date | null;
  downloads: number;
  /** For all files together. Null: unlimited. */
  downloadLimit: number | null;
}

/** Looks up the product of each grant by its key, with or without planner statistics. */
const withProduct = sql`cross join ${table("digital_products").of("owned", "product_id")}`;

/** Returns the member's grants, newest first. Excludes revoked grants. */
export function listAcquiredProducts(
  { db, site }: SiteScope,
  memberId: string,
  { first, after, id }: { first: number; after?: { acquiredAt: Date; id: string } | undefined; id?: string },
): Promise<AcquiredProduct[]> {
  const beyond: Sql = after
    ? sql`(owned.granted_at, owned.id) < (${after.acquiredAt}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  return db.many<AcquiredProduct>`
    select owned.id, owned.product_id, digital_products.slug, digital_products.name, digital_products.cover_file_id,
           owned.granted_at as acquired_at, owned.expires_at, owned.downloads, digital_products.download_limit
      from digital_product_grants owned
      ${withProduct}
     where owned.site_id = ${site.id} and owned.member_id = ${memberId} and owned.deleted_at is null
       and digital_products.deleted_at is null and ${beyond}
       and ${id === undefined ? sql`true` : sql`owned.id = ${id}`}
     order by owned.granted_at desc, owned.id desc
     limit ${first}`;
}

/** Returns the member's grant of a product. */
export const findAcquiredProduct = (
  { db, site }: SiteScope,
  { memberId, productId }: { memberId: string; productId: string },
): Promise<AcquiredProduct | undefined> =>
  db.first<AcquiredProduct>`
    select owned.id, owned.product_id, digital_products.slug, digital_products.name, digital_products.cover_file_id,
           owned.granted_at as acquired_at, owned.expires_at, owned.downloads, digital_products.download_limit
      from digital_product_grants owned
      ${withProduct}
     where owned.site_id = ${site.id} and owned.member_id = ${memberId} and owned.product_id = ${productId}
       and owned.deleted_at is null and digital_products.deleted_at is null`;

export async function countAcquiredProducts({ db, site }: SiteScope, memberId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>`
    select count(*) from digital_product_grants owned
      ${withProduct}
     where owned.site_id = ${site.id} and owned.member_id = ${memberId} and owned.deleted_at is null
       and digital_products.deleted_at is null`;
  return count;
}

export interface AcquiredFile {
  id: string;
  name: string;
  contentType: string;
  byteSize: number;
}

/** Returns the files of products, keyed by product ID, in display order. */
export async function filesOfProducts(
  { db, site }: SiteScope,
  productIds: readonly string[],
): Promise<Map<string, AcquiredFile[]>> {
  const found = await db.many<AcquiredFile & { productId: string }>`
    select digital_product_files.product_id, files.id, files.filename as name, files.content_type, files.byte_size
      from ${table("digital_product_files").under(site.id, "product_id", productIds)}
     cross join ${table("files").joined(site.id, sql`digital_product_files.file_id`)}
     where ${table("files").present}
     order by digital_product_files.product_id, digital_product_files.position, files.id`;
  return Map.groupBy(found, ({ productId }) => productId);
}

/** Returns the number of remaining downloads. Null: unlimited. */
export const remainingDownloads = ({
  downloads,
  downloadLimit,
}: Pick<AcquiredProduct, "downloads" | "downloadLimit">): number | null =>
  downloadLimit === null ? null : Math.max(0, downloadLimit - downloads);
