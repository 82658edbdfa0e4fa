import { defineTable } from "#database/table/define-table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { MembershipPricingRow } from "./membership-pricing.ts";

const pricings = defineTable<MembershipPricingRow, NewPricing, Partial<Omit<MembershipPricingRow, "id" | "version">>>(
  "membership_pricings",
);
const { columns } = pricings;
export const {
  find: findPricing,
  lock: lockPricing,
  insertUnique: insertPricing,
  update: updatePricing,
  listById: listPricingsById,
} = pricings;

/** Maximum number of prices per plan. Prices are returned in one unpaginated list, oldest first. */
export const maxPricings = 100;

/** Returns the prices of several plans, in order within each plan. */
export const listPricingsOfPlans = pricings.listUnder("plan_id", "created_at", maxPricings);

export const listPricingsOf = ({ db, site }: SiteScope, planId: string): Promise<MembershipPricingRow[]> =>
  db.many<MembershipPricingRow>`
    select ${columns} from membership_pricings
     where site_id = ${site.id} and plan_id = ${planId} and deleted_at is null
     order by created_at, id limit ${maxPricings}`;

type NewPricing = Pick<MembershipPricingRow, "id" | "planId" | "priceAmount" | "priceCurrency"> &
  Partial<MembershipPricingRow>;

/** Returns true if the price has subscriptions or orders. */
export const isPricingInUse = async ({ db, site }: SiteScope, id: string): Promise<boolean> =>
  (await db.first`
    select id from subscriptions where site_id = ${site.id} and pricing_id = ${id} limit 1`) !== undefined ||
  (await db.first`
    select id from order_lines where site_id = ${site.id} and product_id = ${id} limit 1`) !== undefined;

/** Returns true if subscriptions change to the price with their next period. */
export const isNextPricing = async ({ db, site }: SiteScope, id: string): Promise<boolean> =>
  (await db.first`
    select id from subscriptions where site_id = ${site.id} and next_pricing_id = ${id} limit 1`) !== undefined;
