import { recordset, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { countedAt } from "#domain/platform/time/content-time.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import type { GrantRow } from "./grant.ts";

/** Access that a member had at another site. */
export type FormerGrant = Pick<GrantRow, "memberId" | "source" | "grantedAt" | "expiresAt" | "downloads">;

/**
 * Inserts the access of members to a product as it was. Members who have the product keep their access.
 * Returns their number, and the IDs of members whom the site lacks.
 */
export async function restoreGrants(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  productId: string,
  grants: readonly FormerGrant[],
): Promise<{ created: number; unknown: string[] }> {
  const memberIds = grants.map(({ memberId }) => memberId);
  const members = await db.many<{ id: string }>`
    select id from ${table("members").withIds(site.id, memberIds)} where ${table("members").present}`;
  const known = new Set(members.map(({ id }) => id));
  const restored = grants.filter(({ memberId }) => known.has(memberId)).map((grant) => ({ ...grant, id: newId() }));
  // On a Citus cluster, the number of inserted rows would include those that exist.
  const { length: created } = await db.write.many`
    insert into digital_product_grants (site_id, id, product_id, member_id, source, granted_at, expires_at, downloads,
                                        created_at, updated_at)
    select ${site.id}, id, ${productId}::uuid, member_id, source, granted_at, expires_at, downloads, ${now}, ${now}
      from jsonb_populate_recordset(null::digital_product_grants, ${recordset(restored)}::jsonb)
    on conflict do nothing returning id`;
  if (created > 0) {
    await db.run`
      update digital_products set sold_count = sold_count + ${created}, ${countedAt(sql`digital_products`, now)}
       where site_id = ${site.id} and id = ${productId}`;
  }
  return { created, unknown: memberIds.filter((id) => !known.has(id)) };
}
