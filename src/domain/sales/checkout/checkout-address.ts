import type { Site } from "#domain/platform/site/site.ts";

/** Path of the checkout of a price or product. `startsAt`: the chosen time of a session. */
export const checkoutPath = (item: string, coupon?: string, startsAt?: string): string =>
  `/checkout?${new URLSearchParams({ item, ...(coupon && { coupon }), ...(startsAt && { starts_at: startsAt }) }).toString()}`;

/** Address of the checkout of a price or product, by its encoded ID (`cpl_…`). A person pays there. */
export const checkoutAddress = ({ origin }: Pick<Site, "origin">, item: string): string =>
  `${origin}/checkout?item=${item}`;
