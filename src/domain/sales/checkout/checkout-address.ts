import type { Site } from "#domain/site/sites/site.ts";

/** Address of the checkout of a price or product, by its encoded ID (`cpl_…`). A person pays there. */
export const checkoutAddress = ({ origin }: Pick<Site, "origin">, item: string): string =>
  `${origin}/checkout?item=${item}`;
