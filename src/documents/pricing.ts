import type { Offer } from "#domain/catalog/pricing.ts";
import type { Site } from "#domain/sites/site.ts";
import { money, plain, row } from "./markdown.ts";

/** `/pricing.md`: what the site sells, from the rows that `get_pricing` answers too. */
export function pricingDocument({ name, origin }: Site, offers: readonly Offer[]): string {
  const lines = offers.map(({ product, plan, planType, price, url }) =>
    row(`[${plain(product)}](${url})`, plain(plan), planType.replaceAll("_", " "), price ? money(price) : "free"),
  );
  const table = [row("product", "plan", "kind", "price"), row("---", "---", "---", "--:"), ...lines].join("\n");
  return `# Prices at ${plain(name)}

${offers.length > 0 ? table : "Nothing is on sale at present."}

The catalog itself: ${origin}/llms.txt
`;
}
