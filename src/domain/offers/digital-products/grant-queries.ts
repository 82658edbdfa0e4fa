import { sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import { countedAt } from "#domain/platform/time/content-time.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { personOf } from "#domain/platform/joined-person.ts";
import type { GrantRow } from "./grant.ts";

export const grantColumns = sql`
  digital_product_grants.id, digital_product_grants.product_id, digital_product_grants.member_id,
  digital_product_grants.source, digital_product_grants.granted_at, digital_product_grants.expires_at,
  digital_product_grants.downloads, digital_product_grants.version, digital_product_grants.created_at,
  digital_product_grants.updated_at, person.email, person.name`;

export const grantPerson = personOf(sql`digital_product_grants`);

type NewGrant = Pick<GrantRow, "id" | "productId" | "memberId" | "source" | "grantedAt" | "expiresAt">;

export const { insertUnique: insertGrant, softDelete: deleteGrant } = defineTable<never, NewGrant>(
  "digital_product_grants",
);

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
