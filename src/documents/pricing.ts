import type { Offer } from "#domain/public-catalog/documents/pricing.ts";
import { maxOffers } from "#domain/public-catalog/documents/pricing.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { linkedPrice, paymentsOf } from "./markdown.ts";
import { plain, tableRow } from "./plain-markdown.ts";
import { textOf } from "./text/catalog.ts";
import type { DocumentText } from "./text/document-text.ts";
import { intervalOf, labelOf } from "./text/kinds.ts";

/** `/pricing.md`: the offers of the site, from the same rows as `get_pricing`. */
export function pricingDocument(site: Site, offers: readonly Offer[]): string {
  const { pricing: text, ...shared } = textOf(site);
  const { columns } = text;
  const lines = offers.map(({ product, plan, planType, price, installments, url, checkoutUrl }) =>
    tableRow(
      `[${plain(product)}](${url})`,
      plain(plan),
      kindOf(shared, planType),
      linkedPrice(textOf(site), price, { checkoutUrl, note: paymentsOf(textOf(site), installments) }),
    ),
  );
  const table = [
    tableRow(columns.product, columns.plan, columns.kind, columns.price),
    tableRow("---", "---", "---", "--:"),
    ...lines,
  ].join("\n");
  const cut = Map.groupBy(offers, ({ kind }) => kind)
    .values()
    .some((some) => some.length >= maxOffers);
  return `# ${text.title(plain(site.name))}

${offers.length > 0 ? table : text.none}
${cut ? `\n${text.truncated(maxOffers)}\n` : ""}
${offers.some(({ checkoutUrl }) => checkoutUrl !== null) ? `${text.checkout}\n\n` : ""}${shared.fact(text.catalog, `${site.origin}/llms.txt`)}
`;
}

/** Memberships have `every_month` or `every_3_months` as their type. */
function kindOf({ kinds, every }: Pick<DocumentText, "kinds" | "every">, planType: string): string {
  const [, count = "1", unit] = /^every_(?:(\d+)_)?(day|week|month|year)s?$/.exec(planType) ?? [];
  const interval = intervalOf(unit ?? null);
  return interval ? every(interval, Number(count)) : labelOf(kinds, planType);
}
