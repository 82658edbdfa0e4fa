import { sql, recordset } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import { countedAt } from "#domain/platform/time/content-time.ts";
import type { SiteScope, Context } from "#domain/platform/context.ts";
import { personOf } from "#domain/platform/joined-person.ts";
import type { GrantRow } from "./digital-product.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";
import { RetryableProblem } from "#domain/platform/problem.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { addDays } from "#lib/time/zoned-time.ts";
import { findProduct } from "./queries.ts";

interface ProductGrantInput {
  memberId: string;
  /** Undefined: by the access rule of the product. Null: never. */
  expiresAt?: Date | null | undefined;
  source: GrantRow["source"];
  /** The start of the access. Defaults to now. */
  grantedAt?: Date | undefined;
}

/** Grants a product to a member. An unexpired grant is kept. */
export async function giveProduct(
  context: Context,
  productId: string,
  { memberId, expiresAt, source, grantedAt = context.now }: ProductGrantInput,
): Promise<{ id: string; productId: string; created: boolean }> {
  const { now } = context;
  const { access } = await mustExist(findProduct(context, { id: productId }));
  const existing = await findGrantOf(context, productId, memberId);
  if (existing && (existing.expiresAt === null || existing.expiresAt > now))
    return { id: existing.id, productId, created: false };
  if (existing) await deleteGrant(context, existing.id, now);
  const end = access.kind === "days" ? addDays(await findTimeZone(context), grantedAt, access.days) : null;
  const id = newId();
  const grant = { id, productId, memberId, source, grantedAt };
  if (!(await grants.insertUnique(context, { ...grant, expiresAt: expiresAt === undefined ? end : expiresAt }, now))) {
    throw new RetryableProblem("conflict", "The product was granted to the same person concurrently.");
  }
  if (!existing) await countSold(context, productId, 1, context.now);
  return { id, productId, created: true };
}

export function grantedEvent(id: string): OutboxEvent {
  const objectId = formatId("digitalProductGrant", id);
  return { type: "digital_product.granted", objectId, data: { id: objectId, object: "digital_product_grant" } };
}

export const grantColumns = sql`
  digital_product_grants.id, digital_product_grants.product_id, digital_product_grants.member_id,
  digital_product_grants.source, digital_product_grants.granted_at, digital_product_grants.expires_at,
  digital_product_grants.downloads, digital_product_grants.version, digital_product_grants.created_at,
  digital_product_grants.updated_at, person.email, person.name`;

export const grantPerson = personOf(sql`digital_product_grants`);

type NewGrant = Pick<GrantRow, "id" | "productId" | "memberId" | "source" | "grantedAt" | "expiresAt">;

const grants = defineTable<never, NewGrant>("digital_product_grants");

export const deleteGrant = grants.softDelete;

export const findGrantOf = ({ db, site }: SiteScope, productId: string, memberId: string) =>
  db.first<Pick<GrantRow, "id" | "expiresAt">>`
    select id, expires_at from digital_product_grants
     where site_id = ${site.id} and member_id = ${memberId} and product_id = ${productId} and deleted_at is null`;

export const findGrant = ({ db, site }: SiteScope, id: string) =>
  db.first<Pick<GrantRow, "id" | "memberId" | "expiresAt">>`
    select id, member_id, expires_at from digital_product_grants
     where site_id = ${site.id} and id = ${id} and ${table("digital_product_grants").present}`;

export const lockGrant = ({ db, site }: SiteScope, id: string) =>
  db.first<Pick<GrantRow, "id" | "productId" | "version">>`
    select id, product_id, version from digital_product_grants
     where site_id = ${site.id} and id = ${id} and ${table("digital_product_grants").present} for no key update`;

/** Locks the product of a grant until the transaction ends. */
export const lockProductOf = ({ db, site }: SiteScope, id: string) =>
  db.run`
    select id from digital_products
     where site_id = ${site.id}
       and id = (select product_id from digital_product_grants where site_id = ${site.id} and id = ${id})
       for no key update`;

/** Does not change the version, which covers only the editable fields. */
export async function countSold({ db, site }: SiteScope, productId: string, by: 1 | -1, now: Date): Promise<void> {
  await db.run`
    update digital_products set sold_count = greatest(sold_count + ${by}, 0), ${countedAt(sql`digital_products`, now)}
     where site_id = ${site.id} and id = ${productId}`;
}

/** Access that a member had at another site. */
export type FormerGrant = Pick<GrantRow, "memberId" | "source" | "grantedAt" | "expiresAt" | "downloads">;

/**
 * Inserts the access of members to a product as it was. Members who have the product keep their access.
 * Returns their number, and the IDs of members whom the site lacks.
 */
export async function restoreGrants(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  productId: string,
  former: readonly FormerGrant[],
): Promise<{ created: number; unknown: string[] }> {
  const memberIds = former.map(({ memberId }) => memberId);
  const members = await db.many<{ id: string }>`
    select id from ${table("members").withIds(site.id, memberIds)} where ${table("members").present}`;
  const memberIdsHere = new Set(members.map(({ id }) => id));
  const restored = former
    .filter(({ memberId }) => memberIdsHere.has(memberId))
    .map((grant) => ({ ...grant, id: newId() }));
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
  return { created, unknown: memberIds.filter((id) => !memberIdsHere.has(id)) };
}
