import * as z from "zod";
import { isViewed } from "#access/caller.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { decodeCursor, encodeCursor, type Position } from "#domain/platform/listing/cursor.ts";
import { operation } from "#domain/platform/operation.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { givesBenefits } from "#domain/memberships/subscriptions/queries.ts";
import { filesOfProducts } from "#domain/offers/digital-products/acquired-products.ts";
import { downloadLink, includedDownloadLink } from "#domain/offers/digital-products/download-link.ts";

const list = { list: "myProducts" };

/** Digital products that the member has or that a membership includes, for the member's own page. */
export const listMyProducts = operation({
  name: "listMyProducts",
  summary: "List the digital products that the member can download",
  description: "By name, with the products that a membership includes while it lasts.",
  reads: { only: ["session"] },
  input: z.object({ limit: z.number().int().min(1).max(100), cursor: z.string().max(1000).optional() }),
  output: z.object({
    products: z.array(
      z.object({
        name: z.string(),
        /** Null for a product that is no longer on sale. */
        slug: z.string().nullable(),
        source: z.enum(["grant", "membership"]),
        expiresAt: z.date().nullable(),
        files: z.array(z.object({ name: z.string(), byteSize: z.number(), url: z.string().nullable() })),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
  async run(context, { limit, cursor }) {
    const found = await read(context, limit + 1, cursor === undefined ? undefined : decodeCursor(cursor, list));
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    const files = await filesOfProducts(
      context,
      page.map(({ productId }) => productId),
    );
    return {
      products: page.map((row) => ({
        name: row.name,
        slug: row.status === "published" ? row.slug : null,
        source: row.subscriptionId === null ? ("grant" as const) : ("membership" as const),
        expiresAt: row.expiresAt,
        files: (files.get(row.productId) ?? []).map(({ id, name, byteSize }) => ({
          name,
          byteSize,
          url: linkOf(context, row, id),
        })),
      })),
      nextCursor: last ? encodeCursor({ value: last.name, id: last.productId }, list) : null,
    };
  },
});

interface Row {
  productId: string;
  name: string;
  slug: string;
  status: string;
  downloadLimit: number | null;
  grantId: string | null;
  subscriptionId: string | null;
  downloads: number;
  expiresAt: Date | null;
}

/** A link works without the session. It is not for staff who view the school as the member. */
function linkOf(context: Context, row: Row, fileId: string): string | null {
  const { grantId, subscriptionId } = row;
  if (isViewed(context.caller)) return null;
  if (subscriptionId !== null) return includedDownloadLink(context, subscriptionId, fileId);
  return grantId === null ? null : downloadLink(context, { ...row, id: grantId }, fileId);
}

/** A grant comes before a membership, unless it has no downloads left. */
function read(context: Context, limit: number, after: Position | undefined): Promise<Row[]> {
  const { db, site, now } = context;
  const { memberId } = requireSession(context);
  const beyond: Sql = after
    ? sql`(digital_products.name, digital_products.id) > (${String(after.value)}::text, ${after.id}::uuid)`
    : sql`true`;
  return db.many<Row>`
    select distinct on (digital_products.name, digital_products.id)
           digital_products.id as product_id, digital_products.name, digital_products.slug, digital_products.status,
           digital_products.download_limit, given.grant_id, given.subscription_id, given.downloads, given.expires_at
      from (select grants.product_id, grants.id as grant_id, null::uuid as subscription_id, grants.downloads,
                   grants.expires_at
              from digital_product_grants grants
             where grants.site_id = ${site.id} and grants.member_id = ${memberId} and grants.deleted_at is null
               and (grants.expires_at is null or grants.expires_at > ${now})
             union all
            select unnest(membership_plans.digital_product_ids), null, subscriptions.id, 0, null
              from subscriptions
              join membership_plans
                on membership_plans.site_id = subscriptions.site_id and membership_plans.id = subscriptions.plan_id
             where subscriptions.site_id = ${site.id} and subscriptions.member_id = ${memberId}
               and ${givesBenefits(now)}) as given
     cross join ${table("digital_products").joined(site.id, sql`given.product_id`)}
     where digital_products.status <> 'draft' and digital_products.deleted_at is null and ${beyond}
     order by digital_products.name, digital_products.id,
              case when given.subscription_id is not null then 1
                   when digital_products.download_limit is null or given.downloads < digital_products.download_limit
                     then 0
                   else 2 end,
              given.subscription_id
     limit ${limit}`;
}
