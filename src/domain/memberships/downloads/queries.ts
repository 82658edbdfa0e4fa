import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { digest } from "#lib/secrets/secret.ts";
import type { AcquiredProduct } from "#domain/offers/digital-products/acquired-products.ts";
import { givesBenefits } from "#domain/memberships/subscriptions/queries.ts";

type Allowance = Pick<AcquiredProduct, "downloads" | "downloadLimit">;

/**
 * Locks a valid grant and returns its download allowance for a file of its product. Returns undefined if the grant,
 * file or member is not active.
 */
export const lockDownload = ({ db, site }: SiteScope, grantId: string, fileId: string, now: Date) =>
  db.first<Allowance & { memberId: string; productId: string }>`
    select digital_product_grants.downloads, digital_products.download_limit, digital_product_grants.member_id, digital_product_grants.product_id
      from digital_product_grants
      join digital_products
        on digital_products.site_id = digital_product_grants.site_id and digital_products.id = digital_product_grants.product_id
       and ${table("digital_products").present}
      join digital_product_files kept
        on kept.site_id = digital_product_grants.site_id and kept.product_id = digital_product_grants.product_id and kept.file_id = ${fileId}
      join members on members.site_id = digital_product_grants.site_id and members.id = digital_product_grants.member_id and members.status = 'active'
     where digital_product_grants.site_id = ${site.id} and digital_product_grants.id = ${grantId} and ${table("digital_product_grants").present}
       and (digital_product_grants.expires_at is null or digital_product_grants.expires_at > ${now})
       for no key update of digital_product_grants`;

/**
 * Returns the product and the member of a download that a subscription includes. Returns undefined if the subscription
 * gives no benefits, or the product, file or member is not active.
 */
export const findIncludedDownload = ({ db, site }: SiteScope, subscriptionId: string, fileId: string, now: Date) =>
  db.first<{ memberId: string; productId: string }>`
    select subscriptions.member_id, digital_products.id as product_id
      from subscriptions
      join membership_plans
        on membership_plans.site_id = subscriptions.site_id and membership_plans.id = subscriptions.plan_id
      join members
        on members.site_id = subscriptions.site_id and members.id = subscriptions.member_id
       and members.status = 'active'
      join digital_product_files
        on digital_product_files.site_id = subscriptions.site_id and digital_product_files.file_id = ${fileId}
       and digital_product_files.product_id = any(membership_plans.digital_product_ids)
      join digital_products
        on digital_products.site_id = subscriptions.site_id and digital_products.id = digital_product_files.product_id
       and digital_products.status <> 'draft' and ${table("digital_products").present}
     where subscriptions.site_id = ${site.id} and subscriptions.id = ${subscriptionId} and ${givesBenefits(now)}
     order by digital_products.id limit 1`;

/** Counts a link on its first use. */
export async function beginDownload(
  { db, site }: SiteScope,
  { grantId, fileId, endsAt }: { grantId: string; fileId: string; endsAt: Date },
  { downloads, downloadLimit }: Allowance,
  now: Date,
): Promise<"counted" | "again" | "used_up"> {
  const link = digest(`${grantId}\n${fileId}\n${endsAt.getTime()}`);
  const begun = await db.first`
    select expires_at from begun_downloads where site_id = ${site.id} and digest = ${link}`;
  if (begun) return "again";
  if (downloadLimit !== null && downloads >= downloadLimit) return "used_up";
  await db.run`
    insert into begun_downloads (site_id, digest, expires_at) values (${site.id}, ${link}, ${endsAt})`;
  await db.run`
    update digital_product_grants set downloads = downloads + 1, updated_at = ${now}
     where site_id = ${site.id} and id = ${grantId}`;
  return "counted";
}

/** Records the first use of a link of a subscription. Returns false if it was used before. */
export async function beginIncludedDownload(
  { db, site }: SiteScope,
  { subscriptionId, fileId, endsAt }: { subscriptionId: string; fileId: string; endsAt: Date },
): Promise<boolean> {
  const link = digest(`${subscriptionId}\n${fileId}\n${endsAt.getTime()}`);
  const inserted = await db.run`
    insert into begun_downloads (site_id, digest, expires_at) values (${site.id}, ${link}, ${endsAt})
    on conflict do nothing`;
  return inserted === 1;
}
