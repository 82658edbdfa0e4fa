import { contentOf } from "#database/content/content-of.ts";
import { rows, sql } from "#database/statements/sql.ts";
import { inIndexOrder } from "#database/statements/statement.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Position } from "#domain/platform/listing/cursor.ts";
import type { Product } from "#domain/offers/coupons/product.ts";
import type { RefundAccess } from "#domain/site/selling/refund-access.ts";

/** The policy of a product, which replaces the policy of the school. */
export interface RefundPolicyRow {
  productType: Product["type"];
  productId: string;
  access: RefundAccess;
  createdAt: Date;
}

const columns = sql`product_type, product_id, access, created_at`;

export const findRefundPolicy = ({ db, site }: SiteScope, productId: string): Promise<RefundPolicyRow | undefined> =>
  db.first<RefundPolicyRow>`
    select ${columns} from refund_policies where site_id = ${site.id} and product_id = ${productId}`;

/** Oldest first. */
export const listRefundPolicyRows = (
  { db, site }: SiteScope,
  after: Position | undefined,
  limit: number,
): Promise<RefundPolicyRow[]> => {
  const beyond = after
    ? sql`(created_at, product_id) > (${new Date(after.value)}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  return db.many<RefundPolicyRow>`
    ${inIndexOrder}
    select ${columns} from refund_policies where site_id = ${site.id} and ${beyond}
     order by created_at, product_id limit ${limit}`;
};

export async function upsertRefundPolicy(
  { db, site }: SiteScope,
  { type: productType, id: productId }: Product,
  access: RefundAccess,
  now: Date,
): Promise<void> {
  const row = { siteId: contentOf(site.id), productType, productId, access, createdAt: now, updatedAt: now };
  await db.run`
    insert into refund_policies ${rows(row)}
    on conflict (site_id, product_id) do update set access = excluded.access, updated_at = excluded.updated_at`;
}

/** Returns false if the product had no policy of its own. */
export const deleteRefundPolicy = async ({ db, site }: SiteScope, productId: string): Promise<boolean> =>
  (await db.write.first<{ productId: string }>`
    delete from refund_policies where site_id = ${contentOf(site.id)} and product_id = ${productId} returning product_id`) !==
  undefined;
