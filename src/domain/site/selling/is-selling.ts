import type { SiteScope } from "#domain/platform/context.ts";

/** Returns true if the school has enabled a payment method. */
export const isSelling = async ({ db, site }: SiteScope): Promise<boolean> =>
  (await db.first`select 1 as found from payment_accounts where site_id = ${site.id} and enabled limit 1`) !==
  undefined;
