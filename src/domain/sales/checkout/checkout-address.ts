import type { Site } from "#domain/platform/site/site.ts";

/** Path of the checkout of a price or product. */
export const checkoutPath = (item: string, coupon?: string): string =>
  `/checkout?${new URLSearchParams({ item, ...(coupon && { coupon }) }).toString()}`;

/** Address of the checkout of a price or product, by its encoded ID (`cpl_…`). A person pays there. */
export const checkoutAddress = ({ origin }: Pick<Site, "origin">, item: string): string =>
  `${origin}/checkout?item=${item}`;
