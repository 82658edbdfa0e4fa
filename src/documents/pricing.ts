import type { Offer } from "#domain/catalog/public-catalog/pricing.ts";
import { maxOffers } from "#domain/catalog/public-catalog/pricing.ts";
import type { Site } from "#domain/site/sites/site.ts";
import { plain, priceOf, row } from "./markdown.ts";

/** `/pricing.md`: the offers of the site, from the same rows as `get_pricing`. */
export function pricingDocument({ name, origin }: Site, offers: readonly Offer[]): string {
  const lines = offers.map(({ product, plan, planType, price, url, checkoutUrl }) =>
    row(
      `[${plain(product)}](${url})`,
      plain(plan),
      planType.replaceAll("_", " "),
      checkoutUrl === null ? priceOf(price) : `[${priceOf(price)}](${checkoutUrl})`,
    ),
  );
  const table = [row("product", "plan", "kind", "price"), row("---", "---", "---", "--:"), ...lines].join("\n");
  const cut = Map.groupBy(offers, ({ kind }) => kind)
    .values()
    .some((some) => some.length >= maxOffers);
  return `# Prices at ${plain(name)}

${offers.length > 0 ? table : "There are currently no offers."}
${cut ? `\nThis list contains the first ${maxOffers} prices of each kind. All prices are in the document of each offer.\n` : ""}
${offers.some(({ checkoutUrl }) => checkoutUrl !== null) ? "A linked price leads to its checkout. Payment is made there by a signed-in person; add `&coupon=CODE` for a coupon.\n\n" : ""}Catalog: ${origin}/llms.txt
`;
}
