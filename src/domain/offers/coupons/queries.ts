import { contentOf } from "#database/content/content-of.ts";
import { rows, type Sql, sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Reference } from "#domain/platform/fields.ts";
import type { CouponRecord, CouponRow } from "./coupon.ts";
import type { Product } from "./product.ts";

/** SQL expression for the status of a coupon at a given time. */
const statusAt = (now: Date): Sql => sql`
  case when not coupons.enabled then 'disabled'
       when coupons.expires_at <= ${now} then 'expired'
       when coupons.redeemed_count >= coupons.max_redemptions then 'exhausted'
       when coupons.starts_at > ${now} then 'scheduled'
       else 'active' end`;

/** Returns the same rule as conditions, for which the planner has row estimates. */
export function hasStatus(statuses: readonly CouponRecord["status"][], now: Date): Sql {
  const isOpen = sql`coupons.enabled and (coupons.expires_at is null or coupons.expires_at > ${now})`;
  const isLeft = sql`(coupons.max_redemptions is null or coupons.redeemed_count < coupons.max_redemptions)`;
  const conditions: Record<CouponRecord["status"], Sql> = {
    disabled: sql`not coupons.enabled`,
    expired: sql`(coupons.enabled and coupons.expires_at <= ${now})`,
    exhausted: sql`(${isOpen} and coupons.redeemed_count >= coupons.max_redemptions)`,
    scheduled: sql`(${isOpen} and ${isLeft} and coupons.starts_at > ${now})`,
    active: sql`(${isOpen} and ${isLeft} and (coupons.starts_at is null or coupons.starts_at <= ${now}))`,
  };
  return sql`(${statuses.map((status) => conditions[status]).reduce((left, right) => sql`${left} or ${right}`)})`;
}

export const columns = (now: Date): Sql => sql`
  coupons.id, coupons.code, coupons.name, coupons.discount_kind, coupons.discount_percent, coupons.discount_amount,
  coupons.discount_currency, coupons.applies_to, coupons.product_types, coupons.min_total_amount,
  coupons.min_total_currency, coupons.max_redemptions, coupons.max_per_member, coupons.first_purchase_only,
  coupons.member_ids, coupons.starts_at, coupons.expires_at, coupons.duration, coupons.duration_payments,
  coupons.stackable, coupons.enabled, coupons.redeemed_count, coupons.external_id, coupons.metadata, coupons.version,
  coupons.created_at, coupons.updated_at, ${statusAt(now)} as status,
  (select coalesce(jsonb_agg(jsonb_build_object('type', product.product_type, 'id', product.product_id)
                             order by product.position), '[]')
     from coupon_products product
    where product.site_id = coupons.site_id and product.coupon_id = coupons.id) as products`;

/** Finds a coupon by ID or code. */
export function findCoupon(
  { db, site }: SiteScope,
  reference: Reference,
  now: Date,
): Promise<CouponRecord | undefined> {
  return "id" in reference
    ? db.first<CouponRecord>`
        select ${columns(now)} from coupons
         where site_id = ${site.id} and id = ${reference.id} and ${table("coupons").present}`
    : db.first<CouponRecord>`
        select ${columns(now)} from coupons
         where site_id = ${site.id} and code = ${reference.slug.toUpperCase()} and deleted_at is null`;
}

/** Finds a coupon by ID or code and locks it until the transaction ends. */
export async function lockCoupon(
  { db, site }: SiteScope,
  reference: Reference,
  now: Date,
): Promise<CouponRecord | undefined> {
  const existing =
    "id" in reference
      ? await db.first<{ id: string }>`
          select id from coupons
           where site_id = ${site.id} and id = ${reference.id} and ${table("coupons").present} for no key update`
      : await db.first<{ id: string }>`
          select id from coupons
           where site_id = ${site.id} and code = ${reference.slug.toUpperCase()} and deleted_at is null
             for no key update`;
  return existing && findCoupon({ db, site }, { id: existing.id }, now);
}

type NewRow = Pick<CouponRow, "id" | "code"> & Partial<CouponRow>;

/** Inserts coupons and returns the inserted ones. Skips codes and external IDs that are already taken. */
export function insertCoupons(
  { db, site }: SiteScope,
  coupons: readonly NewRow[],
  now: Date,
): Promise<{ id: string; code: string }[]> {
  const siteId = contentOf(site.id);
  const [first, ...others] = coupons.map((coupon) => ({ siteId, ...coupon, createdAt: now, updatedAt: now }));
  return db.write.many<{ id: string; code: string }>`
    insert into coupons ${rows({ siteId, ...first }, ...others)} on conflict do nothing returning id, code`;
}

export const { update: updateCoupon } = defineTable<
  never,
  never,
  Partial<Omit<CouponRow, "id" | "version">> & { deletedAt?: Date }
>("coupons");

/** Replaces the products that coupons apply to. */
export async function applyToProducts(
  { db, site }: SiteScope,
  couponIds: readonly string[],
  products: readonly Product[],
): Promise<void> {
  await db.run`delete from coupon_products where site_id = ${contentOf(site.id)} and coupon_id = any(${couponIds}::uuid[])`;
  await db.run`
    insert into coupon_products (site_id, coupon_id, product_type, product_id, position)
    select ${contentOf(site.id)}, coupon_id, product_type, product_id, position
      from unnest(${couponIds}::uuid[]) as coupon_id,
           unnest(${products.map(({ type }) => type)}::text[], ${products.map(({ id }) => id)}::uuid[])
             with ordinality as product (product_type, product_id, position)
    on conflict do nothing`;
}

/** Returns the index of the first ID that is not a member of the site, or -1. */
export async function missingMember({ db, site }: SiteScope, ids: readonly string[]): Promise<number> {
  const found = await db.many<{ id: string }>`
    select id from ${table("members").withIds(site.id, ids)}
     where members.deleted_at is null`;
  const existingIds = new Set(found.map(({ id }) => id));
  return ids.findIndex((id) => !existingIds.has(id));
}
