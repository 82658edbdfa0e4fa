import type { Offer } from "#domain/catalog/public-catalog/pricing.ts";
import { maxOffers } from "#domain/catalog/public-catalog/pricing.ts";
import type { Site } from "#domain/site/sites/site.ts";
import { plain, priceOf, row } from "./markdown.ts";

/** `/pricing.md`: what the site sells, from the rows that `get_pricing` answers too. */
export function pricingDocument({ name, origin }: Site, offers: readonly Offer[]): string {
  const lines = offers.map(({ product, plan, planType, price, url }) =>
    row(`[${plain(product)}](${url})`, plain(plan), planType.replaceAll("_", " "), priceOf(price)),
  );
  const table = [row("product", "plan", "kind", "price"), row("---", "---", "---", "--:"), ...lines].join("\n");
  const cut = Map.groupBy(offers, ({ kind }) => kind)
    .values()
    .some((some) => some.length >= maxOffers);
  return `# Prices at ${plain(name)}

${offers.length > 0 ? table : "Nothing is on sale at present."}
${cut ? `\nOf each kind the first ${maxOffers} prices stand here. The others stand in the document of each thing.\n` : ""}
The catalog itself: ${origin}/llms.txt
`;
}
