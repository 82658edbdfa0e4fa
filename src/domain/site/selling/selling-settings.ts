import * as z from "zod";
import { contentOf } from "#database/content/content-of.ts";
import { rows } from "#database/statements/sql.ts";
import { columnsOf } from "#database/table/define-table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { RefundAccess } from "./refund-access.ts";
import type { Seller } from "#domain/sales/orders/change-order.ts";

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Expected at most ${max} characters.`)
    .transform((value) => (value === "" ? null : value))
    .nullable();
const whole = (expected: string, min: number, max: number) =>
  z.number(expected).int(expected).min(min, expected).max(max, expected);

/** Settings of sales. Out of reach of tokens and API keys. */
export const SellingSettings = z.object({
  /** On receipts. Null: the name of the school. */
  sellerName: text(200),
  sellerAddress: text(500),
  sellerTaxId: text(50),
  /** Included in all prices, in hundredths of a percent: 500 is 5 %. */
  taxRate: whole("Expected a tax rate from 0 to 100 percent, with at most two decimals.", 0, 10_000),
  taxName: text(50),
  /** Effect of a full refund on the access that was bought. Products can have a policy of their own. */
  refundAccess: RefundAccess,
  /** Minutes for which seats and coupons are reserved for a member who is paying. */
  checkoutMinutes: whole("Expected 5 to 1440 minutes.", 5, 1440),
  /** Days for which access lasts after a renewal or an installment was due. */
  graceDays: whole("Expected 0 to 60 days.", 0, 60),
  /** Hours for which a seat is reserved for a person on the waitlist, who has to pay for it. */
  waitlistHours: whole("Expected 1 to 168 hours.", 1, 168),
  /** Days for which the school returns the money. The checkout says it. 0: it promises nothing. */
  moneyBackDays: whole("Expected 0 to 365 days.", 0, 365),
});
export type SellingSettings = z.output<typeof SellingSettings>;

const defaultSelling: SellingSettings = {
  sellerName: null,
  sellerAddress: null,
  sellerTaxId: null,
  taxRate: 0,
  taxName: null,
  refundAccess: "end",
  checkoutMinutes: 30,
  graceDays: 7,
  waitlistHours: 24,
  moneyBackDays: 0,
};

const columns = columnsOf("selling_settings", "created_at updated_at");

export const findSelling = async ({ db, site }: SiteScope): Promise<SellingSettings> =>
  (await db.first<SellingSettings>`select ${columns} from selling_settings where site_id = ${site.id}`) ??
  defaultSelling;

export async function saveSelling({ db, site }: SiteScope, settings: SellingSettings, now: Date): Promise<void> {
  const row = { siteId: contentOf(site.id), ...settings, createdAt: now, updatedAt: now };
  await db.run`
    insert into selling_settings ${rows(row)}
    on conflict (site_id) do update
       set seller_name = excluded.seller_name, seller_address = excluded.seller_address,
           seller_tax_id = excluded.seller_tax_id, tax_rate = excluded.tax_rate, tax_name = excluded.tax_name,
           refund_access = excluded.refund_access, checkout_minutes = excluded.checkout_minutes,
           grace_days = excluded.grace_days, waitlist_hours = excluded.waitlist_hours,
           money_back_days = excluded.money_back_days, updated_at = excluded.updated_at`;
}

/** Returns the school as receipts name it. */
export const sellerOf = ({ sellerName, sellerAddress, sellerTaxId, taxName }: SellingSettings): Seller => ({
  name: sellerName,
  address: sellerAddress,
  taxId: sellerTaxId,
  taxName,
});

/** The tax that an amount includes. Rounded to the nearest minor unit. */
export const includedTax = (amount: number, rate: number): number => Math.round((amount * rate) / (10_000 + rate));

/** Returns true if the school has enabled a payment method. */
export const isSelling = async ({ db, site }: SiteScope): Promise<boolean> =>
  (await db.first`select 1 as found from payment_accounts where site_id = ${site.id} and enabled limit 1`) !==
  undefined;
