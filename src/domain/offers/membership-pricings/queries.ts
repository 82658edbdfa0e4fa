import { assignments, rows, sql } from "#database/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { MembershipPricingRow } from "./membership-pricing.ts";

const columns = sql`
  membership_pricings.id, membership_pricings.plan_id, membership_pricings.label, membership_pricings.price_amount,
  membership_pricings.price_currency, membership_pricings.interval, membership_pricings.interval_count,
  membership_pricings.active, membership_pricings.external_id, membership_pricings.metadata,
  membership_pricings.version, membership_pricings.created_at, membership_pricings.updated_at`;

/** Maximum number of prices per plan. Prices are returned in one unpaginated list, oldest first. */
export const maxPricings = 100;

export const listPricingsOf = ({ db, site }: SiteScope, planId: string): Promise<MembershipPricingRow[]> =>
  db.many<MembershipPricingRow>`
    select ${columns} from membership_pricings
     where site_id = ${site.id} and plan_id = ${planId} and deleted_at is null
     order by created_at, id limit ${maxPricings}`;

/** Returns the prices of several plans, in order within each plan. */
export const listPricingsOfPlans = (
  { db, site }: SiteScope,
  planIds: readonly string[],
): Promise<MembershipPricingRow[]> =>
  db.many<MembershipPricingRow>`
    select ${columns} from ${table("membership_pricings").under(site.id, "plan_id", planIds)}
     where membership_pricings.deleted_at is null
     order by created_at, id limit ${planIds.length * maxPricings}`;

export const findPricing = ({ db, site }: SiteScope, id: string): Promise<MembershipPricingRow | undefined> =>
  db.first<MembershipPricingRow>`
    select ${columns} from membership_pricings where site_id = ${site.id} and id = ${id} and ${table("membership_pricings").present}`;

export const listPricingsById = ({ db, site }: SiteScope, ids: readonly string[]): Promise<MembershipPricingRow[]> =>
  db.many<MembershipPricingRow>`
    select ${columns} from ${table("membership_pricings").withIds(site.id, ids)}
     where membership_pricings.deleted_at is null`;

export const lockPricing = ({ db, site }: SiteScope, id: string): Promise<MembershipPricingRow | undefined> =>
  db.first<MembershipPricingRow>`
    select ${columns} from membership_pricings
     where site_id = ${site.id} and id = ${id} and ${table("membership_pricings").present} for no key update`;

type NewPricing = Pick<MembershipPricingRow, "id" | "planId" | "priceAmount" | "priceCurrency"> &
  Partial<MembershipPricingRow>;

/** Returns false if the external ID is already taken. */
export async function insertPricing({ db, site }: SiteScope, pricing: NewPricing, now: Date): Promise<boolean> {
  const row = { siteId: site.id, ...pricing, createdAt: now, updatedAt: now };
  return (await db.run`insert into membership_pricings ${rows(row)} on conflict do nothing`) === 1;
}

export async function updatePricing(
  { db, site }: SiteScope,
  id: string,
  changes: Partial<Omit<MembershipPricingRow, "id" | "version">>,
  now: Date,
): Promise<void> {
  await db.run`
    update membership_pricings set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
     where site_id = ${site.id} and id = ${id}`;
}

/** Returns true if the price has subscriptions or orders. */
export const isPricingInUse = async ({ db, site }: SiteScope, id: string): Promise<boolean> =>
  (await db.first`
    select id from subscriptions where site_id = ${site.id} and pricing_id = ${id} limit 1`) !== undefined ||
  (await db.first`
    select id from order_lines where site_id = ${site.id} and product_id = ${id} limit 1`) !== undefined;
